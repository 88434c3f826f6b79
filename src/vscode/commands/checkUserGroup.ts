// The command Check User Group…: a report from what is known here, as a text, and the two steps that would tell more.

import { foreignText } from '../../core/foreignText.ts';
import { groupWords } from '../../core/groupWords.ts';
import { groupUri } from '../documents/documentUris.ts';
import { targetGroup, type GroupTarget } from '../prompts/targets.ts';
import type { Call } from './call.ts';
import type { Desk } from './desk.ts';
import { askToken } from './leakedToken.ts';

const FETCH = 'Fetch from Service…';
const PASTE = 'Paste the Token They Use…';

/**
 * With an argument object the report is answered, and nothing is shown. A group that is not listed can be checked, too.
 */
export async function checkUserGroup(desk: Desk, call: Call): Promise<string> {
  const target = await targetGroup(desk.services, call, 'Check User Group');
  const report = await reportOn(desk, target);
  if (call.origin === 'argument') return report;
  await show(desk, target, report);
  // The report stands there already: nobody has to wait for what is chosen next.
  void offerSteps(desk, target);
  return report;
}

async function reportOn(desk: Desk, { connection, userGroupId }: GroupTarget, token?: string): Promise<string> {
  const { groupCheck, groups, inHand } = desk.services;
  const base = groups.find({ connectionId: connection.id, userGroupId })?.base;
  const errors =
    base?.from === 'sent' ? await desk.schemas.errorsIn(groupUri(connection.name, userGroupId), base.text) : [];
  return groupCheck.report(connection, userGroupId, {
    schemaErrors: errors.map(({ message, range }) => `${foreignText(message)} (line ${range.start.line + 1})`),
    ...(token !== undefined && { pasted: await inHand.look(token) }),
  });
}

async function offerSteps(desk: Desk, target: GroupTarget): Promise<void> {
  const group = groupWords(target.userGroupId, target.connection);
  const chosen = await desk.messages.info(
    `Checked ${group} without a request. Whose token its viewers use can be looked up here; whether the group is still as known, the service alone can tell.`,
    PASTE,
    FETCH,
  );
  if (chosen === FETCH)
    await desk.run('userGroups.fetch', { connection: target.connection.name, user_group_id: target.userGroupId });
  if (chosen !== PASTE) return;
  const token = await askToken(
    `Check ${group}: the token that viewers use`,
    'Looked for in the list of this machine. Nothing is sent, and it is not kept',
  );
  await show(desk, target, await reportOn(desk, target, token));
}

async function show(desk: Desk, { connection, userGroupId }: GroupTarget, report: string): Promise<void> {
  await desk.reports.show(`Check of ${groupWords(userGroupId, connection)}`, report);
}
