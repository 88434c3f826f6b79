// What happens in the mapping's table: each thing typed is the smallest change of the text.

import type { TemplateResult } from 'lit-html';
import type { ChangeDesc } from '@codemirror/state';
import type { FieldRange } from '../document/fieldRanges.ts';
import {
  addRow,
  mappingRows,
  removeRow,
  renameRow,
  setRowValue,
  withPastedRows,
  type Column,
  type MappingRow,
  type RowKind,
} from '../document/mappingRows.ts';
import { smallestEdit, type TextEdit } from '../document/textEdit.ts';
import { layoutAround } from '../document/textLayout.ts';
import type { Problem } from '../protocol/formProtocol.ts';
import type { Ask } from '../webview/hostChannel.ts';
import { CellProposals } from './cellProposals.ts';
import type { LabelNames } from './labelNames.ts';
import {
  ADD_ROW,
  cellId,
  mappingTable,
  type MappingTableRow,
  type TableActions,
  type TableShown,
} from './mappingTable.ts';
import type { SyncedDocument } from './syncedDocument.ts';

interface Options {
  readonly synced: SyncedDocument;
  readonly range: () => FieldRange | undefined;
  readonly ask: Ask;
  readonly draw: () => void;
  readonly showJson: () => void;
}

export class MappingTableView implements TableActions {
  readonly #options: Options;
  readonly #ids = new TableRows();
  readonly #proposals: CellProposals;
  /** The kind of the value at focus, so that a number which is cleared and typed again stays a number. */
  #kind: RowKind | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#proposals = new CellProposals(options.draw);
    options.synced.onDidChange(({ changes }) => {
      this.#ids.move(changes);
    });
  }

  /** Its id; of an empty table, that of the button for its first row. */
  get firstCell(): string {
    const first = this.#rows()?.[0];
    return first === undefined ? ADD_ROW : cellId(first.id, 'key');
  }

  /** `undefined` when the mapping is not one that a table can show. */
  template(labels: LabelNames, problems: readonly Problem[], isReadOnly: boolean): TemplateResult | undefined {
    const rows = this.#rows();
    if (rows === undefined) return undefined;
    const problemIn = problemsFrom(problems, this.#options.range()?.from ?? 0);
    return mappingTable({ rows, labels, problemIn, isReadOnly, proposals: this.#proposals }, this);
  }

  /** Puts the focus into the cell where an offset of the document lies. False when there are no rows to show. */
  goTo(offset: number): boolean {
    const rows = this.#rows();
    const at = offset - (this.#options.range()?.from ?? 0);
    const row = rows?.findLast(({ keyFrom }) => keyFrom <= at) ?? rows?.[0];
    if (rows !== undefined) focusCell(row?.id, row !== undefined && at > row.keyTo ? 'value' : 'key');
    return rows !== undefined;
  }

  #text(): string {
    const { from, to } = this.#options.range() ?? { from: 0, to: 0 };
    return this.#options.synced.text.sliceString(from, to);
  }

  #rows(): readonly MappingTableRow[] | undefined {
    const rows = mappingRows(this.#text());
    if (rows === undefined) return undefined;
    const start = this.#options.range()?.from ?? 0;
    const ids = this.#ids.idsAt(rows.map(({ keyFrom }) => start + keyFrom));
    return rows.map((row, index) => ({ ...row, isPlain: isPlain(row), id: ids[index] ?? 0 }));
  }

  #indexOf(id: number): number {
    return this.#rows()?.findIndex((row) => row.id === id) ?? -1;
  }

  #edit(id: number, edit: (mapping: string, index: number) => TextEdit | undefined): void {
    const index = this.#indexOf(id);
    if (index >= 0) this.#put(edit(this.#text(), index));
  }

  #put(edit: TextEdit | undefined): void {
    const start = this.#options.range()?.from ?? 0;
    if (edit !== undefined)
      this.#options.synced.edit({ from: start + edit.from, to: start + edit.to, insert: edit.insert });
  }

  add(): void {
    const from = this.#options.range()?.from ?? 0;
    this.#put(addRow(this.#text(), '', '', layoutAround(this.#options.synced.wholeText, from)));
    this.#options.draw();
    focusCell(this.#rows()?.at(-1)?.id);
  }

  remove(id: number): void {
    const index = this.#indexOf(id);
    this.#edit(id, removeRow);
    this.#options.draw();
    focusCell(this.#rows()?.at(Math.min(index, (this.#rows()?.length ?? 0) - 1))?.id);
  }

  /** One change, which is undone in one step. */
  paste(id: number, column: Column, cells: readonly (readonly string[])[]): void {
    const index = this.#indexOf(id);
    const layout = layoutAround(this.#options.synced.wholeText, this.#options.range()?.from ?? 0);
    this.#put(smallestEdit(this.#text(), withPastedRows(this.#text(), { index, column, cells }, layout)));
    this.#options.draw();
    const rows = this.#rows() ?? [];
    focusCell(rows[Math.min(index + cells.length, rows.length) - 1]?.id, column);
  }

  type(id: number, column: Column, text: string): void {
    this.#proposals.type(text);
    this.#set(id, column, text);
  }

  #set(id: number, column: Column, text: string): void {
    this.#edit(id, (mapping, index) =>
      column === 'key' ? renameRow(mapping, index, text) : setRowValue(mapping, index, text, this.#kind),
    );
  }

  enter(id: number, column: Column): void {
    const row = this.#rowOf(id);
    if (column === 'value') this.#kind = row?.value === '' ? undefined : row?.kind;
    const others = new Set(this.#rows()?.flatMap((each) => (each.id === id ? [] : [each.key])));
    const { ask } = this.#options;
    void this.#proposals.enter({
      id: cellId(id, column),
      isEmpty: row?.[column] === '',
      ask: async () =>
        column === 'key'
          ? (await ask('schemaIds')).filter(({ value }) => !others.has(value))
          : ask('dataSources', { schemaId: row?.key ?? '' }),
      accept: (value) => {
        this.#set(id, column, value);
      },
    });
  }

  showJson(): void {
    this.#options.showJson();
  }

  #rowOf(id: number): MappingTableRow | undefined {
    return this.#rows()?.find((row) => row.id === id);
  }
}

/** What can be typed into a cell: text, and numbers that are integers. */
function isPlain({ kind, value }: MappingRow): boolean {
  return kind === 'string' || (kind === 'number' && /^-?\d+$/u.test(value));
}

/** What is said first of a part of the mapping, which begins at `start` in the document. */
function problemsFrom(problems: readonly Problem[], start: number): TableShown['problemIn'] {
  return (from, to) => problems.find((problem) => start + from <= problem.from && problem.to <= start + to)?.message;
}

/** Without such a row, the focus goes where a new one is made. */
function focusCell(id: number | undefined, column: Column = 'key'): void {
  document.getElementById(id === undefined ? ADD_ROW : cellId(id, column))?.focus();
}

/**
 * Rows of the table that stay who they are while the text changes: whoever types into one must not find themselves
 * in another.
 */
export class TableRows {
  /** Where each row's key begins, by the row's id. */
  readonly #places = new Map<number, number>();
  #count = 0;

  /** The text changed. */
  move(changes: ChangeDesc): void {
    for (const [id, place] of this.#places) this.#places.set(id, changes.mapPos(place, -1));
  }

  /** Ids of the rows whose keys begin at these places, in their order: known ones for rows that were there before. */
  idsAt(places: readonly number[]): number[] {
    const known = new Map([...this.#places].map(([id, place]) => [place, id]));
    const ids = places.map((place) => known.get(place) ?? ++this.#count);
    this.#places.clear();
    for (const [index, id] of ids.entries()) this.#places.set(id, places[index] ?? 0);
    return ids;
  }
}
