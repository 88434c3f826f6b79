// The sample groups of a fresh sandbox: created as a person would, so that the list knows their mapping and token.

import type { Connection } from '../core/connection.ts';
import type { Lazy, Memory } from '../core/ports.ts';
import { readDocument } from '../document/userGroupDocument.ts';
import { writeDocument } from '../document/writeDocument.ts';
import type { GroupService } from './groupService.ts';
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

  /** On the first start only: whoever removed them does not want them back. A start that failed halfway is made up for by the next. */
  async addOnce(sandbox: Connection): Promise<void> {
    if (this.#memory.get(ADDED) === true) return;
    for (const body of await this.#bodies()) {
      const document = readDocument(body);
      const isListed = this.#groups.find({ connectionId: sandbox.id, userGroupId: document.userGroupId }) !== undefined;
      if (!isListed) await this.#sending.getOrCreate(sandbox, writeDocument(document));
    }
    await this.#memory.set(ADDED, true);
  }
}
