// The button of a plan that asks the service for groups that need no change: somebody may have changed them since.

import * as l10n from '@vscode/l10n';
import { apiOf, type Connection } from '../../../core/connection.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import { groupRef } from '../../../core/groupKey.ts';
import { grouped, isOne } from '../../../core/language.ts';
import { MOST_PASSING, Redactor } from '../../../core/redactor.ts';
import type { ChangePlans } from '../../../services/bulk/changePlan.ts';
import { MOST_AT_ONCE } from '../../../services/bulk/itemWork.ts';
import { confirmByName } from '../../command/confirm.ts';
import type { Messages } from '../../platform/messages.ts';
import type { PlacedRow, PlannedRow, PlannedRows, PlanStep } from './planTable.ts';

export interface Asking<Kind extends string> {
  readonly changes: Pick<ChangePlans, 'askBefore'>;
  readonly connection: Connection;
  /** Rows of this kind are asked for. */
  readonly same: Kind;
  readonly userGroupIdOf: (row: PlannedRow<Kind>) => string;
  /** The row of the group by what is known now. */
  readonly planned: (row: PlannedRow<Kind>) => Promise<PlannedRow<Kind>>;
  /** The row of a group without a result: a part of a sentence. */
  readonly skipped: (row: PlannedRow<Kind>, reason: string) => PlannedRow<Kind>;
  readonly messages: Pick<Messages, 'ask'>;
}

export class UnchangedRefresh<Kind extends string> {
  readonly #asking: Asking<Kind>;
  readonly #asked = new Set<number>();
  /** Redacts the tokens of the groups asked for. */
  readonly #tokens = new Redactor([], MOST_PASSING);
  /** The number of groups asked for. */
  #same = 0;
  #isAsking = false;
  /** Aborted: nothing more leaves. */
  #noMore = new AbortController();
  #isClosed = false;

  constructor(asking: Asking<Kind>) {
    this.#asking = asking;
  }

  /** Nothing is sent until it ends. */
  get isAsking(): boolean {
    return this.#isAsking;
  }

  steps(rows: PlannedRows<Kind>): readonly PlanStep[] {
    // Then an update does not ask either (the connection's setting).
    if (this.#asking.connection.checkBeforeUpdate === false) return [];
    if (this.#isAsking)
      return [
        {
          id: 'stopAsking',
          label: l10n.t('Stop Refreshing'),
          isEnabled: !this.#noMore.signal.aborted,
          run: () => {
            this.#noMore.abort();
          },
        },
      ];
    const left = this.#left(rows);
    return left === 0
      ? []
      : [
          {
            id: 'askSame',
            label: l10n.t('Refresh {0} Unchanged…', grouped(left)),
            isEnabled: true,
            run: () => this.#ask(rows),
          },
        ];
  }

  /** The plan is closed: the rest is not asked for. */
  close(): void {
    this.#isClosed = true;
    this.#noMore.abort();
  }

  /** How well the unchanged rows are known, as a sentence. */
  words(rows: PlannedRows<Kind>): string {
    if (this.#asked.size === 0) return l10n.t('Unchanged groups are compared with what was last sent or received.');
    const left = this.#left(rows);
    if (left === 0)
      return apiOf(this.#asking.connection).response.mapping !== undefined
        ? l10n.t('Unchanged groups were refreshed from the service.')
        : l10n.t("Unchanged groups were refreshed from the service, which doesn't return mappings.");
    return isOne(left)
      ? l10n.t('1 unchanged group is not refreshed yet.')
      : l10n.t('{0} unchanged groups are not refreshed yet.', grouped(left));
  }

  async #ask(rows: PlannedRows<Kind>): Promise<void> {
    await this.#confirm(this.#left(rows));
    if (this.#isClosed) return;
    this.#isAsking = true;
    this.#noMore = new AbortController();
    // One list for all, from which each takes the next.
    const waiting = rows.values();
    const work = async (): Promise<void> => {
      for (const row of waiting) {
        if (this.#noMore.signal.aborted) return;
        if (row.kind === this.#asking.same && !this.#asked.has(row.index)) await this.#askFor(rows, row);
      }
    };
    try {
      const ended = await Promise.allSettled(Array.from({ length: MOST_AT_ONCE }, work));
      const failed = ended.find((end) => end.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    } finally {
      this.#isAsking = false;
    }
  }

  /** @throws UserGroupsError `cancelled` */
  #confirm(groups: number): Promise<void> {
    const { connection } = this.#asking;
    return confirmByName(this.#asking, connection, {
      title: isOne(groups)
        ? l10n.t('Refresh 1 group from {0}?', connection.name)
        : l10n.t('Refresh {0} groups from {1}?', grouped(groups), connection.name),
      detail: [l10n.t('Refreshing sends a get-or-create for each group. Nothing is updated.')],
      answer: l10n.t('Refresh'),
    });
  }

  /** The first failure ends all: its reason would stop the others as well. */
  async #askFor(rows: PlannedRows<Kind>, row: PlacedRow<Kind>): Promise<void> {
    const { changes, connection, same, userGroupIdOf, planned, skipped } = this.#asking;
    const { signal } = this.#noMore;
    try {
      const answered = await changes.askBefore(connection, groupRef(connection, userGroupIdOf(row)), {
        isBulk: true,
        tokens: this.#tokens,
        untilLeft: signal,
      });
      const now = 'kind' in answered ? skipped(row, answered.reason) : await planned(row);
      this.#asked.add(row.index);
      if (now.kind === same) this.#same += 1;
      rows.replace(row.index, now.kind === same ? { ...now, words: l10n.t('Refreshed from the service') } : now);
    } catch (error) {
      // It had not left when the user stopped.
      if (signal.aborted && error instanceof UserGroupsError && error.kind === 'cancelled') return;
      this.#noMore.abort();
      throw error;
    }
  }

  #left(rows: PlannedRows<Kind>): number {
    return rows.count(this.#asking.same) - this.#same;
  }
}
