// One row of the grid, and which cell an element of it belongs to.

import { html, nothing, type TemplateResult, svg } from 'lit-html';
import type { TableCell, TableRow, Mark } from '../protocol/tableProtocol.ts';
import { cellText, changesOf } from './cellChanges.ts';
import type { GridPlace } from './gridKeys.ts';

/** `row`: absent until it has come. `place`: the selected cell, of any row. */
export function gridRow(
  index: number,
  row: TableRow | undefined,
  columns: number,
  place: GridPlace | undefined,
): TemplateResult {
  const isMeant = place?.row === index;
  return html`<div
    role="row"
    class=${index % 2 === 0 ? 'line' : 'line odd'}
    aria-rowindex=${index + 2}
    aria-selected=${isMeant}
  >
    ${Array.from({ length: columns }, (_, column) =>
      gridCell({ row: index, column }, row === undefined ? undefined : (row.cells[column] ?? { text: '' }), {
        isMeant: isMeant && place.column === column,
      }),
    )}
  </div>`;
}

function gridCell(
  place: GridPlace,
  cell: TableCell | undefined,
  { isMeant }: { readonly isMeant: boolean },
): TemplateResult {
  const text = cell === undefined ? '…' : cellText(cell);
  return html`<div
    role="gridcell"
    class=${isMeant ? 'cell meant' : 'cell'}
    id=${gridCellId(place)}
    aria-colindex=${place.column + 1}
    title=${text === '' ? nothing : text}
  >
    ${markOf(cell?.mark)}<span class="words"
      >${cell?.changes === undefined ? text : html`${changesOf(cell.changes)}${cell.text}`}</span
    >
  </div>`;
}

export function gridCellId({ row, column }: GridPlace): string {
  return `cell-${row}-${column}`;
}

export function cellPlace(target: EventTarget | null): GridPlace | undefined {
  const id = target instanceof Element ? target.closest('[role=gridcell]')?.id : undefined;
  const found = /^cell-(\d+)-(\d+)$/.exec(id ?? '');
  return found === null ? undefined : { row: Number(found[1]), column: Number(found[2]) };
}

/** Small pictures before the words of a state, which say the same: screen readers skip them. */
const ring = svg`<circle cx="8" cy="8" r="6" fill="none" stroke="currentColor"/>`;

const SHAPES: Readonly<Record<Mark, unknown>> = {
  done: svg`<path d="M3 8.5l3.2 3.2L13 4.8" fill="none" stroke="currentColor" stroke-width="1.6"/>`,
  error: svg`${ring}<path d="M5.7 5.7l4.6 4.6m0-4.6l-4.6 4.6" stroke="currentColor" stroke-width="1.3"/>`,
  warning: svg`<path d="M8 2L14.5 13.5h-13z" fill="none" stroke="currentColor" stroke-linejoin="round"/><path d="M8 6v3.6" stroke="currentColor" stroke-width="1.4"/><circle cx="8" cy="11.6" r=".9" fill="currentColor"/>`,
  info: svg`${ring}<path d="M8 7.2v4" stroke="currentColor" stroke-width="1.4"/><circle cx="8" cy="5" r=".9" fill="currentColor"/>`,
  waiting: svg`${ring}<path d="M8 4.5V8l2.3 1.6" fill="none" stroke="currentColor" stroke-width="1.2"/>`,
  busy: svg`<path d="M8 2v9.5M4 7.8l4 4 4-4M3 14h10" fill="none" stroke="currentColor" stroke-width="1.3" transform="rotate(180 8 8)"/>`,
  unknown: svg`${ring}<path d="M6.2 6.3a1.8 1.8 0 1 1 2.6 1.8c-.6.3-.8.6-.8 1.2" fill="none" stroke="currentColor" stroke-width="1.2"/><circle cx="8" cy="11.2" r=".8" fill="currentColor"/>`,
  skipped: svg`${ring}<path d="M5 8h6" stroke="currentColor" stroke-width="1.4"/>`,
};

function markOf(mark: Mark | undefined): TemplateResult | typeof nothing {
  return mark === undefined
    ? nothing
    : html`<svg class="mark is-${mark}" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
        ${SHAPES[mark]}
      </svg>`;
}
