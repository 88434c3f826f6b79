// Commands that copy current and replaced tokens. A token leaves only by the clipboard.

import { isGuarded, type Connection } from '../../core/connection.ts';
import { guardedMark } from '../../core/environmentText.ts';
import { cancelled, UserGroupsError, whileDoing } from '../../core/errors.ts';
import { groupText } from '../../core/groupText.ts';
import { momentText, secondText } from '../../core/stateText.ts';
import { askChoice } from '../command/ask.ts';
import { confirmOn } from '../command/confirm.ts';
import type { GroupTarget } from '../command/pickGroup.ts';
import { listedGroup, required, type ListedTarget } from '../command/targets.ts';
import { tokenTarget } from './tokenTarget.ts';
import type { Invocation } from '../command/invocation.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { findOut, findOutAgain } from './resolveRotation.ts';

const ANYWAY = 'Copy Anyway';
const RESOLVE_ROTATION = 'Resolve Rotation…';

export async function copyToken(context: CommandContext, invocation: Invocation): Promise<void> {
  const target = await tokenTarget(context.services, invocation);
  await confirmCopy(context, invocation, target, 'the token');
  const { connection, userGroupId, ref } = target;
  const require = (): Promise<string> =>
    whileDoing(copying(target), { connection: connection.name, userGroupId }, () =>
      context.services.tokens.require(connection, ref),
    );
  const known = await require();
  const mayBeAnother = await settleRotation(context, target);
  const token = mayBeAnother ? await require() : known;
  await copy(context, token, `Token of ${groupText(userGroupId, connection)}`, connection);
}

export async function copyReplacedToken(context: CommandContext, invocation: Invocation): Promise<void> {
  const target = await listedGroup(context.services, invocation, 'Copy Replaced Token');
  const now = Date.now();
  const replaced = await context.services.tokens.replaced(target.ref);
  const [newest, ...others] = replaced;
  if (newest === undefined)
    throw new UserGroupsError({
      kind: 'notFound',
      doing: copying(target),
      happened: 'No replaced token of it is kept here.',
    });
  await confirmCopy(context, invocation, target, 'a replaced token');
  const chosen =
    others.length === 0 || invocation.origin === 'argument'
      ? newest
      : required(
          await askChoice({
            title: `Copy Replaced Token: ${groupText(target.userGroupId, target.connection)}`,
            placeholder: 'Which one? None is the current token',
            choices: replaced.map((token) => ({
              label: `replaced ${secondText(token.replacedAt, now)}`,
              description: `received ${momentText(token.issuedAt, now)}`,
              value: token,
            })),
          }),
        );
  await copy(
    context,
    chosen.token,
    `Token of ${groupText(target.userGroupId, target.connection)} that was replaced ${momentText(chosen.replacedAt, now)}`,
    target.connection,
  );
}

/**
 * A guarded connection's tokens go into the clipboard, which every program can read, only after a dialog. @throws
 * UserGroupsError `cancelled`
 */
async function confirmCopy(
  context: CommandContext,
  { isFormButton }: Invocation,
  { connection, userGroupId }: GroupTarget,
  which: string,
): Promise<void> {
  if (isFormButton === true || !isGuarded(connection)) return;
  await confirmOn(context, connection, {
    title: `Copy ${which} of ${groupText(userGroupId, connection)} to the clipboard?`,
    detail: ['Every extension and program can read the clipboard. Choose Cancel if you did not ask for this.'],
    answer: 'Copy',
  });
}

/**
 * A token that may be dead is copied only if the person insists: the service is asked first. Answers whether the
 * current one may have changed.
 */
async function settleRotation(context: CommandContext, target: ListedTarget): Promise<boolean> {
  const { connection, userGroupId, ref } = target;
  // The one in memory is new, and a list that could not store it may not be readable either.
  const open = context.services.tokens.isInMemory(ref) ? undefined : context.services.rotation.openOf(ref);
  if (open === undefined) return false;
  if (open.askedAt !== undefined && !open.isUnderWay) {
    try {
      await findOutAgain(context, target);
      return true;
    } catch (error) {
      if (!(error instanceof UserGroupsError)) throw error;
    }
  }
  const answer = await context.messages.ask({
    title: `Copy a token of ${groupText(userGroupId, connection)} that may be dead?`,
    detail: [
      open.isUnderWay
        ? 'It is being rotated at this moment.'
        : 'A rotation of it got no answer: the token known here may have been replaced. Resolve Rotation… asks the service which one is the current.',
    ],
    answers: open.isUnderWay ? [ANYWAY] : [RESOLVE_ROTATION, ANYWAY],
  });
  if (answer === undefined) throw cancelled();
  if (answer === RESOLVE_ROTATION) await findOut(context, target);
  return true;
}

async function copy(context: CommandContext, token: string, what: string, connection: Connection): Promise<void> {
  const seconds = await context.clipboard.copy(token);
  context.messages.status(
    `${what} copied${seconds > 0 ? `; it leaves the clipboard in ${seconds} s` : ''}${guardedMark(connection)}`,
  );
}

function copying({
  connection,
  userGroupId,
}: {
  readonly connection: Connection;
  readonly userGroupId: string;
}): string {
  return `Couldn't copy the token of ${groupText(userGroupId, connection)}.`;
}
