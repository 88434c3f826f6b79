// The command Check User Group…: a report from what is known here, and two steps that show more.

import * as l10n from '@vscode/l10n';
import { foreignText } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { groupUri } from '../platform/documentUris.ts';
import type { GroupTarget } from '../command/pickGroup.ts';
import { targetGroup } from '../command/targets.ts';
import type { Invocation } from '../command/invocation.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { askToken } from './whoseToken.ts';

/** With an argument object the report is returned, and nothing is shown. An unlisted group can be checked, too. */
export async function checkUserGroup(context: EditingContext, invocation: Invocation): Promise<string> {
  const target = await targetGroup(context.services, invocation, l10n.t('Check User Group'));
  const report = await reportOn(context, target);
  if (invocation.origin === 'argument') return report;
  await show(context, target, report);
  // The report is already shown: the command does not wait for the next choice.
  void offerSteps(context, target);
  return report;
}

async function reportOn(
  context: EditingContext,
  { connection, userGroupId }: GroupTarget,
  token?: string,
): Promise<string> {
  const { groupCheck, groups, inHand } = context.services;
  const base = groups.find(groupRef(connection, userGroupId))?.base;
  const errors =
    base?.from === 'sent' ? await context.schemas.errorsIn(groupUri(connection.name, userGroupId), base.text) : [];
  return groupCheck.report(connection, userGroupId, {
    schemaErrors: errors.map(({ message, range }) =>
      l10n.t('{0} (line {1})', foreignText(message), range.start.line + 1),
    ),
    ...(token !== undefined && { pasted: await inHand.look(token) }),
  });
}

async function offerSteps(context: EditingContext, target: GroupTarget): Promise<void> {
  const group = groupText(target.userGroupId, target.connection);
  const [paste, fetch] = [l10n.t('Paste the Token They Use…'), l10n.t('Fetch from Service…')];
  const chosen = await context.messages.info(
    l10n.t('Checked {0} without a request. Fetch the group to compare it with the service.', group),
    paste,
    fetch,
  );
  if (chosen === fetch)
    await context.run('userGroups.fetch', { connection: target.connection.name, user_group_id: target.userGroupId });
  if (chosen !== paste) return;
  const token = await askToken(
    l10n.t('Check {0}: Token That Viewers Use', group),
    l10n.t('Searches the list on this machine. Nothing is sent or stored.'),
  );
  await show(context, target, await reportOn(context, target, token));
}

async function show(context: EditingContext, { connection, userGroupId }: GroupTarget, report: string): Promise<void> {
  await context.reports.show(l10n.t('Check of {0}', groupText(userGroupId, connection)), report);
}
