// Gives a group another ID on a service that can. Here its document goes along; history and previous tokens stay with
// the former ID.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { isGone } from '../../core/deletedGroups.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import type { RequestOptions } from '../../core/ports/client.ts';
import type { Renamed } from '../../core/ports/journal.ts';
import { LONGEST_ID } from '../../contract/fields.ts';
import type { UserGroupRecord } from '../../core/userGroup.ts';
import { baseEntries } from '../../document/baseEntries.ts';
import { withText } from '../../document/fieldEdits.ts';
import { whileSending } from './sendingFailures.ts';
import { endable, stillReadyToEnd, type Endable, type EndingDependencies } from './endingGroups.ts';

export class IdChangeService {
  readonly #dependencies: EndingDependencies;

  constructor(dependencies: EndingDependencies) {
    this.#dependencies = dependencies;
  }

  /** Requires that a change could begin, before the user is asked. @throws UserGroupsError otherwise */
  changeable(connection: Connection, userGroupId: string): Promise<Endable> {
    return endable(this.#dependencies, connection, userGroupId, 'changeId');
  }

  /** Why the group cannot have this ID, in a sentence. */
  problemWith(connection: Connection, newId: string): string | undefined {
    if (newId === '') return l10n.t('Enter the ID.');
    if (!newId.isWellFormed()) return l10n.t('The ID contains half of a surrogate pair.');
    if (newId.length > LONGEST_ID) return l10n.t('The ID is too long.');
    const listed = this.#dependencies.store.groups.find(groupRef(connection, newId));
    if (listed === undefined) return undefined;
    return isGone(listed)
      ? l10n.t('Remove the former group with this ID from the list first.')
      : l10n.t('A group with this ID is in the list already.');
  }

  /**
   * @param asked what the user has agreed to
   * @throws UserGroupsError `outcomeUnknown` where its ID is not known; `conflict` beside another request about the
   * group, and where it or its connection has changed since; `invalid` for an ID that it can't have
   */
  change(
    connection: Connection,
    userGroupId: string,
    newId: string,
    asked: string,
    options?: RequestOptions,
  ): Promise<UserGroupRecord> {
    return whileSending('changeId', connection, userGroupId, async () => {
      const problem = this.problemWith(connection, newId);
      if (problem !== undefined) throw new UserGroupsError('invalid', problem, l10n.t('Choose another ID.'));
      const { target, validator, chosen } = await stillReadyToEnd(
        this.#dependencies,
        connection,
        userGroupId,
        'changeId',
        asked,
      );
      const ref = groupRef(connection, userGroupId);
      const renamed = renamedTo(newId);
      const client = await this.#dependencies.client();
      const { record } = await this.#dependencies.records.changeId(
        { connection, ref, renamed, chosen, validator },
        () => client.changeId(target, userGroupId, newId, options),
      );
      return record;
    });
  }
}

/** What goes along to a new ID. */
export function renamedTo(userGroupId: string): Renamed {
  return { userGroupId, inText: (text) => withId(text, userGroupId), entriesOf: baseEntries };
}

/** A text that is broken keeps what it has. */
function withId(text: string, userGroupId: string): string {
  try {
    return withText(text, 'user_group_id', userGroupId);
  } catch (error) {
    if (error instanceof UserGroupsError) return text;
    throw error;
  }
}
