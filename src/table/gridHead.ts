// The head of the grid: sorts by a column and changes its width, by pointer and by keys.

import * as l10n from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { ColumnWidths, TableColumn, TableSort } from '../protocol/tableProtocol.ts';

/** Pixels that a key press adds or takes. */
const STEP = 16;

interface GridHeadOptions {
  readonly columns: readonly TableColumn[];
  readonly widths: ColumnWidths;
  readonly sort: (sort: TableSort | undefined) => void;
  /** The user has let go of it. */
  readonly resized: (widths: ColumnWidths) => void;
  readonly enterRows: () => void;
}

export class GridHead {
  readonly #options: GridHeadOptions;
  readonly #line: HTMLElement;
  /** What holds the columns of head and rows. */
  readonly #grid: HTMLElement;
  #widths: ColumnWidths;
  /** What the words of each column need. */
  #content: ColumnWidths = {};
  #sort: TableSort | undefined;
  /** One stop of the Tab key for all columns. */
  #reached = 0;

  constructor(options: GridHeadOptions, line: HTMLElement, grid: HTMLElement) {
    this.#options = options;
    this.#line = line;
    this.#grid = grid;
    this.#widths = options.widths;
    line.addEventListener('keydown', (event) => {
      this.#onKey(event);
    });
  }

  draw(sort: TableSort | undefined): void {
    this.#sort = sort;
    const { columns } = this.#options;
    render(html`${columns.map((column, index) => this.#cell(column, index))}`, this.#line);
  }

  /** `content`: what the words of each column need. */
  fit(content: ColumnWidths): void {
    this.#content = content;
    this.#layOut();
  }

  focus(column: number): void {
    this.#reached = column;
    this.draw(this.#sort);
    this.#stops()[column]?.focus();
  }

  #cell({ id, title, isSortable }: TableColumn, index: number): TemplateResult {
    const stop = index === this.#reached ? 0 : -1;
    const isSorted = this.#sort?.column === id;
    const order = isSorted ? (this.#sort?.isDescending === true ? 'descending' : 'ascending') : 'none';
    return html`<div
      role="columnheader"
      class="cell"
      aria-colindex=${index + 1}
      aria-sort=${isSortable === true ? order : nothing}
      tabindex=${isSortable === true ? nothing : stop}
      title=${isSortable === true ? nothing : widthHint(title)}
      @focus=${() => {
        this.#reached = index;
      }}
    >
      ${
        isSortable === true
          ? html`<button
              type="button"
              class="sort"
              tabindex=${stop}
              title=${sortHint(title)}
              @focus=${() => {
                this.#reached = index;
              }}
              @click=${() => {
                this.#options.sort(nextSort(this.#sort, id));
              }}
            >
              ${title}${isSorted ? html` <span aria-hidden="true">${order === 'ascending' ? '▲' : '▼'}</span>` : nothing}
            </button>`
          : title
      }
      <span
        class="edge"
        @pointerdown=${(event: PointerEvent) => {
          this.#drag(event, id, index);
        }}
        @dblclick=${() => {
          this.#widths = Object.fromEntries(Object.entries(this.#widths).filter(([column]) => column !== id));
          this.#layOut();
          this.#options.resized({ ...this.#widths, [id]: 0 });
        }}
      ></span>
    </div>`;
  }

  #onKey(event: KeyboardEvent): void {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey) return;
    const { columns, enterRows, resized } = this.#options;
    const step = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
    if (key === 'ArrowDown' && !shiftKey) enterRows();
    else if (step === 0) return;
    else if (!shiftKey) this.focus(Math.max(0, Math.min(columns.length - 1, this.#reached + step)));
    else {
      const column = columns[this.#reached];
      if (column === undefined) return;
      this.#resize(column, this.#widthOf(this.#reached) + step * STEP);
      resized(this.#widths);
    }
    event.preventDefault();
  }

  #drag(event: PointerEvent, id: string, index: number): void {
    const { target, pointerId, clientX } = event;
    const column = this.#options.columns.find((each) => each.id === id);
    if (!(target instanceof HTMLElement) || column === undefined) return;
    event.preventDefault();
    const from = this.#widthOf(index);
    const onMove = ({ clientX: now }: PointerEvent): void => {
      this.#resize(column, from + now - clientX);
    };
    target.setPointerCapture(pointerId);
    target.addEventListener('pointermove', onMove);
    target.addEventListener(
      'lostpointercapture',
      () => {
        target.removeEventListener('pointermove', onMove);
        if (this.#widths[id] !== undefined) this.#options.resized(this.#widths);
      },
      { once: true },
    );
  }

  #resize({ id }: TableColumn, width: number): void {
    this.#widths = { ...this.#widths, [id]: narrowest(width) };
    this.#layOut();
  }

  #layOut(): void {
    const { columns } = this.#options;
    this.#grid.style.setProperty('--columns', columnTracks(columns, this.#widths, this.#content));
    this.#grid.style.setProperty('--least', `${leastWidth(columns, this.#widths, this.#content)}px`);
  }

  #widthOf(index: number): number {
    return this.#line.children[index]?.getBoundingClientRect().width ?? 0;
  }

  #stops(): readonly HTMLElement[] {
    return [...this.#line.querySelectorAll<HTMLElement>('[tabindex]')];
  }
}

function sortHint(title: string): string {
  return l10n.t('Sort by {0}. Shift+Left Arrow and Shift+Right Arrow change the width.', title);
}

function widthHint(title: string): string {
  return l10n.t('{0}. Shift+Left Arrow and Shift+Right Arrow change the width.', title);
}

/** Pixels that a column has at least until the user resizes it. The grid scrolls sideways, and the page does not. */
const LEAST_WIDTH = 128;
const LEAST_ID_WIDTH = 160;
/** Of the main one, where its words need as much. */
const LEAST_MAIN_WIDTH = 200;
/** Room for a mark and a few letters. */
const NARROWEST = 56;
const WIDEST = 4_000;

/**
 * The value of `grid-template-columns`. `content`: the widths that the words need. A column has no more than that, but
 * for the main one, which takes the rest; where they need more than there is, half of it is the main one's.
 */
export function columnTracks(columns: readonly TableColumn[], chosen: ColumnWidths, content: ColumnWidths): string {
  return columns
    .map((column) => {
      const width = chosenWidth(column, chosen);
      if (width !== undefined) return `${width}px`;
      const [least, need] = [leastOf(column, content), needOf(column, content)];
      if (column.isMain !== true) return `minmax(${least}px, ${Math.max(least, need)}px)`;
      return `minmax(clamp(${least}px, 50%, ${Math.max(least, need)}px), 1fr)`;
    })
    .join(' ');
}

export function leastWidth(columns: readonly TableColumn[], chosen: ColumnWidths, content: ColumnWidths): number {
  return columns.reduce((sum, column) => sum + (chosenWidth(column, chosen) ?? leastOf(column, content)), 0);
}

/** A width that the column can still be read and held at. */
function narrowest(width: number): number {
  return Math.max(NARROWEST, Math.min(WIDEST, Math.round(width)));
}

/** What a press of its header leads to: ascending, descending, and back to the order of the rows. */
export function nextSort(sort: TableSort | undefined, column: string): TableSort | undefined {
  if (sort?.column !== column) return { column, isDescending: false };
  return sort.isDescending ? undefined : { column, isDescending: true };
}

/** 0: the user has put it back. */
function chosenWidth({ id }: TableColumn, widths: ColumnWidths): number | undefined {
  const width = widths[id];
  return width === undefined || width === 0 ? undefined : narrowest(width);
}

function leastOf(column: TableColumn, content: ColumnWidths): number {
  const { isId, isMain } = column;
  const most = isMain === true ? LEAST_MAIN_WIDTH : isId === true ? LEAST_ID_WIDTH : LEAST_WIDTH;
  return Math.min(most, needOf(column, content));
}

function needOf({ id }: TableColumn, content: ColumnWidths): number {
  return narrowest(content[id] ?? 0);
}
