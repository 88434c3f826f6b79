// How the text of an update is rebuilt when its turn comes: stored with its item, so that any window can continue, with
// a digest of the difference that the user has confirmed.

import type { GroupChange } from '../../bulk/changes/documentChange.ts';
import { createHash } from 'node:crypto';
import { difference } from '../../document/difference.ts';
import { readDocument } from '../../document/userGroupDocument.ts';

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

/** Equal for the same changes of the same values, to the last character. */
export function differenceDigest(before: string, after: string): string {
  return createHash('sha256')
    .update(JSON.stringify(difference(readDocument(before), readDocument(after), { room: Infinity })))
    .digest('base64');
}
