// How the text of an update is rebuilt when its turn comes. Stored with its item, so that any window can continue.

import type { GroupChange } from '../../bulk/changes/documentChange.ts';

export type ItemPlan =
  /**
   * The user has confirmed the difference between the item's `before` and its text. With a different result nothing
   * is sent.
   */
  | { readonly action: 'change'; readonly change: GroupChange }
  /** `after`: the service must still have it for the item's text to undo it. */
  | { readonly action: 'undo'; readonly after: string };

/** Its action comes first, so that `isUndoPlan` needs no more. */
export function writeItemPlan({ action, ...rest }: ItemPlan): string {
  return JSON.stringify({ action, ...rest });
}

/** Reads only what `writeItemPlan` writes. */
export function readItemPlan(text: string): ItemPlan {
  return JSON.parse(text) as ItemPlan;
}

/** By the first characters of a plan. */
export function isUndoPlan(start: string): boolean {
  return start.startsWith('{"action":"undo"');
}
