// The current token of a group, for a person: one that may be dead leaves only if the person insists.

import * as l10n from '@vscode/l10n';
import { cancelled, UserGroupsError, whileDoing } from '../../core/errors.ts';
import type { ListedTarget } from '../command/targets.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { resolveOpenRotation, resolveAgain } from './resolveRotation.ts';

/** What is done with it. */
export interface TokenUse {
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
