// Whether the service has what the results of a run say, group by group.

import type { ItemOutcome, RunItem } from '../../../src/core/runs.ts';
import { readDocument } from '../../../src/document/userGroupDocument.ts';
import type { WindowOnFiles } from '../windowOnFiles.ts';
import { isSame, type GroupState } from './customers.ts';
import { itemsOf } from './bulkSteps.ts';
import { stateOf } from './service.ts';

export type States = ReadonlyMap<string, GroupState>;
/** By `user_group_id`, in the order of the run. */
export type Results = ReadonlyMap<string, RunItem>;

/**
 * How each group stood before a run and stands after it, and how one stands for which the run has done what was asked.
 */
export interface Course {
  readonly was: States;
  readonly is: States;
  readonly done: (userGroupId: string, outcome: ItemOutcome) => GroupState | undefined;
}

/** With these the service has done what was asked; with any other but `unknown` it has done nothing. */
const DONE: readonly ItemOutcome[] = ['new', 'existed', 'createdOrExisted', 'updated', 'rotated'];

export async function resultsOf(window: WindowOnFiles, run: number): Promise<Results> {
  const results = new Map<string, RunItem>();
  for await (const item of itemsOf(window, run)) results.set(item.userGroupId, item);
  return results;
}

/** Ids, in alphabetical order. */
export function withOutcome(results: Results, ...outcomes: readonly ItemOutcome[]): string[] {
  return [...results.values()]
    .filter(({ outcome }) => outcomes.includes(outcome))
    .map(({ userGroupId }) => userGroupId)
    .sort();
}

/** A line for each group that is otherwise. */
export function untrue(results: Results, { was, is, done }: Course): string[] {
  const ids = new Set([...was.keys(), ...is.keys(), ...results.keys()]);
  return [...ids].flatMap((userGroupId) => {
    const item = results.get(userGroupId);
    const outcome = item?.outcome ?? 'skipped';
    const before = was.get(userGroupId);
    const after = done(userGroupId, outcome);
    const possible = outcome === 'unknown' ? [before, after] : DONE.includes(outcome) ? [after] : [before];
    const present = is.get(userGroupId);
    if (possible.some((state) => isSame(state, present))) return [];
    return [
      `${userGroupId}: ${outcome} (${item?.reason ?? ''}), but has ${JSON.stringify(present)} in place of ${JSON.stringify(possible)}`,
    ];
  });
}

/** What a document says. */
export function stated(text: string): GroupState {
  return stateOf(readDocument(text));
}
