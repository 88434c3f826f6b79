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

  it('has the width of a column changed by its edge, and given back by a double click', async () => {
    const { page } = await open({ rows: ROWS });
    const [edge] = document.querySelectorAll<HTMLElement>('.edge');
    assert.ok(edge);
    let isHeld = false;
    edge.setPointerCapture = () => {
      isHeld = true;
    };
    const at = (type: string, clientX: number): void => {
      edge.dispatchEvent(new MouseEvent(type, { clientX, bubbles: true, cancelable: true }));
    };
    at('pointerdown', 100);
    at('pointermove', 240);
    assert.ok(isHeld);
    assert.deepEqual(page.askedFor('keep'), [], 'nothing before the person lets go');
    at('lostpointercapture', 240);
    at('pointermove', 500);
    at('dblclick', 500);
    assert.deepEqual(page.askedFor('keep'), [{ widths: { id: 140 } }, { widths: { id: 0 } }]);
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
