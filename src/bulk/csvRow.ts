// A record of a CSV file as a group's document. No cell is turned into anything: "007" stays what it is.

import * as l10n from '@vscode/l10n';
import { FIELDS, isTextField, OBJECT_FIELDS, type ObjectField, type TextField } from '../contract/fields.ts';
import { UserGroupsError } from '../core/errors.ts';
import { foreignText } from '../core/foreignText.ts';
import { requireUniqueKeys } from '../document/duplicateKeys.ts';
import { fieldsStrictly, strictObject } from '../document/jsonFields.ts';
import { literalOf } from '../document/stringLiteral.ts';
import { TYPE_EXPECTED, type GroupFields } from '../document/userGroupDocument.ts';
import { readStrictly } from '../document/walkJson.ts';
import { writeDocument } from '../document/writeDocument.ts';
import type { ColumnUse, CsvColumn } from './csvColumns.ts';
import type { CellJudge, JudgedColumn } from './cellJudge.ts';
import type { CsvRecord } from './csvRecords.ts';
import { cellCountFlaw } from './csvTable.ts';
import { furtherJson } from './furtherCell.ts';
import { contentProblems, type ImportProblem, type ImportRow } from './importRow.ts';

type UseOfCell = Exclude<CsvColumn['use'], { readonly as: 'leftOut' | 'further' }>;

interface Member {
  readonly key: string;
  readonly text: string;
}

/** An empty cell says nothing: its field, property or schema id is left out of the document. */
export function csvRow(
  { line, cells, flaw }: CsvRecord,
  columns: readonly (CsvColumn & { readonly judged: JudgedColumn | undefined })[],
  cellJudge: CellJudge,
): ImportRow {
  const found: ImportProblem[] = [];
  const names = columns.map(({ header }) => header);
  const rowFlaw = flaw ?? cellCountFlaw(cells, names);
  const errors = rowFlaw === undefined ? [] : [rowFlaw];
  const texts = new Map<TextField, string>();
  const objects = new Map<ObjectField, Member[]>();
  const further = new Map<string, string>();
  const empty: ColumnUse[] = [];
  columns.forEach(({ header, use, judged }, index) => {
    const given = cells[index] ?? '';
    const cell = judged === undefined ? given : cellJudge.readAll(given, judged, found);
    if (use.as === 'leftOut') return;
    if (cell === '') {
      empty.push(use);
      return;
    }
    if (use.as === 'further') {
      const json = furtherJson(cell, use.type);
      if (json === undefined)
        errors.push(l10n.t('Column "{0}": {1}', foreignText(header, 60), TYPE_EXPECTED[use.type](use.name)));
      else further.set(use.name, json);
      return;
    }
    const field = fieldOf(use);
    if (isTextField(field)) {
      texts.set(field, cell);
      return;
    }
    const members = objects.get(field) ?? [];
    objects.set(field, members);
    const outcome = tryTo(() => membersOf(cell, use, field), header);
    if (typeof outcome === 'string') errors.push(outcome);
    else members.push(...outcome);
  });
  errors.push(...OBJECT_FIELDS.flatMap((field) => repeatedKeyText(field, objects.get(field) ?? [])));
  const fields: GroupFields = Object.fromEntries([
    ...[...texts].map(([field, text]) => [FIELDS[field].inCode, text] as const),
    ...[...objects].map(([field, members]) => [FIELDS[field].inCode, objectOf(members)] as const),
  ]);
  const text = writeDocument({
    ...fields,
    ...(further.size > 0 && { further: Object.fromEntries(further) }),
    userGroupId: fields.userGroupId ?? '',
  });
  const problems = errors.map((reason): ImportProblem => ({ severity: 'error', reason }));
  return {
    number: line,
    userGroupId: fields.userGroupId,
    name: fields.name,
    text,
    ...(empty.length > 0 && { empty }),
    // A row that could not be read as intended has no further problems worth showing.
    problems: rowFlaw === undefined ? [...problems, ...found, ...contentProblems(text, fields.mapping)] : problems,
  };
}

function repeatedKeyText(field: ObjectField, members: readonly Member[]): string[] {
  const seen = new Set<string>();
  const twice = members.find(({ key }) => seen.size === seen.add(key).size);
  if (twice === undefined) return [];
  return [l10n.t('Two columns have a value for "{0}".', foreignText(`${field}.${twice.key}`, 80))];
}

function fieldOf(use: UseOfCell): TextField | ObjectField {
  if (use.as === 'property') return 'properties';
  return use.as === 'schemaId' ? 'mapping' : use.as;
}

function membersOf(cell: string, use: UseOfCell, field: ObjectField): Member[] {
  if (use.as === 'property') return [{ key: use.name, text: valueOf(cell, use.isJson) }];
  if (use.as === 'schemaId') return [{ key: use.schemaId, text: valueOf(cell, use.isJson) }];
  const members = fieldsStrictly(strictObject(cell, field), { field, levelsAbove: 1 });
  requireUniqueKeys(cell, { field });
  return members.map(({ key, valueText }) => ({ key, text: valueText }));
}

function valueOf(cell: string, isJson = false): string {
  if (!isJson) return literalOf(cell);
  readStrictly(cell, {}, { levelsAbove: 2 });
  requireUniqueKeys(cell);
  return cell;
}

function objectOf(members: readonly Member[]): string {
  return `{${members.map(({ key, text }) => `${literalOf(key)}:${text}`).join(',')}}`;
}

/** What went wrong, as a reason. */
function tryTo<T>(work: () => T, header: string): T | string {
  try {
    return work();
  } catch (error) {
    if (error instanceof UserGroupsError)
      return l10n.t('Column "{0}": {1}', foreignText(header, 60), error.failure.happened);
    throw error;
  }
}
