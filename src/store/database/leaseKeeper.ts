// Keeps this window's leases from a thread of its own while the window is busy: others would take it for gone, though
// it still works.

import { Worker } from 'node:worker_threads';
import { LEASE_MS } from '../../core/ports/journal.ts';

/** The tables whose rows have leases, each with what a row must be to get a new one. */
const LEASED = { versions: "outcome = 'sending'", rotations: 'TRUE', runs: "state = 'running'" } as const;

export type Leased = keyof typeof LEASED;

/** Rows of each table: far more than a window has in progress at once. */
const MOST_ROWS = 256;

/**
 * Milliseconds between two looks, and without a sign of life before leases are kept. Together they are far less than
 * what is left of a lease.
 */
const TIMES = { lookEvery: LEASE_MS / 15, silent: LEASE_MS / 5 };

interface Shared {
  readonly path: string;
  readonly leaseMs: number;
  readonly times: typeof TIMES;
  readonly leased: readonly (readonly [table: string, condition: string])[];
  readonly mostRows: number;
  /** When the window last had time for anything, in milliseconds since 1970; 0: it has nothing in progress. */
  readonly seen: Float64Array;
  /** Ids of rows, by table; 0: none. */
  readonly ids: Int32Array;
}

export class LeaseKeeper {
  readonly #shared: Shared;
  readonly #kept = new Map<string, number>();
  #worker: Worker | undefined;
  #pulse: NodeJS.Timeout | undefined;

  constructor(path: string, times = TIMES) {
    this.#shared = {
      path,
      leaseMs: LEASE_MS,
      times,
      leased: Object.entries(LEASED),
      mostRows: MOST_ROWS,
      seen: new Float64Array(new SharedArrayBuffer(8)),
      ids: new Int32Array(new SharedArrayBuffer(4 * MOST_ROWS * Object.keys(LEASED).length)),
    };
  }

  keep(table: Leased, id: number): void {
    const { ids } = this.#shared;
    const from = Object.keys(LEASED).indexOf(table) * MOST_ROWS;
    const place = ids.subarray(from, from + MOST_ROWS).indexOf(0);
    if (place < 0 || this.#kept.has(`${table} ${id}`)) return;
    ids[from + place] = id;
    this.#kept.set(`${table} ${id}`, from + place);
    if (this.#pulse !== undefined) return;
    this.#shared.seen[0] = Date.now();
    this.#pulse = setInterval(() => {
      this.#shared.seen[0] = Date.now();
    }, this.#shared.times.lookEvery).unref();
    this.#worker ??= started(this.#shared, () => {
      this.#worker = undefined;
    });
  }

  release(table: Leased, id: number): void {
    const place = this.#kept.get(`${table} ${id}`);
    if (place === undefined) return;
    this.#shared.ids[place] = 0;
    this.#kept.delete(`${table} ${id}`);
    if (this.#kept.size === 0) this.#rest();
  }

  close(): void {
    this.#rest();
    void this.#worker?.terminate();
  }

  #rest(): void {
    this.#shared.seen[0] = 0;
    clearInterval(this.#pulse);
    this.#pulse = undefined;
  }
}

/** Where no thread can be had, the window's own timers keep the leases as long as it is not busy. */
function started(shared: Shared, onEnd: () => void): Worker | undefined {
  try {
    // Of its own text: it is the same thread's work wherever this module is bundled.
    const worker = new Worker(`(${keepLeases.toString()})()`, {
      eval: true,
      workerData: shared,
      env: {},
      execArgv: [],
      stderr: true,
    });
    worker.on('error', onEnd).unref();
    return worker;
  } catch {
    return undefined;
  }
}

/** Runs in the thread, and knows nothing but what is shared. The file is opened only while the window is silent. */
function keepLeases(): void {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const { existsSync } = process.getBuiltinModule('node:fs');
  const { path, leaseMs, times, leased, mostRows, seen, ids } = process.getBuiltinModule('node:worker_threads')
    .workerData as Shared;
  const keep = (now: number): void => {
    const database = new DatabaseSync(path, { timeout: 1000 });
    try {
      for (const [index, [table, condition]] of leased.entries()) {
        // A lease that has ended is no longer the window's to have: another one may have taken over.
        const statement = database.prepare(
          `UPDATE ${table} SET lease_until = ? WHERE id = ? AND ${condition} AND lease_until > ?`,
        );
        for (const id of ids.subarray(index * mostRows, (index + 1) * mostRows))
          if (id !== 0) statement.run(now + leaseMs, id, now);
      }
    } finally {
      database.close();
    }
  };
  setInterval(() => {
    const now = Date.now();
    if (seen[0] === undefined || seen[0] === 0 || now - seen[0] < times.silent || !existsSync(path)) return;
    try {
      keep(now);
    } catch {
      // The file is busy, or there is none: the next look tries again.
    }
  }, times.lookEvery);
}
