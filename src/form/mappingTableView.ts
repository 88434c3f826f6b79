// What happens in the mapping's table: each thing typed is the smallest change of the text.

import type { TemplateResult } from 'lit-html';
import type { FieldRange } from '../document/fieldRanges.ts';
import {
  addRow,
  mappingRows,
  removeRow,
  renameRow,
  setRowValue,
  type MappingRow,
  type RowKind,
} from '../document/mappingRows.ts';
import type { TextEdit } from '../document/textEdit.ts';
import { layoutAround } from '../document/textLayout.ts';
import type { Problem, Suggestion } from '../protocol/formProtocol.ts';
import type { Ask } from '../webview/hostChannel.ts';
import type { LabelNames } from './labelNames.ts';
import { mappingTable, type MappingTableRow, type TableShown } from './mappingTable.ts';
import type { SyncedDocument } from './syncedDocument.ts';
import { TableRows } from './tableRows.ts';

interface Options {
  readonly synced: SyncedDocument;
  readonly range: () => FieldRange | undefined;
  readonly ask: Ask;
  readonly draw: () => void;
  readonly showJson: () => void;
}

export class MappingTableView {
  readonly #options: Options;
  readonly #ids = new TableRows();
  #schemaIds: readonly Suggestion[] = [];
  #dataSources: readonly Suggestion[] = [];
  /** Of the value that the cell had when it got the focus: a cleared number stays one. An empty text has none. */
  #kind: RowKind | undefined;

  constructor(options: Options) {
    this.#options = options;
    options.synced.onDidChange(({ changes }) => {
      this.#ids.move(changes);
    });
  }

  /** `undefined` when the mapping is not one that a table can show. */
  template(labels: LabelNames, problems: readonly Problem[], isReadOnly: boolean): TemplateResult | undefined {
    const rows = this.#rows();
    if (rows === undefined) return undefined;
    const problemIn = problemsFrom(problems, this.#options.range()?.from ?? 0);
    const shown = { rows, labels, problemIn, isReadOnly, schemaIds: this.#schemaIds, dataSources: this.#dataSources };
    return mappingTable(shown, {
      typeKey: (id, text) => {
        this.#edit(id, (mapping, index) => renameRow(mapping, index, text));
      },
      typeValue: (id, text) => {
        this.#edit(id, (mapping, index) => setRowValue(mapping, index, text, this.#kind));
      },
      enterKey: () => void this.#suggestSchemaIds(),
      enterValue: (id) => void this.#suggestDataSources(id),
      add: () => {
        this.#add();
      },
      remove: (id) => {
        this.#remove(id);
      },
      showJson: this.#options.showJson,
    });
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

  #add(): void {
    const from = this.#options.range()?.from ?? 0;
    this.#put(addRow(this.#text(), '', '', layoutAround(this.#options.synced.wholeText, from)));
    this.#options.draw();
    focusCell(this.#rows()?.at(-1)?.id);
  }

  #remove(id: number): void {
    const index = this.#indexOf(id);
    this.#edit(id, removeRow);
    this.#options.draw();
    focusCell(this.#rows()?.at(Math.min(index, (this.#rows()?.length ?? 0) - 1))?.id);
  }

  async #suggestSchemaIds(): Promise<void> {
    this.#schemaIds = await this.#options.ask('schemaIds').catch(() => []);
    this.#options.draw();
  }

  async #suggestDataSources(id: number): Promise<void> {
    const row = this.#rows()?.find((each) => each.id === id);
    this.#kind = row?.value === '' ? undefined : row?.kind;
    this.#dataSources = [];
    this.#dataSources = await this.#options.ask('dataSources', { schemaId: row?.key ?? '' }).catch(() => []);
    this.#options.draw();
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
function focusCell(id: number | undefined, column: 'key' | 'value' = 'key'): void {
  (document.getElementById(`${column}-${id}`) ?? document.getElementById('add-row'))?.focus();
}
