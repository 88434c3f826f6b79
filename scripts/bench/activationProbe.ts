// Runs in the extension host: activates extensions one after another, and writes how long that took.

import * as vscode from 'vscode';
import { answer, takeOrder } from './probeOrder.ts';
import { elapsed, median } from './rounds.ts';

export interface ActivationOrder {
  /** Id of the extension that is measured. */
  readonly ours: string;
  /** Ids of empty extensions to measure it beside. */
  readonly empty: readonly string[];
}

/** Times in milliseconds. */
export interface Activations {
  readonly ours: number;
  readonly empty: number;
}

export async function run(): Promise<void> {
  const { ours, empty } = takeOrder() as ActivationOrder;
  // What a host does for the first time takes longer, and it is busy with its own start: the first ones do not count.
  const warmingUp = empty.length / 2;
  for (const id of empty.slice(0, warmingUp)) await activate(id);
  const counted = empty.slice(warmingUp);
  const before = await activateAll(counted.slice(0, counted.length / 2));
  const measured = await activate(ours);
  const after = await activateAll(counted.slice(counted.length / 2));
  const activations: Activations = { ours: measured, empty: median([...before, ...after]) };
  answer(activations);
}

async function activateAll(ids: readonly string[]): Promise<number[]> {
  const times: number[] = [];
  for (const id of ids) times.push(await activate(id));
  return times;
}

function activate(id: string): Promise<number> {
  const extension = vscode.extensions.getExtension(id);
  if (extension === undefined || extension.isActive)
    throw new Error(`${id} is ${extension === undefined ? 'not installed' : 'active already'}.`);
  return elapsed(() => extension.activate());
}
