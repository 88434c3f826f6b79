// A document that is brought in, as a row: its text as it was typed, and what is wrong with it.

import { UserGroupsError } from '../core/errors.ts';
import { peekDocument, readDocument } from '../document/userGroupDocument.ts';
import { mappingProblems, type ImportRow } from './importRow.ts';

export function documentRow(text: string, place: Pick<ImportRow, 'number' | 'file'>): ImportRow {
  try {
    const { userGroupId, mapping } = readDocument(text);
    return {
      ...place,
      userGroupId: userGroupId === '' ? undefined : userGroupId,
      text,
      problems: mappingProblems(mapping),
    };
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
    return {
      ...place,
      userGroupId: peekDocument(text)?.userGroupId,
      text,
      problems: [{ severity: 'error', reason: error.failure.happened }],
    };
  }
}
