// Finds risky changes of a connection's settings: a rule without the editor.

import * as l10n from '@vscode/l10n';
import { isGuarded, type Connection, type ConnectionConfig } from '../../core/connection.ts';
import { environmentText } from '../../core/environmentText.ts';

/** A line for each change after which requests go elsewhere, or skip the questions of a guarded connection. */
export function riskyChanges(
  connection: Connection,
  { baseUrl, environment }: Pick<ConnectionConfig, 'baseUrl' | 'environment'>,
): string[] {
  const changed = { ...connection, baseUrl, environment };
  return [
    ...(isGuarded(connection) && !isGuarded(changed)
      ? [l10n.t('Environment: {0}. Requests are sent without asking first.', environmentText(changed))]
      : []),
    ...(baseUrl === connection.baseUrl ? [] : [l10n.t('Address: {0} → {1}', connection.baseUrl, baseUrl)]),
  ];
}
