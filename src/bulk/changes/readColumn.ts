// A CSV file that gives a value for each group: its columns, and the cells of two of them.

import * as l10n from '@vscode/l10n';
import type { RequestNames } from '../../contract/serviceApi.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText, quotedId } from '../../core/foreignText.ts';
import { CellJudge, judgedColumn, type CellQuestion, type ChangedAnswer } from '../cellJudge.ts';
import { proposeColumns, type ColumnUse } from '../csvColumns.ts';
import { cellCountFlaw, leftOutText, readCsv, type CsvTable } from '../csvTable.ts';
import { decodeText } from '../decodeText.ts';
import type { ImportProblem } from '../importRow.ts';
import type { CellKind, ColumnRow } from './columnValues.ts';

/** @throws UserGroupsError `invalid` when it is no table */
export async function csvOfValues(bytes: Uint8Array): Promise<CsvTable> {
  const { text } = await decodeText(bytes);
  return readCsv(text);
}

/** Where the ids are likely to stand. */
export function idColumnOf({ header }: Pick<CsvTable, 'header'>, names?: RequestNames): string | undefined {
  return proposeColumns(header, names).find(({ use }) => use.as === 'user_group_id')?.header;
}

export interface ColumnRows {
  readonly rows: readonly ColumnRow[];
  /** Sentences, harmless to show. */
  readonly problems: readonly string[];
  readonly questions: readonly CellQuestion[];
}

/**
 * Leaves out rows with a flaw, with more or fewer cells than columns, without an ID or a value, and those whose cells
 * another program changed or may have changed.
 * @param field that the values are for
 * @throws UserGroupsError `invalid` when a column is not there, or twice
 */
export function columnRows(
  { header, records, ...left }: CsvTable,
  [idColumn, valueColumn]: readonly [string, string],
  kind: CellKind,
  answer?: ChangedAnswer,
  field = '',
): ColumnRows {
  const [ids, values] = [indexOf(header, idColumn), indexOf(header, valueColumn)];
  const cellJudge = new CellJudge(answer);
  const valueOf = judgedColumn({ header: valueColumn, use: useOf(kind, field) }, values, records);
  const problems = leftOutText(left);
  const rows = records.flatMap(({ line, cells, flaw }) => {
    const found: ImportProblem[] = [];
    const userGroupId = cellJudge.read(
      cells[ids] ?? '',
      { header: idColumn, of: 'id', hasFractions: () => false },
      found,
    );
    const given = cells[values] ?? '';
    const cell = valueOf === undefined ? given : cellJudge.readAll(given, valueOf, found);
    if (flaw !== undefined || cellCountFlaw(cells, header) !== undefined || userGroupId === '' || cell === '')
      return [];
    problems.push(...found.map(({ reason }) => l10n.t('Line {0}, {1}: {2}', line, quotedId(userGroupId), reason)));
    return found.some(({ severity, isQuestion }) => severity === 'error' || isQuestion === true)
      ? []
      : [{ line, userGroupId, cell }];
  });
  return { rows, problems, questions: cellJudge.questions };
}

function useOf(kind: CellKind, name: string): ColumnUse {
  if (kind === 'dataSource') return { as: 'schemaId', schemaId: name };
  return kind === 'text' || kind === 'json'
    ? { as: 'property', name, isJson: kind === 'json' }
    : { as: 'further', name, type: kind };
}

function indexOf(header: readonly string[], name: string): number {
  const index = header.indexOf(name);
  if (index >= 0 && header.lastIndexOf(name) === index) return index;
  throw new UserGroupsError(
    'invalid',
    index < 0
      ? l10n.t('The file has no column "{0}" among these: {1}.', foreignText(name), foreignText(header.join(', '), 150))
      : l10n.t('The file has more than one column "{0}".', foreignText(name)),
    l10n.t('Choose another column, or rename it in the file.'),
  );
}
