// Commands that copy current and replaced tokens.

import * as l10n from '@vscode/l10n';
import { sentences } from '../../core/sentences.ts';
import { isGuarded, type Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { groupText, markedGroup } from '../../core/groupText.ts';
import { momentText, secondText } from '../../core/stateText.ts';
import { askChoice } from '../command/ask.ts';
import { confirmOn } from '../command/confirm.ts';
import { listedGroup, required } from '../command/targets.ts';
import type { Invocation } from '../command/invocation.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { currentToken, tokenTarget } from './currentToken.ts';

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
