// A record of a CSV file as a group's document. No cell is turned into anything: "007" stays what it is.

import type { Clause } from '../core/clause.ts';
import { UserGroupsError } from '../core/errors.ts';
import { foreignText } from '../core/foreignText.ts';
import { fieldsStrictly, strictObject, type ObjectField } from '../document/jsonFields.ts';
import { literalOf } from '../document/stringLiteral.ts';
import { readStrictly } from '../document/walkJson.ts';
import { writeDocument } from '../document/writeDocument.ts';
import type { CsvColumn } from './csvColumns.ts';
import { hasSurplusCells, type CsvRecord } from './csvTable.ts';
import { mappingProblems, type ImportProblem, type ImportRow } from './importRow.ts';

interface Member {
  readonly key: string;
  readonly text: string;
}

/** An empty cell says nothing: its field, property or schema id is left out. */
export function csvRow({ line, cells, flaw }: CsvRecord, columns: readonly CsvColumn[]): ImportRow {
  const errors: Clause[] = flaw === undefined ? [] : [flaw];
  if (hasSurplusCells(cells, columns.length)) {
    errors.push(
      `there are ${cells.length} cells, and ${columns.length === 1 ? '1 column has' : `${columns.length} columns have`} a name: does a cell hold what parts the cells?`,
    );
  }
  let userGroupId: string | undefined;
  let name: string | undefined;
  const members: Record<ObjectField, Member[]> = { mapping: [], properties: [] };
  const given: Record<ObjectField, boolean> = { mapping: false, properties: false };
  columns.forEach(({ header, use }, index) => {
    const cell = cells[index] ?? '';
    if (cell === '' || use.as === 'leftOut') return;
    if (use.as === 'user_group_id') userGroupId = cell;
    else if (use.as === 'name') name = cell;
    else {
      const field = use.as === 'mapping' || use.as === 'schemaId' ? 'mapping' : 'properties';
      given[field] = true;
      const outcome = tryTo(() => membersOf(cell, use), header);
      if (typeof outcome === 'string') errors.push(outcome);
      else members[field].push(...outcome);
    }
  });
  for (const field of ['mapping', 'properties'] as const) {
    const twice = members[field].find(
      ({ key }, index) => members[field].findIndex((other) => other.key === key) < index,
    );
    if (twice !== undefined) errors.push(`two columns give ${foreignText(`${field}.${twice.key}`, 80)}`);
  }
  const mapping = given.mapping ? objectOf(members.mapping) : undefined;
  const text = writeDocument({
    userGroupId: userGroupId ?? '',
    name,
    mapping,
    properties: given.properties ? objectOf(members.properties) : undefined,
  });
  const problems = errors.map((reason): ImportProblem => ({ severity: 'error', reason }));
  return { number: line, userGroupId, text, problems: [...problems, ...mappingProblems(mapping)] };
}

function membersOf(
  cell: string,
  use: Exclude<CsvColumn['use'], { as: 'user_group_id' | 'name' | 'leftOut' }>,
): Member[] {
  switch (use.as) {
    case 'mapping':
    case 'properties':
      return fieldsStrictly(strictObject(cell, use.as), `"${use.as}"`, 1).map(({ key, valueText }) => ({
        key,
        text: valueText,
      }));
    case 'property':
      return [{ key: use.name, text: valueOf(cell, use.isJson) }];
    case 'schemaId':
      return [{ key: use.schemaId, text: valueOf(cell, use.isJson) }];
  }
}

function valueOf(cell: string, isJson = false): string {
  if (!isJson) return literalOf(cell);
  readStrictly(cell, 'the cell', {}, 2);
  return cell;
}

function objectOf(members: readonly Member[]): string {
  return `{${members.map(({ key, text }) => `${literalOf(key)}:${text}`).join(',')}}`;
}

/** What went wrong, as a reason. */
function tryTo<T>(work: () => T, header: string): T | Clause {
  try {
    return work();
  } catch (error) {
    if (error instanceof UserGroupsError) return `column ${foreignText(header, 60)}: ${error.happened}`;
    throw error;
  }
}
