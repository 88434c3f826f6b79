// What the user must know about a successful answer.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { foreignText, quotedId } from '../../core/foreignText.ts';
import type { ServiceAnswer } from '../../core/ports/client.ts';
import { listText } from '../../core/language.ts';
import type { UserGroupAnswer } from '../../core/userGroup.ts';
import { withheldText } from '../../core/withheld.ts';
import { withheldFields } from '../../document/answeredFields.ts';

export class AnswerNotes {
  /** Fields unknown to the contract that this window has reported, by connection. */
  readonly #notifiedFields = new Set<string>();

  /**
   * Sentences. Unknown fields are reported once.
   * @param onToken what is to be known of its token (`notesOnToken`)
   */
  about(
    connection: Connection,
    before: UserGroupAnswer | undefined,
    answer: ServiceAnswer,
    onToken: readonly string[] = [],
  ): string[] {
    const fields = this.#notNotifiedYet(connection, answer.unknownFields);
    const news =
      fields.length > 0
        ? [l10n.t("The service returned fields that its contract doesn't have: {0}.", foreignText(fields.join(', ')))]
        : [];
    const known = withheldFields(before ?? {});
    const withheld = withheldFields(answer.userGroup).filter((field) => !known.includes(field));
    return [
      ...notesOnIdentity(connection, before, answer.userGroup),
      ...onToken,
      ...withheld.map((field) => withheldText(field)),
      ...news,
    ];
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

/** IDs that are named. */
const MOST_NAMED = 3;

/** @param others IDs of groups that have the same token; absent: it is the stored one */
export function notesOnToken({ isApiToken }: Pick<ServiceAnswer, 'isApiToken'>, others?: readonly string[]): string[] {
  if (others === undefined) return [];
  const named = listText(others.slice(0, MOST_NAMED).map((id) => quotedId(id)));
  const notes: readonly (string | false)[] = [
    isApiToken === true && l10n.t("The service returned the API token as the group's token."),
    named !== '' && l10n.t('The service returned a token that another group has, too: {0}.', named),
  ];
  return notes.filter((note) => note !== false);
}
