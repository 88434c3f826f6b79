// What stands above the rows: filters that find something, and more only while the numbers still change; and which
// actions can be done.

import assert from 'node:assert/strict';
import type { TableState } from '../../../src/protocol/tableProtocol.ts';
import { canAct, shownFilters } from '../../../src/table/toolbar.ts';

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
  it('are all there while rows still change', () => {
    assert.equal(shownFilters({ ...STATE, progress: { done: 1, total: 61, words: '' } }, {}).length, 3);
  });

  it('are those with rows afterwards, and the chosen one', () => {
    const shown = (filter?: string): string[] => shownFilters(STATE, { filter }).map(({ id }) => id);
    assert.deepEqual(shown(), ['created']);
    assert.deepEqual(shown('failed'), ['created', 'failed']);
  });
});

describe('An action of a table', () => {
  const row = { key: '1', cells: [], offers: ['restore'] };

  it('can be done unless it is off', () => {
    const all = { id: 'all', label: '', isEnabled: true };
    assert.deepEqual([canAct(all, undefined), canAct({ ...all, isEnabled: false }, row)], [true, false]);
  });

  it('for a row can be done with a selected one that has it', () => {
    const restore = { id: 'restore', label: '', isEnabled: true, rowKey: 'Shift+Enter' as const };
    assert.deepEqual(
      [row, { ...row, offers: ['other'] }, { key: '1', cells: [] }, undefined].map((each) => canAct(restore, each)),
      [true, false, false, false],
    );
    assert.equal(canAct({ ...restore, isEnabled: false }, row), false);
  });
});
