// What stands above the rows: the sentence, the buttons, the progress and the filters.

import assert from 'node:assert/strict';
import type { TableState } from '../../../src/protocol/tableProtocol.ts';
import { shownFilters } from '../../../src/table/toolbar.ts';
import { rowOf, tablePages, type TablePageInTest } from '../../support/page/tablePage.ts';

const STATE: TableState = {
  revision: 1,
  title: '',
  headline: '',
  filters: [
    { id: 'created', label: 'Created', count: 61 },
    { id: 'failed', label: 'Failed', count: 0 },
    { id: 'waiting', label: 'Waiting', count: 0 },
  ],
  actions: [],
};

describe('The filters of a table', () => {
  it('are all there while rows still change, and those with rows and the chosen one afterwards', () => {
    assert.equal(shownFilters({ ...STATE, progress: { done: 1, total: 61, words: '' } }, {}).length, 3);
    const shown = (filter?: string): string[] => shownFilters(STATE, { filter }).map(({ id }) => id);
    assert.deepEqual(shown(), ['created']);
    assert.deepEqual(shown('failed'), ['created', 'failed']);
  });
});

describe('What stands above the rows of a table', () => {
  const open = tablePages();
  const top = ({ page }: TablePageInTest): string => page.words(document.querySelector('.top')!);

  it('is its title and its sentence, and why it does not go on', async () => {
    const table = await open({ rows: [rowOf('a', 'acme', '')], state: { headline: '66 groups will change' } });
    assert.equal(top(table), 'Preview 66 groups will change 1 row');
    assert.equal(table.page.screen.queryByRole('button', { name: 'More Information' }), null);
    await table.becomes({ reason: 'The connection is locked.' });
    assert.equal(top(table), 'Preview 66 groups will change The connection is locked. 1 row');
  });

  it('is an explanation where the user wants one', async () => {
    const table = await open({ state: { explanation: 'Nothing is sent yet.' } });
    const button = table.page.screen.getByRole('button', { name: 'More Information' });
    const shown = (): unknown[] => [button.ariaExpanded, top(table).includes('Nothing is sent yet.')];
    assert.deepEqual(shown(), ['false', false]);
    await table.page.person.click(button);
    assert.deepEqual(shown(), ['true', true]);
    await table.page.person.click(button);
    assert.deepEqual(shown(), ['false', false]);
  });

  it('is how far it has come', async () => {
    const table = await open({ state: { progress: { done: 2, total: 8, words: '2 of 8' } } });
    const bar = (): unknown[] => {
      const { max, value, ariaValueText } = table.page.screen.getByRole<HTMLProgressElement>('progressbar');
      return [max, value, ariaValueText];
    };
    assert.deepEqual(bar(), [8, 2, '2 of 8']);
    await table.becomes({ progress: { done: 0, total: 0, words: 'Nothing to do' } });
    assert.deepEqual(bar(), [1, 1, 'Nothing to do']);
    await table.becomes({ progress: undefined });
    assert.equal(table.page.screen.queryByRole('progressbar'), null);
  });

  it('is no row of buttons and no row of filters where there is none', async () => {
    const table = await open({ state: { filters: [], actions: [] } });
    assert.deepEqual(
      ['Actions', 'Show'].map((name) => table.page.screen.queryByRole('group', { name })),
      [null, null],
    );
  });
});

describe('A button of a table', () => {
  const open = tablePages();
  const ACTIONS = [
    { id: 'send', label: 'Update', isPrimary: true, isEnabled: true },
    { id: 'restore', label: 'Restore', rowKey: 'Shift+Enter', isEnabled: true },
    { id: 'retry', label: 'Retry Failed', isEnabled: false },
  ] as const;
  const buttonOf = ({ page }: TablePageInTest, name: string): HTMLElement => page.screen.getByRole('button', { name });

  it('says its keys, whether it can be pressed, and which one is primary', async () => {
    const table = await open({ rows: [rowOf('a', 'acme', '')], state: { actions: ACTIONS } });
    const said = ACTIONS.map(({ label }) => {
      const button = buttonOf(table, label);
      const attributes = ['title', 'aria-keyshortcuts', 'aria-disabled', 'aria-busy'];
      return [button.className, ...attributes.map((name) => button.getAttribute(name))];
    });
    assert.deepEqual(said, [
      ['primary', 'Update (Ctrl+Enter)', 'Control+Enter Meta+Enter', 'false', 'false'],
      ['quiet', 'Restore (Shift+Enter)', 'Shift+Enter', 'true', 'false'],
      ['quiet', null, null, 'true', 'false'],
    ]);
    for (const name of ['Restore', 'Retry Failed']) await table.page.person.click(buttonOf(table, name));
    assert.deepEqual(table.page.askedFor('act'), []);
  });

  it('for a row is pressed for the selected one, others for none', async () => {
    const table = await open({
      rows: [{ ...rowOf('a', 'acme', ''), offers: ['restore'] }],
      state: { actions: ACTIONS },
    });
    await table.page.person.click(buttonOf(table, 'Restore'));
    await table.page.person.click(buttonOf(table, 'Update'));
    assert.deepEqual(table.page.askedFor('act'), [{ action: 'restore', key: 'a' }, { action: 'send' }]);
  });

  it('is busy until what it does is over, and says what failed, but not that the user has declined', async () => {
    const table = await open({ state: { actions: ACTIONS } });
    const said = (): unknown[] => {
      const { ariaDisabled, ariaBusy } = buttonOf(table, 'Update');
      return [ariaDisabled, ariaBusy, table.page.words(table.page.screen.getByRole('alert'))];
    };
    const declined = Object.assign(new Error('Declined'), { kind: 'cancelled' });
    for (const [failure, words] of [
      [declined, ''],
      [new Error('No API token is set.'), 'No API token is set.'],
    ] as const) {
      const over = Promise.withResolvers<undefined>();
      table.page.answers.act = () => over.promise;
      for (let presses = 0; presses < 2; presses += 1) await table.page.person.click(buttonOf(table, 'Update'));
      assert.deepEqual(said(), ['true', 'true', '']);
      over.reject(failure);
      await table.page.settled();
      assert.deepEqual(said(), ['false', 'false', words]);
    }
    assert.equal(table.page.askedFor('act').length, 2);
  });

  it('that goes gives the focus to the rows', async () => {
    const table = await open({ rows: [rowOf('a', 'acme', '')], state: { actions: ACTIONS } });
    buttonOf(table, 'Update').focus();
    await table.becomes({ actions: [...ACTIONS.slice(1), { id: 'next', label: 'Next', isEnabled: true }] });
    assert.equal(document.activeElement?.id, 'grid');
    buttonOf(table, 'Restore').focus();
    await table.becomes({ actions: [{ id: 'first', label: 'First', isEnabled: true }, ...ACTIONS.slice(1)] });
    assert.equal(document.activeElement, buttonOf(table, 'Restore'));
  });
});

describe('What a table is filtered by', () => {
  const open = tablePages();
  const FILTERS = [
    { id: 'created', label: 'Created', count: 12_000 },
    { id: 'failed', label: 'Failed', count: 3 },
  ];
  const boxOf = ({ page }: TablePageInTest): HTMLInputElement => page.screen.getByRole('textbox');
  const asked = ({ page }: TablePageInTest): unknown[] => {
    const { filter, text } = page.askedFor('slice').at(-1)!;
    return [filter, text];
  };

  it('is one filter, marked, which goes when it is pressed again', async () => {
    const table = await open({ state: { filters: FILTERS } });
    const chips = (): unknown[] =>
      ['Created', 'Failed'].map((name) => {
        const chip = table.page.screen.getByRole('button', { name: new RegExp(name) });
        return [table.page.words(chip), chip.ariaPressed];
      });
    assert.deepEqual(chips(), [
      ['Created 12,000', 'false'],
      ['Failed 3', 'false'],
    ]);
    for (const name of ['Created', 'Failed'])
      await table.page.person.click(table.page.screen.getByRole('button', { name: new RegExp(name) }));
    assert.deepEqual(
      [chips(), asked(table)],
      [
        [
          ['Created 12,000', 'false'],
          ['✓ Failed 3', 'true'],
        ],
        ['failed', undefined],
      ],
    );
    await table.page.person.click(table.page.screen.getByRole('button', { name: /Failed/ }));
    assert.deepEqual(asked(table), [undefined, undefined]);
  });

  it('is words, which begin with no space', async () => {
    const table = await open();
    assert.deepEqual(
      [boxOf(table).ariaLabel, boxOf(table).placeholder],
      ['Filter by ID or text', 'Filter by ID or text'],
    );
    await table.page.person.type(boxOf(table), ' ');
    assert.deepEqual(asked(table), [undefined, undefined]);
    await table.page.person.type(boxOf(table), 'a b ');
    assert.deepEqual([asked(table), boxOf(table).value], [[undefined, 'a b '], 'a b ']);
  });

  it('is left for the rows by an arrow key, and given up by Escape', async () => {
    const table = await open();
    /** Whether the box took it. */
    const pressed = (key: string): boolean => {
      const event = new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      boxOf(table).dispatchEvent(event);
      return event.defaultPrevented;
    };
    boxOf(table).focus();
    assert.deepEqual([pressed('Escape'), pressed('a'), document.activeElement], [false, false, boxOf(table)]);
    await table.page.person.type(boxOf(table), 'a');
    assert.deepEqual([pressed('a'), asked(table)], [false, [undefined, 'a']]);
    assert.deepEqual([pressed('Escape'), asked(table), boxOf(table).value], [true, [undefined, undefined], '']);
    assert.equal(pressed('ArrowDown'), true);
    assert.equal(document.activeElement?.id, 'grid');
  });
});
