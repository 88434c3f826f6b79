// What Edit Multiple Groups… asks, and what its argument object answers of it.

import * as l10n from '@vscode/l10n';
import type { ChangedCells } from '../../bulk/changedCell.ts';
import type { ObjectField } from '../../contract/fields.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { isObject } from '../../core/isObject.ts';
import { literalOf } from '../../document/stringLiteral.ts';
import type { ChangeArgument } from '../command/commandMap.ts';
import type { AskStep } from '../command/series.ts';

export type ChangeAction = 'set' | 'setByGroup' | 'rename' | 'copy' | 'remove';

export type ChangeSubject =
  | { readonly action: ChangeAction; readonly field: ObjectField }
  /** A field that the service has beside those of the contract. */
  | { readonly action: 'set' | 'setByGroup'; readonly field: 'further' };

export interface ChangeAnswers {
  readonly what: ChangeSubject;
  readonly key: string;
  /** As `DocumentChange.value`. */
  readonly value: string;
  readonly to: string;
  readonly file: string;
  readonly idColumn: string;
  readonly valueColumn: string;
  readonly cells: 'text' | 'json';
  /** Where another program may have changed cells. */
  readonly changedCells?: ChangedCells;
}

/** A question that is asked where the argument object does not answer it. */
export type ChangeStep = AskStep<ChangeAnswers>;

/** What it answers. @throws UserGroupsError `invalid` when it is not understood */
export function givenAnswers(argument: unknown): Partial<ChangeAnswers> {
  if (argument === undefined) return {};
  if (!isObject(argument)) throw invalid(l10n.t('"change" is not an object.'));
  const {
    action,
    property,
    schema_id: schemaId,
    field,
    value,
    to,
    file,
    id_column: idColumn,
    value_column: valueColumn,
    cells,
    changed_cells: changedCells,
  } = argument as ChangeArgument;
  if (action === undefined || !['set', 'rename', 'copy', 'remove'].includes(action))
    throw invalid(l10n.t('"change" needs an "action": "set", "rename", "copy" or "remove".'));
  if ([property, schemaId, field].filter((key) => key !== undefined).length !== 1)
    throw invalid(l10n.t('"change" needs one of "property", "schema_id" and "field".'));
  const texts: readonly unknown[] = [property, schemaId, field, to, file, idColumn, valueColumn];
  if (texts.some((text) => text !== undefined && typeof text !== 'string'))
    throw invalid(l10n.t('Names, files and columns in "change" must be strings.'));
  if (changedCells !== undefined && !['restore', 'keep'].includes(changedCells))
    throw invalid(l10n.t('{0} must be {1} or {2}.', '"changed_cells"', '"restore"', '"keep"'));
  const what = subjectOf(action, file !== undefined, { field, property });
  return {
    what,
    key: property ?? schemaId ?? field ?? '',
    ...(value !== undefined && { value: inputValue(what.field, value) }),
    ...(to !== undefined && { to }),
    ...(file !== undefined && { file }),
    ...(idColumn !== undefined && { idColumn }),
    ...(valueColumn !== undefined && { valueColumn }),
    ...(cells !== undefined && { cells }),
    ...(changedCells !== undefined && { changedCells }),
  };
}

function subjectOf(
  action: NonNullable<ChangeArgument['action']>,
  isByGroup: boolean,
  { field, property }: Readonly<Partial<Record<'field' | 'property', string | undefined>>>,
): ChangeSubject {
  if (field === undefined)
    return {
      action: action === 'set' && isByGroup ? 'setByGroup' : action,
      field: property === undefined ? 'mapping' : 'properties',
    };
  if (action !== 'set') throw invalid(l10n.t('A "field" can only be set.'));
  return { action: isByGroup ? 'setByGroup' : 'set', field: 'further' };
}

/** Whether an update that fails pauses the others. @throws UserGroupsError `invalid` */
export function isStopping(onFailure: unknown): boolean {
  if (onFailure === undefined || onFailure === 'goOn') return false;
  if (onFailure === 'stop') return true;
  throw invalid(l10n.t('"on_failure" must be "stop" or "goOn".'));
}

function inputValue(field: ChangeSubject['field'], value: unknown): string {
  if (field === 'mapping') {
    if (typeof value !== 'string')
      throw invalid(l10n.t('The value of a schema_id must be a data source ID in quotes.'));
    return value;
  }
  if (typeof value === 'string') return literalOf(value);
  if (
    typeof value === 'number' &&
    (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
  )
    throw invalid(l10n.t("The value is a number that JSON can't hold exactly."));
  return JSON.stringify(value);
}

function invalid(happened: string): UserGroupsError {
  return new UserGroupsError('invalid', happened);
}
