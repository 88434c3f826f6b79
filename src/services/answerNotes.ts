// What an answer says beside success, and a person must know.

import type { Connection } from '../core/connection.ts';
import { foreignText } from '../core/foreignText.ts';
import type { ServiceAnswer } from '../core/ports.ts';
import type { UserGroupAnswer } from '../core/userGroup.ts';
import { difference, type Change } from '../document/difference.ts';
import type { GroupFields } from '../document/userGroupDocument.ts';

export class AnswerNotes {
  /** Fields unknown to the contract that this window has told of, by connection. */
  readonly #toldFields = new Set<string>();

  /** Sentences, without their full stop. Fields that the contract does not show are told of once. */
  about(connection: Connection, before: UserGroupAnswer | undefined, { userGroup, unknownFields }: ServiceAnswer): string[] {
    const { teamId, environmentTag } = userGroup;
    const isAnother = before?.teamId !== undefined && teamId !== undefined && before.teamId !== teamId;
    const contradicts = typeof environmentTag === 'string' && connection.environment !== undefined && environmentTag !== connection.environment;
    const fields = this.#notToldYet(connection, unknownFields);
    return [
      isAnother && `The service answered team_id ${teamId} where it was ${before.teamId ?? ''}: this is another group than the one known before`,
      contradicts && `The service says that the group's environment is ${foreignText(environmentTag, 40)}, but ${connection.name} is declared ${connection.environment ?? ''}`,
      fields.length > 0 && `The service answered fields that its contract does not show: ${foreignText(fields.join(', '))}`,
    ].filter((note) => note !== false);
  }

  #notToldYet({ id }: Connection, fields: readonly string[]): string[] {
    return fields.filter((field) => {
      const key = `${id} ${field}`;
      const isNew = !this.#toldFields.has(key);
      this.#toldFields.add(key);
      return isNew;
    });
  }
}

/** What changed on the service from one answer to a later one. Fields that either leaves out prove nothing. */
export function differenceOfAnswers(before: UserGroupAnswer, after: UserGroupAnswer): Change[] {
  const teamId: Change[] = before.teamId !== undefined && after.teamId !== undefined && before.teamId !== after.teamId
    ? [{ path: 'team_id', before: before.teamId, after: after.teamId }]
    : [];
  return [...teamId, ...difference(comparable(before, after), comparable(after, before))];
}

function comparable({ name, properties }: UserGroupAnswer, other: UserGroupAnswer): GroupFields {
  return {
    ...(name !== undefined && other.name !== undefined && { name }),
    ...(properties !== undefined && other.properties !== undefined && { properties: properties ?? 'null' }),
  };
}
