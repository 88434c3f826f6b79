// Values as they are read: restored, or with a question about their column, or about their field.

import * as l10n from '@vscode/l10n';
import { isTextField } from '../contract/fields.ts';
import { foreignText } from '../core/foreignText.ts';
import { changedCell, FRACTION, type CellOf, type ChangedCells } from './changedCell.ts';
import type { ColumnUse, CsvColumn } from './csvColumns.ts';
import type { CsvRecord } from './csvRecords.ts';
import type { ImportProblem } from './importRow.ts';

/** For all columns, or by the header of each. Values of the others stay as they are, and are asked about. */
export type ChangedAnswer = ChangedCells | ReadonlyMap<string, ChangedCells>;

/** One for a whole column, or for a field of all documents. Foreign text. */
export interface CellQuestion {
  readonly header: string;
  /** The first value that may mean something else. */
  readonly cell: string;
  readonly meant: string;
}

/** A column of a table, or a field of documents. */
export interface JudgedColumn {
  readonly header: string;
  readonly of: CellOf;
  readonly isJson?: boolean;
  /** Absent: it is a field. */
  readonly hasFractions?: () => boolean;
}

export class CellJudge {
  readonly #answer: ChangedAnswer | undefined;
  readonly #questions = new Map<string, CellQuestion>();

  constructor(answer?: ChangedAnswer) {
    this.#answer = answer;
  }

  /** Those without an answer. */
  get questions(): readonly CellQuestion[] {
    return [...this.#questions.values()];
  }

  /** The value, or what was meant by it where that is the answer. What is wrong with it is added to the problems. */
  read(cell: string, { header, of, hasFractions }: JudgedColumn, problems: ImportProblem[]): string {
    const changed = changedCell(cell, of, hasFractions);
    if (changed === undefined) return cell;
    const { isDamaged, reason, meant } = changed;
    const answer = typeof this.#answer === 'string' ? this.#answer : this.#answer?.get(header);
    if (meant !== undefined && answer === 'restore') return meant;
    if (answer !== undefined && (meant !== undefined || !isDamaged)) return cell;
    if (meant !== undefined && !this.#questions.has(header)) this.#questions.set(header, { header, cell, meant });
    const shown = foreignText(header, 60);
    problems.push({
      severity: isDamaged ? 'error' : 'warning',
      reason:
        hasFractions === undefined
          ? l10n.t('Field "{0}": {1}', shown, reason)
          : l10n.t('Column "{0}": {1}', shown, reason),
      isQuestion: meant !== undefined && of !== 'property',
    });
    return cell;
  }
}

export function judgedColumn(
  { header, use }: CsvColumn,
  index: number,
  records: readonly CsvRecord[],
): JudgedColumn | undefined {
  const of = cellOf(use);
  let has: boolean | undefined;
  const isJson = use.as === 'mapping' || ('isJson' in use && use.isJson === true);
  return (
    of && {
      header,
      of,
      isJson,
      hasFractions: () => (has ??= records.some(({ cells }) => FRACTION.test(cells[index] ?? ''))),
    }
  );
}

function cellOf(use: ColumnUse): CellOf | undefined {
  if (use.as === 'schemaId' || use.as === 'mapping') return 'dataSource';
  if (use.as === 'property') return use.isJson === true ? undefined : 'property';
  if (use.as === 'further') return use.type === 'string' ? 'property' : undefined;
  if (use.as === 'leftOut' || !isTextField(use.as)) return undefined;
  return use.as === 'user_group_id' ? 'id' : 'name';
}
