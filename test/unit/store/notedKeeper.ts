// A keeper of leases without a thread, which notes what it was to keep.

import { type Leased, LeaseKeeper } from '../../../src/store/database/leaseKeeper.ts';

export class NotedKeeper extends LeaseKeeper {
  readonly kept = new Set<string>();

  constructor() {
    super('');
  }

  override keep(table: Leased, id: number): void {
    this.kept.add(`${table} ${id}`);
  }

  override release(table: Leased, id: number): void {
    this.kept.delete(`${table} ${id}`);
  }
}
