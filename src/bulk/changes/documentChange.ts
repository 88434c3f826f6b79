// What can be changed in many groups at once: one property, or one schema id of the mapping, of each.

import type { ObjectField } from '../../contract/fields.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { visibleId } from '../../core/foreignText.ts';
import { shortJson } from '../../document/shortJson.ts';
import { readStrictly } from '../../document/walkJson.ts';

/** One that is the same for whichever group; nothing but texts, so that it can be kept with a run. */
export type DocumentChange =
  /** `value`: JSON text for a property, the id of a data source as typed for a schema id. */
  | { readonly action: 'set'; readonly field: ObjectField; readonly key: string; readonly value: string }
  | { readonly action: 'rename' | 'copy'; readonly field: ObjectField; readonly key: string; readonly to: string }
  | { readonly action: 'remove'; readonly field: ObjectField; readonly key: string };

/** One whose value is another for each group; `values` by `user_group_id`, each as in `DocumentChange`. */
export interface ChangeByGroup {
  readonly action: 'setByGroup';
  readonly field: ObjectField;
  readonly key: string;
  readonly values: ReadonlyMap<string, string>;
}

export type BulkChange = DocumentChange | ChangeByGroup;

/** What the change is for one group; `undefined` when it gives no value for it. */
export function changeFor(change: BulkChange, userGroupId: string): DocumentChange | undefined {
  if (change.action !== 'setByGroup') return change;
  const value = change.values.get(userGroupId);
  return value === undefined ? undefined : { action: 'set', field: change.field, key: change.key, value };
}

/**
 * @throws UserGroupsError `invalid` when it could mean nothing for any group: to be asked before anything is planned
 */
export function requireMeaningful(change: BulkChange): void {
  const what = WHAT[change.field];
  if (change.key === '') throw invalid(`No ${what} is named.`, `Name the ${what} that is meant.`);
  if (!change.key.isWellFormed())
    throw invalid(`The name of the ${what} holds half of a surrogate pair.`, 'Type it anew.');
  switch (change.action) {
    case 'set':
      requireValue(change.field, change.value);
      return;
    case 'setByGroup':
      for (const value of change.values.values()) requireValue(change.field, value);
      return;
    case 'rename':
    case 'copy':
      if (change.to === '' || !change.to.isWellFormed())
        throw invalid(`The new name of the ${what} is empty or no text.`, 'Type it anew.');
      if (change.to === change.key) throw invalid(`Both names of the ${what} are the same.`, 'Give two names.');
      return;
    case 'remove':
      return;
  }
}

/** "Set property region to "EU"", "Rename schema id 40 to 41": harmless to show. */
export function changeText(change: BulkChange): string {
  const what = `${WHAT[change.field]} ${visibleId(change.key)}`;
  switch (change.action) {
    case 'set':
      return `Set ${what} to ${change.field === 'mapping' ? visibleId(change.value) : visibleId(shortJson(change.value))}`;
    case 'setByGroup':
      return `Set ${what} to the value given for each group`;
    case 'rename':
      return `Rename ${what} to ${visibleId(change.to)}`;
    case 'copy':
      return `Copy ${what} to ${visibleId(change.to)}`;
    case 'remove':
      return `Remove ${what}`;
  }
}

const WHAT: Readonly<Record<ObjectField, string>> = { properties: 'property', mapping: 'schema id' };

function requireValue(field: ObjectField, value: string): void {
  // One level for the properties, one for the document.
  if (field === 'properties') readStrictly(value, 'The value', {}, 2);
  else if (value === '' || !value.isWellFormed()) throw invalid('No data source is named.', 'Give the id of one.');
}

function invalid(happened: string, next: string): UserGroupsError {
  return new UserGroupsError({ kind: 'invalid', happened, next });
}
