// The run that a plan becomes once it is confirmed.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../../core/connection.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import type { NewRunItem, RunKind, RunOptions } from '../../../core/runs.ts';
import type { RunService } from '../../../services/bulk/runService.ts';

export class PlannedRun {
  readonly #runs: RunService;
  readonly #kind: RunKind;
  readonly #connection: Connection;
  readonly #purpose: string | undefined;
  #id: number | undefined;
  #isMaking = false;

  /** `purpose`: as of `RunOptions`. */
  constructor(runs: RunService, kind: RunKind, connection: Connection, purpose?: string) {
    this.#runs = runs;
    this.#kind = kind;
    this.#connection = connection;
    this.#purpose = purpose;
  }

  /** `undefined` before it has started. */
  get id(): number | undefined {
    return this.#id;
  }

  /** It has started, or is about to. */
  get hasBegun(): boolean {
    return this.#isMaking || this.#id !== undefined;
  }

  /**
   * Stores the items and starts sending; nothing is started when no item is left.
   * @throws UserGroupsError as `RunService.create` and `start`; `conflict` when it was started before
   */
  async begin(items: AsyncIterable<NewRunItem>, options: Omit<RunOptions, 'purpose'>): Promise<void> {
    if (this.hasBegun) throw new UserGroupsError('conflict', l10n.t('The bulk operation has already started.'));
    this.#isMaking = true;
    try {
      const { id, total } = await this.#runs.create(this.#kind, this.#connection, items, {
        ...options,
        purpose: this.#purpose,
      });
      if (total === 0) {
        this.#runs.remove(id);
        return;
      }
      this.#id = id;
      this.#runs.start(id);
    } finally {
      this.#isMaking = false;
    }
  }
}
