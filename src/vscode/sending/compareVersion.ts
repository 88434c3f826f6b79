// A version beside what the service had applied before it.

import * as l10n from '@vscode/l10n';
import { listed } from '../../core/language.ts';
import type * as vscode from 'vscode';
import { namesOf } from '../../core/connection.ts';
import { momentText, outcomeText, secondText } from '../../core/stateText.ts';
import type { SentVersion } from '../../core/userGroup.ts';
import { isApplied } from '../../core/versionText.ts';
import { asShown } from '../../document/idName.ts';
import type { Before } from '../../services/groups/appliedBefore.ts';
import type { CommandContext } from '../command/commandContext.ts';

/** The list of versions keeps the focus. Says so where nothing differs. `group`: its words. */
export async function compareVersion(
  { comparisons, messages, services }: Pick<CommandContext, 'comparisons' | 'messages' | 'services'>,
  version: SentVersion,
  group: string,
  { applied, isUncertain }: Before,
  viewColumn: vscode.ViewColumn,
): Promise<void> {
  const now = Date.now();
  const words =
    applied !== undefined && momentText(applied.at, now) === momentText(version.at, now) ? secondText : momentText;
  const before = applied?.text() ?? '';
  if (applied !== undefined && before === version.text) {
    messages.status(l10n.t('{0}: no changes since the version sent {1}', group, words(applied.at, now)));
    return;
  }
  const compared =
    applied === undefined
      ? l10n.t('{0}: nothing sent before ↔ sent {1}', group, words(version.at, now))
      : l10n.t('{0}: sent {1} ↔ sent {2}', group, words(applied.at, now), words(version.at, now));
  const notes = [
    ...(isApplied(version) ? [] : [outcomeText(version.outcome)]),
    ...(isUncertain ? [l10n.t('unknown outcome in between')] : []),
  ];
  const title = notes.length === 0 ? compared : l10n.t('{0} ({1})', compared, listed(notes));
  const names = namesOf(services.connections.withId(version.ref.connectionId));
  await comparisons.show(title, asShown(before, names), asShown(version.text, names), {
    preserveFocus: true,
    viewColumn,
  });
}
