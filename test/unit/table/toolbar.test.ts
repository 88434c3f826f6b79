// The filters above the rows: those that find something, and more only while the numbers still change.

import assert from 'node:assert/strict';
import type { TableState } from '../../../src/protocol/tableProtocol.ts';
import { shownFilters } from '../../../src/table/toolbar.ts';

const STATE: TableState = {
  revision: 1,
  headline: '',
  filters: [
    { id: 'created', label: 'Created', count: 61 },
    { id: 'failed', label: 'Failed', count: 0 },
    { id: 'waiting', label: 'Waiting', count: 0 },
  ],
  actions: [],
};

describe('The filters of a table', () => {
  it('are all there while rows still change', () => {
    assert.equal(shownFilters({ ...STATE, progress: { done: 1, total: 61, words: '' } }, {}).length, 3);
  });

  it('are those with rows afterwards, and the chosen one', () => {
    const shown = (filter?: string): string[] => shownFilters(STATE, { filter }).map(({ id }) => id);
    assert.deepEqual(shown(), ['created']);
    assert.deepEqual(shown('failed'), ['created', 'failed']);
  });
});
