// The command that deletes all local data: shows what is deleted and what stays, and requires a typed confirmation.

import * as l10n from '@vscode/l10n';
import { grouped, isOne } from '../../core/language.ts';
import { keptCountTexts } from '../../core/stateText.ts';
import { askWord, confirm, leadingToBox, remarksLine } from '../command/confirm.ts';
import type { CommandContext } from '../command/commandContext.ts';

export async function deleteLocalData(context: CommandContext): Promise<void> {
  const { localData } = context.services;
  const { openRotations, removedConnections, unstoredTokens, ...kept } = await localData.kept();
  const answer = l10n.t('Delete All Local Data');
  await confirm(leadingToBox(context), {
    title: l10n.t('Delete everything that User Groups stores on this machine?'),
    detail: [
      ...remarksLine([
        ...unstoredTokens.map((group) => l10n.t('The token of {0} is only in the memory of this window.', group)),
        ...(openRotations === undefined ? [] : [l10n.t('Unresolved rotations are forgotten: {0}.', openRotations)]),
      ]),
      {
        heading: l10n.t('Deletes, in all windows:'),
        items: [
          ...keptCountTexts(kept),
          ...removedText(removedConnections),
          l10n.t("API tokens, the sandbox's groups, and lists set aside as damaged"),
        ],
      },
      l10n.t('Keeps settings, workspace files, unsaved editors, log files, and everything on the service.'),
    ],
    answer,
  });
  const word = l10n.t('delete');
  await askWord(word, { title: answer, note: l10n.t("It can't be undone.") });
  await context.clipboard.clear();
  await localData.deleteAll();
  context.messages.status(l10n.t('All local data deleted.'));
}

function removedText(count: number): string[] {
  if (count === 0) return [];
  return [isOne(count) ? l10n.t('1 removed connection') : l10n.t('{0} removed connections', grouped(count))];
}
