// The page of a table in a document without layout: its rows, and what it asks of its host.

import assert from 'node:assert/strict';
import type { SliceQuestion, TableSlice } from '../../../src/protocol/tableProtocol.ts';
import { rowOf, tablePages, type TablePageInTest } from '../../support/page/tablePage.ts';

const ROWS = [rowOf('a', 'acme', 'will change'), rowOf('b', 'beta', 'will stay')];
const FILTERS = [{ id: 'failed', label: 'Failed', count: 3 }];

const gridOf = ({ page }: TablePageInTest): HTMLElement => page.screen.getByRole('grid');
const boxOf = ({ page }: TablePageInTest): HTMLInputElement =>
  page.screen.getByRole('textbox', { name: 'Filter by ID or text' });
const lastQuestion = ({ page }: TablePageInTest): SliceQuestion | undefined => page.askedFor('slice').at(-1);
const alertOf = ({ page }: TablePageInTest): string => page.words(page.screen.getByRole('alert'));
/** What those who hear the page are told without asking. */
const heard = ({ page }: TablePageInTest): string => page.screen.getByRole('status').textContent;

describe('The page of a table', () => {
  const open = tablePages();

  it('asks for the rows of a filter, of words and of an order', async () => {
    const { page } = await open({ rows: ROWS, state: { filters: FILTERS } });
    await page.person.click(page.screen.getByRole('button', { name: 'Failed 3' }));
    await page.person.type(page.screen.getByRole('textbox', { name: 'Filter by ID or text' }), 'ac');
    await page.person.click(page.screen.getByRole('button', { name: /^ID/ }));
    await page.settled();
    assert.deepEqual(page.askedFor('slice').at(-1), {
      filter: 'failed',
      text: 'ac',
      sort: { column: 'id', isDescending: false },
      offset: 0,
      limit: 100,
    });
  });

  it('is laid out as the last one of its kind, and has its host keep how it is laid out since', async () => {
    const look = { widths: { words: 300 }, sort: { column: 'id', isDescending: false } };
    const { page } = await open({ rows: ROWS, look });
    assert.deepEqual(page.askedFor('slice').at(-1)?.sort, look.sort);
    const header = (): HTMLElement => page.screen.getByRole('button', { name: /^ID/ });
    assert.equal(header().closest('[role=columnheader]')?.getAttribute('aria-sort'), 'ascending');
    await page.person.click(header());
    await page.person.click(header());
    header().focus();
    await page.person.keyboard('{Shift>}{ArrowRight}{/Shift}');
    assert.deepEqual(page.askedFor('keep'), [
      { widths: { words: 300 }, sort: { column: 'id', isDescending: true } },
      { widths: { words: 300 } },
      // As narrow as a column may be, where nothing has a size.
      { widths: { words: 300, id: 56 } },
    ]);
  });
});

describe('The keys of a table', () => {
  const open = tablePages();

  /** Whether the page took it, and whether VS Code hears of it. */
  function pressed(key: string, more: KeyboardEventInit): { readonly isTaken: boolean; readonly isHeard: boolean } {
    const event = new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
    let isHeard = false;
    const listen = (): void => {
      isHeard = true;
    };
    document.addEventListener('keydown', listen);
    document.body.dispatchEvent(event);
    document.removeEventListener('keydown', listen);
    return { isTaken: event.defaultPrevented, isHeard };
  }

  it('lead to its filter and press its primary button, once until that is over, and all others are left to VS Code', async () => {
    const actions = [
      { id: 'retry', label: 'Retry Failed', isEnabled: true },
      { id: 'send', label: 'Update 2 Groups', isPrimary: true, isEnabled: true },
    ];
    const table = await open({ rows: ROWS, state: { actions }, answers: { act: () => new Promise(() => undefined) } });
    const [TAKEN, LEFT] = [
      { isTaken: true, isHeard: false },
      { isTaken: false, isHeard: true },
    ];
    for (const [key, more, expected] of [
      ['f', { ctrlKey: true, shiftKey: true }, LEFT],
      ['f', { ctrlKey: true, altKey: true }, LEFT],
      ['f', {}, LEFT],
      ['g', { ctrlKey: true }, LEFT],
      ['Enter', {}, LEFT],
      ['Enter', { ctrlKey: true, isComposing: true }, LEFT],
      ['Enter', { ctrlKey: true, repeat: true }, TAKEN],
    ] as const)
      assert.deepEqual(pressed(key, more), expected, JSON.stringify([key, more]));
    assert.deepEqual([document.activeElement, table.page.askedFor('act')], [gridOf(table), []]);
    assert.deepEqual(pressed('F', { metaKey: true }), TAKEN);
    assert.equal(document.activeElement, boxOf(table));
    for (const more of [{ metaKey: true }, { ctrlKey: true }]) assert.deepEqual(pressed('Enter', more), TAKEN);
    assert.deepEqual(table.page.askedFor('act'), [{ action: 'send' }]);
    assert.equal(table.page.screen.getByRole('button', { name: /^Update/ }).ariaDisabled, 'true');
  });

  it('press no button that is off', async () => {
    const actions = [{ id: 'send', label: 'Update', isPrimary: true, isEnabled: false }];
    const table = await open({ rows: ROWS, state: { actions } });
    assert.deepEqual(pressed('Enter', { ctrlKey: true }), { isTaken: true, isHeard: false });
    assert.deepEqual(table.page.askedFor('act'), []);
  });
});

describe('A question of a table', () => {
  const open = tablePages();

  it('has its answer counted and heard, and no count until that has come', async () => {
    const table = await open({ answers: { slice: () => ({ rows: ROWS, total: 12_345 }) } });
    const count = (): string => table.page.words(document.querySelector('.find .quiet-words')!);
    assert.deepEqual([count(), heard(table)], ['12,345 rows', '']);
    const answer = Promise.withResolvers<TableSlice>();
    table.page.answers.slice = () => answer.promise;
    await table.page.person.type(boxOf(table), 'a');
    await table.page.settled();
    assert.deepEqual([count(), heard(table)], ['', '']);
    answer.resolve({ rows: ROWS.slice(0, 1), total: 1 });
    await table.page.settled();
    assert.deepEqual([count(), heard(table)], ['1 row', '1 row']);
    table.page.screen.getByRole('status').textContent = '';
    await table.becomes({});
    assert.equal(heard(table), '');
  });

  it('says where nothing is found, and where there is nothing', async () => {
    const table = await open({ state: { filters: FILTERS } });
    const none = document.querySelector<HTMLElement>('.none')!;
    const said = (): unknown[] => [none.hidden, none.textContent];
    assert.deepEqual(said(), [false, 'No rows']);
    await table.page.person.type(boxOf(table), 'x');
    await table.page.settled();
    assert.deepEqual(said(), [false, 'No rows match the filter']);
    await table.page.person.clear(boxOf(table));
    await table.page.person.click(table.page.screen.getByRole('button', { name: 'Failed 3' }));
    await table.page.settled();
    assert.deepEqual(said(), [false, 'No rows match the filter']);
    table.page.answers.slice = () => ({ rows: ROWS, total: 2 });
    await table.becomes({});
    assert.equal(none.hidden, true);
    table.page.close();
    await open({ answers: { slice: () => new Promise(() => undefined) } });
    assert.equal(document.querySelector<HTMLElement>('.none')?.hidden, true);
  });

  it('loses a filter that is offered no more', async () => {
    const table = await open({ rows: ROWS, state: { filters: FILTERS } });
    await table.page.person.click(table.page.screen.getByRole('button', { name: 'Failed 3' }));
    await table.page.person.type(boxOf(table), 'a');
    await table.becomes({ filters: FILTERS });
    assert.deepEqual(lastQuestion(table), { filter: 'failed', text: 'a', offset: 0, limit: 100 });
    await table.becomes({ filters: [] });
    assert.deepEqual(lastQuestion(table), { text: 'a', offset: 0, limit: 100 });
  });

  it('that fails is said until another one is asked', async () => {
    const table = await open({ rows: ROWS });
    table.page.answers.slice = () => Promise.reject(new Error('The database is locked.'));
    await table.becomes({});
    assert.equal(alertOf(table), 'The database is locked.');
    table.page.answers.slice = () => ({ rows: ROWS, total: 2 });
    await table.page.person.type(boxOf(table), 'a');
    await table.page.settled();
    assert.equal(alertOf(table), '');
  });

  it('asks for the rows again after each change', async () => {
    const table = await open({ rows: ROWS });
    assert.equal(table.page.askedFor('slice').length, 1);
    await table.becomes({ revision: 1 });
    assert.equal(table.page.askedFor('slice').length, 1);
    await table.becomes({});
    assert.equal(table.page.askedFor('slice').length, 2);
  });

  it('has the rows drawn again that come into sight when there is more room', async () => {
    const many = Array.from({ length: 60 }, (_, at) => rowOf(String(at), String(at)));
    const table = await open({ rows: many });
    Object.defineProperty(gridOf(table), 'clientHeight', { value: 11 * 28 });
    gridOf(table).scrollTop = 0;
    window.dispatchEvent(new window.Event('resize'));
    await table.page.settled();
    assert.equal(document.querySelectorAll('.drawn [role=row]').length, 18);
  });
});

describe('The progress of a table', () => {
  const open = tablePages();

  it('is heard at each tenth that is done, and neither when the page opens nor when it begins or goes', async () => {
    const table = await open({ rows: ROWS, state: { progress: { done: 10, total: 100, words: '10' } } });
    const after = async (done: number | undefined, total = 100): Promise<string> => {
      await table.becomes({ progress: done === undefined ? undefined : { done, total, words: `${done}` } });
      return heard(table);
    };
    assert.equal(heard(table), '');
    const steps = [19, 20, 21, 29, 100] as const;
    const said: string[] = [];
    for (const done of steps) said.push(await after(done));
    assert.deepEqual(said, ['', '20', '20', '20', '100']);
    assert.deepEqual([await after(undefined), await after(30), await after(0, 0)], ['100', '100', '0']);
  });
});

describe('A table that comes back', () => {
  const open = tablePages();
  const MANY = Array.from({ length: 200 }, (_, at) => rowOf(String(at), `id-${at}`, `row ${at}`));
  const MEMORY = {
    filter: 'failed',
    text: 'a',
    sort: { column: 'id', isDescending: true },
    scrollTop: 1_400,
    place: { row: 52, column: 1 },
    focus: 'text',
  };

  it('is where it was, with what was asked, once there are rows', async () => {
    const rows = Promise.withResolvers<TableSlice>();
    const look = { widths: {}, sort: { column: 'id', isDescending: false } };
    const table = await open({
      memory: MEMORY,
      look,
      state: { filters: FILTERS },
      answers: {
        slice: ({ offset, limit }) =>
          rows.promise.then(() => ({ rows: MANY.slice(offset, offset + limit), total: 200 })),
      },
    });
    const { filter, text, sort } = MEMORY;
    assert.deepEqual(lastQuestion(table), { filter, text, sort, offset: 0, limit: 100 });
    window.dispatchEvent(new window.Event('pagehide'));
    assert.deepEqual(table.page.memory, MEMORY);
    rows.resolve({ rows: [], total: 0 });
    await table.page.settled();
    assert.deepEqual(
      [
        gridOf(table).scrollTop,
        gridOf(table).ariaBusy,
        document.querySelector('.meant')?.id,
        document.activeElement?.id,
      ],
      [1_400, 'false', 'cell-52-1', 'text'],
    );
    assert.equal(heard(table), '');
    window.dispatchEvent(new window.Event('pagehide'));
    assert.deepEqual(table.page.memory, MEMORY);
  });

  it('has the order that it was left with, be it none', async () => {
    const look = { widths: {}, sort: { column: 'id', isDescending: false } };
    const back = await open({ rows: MANY, look, memory: { scrollTop: 0 } });
    assert.deepEqual(lastQuestion(back), { offset: 0, limit: 100 });
    back.page.close();
    const first = await open({ rows: MANY, look });
    assert.deepEqual(lastQuestion(first)?.sort, look.sort);
  });

  it('has no filter that is offered no more, and begins anew when something else is asked first', async () => {
    const filters = [{ id: 'created', label: 'Created', count: 3 }];
    const table = await open({
      memory: MEMORY,
      state: { filters },
      answers: { slice: () => new Promise(() => undefined) },
    });
    assert.equal(lastQuestion(table)?.filter, undefined);
    table.page.answers.slice = () => ({ rows: MANY.slice(0, 100), total: 200 });
    await table.page.person.type(boxOf(table), 'b');
    await table.page.settled();
    assert.deepEqual([gridOf(table).scrollTop, document.querySelector('.meant')], [0, null]);
  });

  it('keeps what was asked, where it is and what has the focus, and no row', async () => {
    const table = await open({ rows: MANY, state: { filters: FILTERS } });
    await table.page.person.click(table.page.screen.getByRole('button', { name: 'Failed 3' }));
    await table.page.person.type(boxOf(table), 'a');
    await table.page.settled();
    gridOf(table).focus();
    await table.page.person.keyboard('{ArrowDown}');
    gridOf(table).scrollTop = 100;
    window.dispatchEvent(new window.Event('pagehide'));
    assert.deepEqual(table.page.memory, {
      filter: 'failed',
      text: 'a',
      scrollTop: 100,
      place: { row: 1, column: 0 },
      focus: 'grid',
    });
    gridOf(table).blur();
    window.dispatchEvent(new window.Event('pagehide'));
    assert.deepEqual(Object.keys(table.page.memory as object), ['filter', 'text', 'scrollTop', 'place']);
  });
});
