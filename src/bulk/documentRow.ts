// An imported document as a row: its text as it was typed, but for the ID's name, and what is wrong with it.

import { BODY_FIELDS } from '../contract/fields.ts';
import type { RequestNames } from '../contract/serviceApi.ts';
import { UserGroupsError } from '../core/errors.ts';
import { requireUniqueKeys } from '../document/duplicateKeys.ts';
import { asStored } from '../document/idName.ts';
import { peekDocument, readDocument } from '../document/userGroupDocument.ts';
import { fieldsTolerantly } from '../document/jsonFields.ts';
import { removeMembers } from '../document/objectMembers.ts';
import { applyEdits } from '../document/textEdit.ts';
import { judgedUse, jsonAsMeant, type CellJudge } from './cellJudge.ts';
import { furtherUses } from './csvColumns.ts';
import { contentProblems, type ImportProblem, type ImportRow } from './importRow.ts';

export interface DocumentReader {
  /** Names of the fields, by the service that the groups are for. */
  readonly names: RequestNames;
  /** Absent for what a service has: no program between it and us changed anything. */
  readonly cellJudge?: CellJudge;
}

export function documentRow(
  typed: string,
  place: Pick<ImportRow, 'number' | 'file'>,
  reader: DocumentReader,
): ImportRow {
  const { names } = reader;
  const problems: ImportProblem[] = [];
  const text = asMeant(asStored(typed, names), reader, problems);
  try {
    const { userGroupId: id, name, mapping } = readDocument(text, names);
    for (const each of new Set([typed, text])) requireUniqueKeys(each);
    problems.push(...contentProblems(text, mapping));
    return { ...place, userGroupId: id === '' ? undefined : id, name, text, problems };
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
    const { userGroupId, name } = peekDocument(text) ?? {};
    const { happened: reason } = error.failure;
    return { ...place, userGroupId, name, text, problems: [...problems, { severity: 'error', reason }] };
  }
}

/** Its text, the values read as those of a table with such columns. Whether it is a document shows afterwards. */
function asMeant(text: string, { names, cellJudge }: DocumentReader, problems: ImportProblem[]): string {
  if (cellJudge === undefined) return text;
  const { fields } = fieldsTolerantly(text);
  const emptied = new Set<string>();
  const edits = fields.flatMap(({ key, type, valueStart: from, valueText }) => {
    const field = BODY_FIELDS.find((each) => each === key);
    const judged = judgedUse(
      (field && { as: field }) ?? furtherUses(names).find(({ name }) => name === key) ?? { as: 'leftOut' },
    );
    // What properties hold has types of its own.
    if (judged === undefined || (type === 'object' && judged.of !== 'dataSource')) return [];
    const column = { header: key === 'user_group_id' ? names.id : key, ...judged };
    const insert =
      type === 'array'
        ? cellJudge.readAll(valueText, column, problems)
        : jsonAsMeant(valueText, (value) => cellJudge.read(value, column, problems));
    if (insert === valueText) return [];
    const isNone = insert === '' || insert === 'null';
    if (isNone && key !== 'user_group_id') emptied.add(key);
    return emptied.has(key) ? [] : [{ from, to: from + valueText.length, insert: isNone ? '""' : insert }];
  });
  if (emptied.size > 0) edits.push(...removeMembers(text, fields, ({ key }) => emptied.has(key)));
  return applyEdits(text, edits);
}
