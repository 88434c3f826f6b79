// Commands about group tokens: copy and rotate. A token leaves by the clipboard alone.

import { isGuarded } from '../../core/connection.ts';
import { cancelled, whileDoing } from '../../core/errors.ts';
import { visibleId } from '../../core/foreignText.ts';
import { withProgress } from '../progress.ts';
import { askText } from '../prompts/ask.ts';
import { listedGroup, required, type GroupTarget } from '../prompts/targets.ts';
import { environmentWords } from '../tree/describe.ts';
import type { Call } from './call.ts';
import type { Desk } from './desk.ts';

const ROTATE = 'Rotate Token';

export async function copyToken(desk: Desk, call: Call): Promise<void> {
  const target = await listedGroup(desk.services, call, 'Copy User Group Token');
  await copy(desk, target);
}

export async function rotateToken(desk: Desk, call: Call): Promise<{ readonly rotated: boolean }> {
  const target = await listedGroup(desk.services, call, 'Rotate User Group Token');
  const { connection, userGroupId } = target;
  await desk.services.rotation.requireRotatable(connection, userGroupId);
  await confirmRotation(desk, target);
  const { notes } = await withProgress(`Rotating the token of ${visibleId(userGroupId)} on ${connection.name}`,
    (options) => desk.services.rotation.rotate(connection, userGroupId, options));
  for (const note of notes) void desk.messages.warn(`${note}.`);
  if (call.origin === 'argument') desk.messages.status(`Token of ${visibleId(userGroupId)} on ${connection.name} rotated`);
  else void offerCopy(desk, target);
  return { rotated: true };
}

async function copy(desk: Desk, { connection, userGroupId }: GroupTarget): Promise<void> {
  const group = `${visibleId(userGroupId)} on ${connection.name}`;
  const ref = { connectionId: connection.id, userGroupId };
  const token = await whileDoing(`Could not copy the token of ${group}`, { connection: connection.name, userGroupId }, () => desk.services.tokens.require(connection, ref));
  if (desk.services.groups.find(ref)?.unknownOutcome?.operation === 'rotate') await askToCopyUnknown(desk, group);
  const seconds = await desk.clipboard.copy(token);
  desk.messages.status(`Token of ${group} copied${seconds > 0 ? `; it leaves the clipboard in ${seconds} s` : ''}`);
}

async function askToCopyUnknown(desk: Desk, group: string): Promise<void> {
  const answer = await desk.messages.ask({
    title: `Copy a token of ${group} that may be dead?`,
    detail: ['A rotation of it got no answer: the token known here may have been replaced. Fetch from Service… brings the current one.'],
    answers: ['Copy Anyway'],
  });
  if (answer !== 'Copy Anyway') throw cancelled();
}

async function confirmRotation(desk: Desk, { connection, userGroupId }: GroupTarget): Promise<void> {
  const answer = await desk.messages.ask({
    title: `Rotate the token of ${visibleId(userGroupId)} on ${connection.name}?`,
    detail: [
      `Environment: ${environmentWords(connection)}.`,
      'Viewers may see errors until the new token is deployed. Whether the old one still works is not documented.',
      'The new token is stored here before anything else is said, and the replaced one is kept.',
    ],
    answers: [ROTATE],
  });
  if (answer !== ROTATE) throw cancelled();
  if (!isGuarded(connection)) return;
  required(await askText({
    title: `${ROTATE} of ${visibleId(userGroupId)} on ${connection.name} (${environmentWords(connection)})`,
    prompt: `Type the name of the connection, ${connection.name}, to rotate the token of ${visibleId(userGroupId)}`,
    placeholder: connection.name,
    check: (value) => ({ problem: value === connection.name ? undefined : `type ${connection.name} exactly` }),
  }));
}

/** The new token is of no use until it is deployed: this is where the person must act. */
async function offerCopy(desk: Desk, target: GroupTarget): Promise<void> {
  const copyIt = 'Copy New Token';
  const chosen = await desk.messages.info(
    `The token of ${visibleId(target.userGroupId)} on ${target.connection.name} was rotated and is stored. Deploy the new one now; the replaced one is kept.`, copyIt);
  if (chosen === copyIt) await copy(desk, target);
}
