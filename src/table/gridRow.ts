// One row of the grid, and which cell an element of it belongs to.

import { html, nothing, type TemplateResult } from 'lit-html';
import type { TableCell, TableRow } from '../protocol/tableProtocol.ts';
import { cellText, changesOf } from './cellChanges.ts';
import type { GridPlace } from './gridKeys.ts';
import { markOf } from './marks.ts';

/** `row`: absent until it has come. `place`: the cell that is meant, of any row. */
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
    id=${cellId(place)}
    aria-colindex=${place.column + 1}
    title=${text === '' ? nothing : text}
  >
    ${markOf(cell?.mark)}<span class="words"
      >${cell?.changes === undefined ? text : html`${changesOf(cell.changes)}${cell.text}`}</span
    >
  </div>`;
}

export function cellId({ row, column }: GridPlace): string {
  return `cell-${row}-${column}`;
}

export function cellPlace(target: EventTarget | null): GridPlace | undefined {
  const id = target instanceof Element ? target.closest('[role=gridcell]')?.id : undefined;
  const found = /^cell-(\d+)-(\d+)$/.exec(id ?? '');
  return found === null ? undefined : { row: Number(found[1]), column: Number(found[2]) };
}
