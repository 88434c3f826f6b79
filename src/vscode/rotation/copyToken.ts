// The group whose token a command uses, its current token, and the commands that copy it or one that was replaced.

import * as l10n from '@vscode/l10n';
import { cancelled, UserGroupsError, whileDoing } from '../../core/errors.ts';
import { groupText, markedGroup } from '../../core/groupText.ts';
import type { UnstoredToken } from '../../services/groups/groupTokens.ts';
import type { Services } from '../../services/services.ts';
import { askChoice } from '../command/ask.ts';
import type { Invocation } from '../command/invocation.ts';
import { listedGroup, required, type ListedTarget } from '../command/targets.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { resolveOpenRotation, resolveAgain } from './resolveRotation.ts';
import { sentences } from '../../core/sentences.ts';
import { isGuarded, type Connection } from '../../core/connection.ts';
import { momentText, secondText } from '../../core/stateText.ts';
import { confirmOn } from '../command/confirm.ts';

/** What is done with it. */
interface TokenUse {
  /** "Couldn't copy the token of …" */
  readonly doing: string;
  /** The question about one that may no longer work, and the button that uses it all the same. */
  readonly title: string;
  readonly anyway: string;
}

/** @throws UserGroupsError `cancelled`; as `GroupTokens.require` */
export async function currentToken(context: CommandContext, target: ListedTarget, use: TokenUse): Promise<string> {
  const { connection, userGroupId, ref } = target;
  const require = (): Promise<string> =>
    whileDoing(use.doing, { connection: connection.name, userGroupId }, () =>
      context.services.tokens.require(connection, ref),
    );
  const known = await require();
  const mayBeAnother = await settleRotation(context, target, use);
  return mayBeAnother ? require() : known;
}

/** The service is asked first. Answers whether the current token may have changed. */
async function settleRotation(
  context: CommandContext,
  target: ListedTarget,
  { title, anyway }: TokenUse,
): Promise<boolean> {
  const { ref } = target;
  // The one in memory is new, and a list that could not store it may not be readable either.
  const open = context.services.tokens.isInMemory(ref) ? undefined : context.services.rotation.openOf(ref);
  if (open === undefined) return false;
  if (open.askedAt !== undefined && !open.isUnderWay) {
    try {
      await resolveAgain(context, target);
      return true;
    } catch (error) {
      if (!(error instanceof UserGroupsError)) throw error;
    }
  }
  const resolve = l10n.t('Resolve Rotation…');
  const answer = await context.messages.ask({
    title,
    detail: [
      open.isUnderWay
        ? l10n.t('It is being rotated right now.')
        : l10n.t('A rotation got no response, so this token may have been replaced.'),
    ],
    answers: open.isUnderWay ? [anyway] : [resolve, anyway],
  });
  if (answer === undefined) throw cancelled();
  if (answer === resolve) await resolveOpenRotation(context, target);
  return true;
}

/**
 * The group whose token is to leave: one in the list, or one whose token is only in memory and that may have left the
 * list. @throws UserGroupsError as `listedGroup`
 */
export async function tokenTarget(services: Services, invocation: Invocation, title: string): Promise<ListedTarget> {
  const unstored = services.tokens.unstored().toReversed();
  const invoked = invocation.unstored === undefined ? undefined : services.tokens.unstored(invocation.unstored).at(-1);
  const chosen =
    invoked ?? (invocation.origin === 'palette' && unstored.length > 0 ? await choose(unstored, title) : undefined);
  if (chosen !== undefined) return targetOf(chosen);
  try {
    return await listedGroup(services, invocation, title);
  } catch (error) {
    const { connection, user_group_id: userGroupId } = invocation.input;
    const named = unstored.find((each) => each.connection.name === connection && each.ref.userGroupId === userGroupId);
    if (named === undefined || !(error instanceof UserGroupsError && error.kind === 'notFound')) throw error;
    return targetOf(named);
  }
}

/** `undefined`: it belongs to another group. */
async function choose(unstored: readonly UnstoredToken[], title: string): Promise<UnstoredToken | undefined> {
  const inMemory = unstored.map((each) => ({
    label: groupText(each.ref.userGroupId, each.connection),
    description: l10n.t('not stored, only in the memory of this window'),
    value: { unstored: each },
  }));
  return required(
    await askChoice<{ readonly unstored?: UnstoredToken }>({
      title,
      placeholder: l10n.t('Select a token'),
      choices: [...inMemory, { label: l10n.t('Another Group…'), value: {} }],
    }),
  ).unstored;
}

function targetOf({ connection, ref }: UnstoredToken): ListedTarget {
  return { connection, userGroupId: ref.userGroupId, ref };
}

export async function copyToken(context: CommandContext, invocation: Invocation): Promise<void> {
  const target = await tokenTarget(context.services, invocation, l10n.t('Copy User Group Token'));
  const { connection, userGroupId } = target;
  const group = groupText(userGroupId, connection);
  await confirmCopy(context, invocation, connection, l10n.t('Copy the token of {0} to the clipboard?', group));
  const token = await currentToken(context, target, {
    doing: copying(target),
    title: l10n.t('Copy a token of {0} that may no longer work?', group),
    anyway: l10n.t('Copy Anyway'),
  });
  await copy(context, token, l10n.t('Token of {0} copied.', markedGroup(userGroupId, connection)));
}

export async function copyPreviousToken(context: CommandContext, invocation: Invocation): Promise<void> {
  const target = await listedGroup(context.services, invocation, l10n.t('Copy Previous User Group Token'));
  const now = Date.now();
  const replaced = await context.services.tokens.replaced(target.ref);
  const [newest, ...others] = replaced;
  if (newest === undefined)
    throw new UserGroupsError('notFound', l10n.t('No previous token is stored.'), undefined, {
      doing: copying(target),
    });
  const group = groupText(target.userGroupId, target.connection);
  await confirmCopy(
    context,
    invocation,
    target.connection,
    l10n.t('Copy a previous token of {0} to the clipboard?', group),
  );
  const chosen =
    others.length === 0 || invocation.origin === 'argument'
      ? newest
      : required(
          await askChoice({
            title: l10n.t('Copy Previous User Group Token: {0}', group),
            placeholder: l10n.t('Select a previous token'),
            choices: replaced.map((token) => ({
              label: l10n.t('Replaced {0}', secondText(token.replacedAt, now)),
              description: l10n.t('received {0}', momentText(token.issuedAt, now)),
              value: token,
            })),
          }),
        );
  const marked = markedGroup(target.userGroupId, target.connection);
  const replacedAt = momentText(chosen.replacedAt, now);
  await copy(context, chosen.token, l10n.t('Previous token of {0} copied (replaced {1}).', marked, replacedAt));
}

/**
 * A guarded connection's tokens go into the clipboard, which every program can read, only after a dialog. @throws
 * UserGroupsError `cancelled`
 */
async function confirmCopy(
  context: CommandContext,
  { isFormButton }: Invocation,
  connection: Connection,
  title: string,
): Promise<void> {
  if (isFormButton === true || !isGuarded(connection)) return;
  await confirmOn(context, connection, {
    title,
    detail: [l10n.t("Any extension or program can read the clipboard. Cancel if you didn't start this.")],
    answer: l10n.t('Copy'),
  });
}

async function copy({ clipboard, messages }: CommandContext, token: string, done: string): Promise<void> {
  const seconds = await clipboard.copy(token);
  messages.status(seconds > 0 ? sentences([done, l10n.t('Clipboard clears in {0} s.', seconds)]) : done);
}

function copying({
  connection,
  userGroupId,
}: {
  readonly connection: Connection;
  readonly userGroupId: string;
}): string {
  return l10n.t("Couldn't copy the token of {0}.", groupText(userGroupId, connection));
}
