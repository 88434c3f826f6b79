// Deletes a group on a service that can. Its document, its history and its tokens stay on this machine.

import * as l10n from '@vscode/l10n';
import { type Connection, offers } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import type { RequestOptions } from '../../core/ports/client.ts';
import { requireReady } from '../connections/serviceTargets.ts';
import { whileSending } from './doingText.ts';
import { readyToEnd, removeIt, stillReadyToEnd, type Endable, type EndingDependencies } from './endingGroups.ts';

export class DeletionService {
  readonly #dependencies: EndingDependencies;

  constructor(dependencies: EndingDependencies) {
    this.#dependencies = dependencies;
  }

  /** Requires that a deletion could begin, before the user is asked. @throws UserGroupsError otherwise */
  deletable(connection: Connection, userGroupId: string): Promise<Endable> {
    return whileSending('delete', connection, userGroupId, async () => {
      requireDeletion(connection);
      const { isUncertain, asked } = await readyToEnd(this.#dependencies, connection, userGroupId, 'delete');
      return { isUncertain, asked };
    });
  }

  /**
   * @param asked what the user has agreed to
   * @throws UserGroupsError `outcomeUnknown` where nobody knows whether it was deleted; `conflict` beside another
   * request about the group, and where it or its connection has changed since
   */
  async delete(connection: Connection, userGroupId: string, asked: string, options?: RequestOptions): Promise<void> {
    await whileSending('delete', connection, userGroupId, async () => {
      const { target, currentToken, chosen } = await stillReadyToEnd(
        this.#dependencies,
        connection,
        userGroupId,
        'delete',
        asked,
      );
      const client = await this.#dependencies.client();
      const ref = groupRef(connection, userGroupId);
      await this.#dependencies.records.byToken({ operation: 'delete', ref, chosen }, () =>
        client.byToken('delete', target, userGroupId, currentToken, options),
      );
    });
  }
}

/** @throws UserGroupsError `invalid` where the service deletes nothing */
function requireDeletion(connection: Connection): void {
  requireReady(connection);
  if (offers(connection, 'delete')) return;
  throw new UserGroupsError('invalid', l10n.t('Its service deletes no groups.'), removeIt());
}
