// Finds risky changes of a connection's settings: a rule without the editor.

import { isGuarded, type Connection, type ConnectionConfig } from '../../core/connection.ts';
import { environmentText } from '../../core/environmentText.ts';

/** A line for each change after which requests go elsewhere, or skip the questions of a guarded connection. */
export function hurtingChanges(
  connection: Connection,
  { baseUrl, environment }: Pick<ConnectionConfig, 'baseUrl' | 'environment'>,
): string[] {
  const changed = { ...connection, baseUrl, environment };
  return [
    ...(isGuarded(connection) && !isGuarded(changed)
      ? [
          `It would be declared ${environmentText(changed)}: nothing asks any more before a request changes what viewers see.`,
        ]
      : []),
    ...(baseUrl === connection.baseUrl ? [] : [`Its address would change from ${connection.baseUrl} to ${baseUrl}.`]),
  ];
}
