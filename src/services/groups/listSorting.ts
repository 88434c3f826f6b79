// What the list is sorted by, remembered on this machine.

import type { Memory } from '../../core/ports/storage.ts';
import type { ListOrder } from '../../core/ports/userGroupStore.ts';

const KEY = 'listOrder';

export class ListSorting {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  get order(): ListOrder {
    return this.#memory.get(KEY) === 'tokenAge' ? 'tokenAge' : 'name';
  }

  async sortBy(order: ListOrder): Promise<void> {
    await this.#memory.set(KEY, order);
  }
}
