// The cells of a table as they are read: restored, or with a question about their column.

import * as l10n from '@vscode/l10n';
import { isTextField } from '../contract/fields.ts';
import { foreignText } from '../core/foreignText.ts';
import { changedCell, FRACTION, type CellOf, type ChangedCells } from './changedCell.ts';
import type { ColumnUse, CsvColumn } from './csvColumns.ts';
import type { CsvRecord } from './csvRecords.ts';
import type { ImportProblem, ImportRow } from './importRow.ts';

/** For all columns, or by the header of each. Cells of the others stay as they are, and are asked about. */
export type ChangedAnswer = ChangedCells | ReadonlyMap<string, ChangedCells>;

/** One for a whole column. Foreign text. */
export interface CellQuestion {
  readonly header: string;
  /** The first cell that may mean something else. */
  readonly cell: string;
  readonly meant: string;
}

export class CellJudge {
  readonly #columns: readonly CsvColumn[];
  readonly #answer: ChangedAnswer | undefined;
  readonly #questions = new Map<string, CellQuestion>();
  readonly #records: readonly CsvRecord[];
  readonly #fractions = new Map<number, boolean>();

  constructor(columns: readonly CsvColumn[], records: readonly CsvRecord[], answer?: ChangedAnswer) {
    this.#columns = columns;
    this.#answer = answer;
    this.#records = records;
  }

  /** Those without an answer. */
  get questions(): readonly CellQuestion[] {
    return [...this.#questions.values()];
  }

  judged(given: readonly string[]): Pick<CsvRecord, 'cells'> & Pick<ImportRow, 'problems'> {
    const problems: ImportProblem[] = [];
    const cells = given.map((cell, index) => {
      const { header, use } = this.#columns[index] ?? NO_COLUMN;
      const of = cellOf(use);
      const changed = of && changedCell(cell, of, () => this.#hasFractions(index));
      if (changed === undefined) return cell;
      const { isDamaged, reason, meant } = changed;
      const answer = typeof this.#answer === 'string' ? this.#answer : this.#answer?.get(header);
      if (meant !== undefined && answer === 'restore') return meant;
      if (answer !== undefined && (meant !== undefined || !isDamaged)) return cell;
      if (meant !== undefined && !this.#questions.has(header)) this.#questions.set(header, { header, cell, meant });
      problems.push({
        severity: isDamaged ? 'error' : 'warning',
        reason: l10n.t('Column "{0}": {1}', foreignText(header, 60), reason),
        isQuestion: meant !== undefined && of !== 'property',
      });
      return cell;
    });
    return { cells, problems };
  }

  #hasFractions(index: number): boolean {
    const has = this.#fractions.get(index) ?? this.#records.some(({ cells }) => FRACTION.test(cells[index] ?? ''));
    this.#fractions.set(index, has);
    return has;
  }
}

const NO_COLUMN: CsvColumn = { header: '', use: { as: 'leftOut' } };

/** JSON in a cell is not judged. */
function cellOf(use: ColumnUse): CellOf | undefined {
  if (use.as === 'schemaId') return use.isJson === true ? undefined : 'dataSource';
  if (use.as === 'property') return use.isJson === true ? undefined : 'property';
  if (use.as === 'further') return use.type === 'string' ? 'property' : undefined;
  if (use.as === 'leftOut' || !isTextField(use.as)) return undefined;
  return use.as === 'user_group_id' ? 'id' : 'name';
}
