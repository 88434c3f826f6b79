// The sample groups of a fresh sandbox: sent as the user would, so that the list knows their mapping and token.

import type { Connection } from '../../core/connection.ts';
import { groupRef } from '../../core/groupKey.ts';
import type { Lazy } from '../../core/lazy.ts';
import type { Memory } from '../../core/ports/storage.ts';
import { readDocument } from '../../document/userGroupDocument.ts';
import { writeDocument } from '../../document/writeDocument.ts';
import type { GroupService } from '../groups/groupService.ts';
import type { SendService } from './sendService.ts';

const ADDED = 'sampleGroupsAdded';

export class SampleGroups {
  readonly #memory: Memory;
  readonly #groups: GroupService;
  readonly #sending: SendService;
  readonly #bodies: Lazy<readonly string[]>;

  constructor(memory: Memory, groups: GroupService, sending: SendService, bodies: Lazy<readonly string[]>) {
    this.#memory = memory;
    this.#groups = groups;
    this.#sending = sending;
    this.#bodies = bodies;
  }

  /**
   * On the first start only: removed ones do not come back. A sandbox that was removed and added again gets them again.
   * A later start completes one that failed halfway.
   */
  async addOnce(sandbox: Connection): Promise<void> {
    if (this.#memory.get(ADDED) === sandbox.id) return;
    for (const body of await this.#bodies()) {
      const document = readDocument(body);
      const isListed = this.#groups.find(groupRef(sandbox, document.userGroupId)) !== undefined;
      if (!isListed) await this.#sending.getOrCreate(sandbox, writeDocument(document));
    }
    await this.#memory.set(ADDED, sandbox.id);
  }
}
