// The mapping as a table of schema id and data source id: cells to type into, rows to add and to remove.

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { hasEdgeSpace } from '../document/edgeSpaces.ts';
import type { MappingRow } from '../document/mappingRows.ts';
import type { Suggestion } from '../protocol/formProtocol.ts';
import { icon } from '../webview/icons.ts';
import type { LabelNames } from './labelNames.ts';
import { shownText } from './shownText.ts';

export interface MappingTableRow extends MappingRow {
  /** Stays with the row while others come and go. */
  readonly id: number;
  /** Only strings and integers can be typed into a cell. */
  readonly isPlain: boolean;
}

/** Rows by their ids, since others come and go before the next drawing. */
export interface TableActions {
  readonly typeKey: (row: number, text: string) => void;
  readonly typeValue: (row: number, text: string) => void;
  /** A cell gets the focus: what could stand in it is wanted. */
  readonly enterKey: () => void;
  readonly enterValue: (row: number) => void;
  readonly add: () => void;
  readonly remove: (row: number) => void;
  readonly showJson: () => void;
}

export interface TableShown {
  readonly rows: readonly MappingTableRow[];
  readonly labels: LabelNames;
  /** What is wrong, or risky, with a part of the mapping. */
  readonly problemIn: (from: number, to: number) => string | undefined;
  readonly schemaIds: readonly Suggestion[];
  readonly dataSources: readonly Suggestion[];
  readonly isReadOnly: boolean;
}

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
      ${rows.length === 0 ? html`<p class="empty quiet-words">${l10n.t('No schema mapped.')}</p>` : nothing}
      ${rows.length > DRAWN ? html`<p class="empty quiet-words">${moreRows(rows.length - DRAWN)} <button type="button" class="quiet small" @click=${actions.showJson}>${l10n.t('Show as JSON')}</button></p>` : nothing}
    </div>
    <div class="buttons">
      <button
        type="button"
        id="add-row"
        class="quiet small"
        aria-disabled=${isReadOnly}
        @click=${isReadOnly ? nothing : actions.add}
      >
        ${icon('add')} ${l10n.t('Add Row')}
      </button>
    </div>
    ${suggestionList('schema-ids', shown.schemaIds)} ${suggestionList('data-sources', shown.dataSources)}
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

function keyCell(
  row: MappingTableRow,
  number: number,
  { labels, problemIn, isReadOnly }: TableShown,
  actions: TableActions,
): TemplateResult {
  const flaw = keyFlaw(row) ?? problemIn(row.keyFrom, row.keyTo);
  const flawId = `flaw-${row.id}`;
  const label = labels.schema(row.key);
  return html`
    <input
      type="text"
      id="key-${row.id}"
      aria-label=${l10n.t('Schema ID, row {0}', number)}
      list="schema-ids"
      autocomplete="off"
      spellcheck="false"
      ?readonly=${isReadOnly}
      aria-invalid=${flaw === undefined ? nothing : 'true'}
      aria-describedby=${flaw === undefined ? nothing : flawId}
      @focus=${actions.enterKey}
      @input=${(event: Event) => actions.typeKey(row.id, inputOf(event).value)}
      ${shownText(row.key)}
    />
    ${label === undefined ? nothing : html`<span class="label">${label}</span>`} ${flawMark(flaw, flawId)}
  `;
}

function valueCell(
  row: MappingTableRow,
  number: number,
  { labels, problemIn, isReadOnly }: TableShown,
  actions: TableActions,
): TemplateResult {
  const flaw = row.isPlain ? (valueFlaw(row) ?? problemIn(row.valueFrom, row.valueTo)) : undefined;
  const flawId = `value-flaw-${row.id}`;
  const label = row.isPlain ? labels.dataSource(row.key, row.value) : undefined;
  return html`
    <input
      type="text"
      id="value-${row.id}"
      aria-label=${l10n.t('Data source ID, row {0}', number)}
      list="data-sources"
      autocomplete="off"
      spellcheck="false"
      ?readonly=${isReadOnly || !row.isPlain}
      aria-invalid=${flaw === undefined ? nothing : 'true'}
      aria-describedby=${flaw === undefined ? nothing : flawId}
      @focus=${() => actions.enterValue(row.id)}
      @input=${(event: Event) => actions.typeValue(row.id, inputOf(event).value)}
      ${shownText(row.value)}
    />
    ${label === undefined ? nothing : html`<span class="label">→ ${label}</span>`} ${flawMark(flaw, flawId)}
    ${row.isPlain ? nothing : html`<span class="mark">${icon('info')} ${l10n.t('Unsupported value. Edit as JSON.')}</span>`}
  `;
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
  return l10n.t('Leading or trailing white space');
}

function flawMark(flaw: string | undefined, id: string): TemplateResult | typeof nothing {
  return flaw === undefined ? nothing : html`<span class="mark" id=${id}>${icon('warning')} ${flaw}</span>`;
}

function suggestionList(id: string, suggestions: readonly Suggestion[]): TemplateResult {
  return html`<datalist id=${id}>
    ${suggestions.map(({ value, detail }) => html`<option value=${value} label=${detail === undefined ? nothing : `${value} · ${detail}`}></option>`)}
  </datalist>`;
}

function inputOf(event: Event): HTMLInputElement {
  return event.currentTarget as HTMLInputElement;
}

function moreRows(count: number): string {
  return count === 1 ? l10n.t('1 more row') : l10n.t('{0} more rows', count);
}
