// Values as they are read: restored, or with a question about their column, or about their field.

import * as l10n from '@vscode/l10n';
import { foreignText } from '../core/foreignText.ts';
import { isJson } from '../core/isJson.ts';
import { fieldsTolerantly } from '../document/jsonFields.ts';
import { removeMembers } from '../document/objectMembers.ts';
import { literalOf } from '../document/stringLiteral.ts';
import { applyEdits, type TextEdit } from '../document/textEdit.ts';
import { readTolerantly } from '../document/walkJson.ts';
import { changedCell, FRACTION, type CellOf, type ChangedCells } from './changedCell.ts';
import type { ColumnUse, CsvColumn } from './csvColumns.ts';
import type { CsvRecord } from './csvRecords.ts';
import { itemsInCell, listJson } from './furtherCell.ts';
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
  /** Absent: its text. */
  readonly holds?: 'json' | 'object' | 'items';
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

  /** Likewise of all values that the cell holds. Nothing is read in a property's JSON, which has numbers of its own. */
  readAll(cell: string, column: JudgedColumn, problems: ImportProblem[]): string {
    const read = (value: string): string => this.read(value, column, problems);
    const { of, holds } = column;
    if (holds === 'items') {
      const items = itemsInCell(cell);
      const meant = items.map(read);
      if (meant.every((item, index) => item === items[index])) return cell;
      const left = meant.filter((item) => item !== '');
      return left.length === 0 ? '' : listJson(left);
    }
    // In place of an object, `null` is what a database has for none.
    if (holds === undefined || !isJson(cell) || (holds === 'object' && cell.trim() === 'null')) return read(cell);
    return of === 'dataSource' ? jsonAsMeant(cell, read) : cell;
  }
}

export function judgedColumn(
  { header, use }: CsvColumn,
  index: number,
  records: readonly CsvRecord[],
): JudgedColumn | undefined {
  const judged = judgedUse(use);
  let has: boolean | undefined;
  return (
    judged && {
      header,
      ...judged,
      hasFractions: () => (has ??= records.some(({ cells }) => FRACTION.test(cells[index] ?? ''))),
    }
  );
}

/** What stands for nothing is asked about wherever it would be sent, or refused, as a text. */
export function judgedUse(use: ColumnUse): Pick<JudgedColumn, 'of' | 'holds'> | undefined {
  if (use.as === 'leftOut') return undefined;
  if (use.as === 'schemaId' || use.as === 'property') {
    const isText = use.isJson !== true;
    return {
      of: use.as === 'schemaId' ? 'dataSource' : isText ? 'property' : 'name',
      ...(!isText && { holds: 'json' }),
    };
  }
  if (use.as !== 'further') return JUDGED[use.as];
  if (use.type === 'strings') return { of: 'name', holds: 'items' };
  // A parent may be missing, other than a group's own ID.
  if (use.type === 'string') return { of: /(?:^|_)id$/.test(use.name) ? 'dataSource' : 'property' };
  return { of: 'name' };
}

const JUDGED = {
  user_group_id: { of: 'id' },
  name: { of: 'name' },
  mapping: { of: 'dataSource', holds: 'object' },
  properties: { of: 'name', holds: 'object' },
} as const;

/**
 * JSON whose values another program may have changed, read by `read`, as are names of members. Members whose value
 * stands for nothing are left out.
 */
export function jsonAsMeant(json: string, read: (value: string) => string): string {
  const edits: TextEdit[] = [];
  const emptied = new Set<string>();
  let key: string | undefined;
  let renamed: TextEdit | undefined;
  readTolerantly(json, {
    onKey: (name, from, to, depth) => {
      if (depth !== 1) return;
      key = name;
      const text = read(name);
      renamed = text === name || text === '' ? undefined : { from, to, insert: literalOf(text) };
      if (renamed !== undefined) edits.push(renamed);
    },
    onValue: (type, from, to, depth, literal) => {
      if (type !== 'string' && type !== 'number') return;
      const given = type === 'string' ? (literal as string) : json.slice(from, to);
      const text = read(given);
      if (text === given) return;
      if (text === '' && depth === 1 && key !== undefined) {
        emptied.add(key);
        if (renamed !== undefined) edits.pop();
      } else edits.push({ from, to, insert: text === '' ? 'null' : type === 'number' ? text : literalOf(text) });
    },
  });
  if (emptied.size > 0)
    edits.push(...removeMembers(json, fieldsTolerantly(json).fields, (member) => emptied.has(member.key)));
  return applyEdits(json, edits);
}
