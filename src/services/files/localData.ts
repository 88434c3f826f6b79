// Lists and deletes all local data: rows, secrets, small facts, files. The settings and the service stay unchanged.

import * as l10n from '@vscode/l10n';
import { listed } from '../../core/language.ts';
import { UserGroupsError, whileDoing } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import { requireNoneOpen, rotatedGroups } from '../../core/openRotations.ts';
import type { KeptCounts } from '../../core/userGroup.ts';
import type { TokenSealer } from '../../core/ports/sealer.ts';
import type { Memory, Secrets } from '../../core/ports/storage.ts';
import type { Store } from '../../core/ports/store.ts';
import type { OpenRotation } from '../../core/userGroup.ts';
import type { ConnectionService } from '../connections/connectionService.ts';
import type { GroupTokens } from '../groups/groupTokens.ts';
import type { UnrecognizedResponses } from '../groups/unrecognizedResponses.ts';
import type { StorageRetryQueue } from '../groups/storageRetryQueue.ts';
import type { SandboxService } from '../connections/sandboxService.ts';
import type { SentRecords } from '../sending/sentRecord.ts';
import type { TokenTrust } from '../connections/tokenTrust.ts';

interface Dependencies {
  readonly store: Store;
  readonly sealer: TokenSealer;
  readonly secrets: Secrets;
  readonly memory: Memory;
  readonly workspaceMemory: Memory;
  readonly removeFiles: () => readonly string[];
  readonly connections: ConnectionService;
  readonly sandbox: SandboxService;
  readonly tokens: GroupTokens;
  readonly answers: UnrecognizedResponses;
  readonly records: SentRecords;
  readonly retryQueue: StorageRetryQueue;
  readonly trust: TokenTrust;
}

export interface LocalDataKept extends KeptCounts {
  /** Whose token may have been rotated, in words; absent when no rotation is open. */
  readonly openRotations: string | undefined;
  /** Those that could be restored: their data is among the rest. */
  readonly removedConnections: number;
  /** Groups whose token is in the memory of this window only. */
  readonly unstoredTokens: readonly string[];
}

const doing = (): string => l10n.t("Couldn't delete all local data.");

export class LocalData {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * What would be lost. @throws UserGroupsError `conflict` while a rotation is in progress: its new token would be lost
   */
  async kept(): Promise<LocalDataKept> {
    return whileDoing(doing(), undefined, () => {
      const open = this.#requireNothingUnderWay();
      const { store, tokens } = this.#dependencies;
      return Promise.resolve({
        ...store.groups.keptCounts(),
        openRotations: open.length === 0 ? undefined : rotatedGroups(open),
        removedConnections: store.connections.removed().length,
        unstoredTokens: tokens.unstored().map(({ ref, connection }) => groupText(ref.userGroupId, connection)),
      });
    });
  }

  /**
   * Deletes it. When the rows cannot be deleted, nothing is; anything that fails after that is reported, and all else
   * is gone.
   * @throws UserGroupsError as `kept`; `unavailable`
   */
  async deleteAll(): Promise<void> {
    await whileDoing(doing(), undefined, async () => {
      this.#requireNothingUnderWay();
      const { store, connections, sandbox, secrets, memory, workspaceMemory } = this.#dependencies;
      // Asked before: a token sealed during the deletion must keep its key.
      const secretKeys = await secrets.keys();
      await sandbox.stop();
      store.deleteEverything();
      this.#clearMemory();
      connections.keepNew();
      const lefts = [
        await left(
          () => {
            store.sweep();
            return [];
          },
          () => l10n.t('removed data in the file of the list'),
        ),
        ...(await Promise.all(
          secretKeys.map((key) =>
            left(
              () => secrets.delete(key),
              () => l10n.t('secrets'),
            ),
          ),
        )),
        ...(await Promise.all(
          [memory, workspaceMemory].flatMap((facts) =>
            facts.keys().map((key) =>
              left(
                () => facts.set(key, undefined),
                () => l10n.t('editor state'),
              ),
            ),
          ),
        )),
        await left(this.#dependencies.removeFiles, () => l10n.t('files beside the list')),
      ].flat();
      if (lefts.length > 0) throw notAll(lefts);
    });
  }

  #requireNothingUnderWay(): OpenRotation[] {
    const rotations = this.#dependencies.store.journal.openRotations();
    requireNoneOpen(rotations.filter(({ isUnderWay }) => isUnderWay));
    return rotations;
  }

  /** What this window has in memory. */
  #clearMemory(): void {
    const { records, retryQueue, tokens, answers, sealer, trust } = this.#dependencies;
    trust.clear();
    records.forgetAll();
    retryQueue.cancelAll();
    tokens.dropAllFromMemory();
    answers.dropAll();
    sealer.forget();
  }
}

/** The files that `work` could not delete, or `what` when it fails. */
async function left(work: () => unknown, what: () => string): Promise<readonly string[]> {
  try {
    const names = await work();
    return Array.isArray(names) ? names.map((name) => `"${foreignText(String(name))}"`) : [];
  } catch {
    return [what()];
  }
}

function notAll(lefts: readonly string[]): UserGroupsError {
  return new UserGroupsError(
    'unavailable',
    l10n.t('The list is empty, but these are left: {0}.', listed([...new Set(lefts)])),
    l10n.t('Close other windows and run "Delete All Local Data…" again.'),
  );
}
