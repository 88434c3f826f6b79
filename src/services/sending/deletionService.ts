// Deletes a group on a service that can. Its document, its history and its tokens stay on this machine.

import * as l10n from '@vscode/l10n';
import { apiOf, hasDeletion, type Connection } from '../../core/connection.ts';
import { deletedText, isPerhapsDeleted } from '../../core/deletedGroups.ts';
import { UserGroupsError, whileDoing } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import type { RequestOptions } from '../../core/ports/client.ts';
import type { SealedToken, UserGroupRecord } from '../../core/userGroup.ts';
import type { ConnectionService } from '../connections/connectionService.ts';
import { requireReady, type Authorized } from '../connections/serviceTargets.ts';
import { doingText } from './doingText.ts';
import { refusedFor } from './sendingFailures.ts';
import type { SendDependencies } from './sendService.ts';

interface Dependencies extends Pick<SendDependencies, 'store' | 'client' | 'targets' | 'tokens' | 'records'> {
  readonly connections: Pick<ConnectionService, 'withId'>;
}

/** What the person is asked about: a group as it was then, on a service as it was then. */
export interface Deletable {
  /** It was perhaps deleted before. */
  readonly isRepeated: boolean;
  /** Opaque. */
  readonly asked: string;
}

interface Ready extends Pick<Authorized, 'target'>, Deletable {
  readonly currentToken: string;
  readonly chosen: SealedToken;
}

export class DeletionService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Requires that a deletion could begin, before the person is asked. @throws UserGroupsError otherwise */
  deletable(connection: Connection, userGroupId: string): Promise<Deletable> {
    return this.#while(connection, userGroupId, async () => {
      const { isRepeated, asked } = await this.#ready(connection, userGroupId);
      return { isRepeated, asked };
    });
  }

  /**
   * @param asked what the person has agreed to
   * @throws UserGroupsError `outcomeUnknown` where nobody knows whether it was deleted; `conflict` beside another
   * request about the group, and where it or its connection is another by now
   */
  async delete(connection: Connection, userGroupId: string, asked: string, options?: RequestOptions): Promise<void> {
    await this.#while(connection, userGroupId, async () => {
      const ready = await this.#ready(this.#dependencies.connections.withId(connection.id), userGroupId);
      if (ready.asked !== asked) throw changed();
      const client = await this.#dependencies.client();
      await this.#dependencies.records.delete(groupRef(connection, userGroupId), ready.chosen, () =>
        client.delete(ready.target, userGroupId, ready.currentToken, options),
      );
    });
  }

  async #ready(connection: Connection | undefined, userGroupId: string): Promise<Ready> {
    if (connection === undefined) throw changed();
    const { store, targets, tokens } = this.#dependencies;
    requireDeletion(connection);
    const { target } = await targets.require(connection, 'delete');
    const ref = groupRef(connection, userGroupId);
    const record = store.groups.find(ref);
    requireNotDeletedYet(record);
    const [open] = store.journal.openRotations(ref);
    if (open !== undefined) throw refusedFor(open);
    const currentToken = await tokens.require(connection, ref);
    const chosen = record?.token?.sealed;
    if (chosen === undefined) throw changed();
    return {
      target,
      currentToken,
      chosen,
      isRepeated: isPerhapsDeleted(record),
      asked: JSON.stringify([target.baseUrl, apiOf(connection), chosen.fingerprint, record?.unknownOutcome?.at]),
    };
  }

  #while<T>(connection: Connection, userGroupId: string, work: () => Promise<T>): Promise<T> {
    return whileDoing(doingText('delete', userGroupId, connection), { connection: connection.name, userGroupId }, work);
  }
}

/** @throws UserGroupsError `invalid` where the service deletes nothing */
function requireDeletion(connection: Connection): void {
  requireReady(connection);
  if (hasDeletion(connection)) return;
  throw new UserGroupsError({ kind: 'invalid', happened: l10n.t('Its service deletes no groups.'), next: removeIt() });
}

/** @throws UserGroupsError `conflict` where it was */
function requireNotDeletedYet(record: UserGroupRecord | undefined): void {
  const happened = isPerhapsDeleted(record) ? undefined : deletedText(record);
  if (happened !== undefined) throw new UserGroupsError({ kind: 'conflict', happened, next: removeIt() });
}

function removeIt(): string {
  return l10n.t('Use "Remove from List…" to remove it from this machine.');
}

function changed(): UserGroupsError {
  return new UserGroupsError({
    kind: 'conflict',
    happened: l10n.t('The group or its connection was changed meanwhile.'),
    next: l10n.t('Check it, then try again.'),
  });
}
