// The mapping as a table of schema id and data source id: cells to type into, rows to add and to remove.

import * as l10n from '@vscode/l10n';
import { grouped, isOne } from '../core/language.ts';
import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { hasEdgeSpace } from '../document/edgeSpaces.ts';
import type { Column, MappingRow } from '../document/mappingRows.ts';
import { icon } from '../webview/icons.ts';
import { boxed, remarkId, type Remark } from './boxed.ts';
import type { CellProposals } from './cellProposals.ts';
import type { LabelNames } from './labelNames.ts';
import { pasteCells } from './pasteCells.ts';
import { shownText } from './shownText.ts';

export interface MappingTableRow extends MappingRow {
  /** Stays with the row while others come and go. */
  readonly id: number;
  /** Only strings and integers can be typed into a cell. */
  readonly isPlain: boolean;
}

/** Rows by their ids, since others come and go before the next drawing. */
export interface TableActions {
  type(row: number, column: Column, text: string): void;
  /** Cells of a spreadsheet, from this one on. */
  paste(row: number, column: Column, cells: readonly (readonly string[])[]): void;
  /** A cell gets the focus: what could stand in it is wanted. */
  enter(row: number, column: Column): void;
  add(): void;
  remove(row: number): void;
  showJson(): void;
}

export interface TableShown {
  readonly rows: readonly MappingTableRow[];
  readonly labels: LabelNames;
  /** What is wrong, or risky, with a part of the mapping. */
  readonly problemIn: (from: number, to: number) => string | undefined;
  readonly proposals: CellProposals;
  readonly isReadOnly: boolean;
}

/** The id of the button that adds a row. */
export const ADD_ROW = 'add-row';

/** Rows that are drawn; the rest is counted. */
const DRAWN = 1000;

export function mappingTable(shown: TableShown, actions: TableActions): TemplateResult {
  const { rows, isReadOnly } = shown;
  return html`
    <div class="table-scroll" id="mapping-table">
      <table class="mapping" aria-label=${l10n.t('Mapping')}>
        <thead>
          <tr>
            <th scope="col">${l10n.t('Schema ID')}</th>
            <th scope="col">${l10n.t('Data source ID')}</th>
            <th scope="col"><span class="unseen">${l10n.t('Remove')}</span></th>
          </tr>
        </thead>
        <tbody>
          ${repeat(
            rows.slice(0, DRAWN),
            ({ id }) => id,
            (row, index) => tableRow(row, index, shown, actions),
          )}
        </tbody>
      </table>
      ${rows.length === 0 ? html`<p class="empty quiet-words">${l10n.t('Add a row for each schema.')}</p>` : nothing}
      ${rows.length > DRAWN ? moreRows(rows.length - DRAWN, actions) : nothing}
    </div>
    <div class="buttons">
      <button
        type="button"
        id=${ADD_ROW}
        class="quiet small"
        aria-disabled=${isReadOnly}
        @click=${() => {
          if (!isReadOnly) actions.add();
        }}
      >
        ${icon('add')} ${l10n.t('Add Row')}
      </button>
    </div>
    ${isReadOnly ? nothing : shown.proposals.template()}
  `;
}

function moreRows(count: number, actions: TableActions): TemplateResult {
  return html`
    <p class="empty quiet-words">
      ${isOne(count) ? l10n.t('1 more row') : l10n.t('{0} more rows', grouped(count))}
      <button type="button" class="quiet small" @click=${() => actions.showJson()}>${l10n.t('Show as JSON')}</button>
    </p>
  `;
}

function tableRow(row: MappingTableRow, index: number, shown: TableShown, actions: TableActions): TemplateResult {
  const number = index + 1;
  const { isReadOnly } = shown;
  return html`
    <tr>
      <td>${keyCell(row, number, shown, actions)}</td>
      <td>${valueCell(row, number, shown, actions)}</td>
      <td>
        <button
          type="button"
          class="quiet small"
          aria-label=${l10n.t('Remove row {0}', number)}
          title=${l10n.t('Remove row {0}', number)}
          aria-disabled=${isReadOnly}
          @click=${() => {
            if (!isReadOnly) actions.remove(row.id);
          }}
        >
          ${icon('remove')}
        </button>
      </td>
    </tr>
  `;
}

function keyCell(row: MappingTableRow, number: number, shown: TableShown, actions: TableActions): TemplateResult {
  const { key, keyFrom, keyTo } = row;
  return cell(row, 'key', shown, actions, {
    name: l10n.t('Schema ID, row {0}', number),
    text: key,
    label: shown.labels.schema(key),
    isReadOnly: shown.isReadOnly,
    remark: warningOf(keyFlaw(row) ?? shown.problemIn(keyFrom, keyTo)),
  });
}

function valueCell(row: MappingTableRow, number: number, shown: TableShown, actions: TableActions): TemplateResult {
  const { key, value, valueFrom, valueTo, isPlain } = row;
  return cell(row, 'value', shown, actions, {
    name: l10n.t('Data source ID, row {0}', number),
    text: value,
    label: isPlain ? shown.labels.dataSource(key, value) : undefined,
    isReadOnly: shown.isReadOnly || !isPlain,
    remark: isPlain
      ? warningOf(valueFlaw(row) ?? shown.problemIn(valueFrom, valueTo))
      : { severity: 'info', words: l10n.t('Unsupported value. Edit as JSON.') },
  });
}

interface Cell {
  readonly name: string;
  readonly text: string;
  /** The name of what is in it. */
  readonly label: string | undefined;
  readonly isReadOnly: boolean;
  readonly remark: Remark | undefined;
}

function cell(
  row: MappingTableRow,
  column: Column,
  { proposals }: TableShown,
  actions: TableActions,
  { name, text, label, isReadOnly, remark }: Cell,
): TemplateResult {
  const id = cellId(row.id, column);
  const { list, option } = proposals.shownBelow(id);
  const input = html`<input
    type="text"
    id=${id}
    role="combobox"
    aria-label=${name}
    aria-autocomplete="list"
    aria-expanded=${list !== undefined && !isReadOnly}
    aria-controls=${list ?? nothing}
    aria-activedescendant=${option ?? nothing}
    autocomplete="off"
    spellcheck="false"
    ?readonly=${isReadOnly}
    aria-invalid=${remark?.severity === 'warning' ? 'true' : nothing}
    aria-describedby=${remark === undefined ? nothing : remarkId(id)}
    @focus=${() => {
      if (!isReadOnly) actions.enter(row.id, column);
    }}
    @blur=${() => {
      proposals.leave(id);
    }}
    @input=${(event: Event) => {
      actions.type(row.id, column, (event.currentTarget as HTMLInputElement).value);
    }}
    @paste=${(event: ClipboardEvent) => {
      // As many cells of a line as there are from here on.
      pasteCells(event, (cells) => actions.paste(row.id, column, cells), column === 'key' ? 2 : 1);
    }}
    @keydown=${(event: KeyboardEvent) => {
      if (!isReadOnly) proposals.press(event);
    }}
    ${shownText(text)}
  />`;
  return boxed(input, id, remark, label);
}

function warningOf(flaw: string | undefined): Remark | undefined {
  return flaw === undefined ? undefined : { severity: 'warning', words: flaw };
}

export function cellId(row: number, column: Column): string {
  return `${column}-${row}`;
}

function keyFlaw({ key, isDuplicate }: MappingTableRow): string | undefined {
  if (key === '') return l10n.t('Schema ID missing');
  if (isDuplicate) return l10n.t('Duplicate key');
  return hasEdgeSpace(key) ? edgeSpaceFlaw() : undefined;
}

/** A row that was just added is not told twice. */
function valueFlaw({ key, value }: MappingTableRow): string | undefined {
  if (value === '' && key !== '') return l10n.t('Data source ID missing');
  return hasEdgeSpace(value) ? edgeSpaceFlaw() : undefined;
}

function edgeSpaceFlaw(): string {
  return l10n.t('Leading or trailing spaces');
}
