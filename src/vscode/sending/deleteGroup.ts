// The command Delete from Service…: one group at a time, and never without a question.

import * as l10n from '@vscode/l10n';
import { groupText, markedGroup } from '../../core/groupText.ts';
import { lookAlikeIdText } from '../../core/lookAlikeLetters.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { confirmByName, remarksLine } from '../command/confirm.ts';
import type { Invocation } from '../command/invocation.ts';
import { showNotice } from '../command/showNotice.ts';
import { listedGroup } from '../command/targets.ts';
import { commandTitle } from '../platform/manifest.ts';
import { withProgress } from '../platform/progress.ts';

export async function deleteGroup(
  context: CommandContext,
  invocation: Invocation,
): Promise<{ readonly deleted: boolean }> {
  const { connection, userGroupId } = await listedGroup(
    context.services,
    invocation,
    l10n.t('Delete User Group from Service'),
  );
  const { byToken } = context.services;
  const { isUncertain, asked } = await byToken.ready('delete', connection, userGroupId);
  await confirmByName(context, connection, {
    title: l10n.t('Delete {0} from the service?', groupText(userGroupId, connection)),
    what: l10n.t('Delete {0}', groupText(userGroupId, connection)),
    detail: [
      l10n.t('Its viewers may lose access at once. Created again, it has a new token.'),
      ...remarksLine([
        ...(isUncertain ? [l10n.t('An earlier request got no response, so it may be gone already.')] : []),
        ...lookAlikeIdText(userGroupId),
      ]),
      l10n.t('Its document and history stay on this machine.'),
    ],
    answer: l10n.t('Delete'),
  });
  const group = markedGroup(userGroupId, connection);
  await withProgress(l10n.t('Deleting {0}', group), (options) =>
    byToken.send('delete', connection, userGroupId, asked, options),
  );
  const done = l10n.t('{0} was deleted from the service. It stays in the list.', group);
  if (invocation.origin === 'argument') context.messages.status(done);
  else {
    const about = { connection: connection.name, user_group_id: userGroupId };
    void showNotice(context.messages, 'info', done, {
      label: commandTitle('userGroups.removeFromList'),
      run: () => context.run('userGroups.removeFromList', about),
    });
  }
  return { deleted: true };
}
