// What can be changed in many groups at once: one property, or one schema id of the mapping, of each; or all that the
// row of a file says.

import * as l10n from '@vscode/l10n';
import type { ObjectField } from '../../contract/fields.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { quotedId, visibleId } from '../../core/foreignText.ts';
import { shortJson } from '../../document/shortJson.ts';
import { readStrictly } from '../../document/walkJson.ts';

/** One that is the same for whichever group; nothing but texts, so that it can be kept with a run. */
export type DocumentChange = EntryChange | FurtherChange;

/** A change of a property, or of a schema ID. */
export type EntryChange =
  /**
   * `as` of the value, for a property `json` unless it says otherwise, for a schema ID `text`. `text`: as it is typed,
   * which takes the type of the value that is there if it can.
   */
  | {
      readonly action: 'set';
      readonly field: ObjectField;
      readonly key: string;
      readonly value: string;
      readonly as?: 'json' | 'text' | undefined;
    }
  | { readonly action: 'rename' | 'copy'; readonly field: ObjectField; readonly key: string; readonly to: string }
  | { readonly action: 'remove'; readonly field: ObjectField; readonly key: string };

/** A change of a field that the service has beside those of the contract, by its name. `value` is JSON text. */
export interface FurtherChange {
  readonly action: 'set';
  readonly field: 'further';
  readonly key: string;
  readonly value: string;
}

/** All that the row of a file says of its group. What the row does not name stays. */
export interface RowChange {
  readonly action: 'row';
  readonly columns: readonly ColumnChange[];
}

export type ColumnChange =
  | Extract<EntryChange, { readonly action: 'set' | 'remove' }>
  /** The `name` of a group is changed like a further field. */
  | FurtherChange
  /** All entries of the field. `value` is JSON of an object. */
  | { readonly action: 'replace'; readonly field: ObjectField; readonly value: string }
  | EmptyChange<'properties'>
  | EmptyChange<'further'>;

/** Replaces a value by an empty one, given as JSON text. */
interface EmptyChange<Field extends 'properties' | 'further'> {
  readonly action: 'empty';
  readonly field: Field;
  readonly key: string;
  readonly value: string;
}

type ChangedField = DocumentChange['field'];

/** One whose value is another for each group; `values` by `user_group_id`, each as in `DocumentChange`. */
export interface ChangeByGroup {
  readonly action: 'setByGroup';
  readonly field: ChangedField;
  readonly key: string;
  readonly values: ReadonlyMap<string, string>;
}

export type BulkChange = DocumentChange | ChangeByGroup;

/** One that is another for each group, as the rows of a file say. */
export interface ChangeByRow {
  readonly action: 'byRow';
  readonly of: (userGroupId: string) => RowChange | undefined;
}

/** The change of one group. */
export type GroupChange = DocumentChange | RowChange;

/** Whatever says it for each group. */
export type AnyChange = BulkChange | ChangeByRow | RowChange;

/** What the change is for one group; `undefined` when it gives no value for it. */
export function changeFor(change: AnyChange, userGroupId: string): GroupChange | undefined {
  if (change.action === 'byRow') return change.of(userGroupId);
  if (change.action !== 'setByGroup') return change;
  const value = change.values.get(userGroupId);
  return value === undefined ? undefined : { action: 'set', field: change.field, key: change.key, value };
}

/**
 * @throws UserGroupsError `invalid` when it could mean nothing for any group: to be asked before anything is planned
 */
export function requireMeaningful(change: AnyChange): void {
  // Whatever reads a file judges its rows.
  if (change.action === 'row' || change.action === 'byRow') return;
  requireName(change.field, change.key);
  switch (change.action) {
    case 'set':
      requireValue(change.field, change.value);
      return;
    case 'setByGroup':
      for (const value of change.values.values()) requireValue(change.field, value);
      return;
    case 'rename':
    case 'copy':
      requireName(change.field, change.to);
      if (change.to === change.key)
        throw new UserGroupsError(
          'invalid',
          change.field === 'mapping' ? l10n.t('Both schema IDs are the same.') : l10n.t('Both names are the same.'),
          l10n.t('Enter two different ones.'),
        );
      return;
    case 'remove':
      return;
  }
}

/** Top-level fields that the change is about. `replaced`: those of which nothing stays. */
export function fieldsOfChange(change: GroupChange): { readonly changing: string[]; readonly replaced: string[] } {
  const changes = change.action === 'row' ? change.columns : [change];
  const fields = changes.map((each) => ({
    field: each.field === 'further' ? each.key : each.field,
    isReplaced: each.field === 'further' || each.action === 'replace',
  }));
  return {
    changing: fields.map(({ field }) => field),
    replaced: fields.flatMap(({ field, isReplaced }) => (isReplaced ? [field] : [])),
  };
}

/** `Set property "region" to "EU"`, `Change schema ID "40" to "41"`: harmless to show. */
export function changeText(change: BulkChange): string {
  const isProperty = change.field === 'properties';
  const key = quotedId(change.key);
  switch (change.action) {
    case 'set':
      if (change.field === 'further') return l10n.t('Set {0} to {1}', key, visibleId(shortJson(change.value)));
      return isProperty
        ? l10n.t('Set property {0} to {1}', key, visibleId(shortJson(change.value)))
        : l10n.t('Set schema ID {0} to {1}', key, quotedId(change.value));
    case 'setByGroup':
      if (change.field === 'further') return l10n.t('Set {0} from a file', key);
      return isProperty ? l10n.t('Set property {0} from a file', key) : l10n.t('Set schema ID {0} from a file', key);
    case 'rename':
      return isProperty
        ? l10n.t('Rename property {0} to {1}', key, quotedId(change.to))
        : l10n.t('Change schema ID {0} to {1}', key, quotedId(change.to));
    case 'copy':
      return isProperty
        ? l10n.t('Copy property {0} to {1}', key, quotedId(change.to))
        : l10n.t('Copy schema ID {0} to {1}', key, quotedId(change.to));
    case 'remove':
      return isProperty ? l10n.t('Remove property {0}', key) : l10n.t('Remove schema ID {0}', key);
  }
}

function requireName(field: ChangedField, name: string): void {
  if (name !== '' && name.isWellFormed()) return;
  throw field === 'mapping'
    ? new UserGroupsError(
        'invalid',
        l10n.t('The schema ID is empty or contains half of a surrogate pair.'),
        l10n.t('Enter the schema ID.'),
      )
    : new UserGroupsError(
        'invalid',
        l10n.t('The name is empty or contains half of a surrogate pair.'),
        l10n.t('Enter the name.'),
      );
}

function requireValue(field: ChangedField, value: string): void {
  // One level for the properties, one for the document.
  if (field !== 'mapping') readStrictly(value, {}, { levelsAbove: 2 });
  else if (value === '' || !value.isWellFormed())
    throw new UserGroupsError(
      'invalid',
      l10n.t('The data source ID is empty or contains half of a surrogate pair.'),
      l10n.t('Enter the data source ID.'),
    );
}
