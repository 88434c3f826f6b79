// The grid of a table: what those who hear it are told of its rows, and which cell keys and pointer select.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { SliceQuestion, TableSlice } from '../../../src/protocol/tableProtocol.ts';
import { followed } from '../../../src/table/grid.ts';
import { rowOf, tablePages, type TablePageInTest } from '../../support/page/tablePage.ts';

const COLUMNS = [
  { id: 'id', title: 'ID', isId: true, isSortable: true },
  { id: 'words', title: 'Details', isMain: true },
] as const;
const ROWS = [rowOf('a', 'acme', 'will change'), rowOf('b', 'beta', 'will stay'), rowOf('c', 'gamma', '')];
const MANY = Array.from({ length: 300 }, (_, at) => rowOf(String(at), `id-${at}`, `row ${at}`));
const ROW = 28;

const gridOf = ({ page }: TablePageInTest): HTMLElement => page.screen.getByRole('grid');

/** Pixels of the grid, its head included. */
function giveHeight(table: TablePageInTest, height: number): void {
  Object.defineProperty(gridOf(table), 'clientHeight', { value: height });
}

function scrollTo(table: TablePageInTest, scrollTop: number): Promise<void> {
  gridOf(table).scrollTop = scrollTop;
  gridOf(table).dispatchEvent(new window.Event('scroll'));
  return table.page.settled();
}

/** The selected cell, as it is seen and as it is heard. */
function meant(table: TablePageInTest): readonly (string | null | undefined)[] {
  const heard = gridOf(table).getAttribute('aria-activedescendant');
  const seen = Array.from(document.querySelectorAll('.meant'), ({ id }) => id);
  assert.deepEqual(seen, heard === null ? [] : [heard]);
  return [heard, document.querySelector('[aria-selected="true"]')?.getAttribute('aria-rowindex')];
}

/** A key that the grid gets: whether it did something by it. */
function press(table: TablePageInTest, key: string, more: KeyboardEventInit = {}): boolean {
  const event = new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  gridOf(table).dispatchEvent(event);
  return event.defaultPrevented;
}

describe('The grid of a table', () => {
  const open = tablePages();

  it('says how many rows and columns it has, and which each cell stands in', async () => {
    const table = await open({ rows: ROWS });
    const grid = gridOf(table);
    const said = (element: Element, ...names: readonly string[]): unknown[] =>
      names.map((name) => element.getAttribute(name));
    assert.deepEqual(
      said(grid, 'aria-label', 'aria-readonly', 'aria-rowcount', 'aria-colcount', 'aria-busy', 'tabindex'),
      ['Preview', 'true', '4', '2', 'false', '0'],
    );
    assert.deepEqual(
      Array.from(grid.querySelectorAll('[role=row]'), (row) => [
        row.className,
        ...said(row, 'aria-rowindex', 'aria-selected'),
        ...Array.from(row.children, (cell) => [...said(cell, 'role', 'aria-colindex', 'title', 'class')].join(' ')),
      ]).slice(1),
      [
        // The focus has come to the first one.
        ['line', '2', 'true', 'gridcell 1 acme cell meant', 'gridcell 2 will change cell'],
        ['line odd', '3', 'false', 'gridcell 1 beta cell', 'gridcell 2 will stay cell'],
        ['line', '4', 'false', 'gridcell 1 gamma cell', 'gridcell 2  cell'],
      ],
    );
    await table.becomes({ title: 'Bulk operation' });
    assert.equal(grid.getAttribute('aria-label'), 'Bulk operation');
  });

  it('says what a mark and each sign of a difference mean', async () => {
    const changes = (['added', 'removed', 'changed', 'more'] as const).map((kind) => ({ kind, text: `${kind} it` }));
    const { page } = await open({
      rows: [
        {
          key: 'a',
          cells: [
            { text: 'acme', mark: 'warning' },
            { text: 'Review.', changes },
          ],
        },
      ],
    });
    const [id, words] = page.screen.getAllByRole('gridcell');
    assert.deepEqual(
      Array.from(id!.querySelectorAll('svg'), (mark) => [mark.getAttribute('class'), mark.ariaHidden]),
      [['mark is-warning', 'true']],
    );
    assert.equal(page.words(words), '+ added it− removed it~ changed it more itReview.');
    assert.deepEqual(
      Array.from(words!.querySelectorAll('.change'), (change) => change.className.split(' ')[1]),
      ['is-added', 'is-removed', 'is-changed', 'is-more'],
    );
    assert.deepEqual(
      Array.from(words!.querySelectorAll('.sign'), (sign) => sign.ariaLabel ?? sign.ariaHidden),
      ['added', 'removed', 'true', 'true'],
    );
  });

  it('has nothing in a cell that its row lacks, and dots in those of a row that has yet to come', async () => {
    const later = Promise.withResolvers<TableSlice>();
    const slice = ({ offset, limit }: SliceQuestion): TableSlice | Promise<TableSlice> =>
      offset === 0 ? { rows: [{ key: '0', cells: [] }, ...MANY.slice(1, limit)], total: 300 } : later.promise;
    const table = await open({ answers: { slice } });
    const cells = (row: number): string[] => [0, 1].map((at) => document.getElementById(`cell-${row}-${at}`)!.title);
    assert.deepEqual(cells(0), ['', '']);
    await scrollTo(table, 110 * ROW);
    assert.deepEqual(cells(110), ['…', '…']);
    later.resolve({ rows: MANY.slice(100, 200), total: 300 });
    await table.page.settled();
    assert.deepEqual(cells(110), ['id-110', 'row 110']);
  });

  it('draws the rows in sight and some around them, in their place', async () => {
    const table = await open({ rows: MANY });
    giveHeight(table, 11 * ROW);
    await scrollTo(table, 50 * ROW);
    const drawn = Array.from(document.querySelectorAll('.drawn [role=row]'), (row) => Number(row.ariaRowIndex) - 2);
    assert.deepEqual([drawn[0], drawn.at(-1)], [42, 67]);
    assert.deepEqual(
      [
        document.querySelector<HTMLElement>('.body')?.style.height,
        document.querySelector<HTMLElement>('.drawn')?.style.transform,
      ],
      [`${300 * ROW}px`, `translateY(${42 * ROW}px)`],
    );
  });

  it('selects a cell by keys, and goes between head and rows', async () => {
    const table = await open({ rows: ROWS });
    const { person } = table.page;
    assert.deepEqual(meant(table), ['cell-0-0', '2']);
    await person.keyboard('{ArrowDown}{ArrowRight}');
    assert.deepEqual(meant(table), ['cell-1-1', '3']);
    await person.keyboard('{ArrowUp}');
    assert.equal(document.activeElement, gridOf(table));
    await person.keyboard('{ArrowUp}');
    assert.equal(document.activeElement.textContent.trim(), 'Details');
    await person.keyboard('{ArrowDown}');
    assert.deepEqual([document.activeElement, ...meant(table)], [gridOf(table), 'cell-0-1', '2']);
    await person.keyboard('{Control>}{End}{/Control}');
    assert.deepEqual(meant(table), ['cell-2-1', '4']);
  });

  it('selects a cell by a click, and nothing by one beside the cells', async () => {
    const table = await open({ rows: ROWS });
    await table.page.person.click(document.getElementById('cell-2-1')!.querySelector('.words')!);
    assert.deepEqual(meant(table), ['cell-2-1', '4']);
    await table.page.person.click(document.querySelector('.body')!);
    assert.deepEqual(meant(table), ['cell-2-1', '4']);
    await table.page.person.dblClick(document.querySelector('.body')!);
    assert.deepEqual(table.page.askedFor('activate'), []);
  });

  it('opens a row by Enter and by a double click, once however long the key is held', async () => {
    const table = await open({ rows: ROWS });
    assert.equal(press(table, 'Enter'), true);
    gridOf(table).focus();
    await table.page.person.keyboard('{ArrowDown}');
    assert.equal(press(table, 'Enter'), true);
    assert.equal(press(table, 'Enter', { repeat: true }), true);
    await table.page.person.dblClick(document.getElementById('cell-2-0')!);
    await table.page.settled();
    assert.deepEqual(
      table.page.askedFor('activate').map(({ key }) => key),
      ['a', 'b', 'c'],
    );
  });

  it('leaves alone what is no key of its own', async () => {
    const table = await open({ rows: ROWS });
    gridOf(table).focus();
    for (const [key, more] of [
      ['ArrowDown', { altKey: true }],
      ['ArrowDown', { shiftKey: true }],
      ['Enter', { altKey: true }],
      ['Tab', {}],
    ] as const)
      assert.equal(press(table, key, more), false, key);
    assert.deepEqual([meant(table), table.page.askedFor('activate')], [['cell-0-0', '2'], []]);
    for (const more of [{ ctrlKey: true }, { metaKey: true }]) assert.equal(press(table, 'End', more), true);
    const empty = await open();
    assert.deepEqual(
      [press(empty, 'ArrowDown'), press(empty, 'ArrowUp'), meant(empty)],
      [false, false, [null, undefined]],
    );
  });

  it('does what is for a row by its key, on the selected row', async () => {
    const actions = [
      { id: 'retry', label: 'Retry Failed', isEnabled: true },
      { id: 'restore', label: 'Restore', rowKey: 'Shift+Enter' as const, isEnabled: true },
    ];
    const rows = ROWS.map((row, at) => ({ ...row, offers: at === 0 ? [] : ['restore'] }));
    const table = await open({ rows, state: { actions } });
    gridOf(table).focus();
    press(table, 'Enter', { shiftKey: true });
    await table.page.person.keyboard('{ArrowDown}');
    for (const more of [{ repeat: true }, { ctrlKey: true }, { metaKey: true }, { altKey: true }])
      press(table, 'Enter', { shiftKey: true, ...more });
    assert.deepEqual(table.page.askedFor('act'), []);
    press(table, 'Enter', { shiftKey: true });
    assert.deepEqual(table.page.askedFor('act'), [{ action: 'restore', key: 'b' }]);
    assert.deepEqual(table.page.askedFor('activate'), []);
  });
});

describe('The selected row of a table', () => {
  const open = tablePages();

  /** A table whose rows are those of `shown` by then. */
  async function openChanging() {
    const shown = { rows: ROWS };
    const table = await open({
      answers: {
        slice: ({ offset, limit }) => ({ rows: shown.rows.slice(offset, offset + limit), total: shown.rows.length }),
      },
    });
    gridOf(table).focus();
    await table.page.person.keyboard('{ArrowDown}');
    return { table, shown };
  }

  it('stays the same one when others come before it', async () => {
    const { table, shown } = await openChanging();
    shown.rows = [rowOf('z', 'zeta', ''), ...ROWS];
    await table.becomes({});
    assert.deepEqual(meant(table), ['cell-2-0', '4']);
    press(table, 'Enter');
    assert.deepEqual(table.page.askedFor('activate'), [{ key: 'b' }]);
  });

  it('gives way to the one in its place, or to the last one, and to none where there is none', async () => {
    const { table, shown } = await openChanging();
    shown.rows = [ROWS[0]!, ROWS[2]!];
    await table.becomes({});
    press(table, 'Enter');
    assert.deepEqual([meant(table), table.page.askedFor('activate')], [['cell-1-0', '3'], [{ key: 'c' }]]);
    shown.rows = ROWS.slice(0, 1);
    await table.becomes({});
    press(table, 'Enter');
    assert.deepEqual([meant(table), table.page.askedFor('activate').at(-1)], [['cell-0-0', '2'], { key: 'a' }]);
    shown.rows = [];
    await table.becomes({});
    assert.deepEqual(meant(table), [null, undefined]);
  });

  it('is none while another question has no answer', async () => {
    const filters = [{ id: 'failed', label: 'Failed', count: 3 }];
    const table = await open({ rows: ROWS, state: { filters } });
    table.page.answers.slice = () => new Promise(() => undefined);
    await table.page.person.click(table.page.screen.getByRole('button', { name: 'Failed 3' }));
    assert.equal(gridOf(table).getAttribute('aria-busy'), 'true');
    press(table, 'Enter');
    gridOf(table).focus();
    press(table, 'Enter');
    assert.deepEqual(table.page.askedFor('activate'), []);
    assert.equal(gridOf(table).getAttribute('aria-busy'), 'true');
  });

  it('is the first whole one in sight when the focus comes, and scrolls no further than it must', async () => {
    const filters = [{ id: 'failed', label: 'Failed', count: 300 }];
    const table = await open({ rows: MANY, state: { filters } });
    giveHeight(table, 11 * ROW);
    await scrollTo(table, 50 * ROW);
    await table.page.person.click(table.page.screen.getByRole('button', { name: 'Failed 300' }));
    await table.page.settled();
    assert.deepEqual([meant(table), gridOf(table).scrollTop], [[null, undefined], 0]);
    await scrollTo(table, 20 * ROW + 1);
    gridOf(table).focus();
    assert.deepEqual([meant(table), gridOf(table).scrollTop], [['cell-21-0', '23'], 20 * ROW + 1]);
    press(table, 'PageDown');
    assert.deepEqual([meant(table), gridOf(table).scrollTop], [['cell-30-0', '32'], 21 * ROW]);
    press(table, 'Home', { ctrlKey: true });
    assert.deepEqual([meant(table), gridOf(table).scrollTop], [['cell-0-0', '2'], 0]);
    press(table, 'End', { ctrlKey: true });
    assert.deepEqual([meant(table), gridOf(table).scrollTop], [['cell-299-1', '301'], 290 * ROW]);
    (document.activeElement as HTMLElement).blur();
    gridOf(table).focus();
    assert.deepEqual(meant(table), ['cell-299-1', '301']);
  });

  it('is said whole below the grid where its cell has too little room', async () => {
    const table = await open({ rows: ROWS });
    const whole = document.querySelector<HTMLElement>('.whole')!;
    const said = (): unknown[] => [whole.hidden, whole.textContent];
    assert.deepEqual(said(), [true, '']);
    const words = document.getElementById('cell-0-1')!.querySelector('.words')!;
    Object.defineProperty(words, 'scrollWidth', { value: 1 });
    gridOf(table).focus();
    assert.deepEqual(said(), [true, '']);
    press(table, 'ArrowRight');
    assert.deepEqual(said(), [false, 'Details: will change']);
    press(table, 'ArrowDown');
    assert.deepEqual(said(), [true, '']);
  });
});

describe('The head of a table', () => {
  const open = tablePages();
  const THREE = [...COLUMNS, { id: 'status', title: 'Status' }];
  const head = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role=columnheader]')];
  const focused = (): string => document.activeElement?.textContent.trim() ?? '';
  const tracks = (): readonly string[] =>
    ['--columns', '--least'].map((name) => document.getElementById('grid')!.style.getPropertyValue(name));

  /** A key that the head gets: whether it did something by it. */
  function pressHere(key: string, more: KeyboardEventInit = {}): boolean {
    const event = new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
    document.activeElement!.dispatchEvent(event);
    return event.defaultPrevented;
  }

  it('says how the rows are sorted, and what can be done with each column', async () => {
    const sort = { column: 'id', isDescending: true };
    const { page } = await open({ columns: THREE, rows: ROWS, look: { widths: {}, sort } });
    const keys = 'Shift+Left Arrow and Shift+Right Arrow change the width.';
    const said = (): unknown[] =>
      head().map((cell) => [
        cell.ariaColIndex,
        cell.ariaSort,
        page.words(cell),
        cell.querySelector('button')?.title ?? cell.title,
      ]);
    assert.deepEqual(said(), [
      ['1', 'descending', 'ID ▼', `Sort by ID. ${keys}`],
      ['2', null, 'Details', `Details. ${keys}`],
      ['3', null, 'Status', `Status. ${keys}`],
    ]);
    await page.person.click(page.screen.getByRole('button', { name: /^ID/ }));
    assert.deepEqual(said()[0], ['1', 'none', 'ID', `Sort by ID. ${keys}`]);
    await page.person.click(page.screen.getByRole('button', { name: /^ID/ }));
    assert.deepEqual(said()[0], ['1', 'ascending', 'ID ▲', `Sort by ID. ${keys}`]);
  });

  it('is one Tab stop, with arrows from column to column', async () => {
    await open({ columns: THREE, rows: ROWS });
    const stops = (): number[] =>
      head().flatMap((cell, at) =>
        (cell.querySelector('[tabindex="0"]') ?? cell.matches('[tabindex="0"]')) ? [at] : [],
      );
    assert.deepEqual(stops(), [0]);
    assert.deepEqual(
      head().map((cell) => cell.getAttribute('tabindex')),
      [null, '-1', '-1'],
    );
    head()[0]!.querySelector('button')!.focus();
    const reached = ['ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft'].map((key) => [
      pressHere(key),
      focused(),
    ]);
    assert.deepEqual(reached, [
      [true, 'ID'],
      [true, 'Details'],
      [true, 'Status'],
      [true, 'Status'],
      [true, 'Details'],
    ]);
    assert.deepEqual(stops(), [1]);
    for (const [key, more] of [
      ['ArrowRight', { ctrlKey: true }],
      ['ArrowRight', { metaKey: true }],
      ['ArrowRight', { altKey: true }],
      ['ArrowDown', { shiftKey: true }],
      ['Home', {}],
    ] as const)
      assert.deepEqual([pressHere(key, more), focused()], [false, 'Details'], key);
    head()[2]!.focus();
    pressHere('ArrowLeft');
    assert.equal(focused(), 'Details');
    assert.equal(pressHere('ArrowDown'), true);
    assert.equal(document.activeElement?.id, 'grid');
  });

  it('is as wide as the words of the rows that have been in sight', async () => {
    const context = { font: '', measureText: (text: string) => ({ width: 10 * text.length }) };
    const canvas = mock.method(HTMLCanvasElement.prototype, 'getContext', () => context as never);
    const table = await open({ columns: COLUMNS, rows: [rowOf('a', 'x'.repeat(10), 'y')] });
    assert.deepEqual(tracks(), ['minmax(122px, 122px) minmax(clamp(116px, 50%, 116px), 1fr)', '238px']);
    assert.equal(context.font, getComputedStyle(gridOf(table)).font);
    table.page.answers.slice = () => ({ rows: [rowOf('a', 'x'.repeat(13), 'y')], total: 1 });
    await table.becomes({});
    assert.equal(tracks()[0], 'minmax(152px, 152px) minmax(clamp(116px, 50%, 116px), 1fr)');
    canvas.mock.restore();
  });

  it('changes a width by a step, from what it is, and has its host keep it', async () => {
    const { page } = await open({ columns: THREE, rows: ROWS });
    for (const cell of head()) cell.getBoundingClientRect = () => new DOMRect(0, 0, 200, 28);
    head()[1]!.focus();
    for (const key of ['ArrowRight', 'ArrowLeft']) assert.equal(pressHere(key, { shiftKey: true }), true);
    assert.deepEqual(
      page.askedFor('keep').map(({ widths }) => widths),
      [{ words: 216 }, { words: 184 }],
    );
    assert.deepEqual(tracks(), ['minmax(56px, 56px) 184px minmax(56px, 56px)', '296px']);
  });

  it('changes a width by its edge, which does nothing until it is moved', async () => {
    const { page } = await open({ columns: THREE, rows: ROWS });
    head()[2]!.getBoundingClientRect = () => new DOMRect(0, 0, 200, 28);
    const edge = head()[2]!.querySelector<HTMLElement>('.edge')!;
    let isHeld = false;
    edge.setPointerCapture = () => {
      isHeld = true;
    };
    const at = (type: string, clientX: number): boolean => {
      const event = new MouseEvent(type, { clientX, bubbles: true, cancelable: true });
      edge.dispatchEvent(event);
      return event.defaultPrevented;
    };
    assert.equal(at('pointerdown', 100), true);
    assert.ok(isHeld);
    at('lostpointercapture', 100);
    assert.deepEqual(page.askedFor('keep'), []);
    at('pointerdown', 100);
    at('pointermove', 90);
    assert.deepEqual(tracks(), ['minmax(56px, 56px) minmax(clamp(56px, 50%, 56px), 1fr) 190px', '302px']);
    at('pointermove', 130);
    at('lostpointercapture', 130);
    at('lostpointercapture', 130);
    assert.deepEqual(page.askedFor('keep'), [{ widths: { status: 230 } }]);
    at('dblclick', 0);
    assert.deepEqual(page.askedFor('keep').at(-1), { widths: { status: 0 } });
    assert.deepEqual(tracks(), ['minmax(56px, 56px) minmax(clamp(56px, 50%, 56px), 1fr) minmax(56px, 56px)', '168px']);
  });
});

describe('The row that is followed while rows come and go before it', () => {
  const rowsOf = (keys: readonly (string | undefined)[], isCurrent: boolean) => ({
    rowAt: (index: number) => (keys[index] === undefined ? undefined : { key: keys[index], cells: [] }),
    indexOf: (key: string) => (keys.includes(key) ? keys.indexOf(key) : undefined),
    isCurrent,
  });

  for (const [what, key, keys, isCurrent, then] of [
    ['stays where it is', 'b', ['a', 'b'], true, { row: 1, key: 'b' }],
    ['moves with rows that have come before it', 'b', ['new', 'a', 'b'], false, { row: 2, key: 'b' }],
    ['is waited for while it may still come', 'b', ['new', 'a', 'c', 'd'], false, { row: 1, key: 'b' }],
    ['is the next one when it is gone', 'b', ['a', 'c'], true, { row: 1, key: 'c' }],
    ['is known when it has come', undefined, ['a', 'b'], false, { row: 1, key: 'b' }],
    ['is not known before', undefined, ['a', undefined], false, { row: 1, key: undefined }],
  ] as const)
    it(what, () => {
      assert.deepEqual(followed({ row: 1, key }, rowsOf(keys, isCurrent)), then);
    });
});
