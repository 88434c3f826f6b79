// A document that is brought in, as a row: its text as it was typed, but for the ID's name, and what is wrong with it.

import type { RequestNames } from '../contract/serviceApi.ts';
import { UserGroupsError } from '../core/errors.ts';
import { requireUniqueKeys } from '../document/duplicateKeys.ts';
import { asStored } from '../document/idName.ts';
import { peekDocument, readDocument, type UserGroupDocument } from '../document/userGroupDocument.ts';
import { fieldsTolerantly } from '../document/jsonFields.ts';
import { removeMembers } from '../document/objectMembers.ts';
import { literalOf } from '../document/stringLiteral.ts';
import { applyEdits } from '../document/textEdit.ts';
import type { CellJudge } from './cellJudge.ts';
import { jsonAsMeant } from './jsonAsMeant.ts';
import { contentProblems, type ImportProblem, type ImportRow } from './importRow.ts';

export interface DocumentReader {
  /** Of the service that the groups are for. */
  readonly names: RequestNames;
  /** Absent for what a service has: no program between it and us changed anything. */
  readonly judge?: CellJudge;
}

export function documentRow(
  typed: string,
  place: Pick<ImportRow, 'number' | 'file'>,
  reader: DocumentReader,
): ImportRow {
  const { names } = reader;
  const stored = asStored(typed, names);
  try {
    const document = readDocument(stored, names);
    requireUniqueKeys(typed);
    const problems: ImportProblem[] = [];
    const text = asMeant(document, reader, problems);
    const { userGroupId: id, name, mapping } = text === stored ? document : readDocument(text, names);
    problems.push(...contentProblems(text, mapping));
    return { ...place, userGroupId: id === '' ? undefined : id, name, text, problems };
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
    const { userGroupId, name } = peekDocument(stored) ?? {};
    const { happened: reason } = error.failure;
    return { ...place, userGroupId, name, text: stored, problems: [{ severity: 'error', reason }] };
  }
}

/** Its text, the values read as those of a table with such columns. */
function asMeant(
  { text, userGroupId, name = '', mapping = '' }: UserGroupDocument,
  { names, judge }: DocumentReader,
  problems: ImportProblem[],
): string {
  if (judge === undefined) return text;
  const id = judge.read(userGroupId, { header: names.id, of: 'id' }, problems);
  const called = judge.read(name, { header: 'name', of: 'name' }, problems);
  const sources = jsonAsMeant(mapping, (source) =>
    judge.read(source, { header: 'mapping', of: 'dataSource' }, problems),
  );
  const changed = new Map<string, string>();
  if (id !== userGroupId) changed.set('user_group_id', literalOf(id));
  if (called !== name && called !== '') changed.set('name', literalOf(called));
  if (sources !== mapping) changed.set('mapping', sources);
  if (changed.size === 0 && called === name) return text;
  const { fields } = fieldsTolerantly(text);
  const edits = fields.flatMap(({ key, valueStart: from, valueText }) => {
    const insert = changed.get(key);
    return insert === undefined ? [] : { from, to: from + valueText.length, insert };
  });
  if (called === '' && name !== '') edits.push(...removeMembers(text, fields, ({ key }) => key === 'name'));
  return applyEdits(text, edits);
}
