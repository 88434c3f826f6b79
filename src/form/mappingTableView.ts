// What happens in the mapping's table: each thing typed is the smallest change of the text, what is risky is asked
// first.

import * as l10n from '@vscode/l10n';
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
import type { Suggestion } from '../protocol/formProtocol.ts';
import type { Ask } from '../webview/hostChannel.ts';
import type { LabelNames } from './labelNames.ts';
import { mappingTable, type MappingTableRow } from './mappingTable.ts';
import { askInPage } from './question.ts';
import { showText } from './shownText.ts';
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
  /** The value of the cell that has the focus: what it held when it got it, or what was agreed to since. */
  #agreed = '';
  /** Of that value then, so that a number which is cleared to be typed again stays one. An empty text has none yet. */
  #kind: RowKind | undefined;

  constructor(options: Options) {
    this.#options = options;
    options.synced.onDidChange(({ changes }) => {
      this.#ids.move(changes);
    });
  }

  /** `undefined` when the mapping is not one that a table can show. */
  template(labels: LabelNames, isReadOnly: boolean): TemplateResult | undefined {
    const rows = this.#rows();
    if (rows === undefined) return undefined;
    const shown = { rows, labels, isReadOnly, schemaIds: this.#schemaIds, dataSources: this.#dataSources };
    return mappingTable(shown, {
      typeKey: (id, text) => {
        this.#edit(id, (mapping, index) => renameRow(mapping, index, text));
      },
      typeValue: (id, input, isChosen) => {
        this.#typeValue(id, input, isChosen);
      },
      enterKey: () => void this.#suggestSchemaIds(),
      enterValue: (id, input) => void this.#suggestDataSources(id, input),
      leaveValue: (id, input) => void this.#leaveValue(id, input),
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

  #rows(): readonly (MappingTableRow & MappingRow)[] | undefined {
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

  #typeValue(id: number, input: HTMLInputElement, isChosen: boolean): void {
    const question = isChosen ? this.#dataSources.find(({ value }) => value === input.value)?.question : undefined;
    if (question !== undefined && input.value !== this.#agreed) void this.#keepOnlyIfAgreed(id, input, question);
    else this.#write(id, input.value, this.#kind);
  }

  #write(id: number, value: string, kind: RowKind | undefined): void {
    this.#edit(id, (mapping, index) => setRowValue(mapping, index, value, kind));
  }

  /** What was typed, pasted or left before any suggestion came is questioned as well. */
  async #leaveValue(id: number, input: HTMLInputElement): Promise<void> {
    if (input.value === '' || input.value === this.#agreed) return;
    const [before, kind] = [this.#agreed, this.#kind];
    const { question } = await this.#options
      .ask('question', { dataSource: input.value })
      .catch(() => ({ question: undefined }));
    if (question !== undefined) await this.#keepOnlyIfAgreed(id, input, question, before, kind);
  }

  /** Declined, the cell goes back. */
  async #keepOnlyIfAgreed(
    id: number,
    input: HTMLInputElement,
    question: string,
    before = this.#agreed,
    kind = this.#kind,
  ): Promise<void> {
    const { value } = input;
    const isAgreed = await askInPage({ words: [question], agree: l10n.t('Use It') });
    if (isAgreed) this.#agreed = value;
    else showText(input, before);
    this.#write(id, isAgreed ? value : before, kind);
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

  async #suggestDataSources(id: number, input: HTMLInputElement): Promise<void> {
    this.#agreed = input.value;
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

/** Without such a row, the focus goes where a new one is made. */
function focusCell(id: number | undefined, column: 'key' | 'value' = 'key'): void {
  (document.getElementById(`${column}-${id}`) ?? document.getElementById('add-row'))?.focus();
}
