// The service that many groups are sent to: the sandbox, which misbehaves again and again, and what is true of each
// group.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { SandboxExchange } from '../../../src/sandbox/exchange.ts';
import { faults, type Fault } from '../../../src/sandbox/faults.ts';
import { GroupStore } from '../../../src/sandbox/groupStore.ts';
import { startSandbox, type Sandbox, type StoredGroup } from '../../../src/sandbox/sandbox.ts';
import { oneOf } from '../processes/tasks.ts';
import type { GroupState } from './customers.ts';

/** But for the one that takes as long as anybody would wait. */
const TROUBLES = (Object.keys(faults) as Fault[]).filter((fault) => fault !== 'neverAnswers');
const SLOW_SECONDS = 0.05;

export class ManyService {
  readonly sandbox: Sandbox;
  #troubled = 0;
  /** Runs when a request was processed, before its answer leaves. */
  onAsked: (exchange: SandboxExchange) => void = () => undefined;
  readonly #path: string;
  /** Whoever else works with the service. */
  readonly #others: GroupStore;

  static async start(folder: string, random: () => number): Promise<ManyService> {
    const path = join(folder, 'remote.db');
    const heard: { by: (exchange: SandboxExchange) => void } = { by: () => undefined };
    const sandbox = await startSandbox({
      databasePath: path,
      onExchange: (exchange) => {
        heard.by(exchange);
      },
    });
    const service = new ManyService(path, sandbox);
    heard.by = (exchange) => {
      service.#hear(exchange, random);
    };
    return service;
  }

  private constructor(path: string, sandbox: Sandbox) {
    this.#path = path;
    this.sandbox = sandbox;
    this.#others = new GroupStore(path, 'Testing');
    // What the service itself knows of tokens that it has replaced.
    this.#withDatabase((database) => {
      database.exec(`
        CREATE TABLE rotated (user_group_id TEXT NOT NULL);
        CREATE TRIGGER is_rotated AFTER UPDATE OF token ON user_group
          BEGIN INSERT INTO rotated VALUES (new.user_group_id); END`);
    });
  }

  /** The share of requests that meet a fault, from 0 to 1. What the last of them left for the next one ends with it. */
  set troubled(share: number) {
    this.#troubled = share;
    this.sandbox.misbehave(undefined);
  }

  /** Somebody else creates a group, past every fault. */
  create(userGroupId: string, state: GroupState): void {
    this.#others.getOrCreate(asTexts(userGroupId, state));
  }

  /** Somebody else updates a group. */
  update(userGroupId: string, state: GroupState): void {
    this.#others.update(asTexts(userGroupId, state));
  }

  states(): Map<string, GroupState> {
    return new Map(
      this.sandbox
        .groups()
        .map(({ userGroupId, name, mapping, properties }) => [userGroupId, stateOf({ name, mapping, properties })]),
    );
  }

  tokens(): Map<string, string> {
    return new Map(this.sandbox.groups().map(({ userGroupId, token }) => [userGroupId, token]));
  }

  /** How often the token of each was replaced. */
  rotations(): Map<string, number> {
    return this.#withDatabase(
      (database) =>
        new Map(
          database
            .prepare('SELECT user_group_id, count(*) AS times FROM rotated GROUP BY user_group_id')
            .all()
            .map(({ user_group_id: id, times }) => [String(JSON.parse(String(id))), Number(times)]),
        ),
    );
  }

  async close(): Promise<void> {
    this.#others.close();
    await this.sandbox.close();
  }

  #hear(exchange: SandboxExchange, random: () => number): void {
    if (random() < this.#troubled) this.sandbox.misbehave(oneOf(TROUBLES, random), { times: 1, seconds: SLOW_SECONDS });
    this.onAsked(exchange);
  }

  #withDatabase<T>(work: (database: DatabaseSync) => T): T {
    const database = new DatabaseSync(this.#path, { timeout: 5_000 });
    try {
      return work(database);
    } finally {
      database.close();
    }
  }
}

/** `mapping` and `properties`: JSON texts. */
export function stateOf({
  name,
  mapping,
  properties,
}: Pick<StoredGroup, 'name' | 'mapping' | 'properties'>): GroupState {
  const read = (text: string | undefined): GroupState['mapping'] =>
    text === undefined ? undefined : (JSON.parse(text) as GroupState['mapping']);
  return { name, mapping: read(mapping), properties: read(properties) };
}

function asTexts(userGroupId: string, { name, mapping, properties }: GroupState): Parameters<GroupStore['update']>[0] {
  return {
    userGroupId: JSON.stringify(userGroupId),
    name: JSON.stringify(name),
    mapping: JSON.stringify(mapping),
    properties: JSON.stringify(properties),
  };
}
