// Deletes a group on a service that can. Its document, its history and its tokens stay on this machine.

import * as l10n from '@vscode/l10n';
import { hasDeletion, type Connection } from '../../core/connection.ts';
import { UserGroupsError, whileDoing } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import type { RequestOptions } from '../../core/ports/client.ts';
import { requireReady, type Authorized } from '../connections/serviceTargets.ts';
import { doingText } from './doingText.ts';
import { deletedText, refusedFor } from './sendingFailures.ts';
import type { SendDependencies } from './sendService.ts';

interface Ready extends Pick<Authorized, 'target'> {
  readonly currentToken: string;
}

export class DeletionService {
  readonly #dependencies: Pick<SendDependencies, 'store' | 'client' | 'targets' | 'tokens' | 'records'>;

  constructor(dependencies: Pick<SendDependencies, 'store' | 'client' | 'targets' | 'tokens' | 'records'>) {
    this.#dependencies = dependencies;
  }

  /** Requires that a deletion could begin, before the person is asked. @throws UserGroupsError otherwise */
  async requireDeletable(connection: Connection, userGroupId: string): Promise<void> {
    await this.#while(connection, userGroupId, () => this.#ready(connection, userGroupId));
  }

  /**
   * The caller has asked the person.
   * @throws UserGroupsError `outcomeUnknown` where nobody knows whether it was deleted; `conflict` beside another
   * request about the group
   */
  async delete(connection: Connection, userGroupId: string, options?: RequestOptions): Promise<void> {
    await this.#while(connection, userGroupId, async () => {
      const { target, currentToken } = await this.#ready(connection, userGroupId);
      const client = await this.#dependencies.client();
      await this.#dependencies.records.delete(groupRef(connection, userGroupId), () =>
        client.delete(target, userGroupId, currentToken, options),
      );
    });
  }

  async #ready(connection: Connection, userGroupId: string): Promise<Ready> {
    const { store, targets, tokens } = this.#dependencies;
    requireDeletion(connection);
    const { target } = await targets.require(connection, 'delete');
    const ref = groupRef(connection, userGroupId);
    if (store.groups.find(ref)?.listing === 'deleted') throw alreadyDeleted();
    const [open] = store.journal.openRotations(ref);
    if (open !== undefined) throw refusedFor(open);
    return { target, currentToken: await tokens.require(connection, ref) };
  }

  #while<T>(connection: Connection, userGroupId: string, work: () => Promise<T>): Promise<T> {
    return whileDoing(doingText('delete', userGroupId, connection), { connection: connection.name, userGroupId }, work);
  }
}

/** @throws UserGroupsError `invalid` where the service deletes nothing */
function requireDeletion(connection: Connection): void {
  requireReady(connection);
  if (hasDeletion(connection)) return;
  throw new UserGroupsError({
    kind: 'invalid',
    happened: l10n.t('Its service deletes no groups.'),
    next: l10n.t('Use "Remove from List…" to remove it from this machine.'),
  });
}

function alreadyDeleted(): UserGroupsError {
  return new UserGroupsError({
    kind: 'conflict',
    happened: deletedText(),
    next: l10n.t('Use "Remove from List…" to remove it from this machine.'),
  });
}
