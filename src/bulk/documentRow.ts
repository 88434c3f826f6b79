// A document that is brought in, as a row: its text as it was typed, but for the ID's name, and what is wrong with it.

import type { RequestNames } from '../contract/serviceApi.ts';
import { UserGroupsError } from '../core/errors.ts';
import { requireUniqueKeys } from '../document/duplicateKeys.ts';
import { asStored } from '../document/idName.ts';
import { peekDocument, readDocument } from '../document/userGroupDocument.ts';
import { contentProblems, type ImportRow } from './importRow.ts';

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
      problems: contentProblems(text, mapping),
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
