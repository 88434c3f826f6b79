// The command Rotate User Group Token…, and the questions and messages of every rotation.

import type { Connection } from '../../core/connection.ts';
import { guardedMark } from '../../core/environmentText.ts';
import { visibleId } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import { lookAlikeLetterText } from '../../core/lookAlikeLetters.ts';
import { momentText } from '../../core/stateText.ts';
import type { OpenRotation } from '../../core/userGroup.ts';
import { withProgress } from '../platform/progress.ts';
import type { GroupTarget } from '../command/pickGroup.ts';
import { listedGroup } from '../command/targets.ts';
import { confirmByName } from '../command/confirm.ts';
import type { Invocation } from '../command/invocation.ts';
import type { CommandContext } from '../command/commandContext.ts';

const ROTATE = 'Rotate Token';

export async function rotateToken(
  context: CommandContext,
  invocation: Invocation,
): Promise<{ readonly rotated: boolean }> {
  return rotateTokenOf(context, invocation, await listedGroup(context.services, invocation, 'Rotate User Group Token'));
}

/** Of a group in the list. */
export async function rotateTokenOf(
  context: CommandContext,
  invocation: Invocation,
  target: GroupTarget,
): Promise<{ readonly rotated: boolean }> {
  const { connection, userGroupId } = target;
  const { earlier, askedAbout } = await context.services.rotation.rotatable(connection, userGroupId);
  await confirmRotation(context, connection, {
    whose: groupText(userGroupId, connection),
    id: `the token of ${visibleId(userGroupId)}`,
    earlier,
    remarks: lookAlikeLetterText('The id', userGroupId),
  });
  const { notes } = await withProgress(
    `Rotating the token of ${groupText(userGroupId, connection)}${guardedMark(connection)}`,
    (options) =>
      context.services.rotation.rotate(connection, userGroupId, { ...options, despite: earlier?.id, askedAbout }),
  );
  reportRotated(context, invocation, target, notes);
  return { rotated: true };
}

export interface Rotated {
  /** Whose token, and where. */
  readonly whose: string;
  /** The same for the last question, which names the connection itself. */
  readonly id: string;
  /** One that was probably not carried out. */
  readonly earlier?: OpenRotation | undefined;
  /** Further facts, a line each. */
  readonly remarks?: readonly string[];
}

/** @throws UserGroupsError `cancelled` */
export async function confirmRotation(
  context: CommandContext,
  connection: Connection,
  { whose, id, earlier, remarks = [] }: Rotated,
): Promise<void> {
  await confirmByName(context, connection, {
    title: `Rotate the token of ${whose}?`,
    detail: [
      ...remarks,
      ...(earlier === undefined
        ? []
        : [
            `The rotation sent ${momentText(earlier.at, Date.now())} was probably not carried out, but still may be: then this one may fail, or replace its token.`,
          ]),
      'Viewers may see errors until the new token is deployed. Whether the old one still works is not documented.',
      'The new token is stored here before anything else is said, and the replaced one is kept.',
    ],
    answer: ROTATE,
    what: `${ROTATE} of ${whose}`,
    toDo: `rotate ${id}`,
  });
}

/** The new token is of no use until it is deployed: here the person must act. */
export function reportRotated(
  context: CommandContext,
  invocation: Invocation,
  target: GroupTarget,
  notes: readonly string[],
): void {
  for (const note of notes) void context.messages.warn(`${note}.`);
  const group = groupText(target.userGroupId, target.connection);
  if (invocation.origin === 'argument')
    context.messages.status(`Token of ${group} rotated${guardedMark(target.connection)}`);
  else
    void offerCopy(
      context,
      target,
      `The token of ${group} was rotated and is stored. Deploy the new one now; the replaced one is kept.`,
    );
}

/** Its button copies the current token. */
export async function offerCopy(
  context: CommandContext,
  { connection, userGroupId }: GroupTarget,
  text: string,
): Promise<void> {
  const copyIt = 'Copy New Token';
  if ((await context.messages.info(text, copyIt)) === copyIt)
    await context.run('userGroups.copyToken', { connection: connection.name, user_group_id: userGroupId });
}
