// How the text of an update is made again when its turn comes: kept with its item, so that any window can go on.

import type { DocumentChange } from '../../bulk/changes/documentChange.ts';

export type ItemPlan =
  /**
   * The person has seen the difference between what the item says was before and its text. With another one as the
   * result, nothing is sent.
   */
  | { readonly action: 'change'; readonly change: DocumentChange }
  /** `after`: what the service must still have, so that the text of the item is what undoes it. */
  | { readonly action: 'undo'; readonly after: string };

export function writeItemPlan(plan: ItemPlan): string {
  return JSON.stringify(plan);
}

/** What `writeItemPlan` has written, and nothing else. */
export function readItemPlan(text: string): ItemPlan {
  return JSON.parse(text) as ItemPlan;
}
