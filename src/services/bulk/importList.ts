// Adds groups to this machine's list without any request: their documents are drafts, their tokens are not fetched.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { cancelled, whileDoing } from '../../core/errors.ts';
import type { GroupFacts } from '../../core/ports/userGroupStore.ts';
import type { Store } from '../../core/ports/store.ts';
import { WorkSlices } from '../../core/workSlices.ts';
import { hasError, type ImportRow } from '../../bulk/importRow.ts';
import { difference, type Change } from '../../document/difference.ts';
import { readDocument } from '../../document/userGroupDocument.ts';
import { fieldsOrNone } from './listDifference.ts';
import { requireReady } from '../connections/serviceTargets.ts';
import { textLastSent } from '../groups/answeredDocument.ts';

export interface DifferentGroup {
  readonly userGroupId: string;
  /** From what is known here to what was imported. */
  readonly changes: readonly Change[];
}

export interface AddedGroups {
  readonly added: number;
  /** In the list already, with the same document. */
  readonly same: number;
  /** In the list already, with another document, which stays. */
  readonly different: readonly DifferentGroup[];
}

/** Groups per transaction. */
const BATCH = 100;

export class ImportList {
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * Existing groups stay as they are; groups added before a cancellation stay, too.
   * @throws UserGroupsError while the connection awaits an answer; `cancelled`; `unavailable` when the store fails
   */
  async addListed(connection: Connection, rows: readonly ImportRow[], signal?: AbortSignal): Promise<AddedGroups> {
    return whileDoing(
      l10n.t("Couldn't add groups to the list of {0}.", connection.name),
      { connection: connection.name },
      async () => {
        requireReady(connection);
        const valid = rows.filter((row) => !hasError(row) && row.userGroupId !== undefined);
        const slices = new WorkSlices();
        const result = { added: 0, same: 0, different: new Array<DifferentGroup>() };
        try {
          for (let from = 0; from < valid.length; from += BATCH) {
            if (signal?.aborted === true) throw cancelled();
            const batch = valid.slice(from, from + BATCH);
            const accepted = new Set(
              this.#store.groups.put(
                connection.id,
                batch.map((row) => this.#factsOf(row)),
                'stay',
              ),
            );
            result.added += accepted.size;
            for (const row of batch.filter(({ userGroupId }) => !accepted.has(userGroupId ?? ''))) {
              const changes = this.changesBy(connection.id, row);
              if (changes.length === 0) result.same += 1;
              else result.different.push({ userGroupId: row.userGroupId ?? '', changes });
            }
            await slices.pause();
          }
        } finally {
          this.#store.changes.fire();
        }
        return result;
      },
    );
  }

  #factsOf({ userGroupId = '', text }: ImportRow): GroupFacts {
    return { userGroupId, draft: { text, at: this.#now() }, versions: [] };
  }

  /** From what is known here of the row's group to what the row says. None: the same, or nothing is known. */
  changesBy(connectionId: string, { userGroupId = '', text }: ImportRow): Change[] {
    const record = this.#store.groups.find({ connectionId, userGroupId });
    const known = record && (record.draft?.text ?? textLastSent(this.#store.journal, record));
    if (known === text) return [];
    return difference(fieldsOrNone(known), readDocument(text));
  }
}
