// The rows as a grid: only those in sight are in the page. The grid keeps the focus and says which cell is selected, so
// that no row that scrolls away takes the focus along.

import { html, render } from 'lit-html';
import type { ColumnWidths, TableCell, TableColumn, TableRow, TableSort } from '../protocol/tableProtocol.ts';
import { cellLine, cellText } from './cellChanges.ts';
import { GridHead } from './gridHead.ts';
import { placeAfter, placeWithin, type GridPlace } from './gridKeys.ts';
import { gridCellId, cellPlace, gridRow } from './gridRow.ts';
import { ROW_HEIGHT, rowsInSight, scrolledTo, type Viewport } from './viewport.ts';

interface GridOptions {
  readonly title: string;
  readonly columns: readonly TableColumn[];
  readonly widths: ColumnWidths;
  readonly rowAt: (index: number) => TableRow | undefined;
  /** Where a row is now. */
  readonly indexOf: (key: string) => number | undefined;
  /** Whether the rows answer what was asked last. Until then they are shown, and none of them is selected. */
  readonly isAnswered: () => boolean;
  readonly activate: (key: string) => void;
  /** Shift+Enter, on the selected row. */
  readonly actOnRow: () => void;
  readonly sort: (sort: TableSort | undefined) => void;
  readonly resized: (widths: ColumnWidths) => void;
  /** Scrolled, or another cell is selected. */
  readonly onMove: () => void;
}

export class Grid {
  readonly element = document.createElement('div');
  readonly #options: GridOptions;
  readonly #whole: HTMLElement;
  readonly #body: HTMLElement;
  readonly #drawn: HTMLElement;
  readonly #head: GridHead;
  #content: ContentWidths | undefined;
  #rows = 0;
  #sort: TableSort | undefined;
  #place: GridPlace | undefined;
  /** The key of the row at that place. */
  #key: string | undefined;

  /** `whole`: where the text of the selected cell stands unshortened. */
  constructor(options: GridOptions, whole: HTMLElement) {
    this.#options = options;
    this.#whole = whole;
    const { columns, title } = options;
    render(
      html`
        <div class="width">
          <div role="rowgroup" class="head">
            <div role="row" class="line" aria-rowindex="1"></div>
          </div>
          <div role="rowgroup" class="body"><div class="drawn" role="presentation"></div></div>
        </div>
      `,
      this.element,
    );
    this.#body = this.element.querySelector('.body') ?? this.element;
    this.#drawn = this.element.querySelector('.drawn') ?? this.element;
    this.element.id = 'grid';
    this.element.className = 'grid';
    this.element.tabIndex = 0;
    for (const [name, value] of Object.entries({
      role: 'grid',
      'aria-label': title,
      'aria-readonly': 'true',
      'aria-colcount': String(columns.length),
    }))
      this.element.setAttribute(name, value);
    this.#head = new GridHead(
      {
        ...options,
        enterRows: () => {
          this.focus();
        },
      },
      this.element.querySelector<HTMLElement>('.line') ?? this.element,
      this.element,
    );
    this.#listen();
  }

  get place(): GridPlace | undefined {
    return this.#place;
  }

  get viewport(): Viewport {
    return rowsInSight(this.element.scrollTop, this.#height, this.#rows);
  }

  /** The selected row; `undefined` while its place is unknown. */
  get row(): TableRow | undefined {
    const row = this.#place === undefined ? undefined : this.#answered(this.#place.row);
    return row?.key === this.#key ? row : undefined;
  }

  /** The selected row stays the same one where others have come before it. */
  follow(isCurrent: boolean): void {
    if (this.#place === undefined) return;
    const rowAt = (index: number): TableRow | undefined => this.#answered(index);
    const { indexOf } = this.#options;
    const { row, key } = followed({ row: this.#place.row, key: this.#key }, { rowAt, indexOf, isCurrent });
    this.#key = key;
    this.#place = { ...this.#place, row };
  }

  /** `rows`: how many there are. Where the page was scrolled to stays. */
  draw(rows: number, isBusy: boolean, sort: TableSort | undefined): void {
    this.#rows = rows;
    this.#sort = sort;
    this.#head.draw(sort);
    if (this.#place !== undefined && (rows === 0 || this.#place.row >= rows))
      this.#mean(rows === 0 ? undefined : this.#within(this.#place));
    this.element.setAttribute('aria-rowcount', String(rows + 1));
    this.element.setAttribute('aria-busy', String(isBusy));
    this.#body.style.height = `${rows * ROW_HEIGHT}px`;
    const { columns } = this.#options;
    const { first, end } = this.viewport;
    this.#fit(first, end);
    this.#drawn.style.transform = `translateY(${first * ROW_HEIGHT}px)`;
    render(
      html`${Array.from({ length: end - first }, (_, index) =>
        gridRow(first + index, this.#options.rowAt(first + index), columns.length, this.#place),
      )}`,
      this.#drawn,
    );
    const meant = this.#place === undefined ? null : document.getElementById(gridCellId(this.#place));
    if (meant === null) this.element.removeAttribute('aria-activedescendant');
    else this.element.setAttribute('aria-activedescendant', meant.id);
    this.#announceWhole();
  }

  /** Says for screen readers what the rows are. */
  name(title: string): void {
    this.element.setAttribute('aria-label', title);
  }

  /** Puts the page back where it was. */
  goBack(scrollTop: number, place: GridPlace | undefined): void {
    this.#mean(place);
    this.element.scrollTop = scrollTop;
  }

  /** Other rows are shown: from their beginning. */
  begin(): void {
    this.#place = undefined;
    this.element.scrollTop = 0;
  }

  focus(): void {
    this.element.focus();
  }

  /** Pixels in which rows are seen, below the head. */
  get #height(): number {
    return Math.max(0, this.element.clientHeight - ROW_HEIGHT);
  }

  #listen(): void {
    this.element.addEventListener('scroll', () => {
      this.#options.onMove();
    });
    this.element.addEventListener('focus', () => {
      if (this.#place === undefined && this.#rows > 0)
        this.#goTo({ row: Math.ceil(this.element.scrollTop / ROW_HEIGHT), column: 0 });
    });
    this.element.addEventListener('keydown', (event) => {
      this.#onKey(event);
    });
    this.element.addEventListener('click', ({ target }) => {
      const place = cellPlace(target);
      if (place !== undefined) this.#goTo(place);
    });
    this.element.addEventListener('dblclick', ({ target }) => {
      const place = cellPlace(target);
      if (place !== undefined) this.#activate(this.#options.rowAt(place.row));
    });
  }

  /** To the rows that are drawn, with the font that the page has by then. */
  #fit(first: number, end: number): void {
    const isFirst = this.#content === undefined;
    this.#content ??= new ContentWidths(this.#options.columns, measureOf(this.element));
    let isWider = false;
    for (let index = first; index < end; index += 1) {
      const row = this.#options.rowAt(index);
      if (row !== undefined && this.#content.add(row)) isWider = true;
    }
    if (isFirst || isWider) this.#head.fit(this.#content.widths);
  }

  #onKey(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey, repeat } = event;
    if (altKey || this.#rows === 0 || event.target !== this.element) return;
    if (shiftKey) {
      if (key === 'Enter' && !ctrlKey && !metaKey && !repeat) this.#options.actOnRow();
      return;
    }
    const here = this.#place ?? { row: 0, column: 0 };
    if (key === 'ArrowUp' && here.row === 0) {
      event.preventDefault();
      this.#head.focus(here.column);
      return;
    }
    if (key === 'Enter' && !ctrlKey && !metaKey) {
      event.preventDefault();
      if (!repeat) this.#activate(this.#place === undefined ? this.#answered(0) : this.row);
      return;
    }
    const size = {
      rows: this.#rows,
      columns: this.#options.columns.length,
      page: Math.floor(this.#height / ROW_HEIGHT),
    };
    const place = placeAfter(key, ctrlKey || metaKey, here, size);
    if (place === undefined) return;
    event.preventDefault();
    this.#goTo(place);
  }

  #goTo(place: GridPlace): void {
    const within = this.#within(place);
    this.#mean(within);
    this.element.scrollTop = scrolledTo(within.row, this.element.scrollTop, this.#height);
    this.draw(this.#rows, this.element.getAttribute('aria-busy') === 'true', this.#sort);
    document.getElementById(gridCellId(within))?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    this.#options.onMove();
  }

  #mean(place: GridPlace | undefined): void {
    this.#place = place;
    this.#key = place === undefined ? undefined : this.#answered(place.row)?.key;
  }

  #answered(index: number): TableRow | undefined {
    return this.#options.isAnswered() ? this.#options.rowAt(index) : undefined;
  }

  #within(place: GridPlace): GridPlace {
    return placeWithin(place, { rows: this.#rows, columns: this.#options.columns.length });
  }

  #activate(row: TableRow | undefined): void {
    if (row !== undefined) this.#options.activate(row.key);
  }

  /** For those who see and have no pointer: the whole text, where its cell has too little room for it. */
  #announceWhole(): void {
    const place = this.#place;
    const words =
      place === undefined
        ? null
        : (document.getElementById(gridCellId(place))?.querySelector<HTMLElement>('.words') ?? null);
    const isCut = words !== null && words.scrollWidth > words.clientWidth;
    this.#whole.hidden = !isCut;
    const cell = place && this.#options.rowAt(place.row)?.cells[place.column];
    this.#whole.textContent =
      isCut && cell !== undefined ? `${this.#options.columns[place?.column ?? 0]?.title ?? ''}: ${cellText(cell)}` : '';
  }
}

/** Where the selected row is, after rows have come and gone: never another one by mistake. */
interface MeantRow {
  readonly row: number;
  /** Missing until the row has come. */
  readonly key: string | undefined;
}

interface Rows {
  readonly rowAt: (index: number) => TableRow | undefined;
  /** Where a row is by now, among those that are held. */
  readonly indexOf: (key: string) => number | undefined;
  /** All that is in sight has come, and is as the host has it. */
  readonly isCurrent: boolean;
}

/** A row that is gone gives way to the one in its place, but one that has yet to come again is waited for. */
export function followed({ row, key }: MeantRow, { rowAt, indexOf, isCurrent }: Rows): MeantRow {
  const here = rowAt(row)?.key;
  const now = key === undefined || key === here ? undefined : indexOf(key);
  if (now !== undefined) return { row: now, key };
  return { row, key: key === undefined || isCurrent ? here : key };
}

/** Pixels beside the words: the cell's padding, and a mark with its gap. */
const PADDING = 22;
const MARK = 22;
/** Behind each change: its margin, and its bold sign. */
const CHANGE = 14;
/** Beside a title: an arrow when the rows are sorted by it, and bold letters. */
const TITLE = 24;
/** Characters that count: no column becomes so wide. */
const MOST_CHARACTERS = 500;

/**
 * How wide the words of each column are, of all rows that have been in sight. A column never becomes narrower for rows
 * that scroll away: nothing moves back and forth.
 */
export class ContentWidths {
  readonly #columns: readonly TableColumn[];
  readonly #measure: (text: string) => number;
  readonly #seen = new WeakSet<TableRow>();
  #widths: ColumnWidths;

  /** `measure`: pixels of a text. */
  constructor(columns: readonly TableColumn[], measure: (text: string) => number) {
    this.#columns = columns;
    this.#measure = measure;
    this.#widths = Object.fromEntries(columns.map(({ id, title }) => [id, measure(title) + PADDING + TITLE]));
  }

  get widths(): ColumnWidths {
    return this.#widths;
  }

  /** Whether any column needs more room for this row than before. */
  add(row: TableRow): boolean {
    if (this.#seen.has(row)) return false;
    this.#seen.add(row);
    const before = this.#widths;
    for (const [index, { id }] of this.#columns.entries()) {
      const need = this.#widthOf(row.cells[index]);
      if (need > (this.#widths[id] ?? 0)) this.#widths = { ...this.#widths, [id]: need };
    }
    return this.#widths !== before;
  }

  #widthOf(cell: TableCell | undefined): number {
    if (cell === undefined) return 0;
    const words = cellLine(cell).slice(0, MOST_CHARACTERS);
    const beside = (cell.mark === undefined ? 0 : MARK) + (cell.changes?.length ?? 0) * CHANGE;
    return Math.ceil(this.#measure(words)) + PADDING + beside;
  }
}

/** Pixels of a text in the font of the page. */
function measureOf(element: HTMLElement): (text: string) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context !== null) context.font = getComputedStyle(element).font;
  return (text) => context?.measureText(text).width ?? 0;
}
