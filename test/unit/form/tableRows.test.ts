import assert from 'node:assert/strict';
import { ChangeSet } from '@codemirror/state';
import { TableRows } from '../../../src/form/mappingTableView.ts';

describe('rows of the table', () => {
  it('stay who they are while the text before them and in them changes', () => {
    const rows = new TableRows();
    const [first, second] = rows.idsAt([10, 20]);
    rows.move(
      ChangeSet.of(
        [
          { from: 0, insert: 'abc' },
          { from: 11, to: 13 },
        ],
        40,
      ),
    );
    assert.deepEqual(rows.idsAt([13, 21]), [first, second]);
  });

  it('are new where a row was put in between', () => {
    const rows = new TableRows();
    const [first, second] = rows.idsAt([10, 20]);
    rows.move(ChangeSet.of({ from: 15, insert: '12345' }, 40));
    const [a, between, b] = rows.idsAt([10, 16, 25]);
    assert.deepEqual([a, b], [first, second]);
    assert.ok(between !== first && between !== second);
  });

  it('do not become another when one is taken out', () => {
    const rows = new TableRows();
    const [, second, third] = rows.idsAt([10, 20, 30]);
    rows.move(ChangeSet.of({ from: 10, to: 20 }, 40));
    assert.deepEqual(rows.idsAt([10, 20]), [second, third]);
  });
});
