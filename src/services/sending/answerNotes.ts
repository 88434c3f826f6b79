// What a person must know about a successful answer.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { foreignText, quotedId } from '../../core/foreignText.ts';
import type { ServiceAnswer } from '../../core/ports/client.ts';
import type { UserGroupAnswer } from '../../core/userGroup.ts';

export class AnswerNotes {
  /** Fields unknown to the contract that this window has reported, by connection. */
  readonly #notifiedFields = new Set<string>();

  /** Sentences. Unknown fields are reported once. */
  about(connection: Connection, before: UserGroupAnswer | undefined, answer: ServiceAnswer): string[] {
    const fields = this.#notNotifiedYet(connection, answer.unknownFields);
    const news =
      fields.length > 0
        ? [l10n.t("The service returned fields that its contract doesn't have: {0}.", foreignText(fields.join(', ')))]
        : [];
    return [...notesOnIdentity(connection, before, answer.userGroup), ...news];
  }

  #notNotifiedYet({ id }: Connection, fields: readonly string[]): string[] {
    return fields.filter((field) => {
      const key = `${id} ${field}`;
      const isNew = !this.#notifiedFields.has(key);
      this.#notifiedFields.add(key);
      return isNew;
    });
  }
}

/** Whether it is the expected group and environment. */
export function notesOnIdentity(
  connection: Connection,
  before: UserGroupAnswer | undefined,
  { teamId, environmentTag }: UserGroupAnswer,
): string[] {
  const isAnother = before?.teamId !== undefined && teamId !== undefined && before.teamId !== teamId;
  const contradicts =
    typeof environmentTag === 'string' &&
    connection.environment !== undefined &&
    environmentTag !== connection.environment;
  const notes: readonly (string | false)[] = [
    isAnother &&
      l10n.t(
        'The service returned team_id {0} instead of {1}, so this is another group than before.',
        teamId,
        before.teamId ?? '',
      ),
    contradicts &&
      l10n.t(
        "The service returned {0} as the group's environment, but the connection {1} is declared {2}.",
        foreignText(environmentTag, 40),
        quotedId(connection.name),
        connection.environment ?? '',
      ),
  ];
  return notes.filter((note) => note !== false);
}
