// What a probe in an extension host is to do, and its answer: the editor between has no other way for them.

import { writeFileSync } from 'node:fs';

const ORDER = 'BENCH_ORDER';

interface Task {
  readonly order: object;
  /** The file that takes the answer, as JSON. */
  readonly result: string;
}

/** The environment of an editor whose probe is to do this. */
export function withOrder(order: object, result: string): NodeJS.ProcessEnv {
  const task: Task = { order, result };
  return { ...process.env, [ORDER]: JSON.stringify(task) };
}

/** Called by a probe. */
export function takeOrder(): object {
  return task().order;
}

/** Called by a probe, at its end. */
export function answer(answered: object): void {
  writeFileSync(task().result, JSON.stringify(answered));
}

function task(): Task {
  return JSON.parse(process.env[ORDER] ?? '') as Task;
}
