// The rows of a plan: counted by kind, found by kind and by words.

import assert from 'node:assert/strict';
import { PlannedRows } from '../../../../src/vscode/bulk/plans/plannedRows.ts';

type Kind = 'changed' | 'skipped';

function rowsOf(...input: readonly (readonly [id: string, kind: Kind, words: string])[]): PlannedRows<Kind> {
  const rows = new PlannedRows<Kind>();
  for (const [id, kind, words] of input) rows.add({ id, of: `Name of ${id}`, kind, words });
  return rows;
}

describe('The rows of a plan', () => {
  const three = (): PlannedRows<Kind> =>
    rowsOf(
      ['acme', 'changed', 'region: "EU"'],
      ['Ärzte', 'skipped', 'It has a draft'],
      ['beta', 'changed', 'region: "US"'],
    );

  it('are counted by kind', () => {
    const rows = three();
    assert.deepEqual(
      [rows.length, rows.count('changed'), rows.count('skipped'), rowsOf().count('changed')],
      [3, 2, 1, 0],
    );
  });

  it('are found by kind, by words of id, name and difference in any letter case, or by both', () => {
    const rows = three();
    assert.deepEqual(rows.found({}), [0, 1, 2]);
    assert.deepEqual(rows.found({ filter: 'changed' }), [0, 2]);
    assert.deepEqual(rows.found({ text: ' REGION ' }), [0, 2]);
    assert.deepEqual(rows.found({ text: 'ärzte' }), [1]);
    assert.deepEqual(rows.found({ text: 'name of beta' }), [2]);
    assert.deepEqual(rows.found({ filter: 'skipped', text: 'region' }), []);
    assert.deepEqual(rows.found({ filter: 'other' }), []);
  });

  it('are not found across neighbouring texts', () => {
    assert.deepEqual(three().found({ text: 'acmeName' }), []);
  });

  it('are found again when one has come, or is known better, and the counts follow', () => {
    const rows = three();
    assert.deepEqual(rows.found({ filter: 'changed' }), [0, 2]);
    rows.add({ id: 'delta', of: '', kind: 'changed', words: '' });
    assert.deepEqual(rows.found({ filter: 'changed' }), [0, 2, 3]);
    rows.replace(0, { id: 'acme', of: '', kind: 'skipped', words: 'It was changed since' });
    assert.deepEqual(rows.found({ filter: 'changed' }), [2, 3]);
    assert.deepEqual([rows.count('changed'), rows.count('skipped'), rows.at(0)?.words], [2, 2, 'It was changed since']);
  });

  it('that are not there are not replaced', () => {
    const rows = three();
    rows.replace(3, { id: 'other', of: '', kind: 'changed', words: '' });
    assert.deepEqual([rows.length, rows.count('changed'), rows.at(3)], [3, 2, undefined]);
  });
});
