// The head of the grid: sorts by a column and changes its width, by pointer and by keys.

import * as l10n from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit-html';
import type { ColumnWidths, TableColumn, TableSort } from '../protocol/tableProtocol.ts';
import { columnTracks, leastWidth, narrowest, nextSort } from './columns.ts';

/** Pixels that a key press adds or takes. */
const STEP = 16;

interface Options {
  readonly columns: readonly TableColumn[];
  readonly widths: ColumnWidths;
  readonly sort: (sort: TableSort | undefined) => void;
  /** The person has let go of it. */
  readonly resized: (widths: ColumnWidths) => void;
  readonly enterRows: () => void;
}

export class GridHead {
  readonly #options: Options;
  readonly #line: HTMLElement;
  /** What holds the columns of head and rows. */
  readonly #grid: HTMLElement;
  #widths: ColumnWidths;
  /** What the words of each column need. */
  #content: ColumnWidths = {};
  #sort: TableSort | undefined;
  /** One stop of the Tab key for all columns. */
  #reached = 0;

  constructor(options: Options, line: HTMLElement, grid: HTMLElement) {
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
