// The page of a table in a document without layout: its rows, and what it asks of its host.

import assert from 'node:assert/strict';
import { rowOf, tablePages } from '../../support/page/tablePage.ts';

const ROWS = [rowOf('a', 'acme', 'will change'), rowOf('b', 'beta', 'will stay')];

describe('The page of a table', () => {
  const open = tablePages();

  it('opens the row that is meant by keyboard', async () => {
    const { page } = await open({ rows: ROWS });
    page.screen.getByRole('grid', { name: 'Preview' }).focus();
    await page.person.keyboard('{ArrowDown}{Enter}');
    assert.deepEqual(page.askedFor('activate'), [{ key: 'b' }]);
  });

  it('asks for the rows of a filter, of words and of an order', async () => {
    const filters = [{ id: 'failed', label: 'Failed', count: 3 }];
    const { page } = await open({ rows: ROWS, state: { filters } });
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

  it('presses its primary button by its key, once until that is over', async () => {
    const over = Promise.withResolvers<undefined>();
    const actions = [{ id: 'send', label: 'Update 2 Groups', isPrimary: true, isEnabled: true }];
    const { page } = await open({ rows: ROWS, state: { actions }, answers: { act: () => over.promise } });
    await page.person.keyboard('{Control>}{Enter}{Enter}{/Control}');
    assert.deepEqual(page.askedFor('act'), [{ action: 'send' }]);
    assert.equal(page.screen.getByRole('button', { name: /^Update/ }).ariaDisabled, 'true');
  });
});
