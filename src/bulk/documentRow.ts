// A document that is brought in, as a row: its text as it was typed, but for the ID's name, and what is wrong with it.

import type { RequestNames } from '../contract/serviceApi.ts';
import { UserGroupsError } from '../core/errors.ts';
import { requireUniqueKeys } from '../document/duplicateKeys.ts';
import { asStored } from '../document/idName.ts';
import { peekDocument, readDocument } from '../document/userGroupDocument.ts';
import { fieldsTolerantly } from '../document/jsonFields.ts';
import { changedCell, type CellOf } from './changedCell.ts';
import { contentProblems, type ImportProblem, type ImportRow } from './importRow.ts';

export function documentRow(typed: string, place: Pick<ImportRow, 'number' | 'file'>, names: RequestNames): ImportRow {
  const text = asStored(typed, names);
  try {
    const { userGroupId, name, mapping } = readDocument(text, names);
    requireUniqueKeys(typed);
    return {
      ...place,
      userGroupId: userGroupId === '' ? undefined : userGroupId,
      name,
      text,
      problems: [...changedValues(userGroupId, name, mapping), ...contentProblems(text, mapping)],
    };
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
    const { userGroupId, name } = peekDocument(text) ?? {};
    return {
      ...place,
      userGroupId,
      name,
      text,
      problems: [{ severity: 'error', reason: error.failure.happened }],
    };
  }
}

/** No spreadsheet wrote the document itself, and no column is asked about: its values are marked. */
function changedValues(userGroupId: string, name: string | undefined, mapping: string | undefined): ImportProblem[] {
  const values: readonly (readonly [unknown, CellOf])[] = [
    [userGroupId, 'id'],
    [name, 'name'],
    ...fieldsTolerantly(mapping ?? '').fields.map(({ literal }) => [literal, 'dataSource'] as const),
  ];
  return values.flatMap(([value, of]) => {
    const changed = typeof value === 'string' ? changedCell(value, of) : undefined;
    return changed === undefined ? [] : [{ severity: 'warning' as const, reason: changed.reason }];
  });
}
