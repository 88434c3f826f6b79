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

  it('are found by kind, by words of id, name and difference in any letter case, or by both', async () => {
    const rows = three();
    assert.deepEqual(await rows.found({}), [0, 1, 2]);
    assert.deepEqual(await rows.found({ filter: 'changed' }), [0, 2]);
    assert.deepEqual(await rows.found({ text: ' REGION ' }), [0, 2]);
    assert.deepEqual(await rows.found({ text: 'ärzte' }), [1]);
    assert.deepEqual(await rows.found({ text: 'name of beta' }), [2]);
    assert.deepEqual(await rows.found({ filter: 'skipped', text: 'region' }), []);
    assert.deepEqual(await rows.found({ filter: 'other' }), []);
  });

  it('are not found across neighbouring texts', async () => {
    assert.deepEqual(await three().found({ text: 'acmeName' }), []);
  });

  it('are found again when one has come, or is known better, and the counts follow', async () => {
    const rows = three();
    assert.deepEqual(await rows.found({ filter: 'changed' }), [0, 2]);
    rows.add({ id: 'delta', of: '', kind: 'changed', words: '' });
    assert.deepEqual(await rows.found({ filter: 'changed' }), [0, 2, 3]);
    rows.replace(0, { id: 'acme', of: '', kind: 'skipped', words: 'It was changed since' });
    assert.deepEqual(await rows.found({ filter: 'changed' }), [2, 3]);
    assert.deepEqual([rows.count('changed'), rows.count('skipped'), rows.at(0)?.words], [2, 2, 'It was changed since']);
  });

  it('are sorted by any column in either direction, numbers by their value, equal ones as they came', async () => {
    const rows = new PlannedRows<Kind>();
    for (const [id, of, kind] of [
      ['customer-10', 'B', 'skipped'],
      ['customer-9', 'a', 'changed'],
      ['Customer-009', 'C', 'changed'],
    ] as const)
      rows.add({ id, of, kind, words: '' });
    const sorted = (column: string, isDescending = false): Promise<readonly number[]> =>
      rows.found({ sort: { column, isDescending } });
    assert.deepEqual(
      [await sorted('id'), await sorted('id', true)],
      [
        [1, 2, 0],
        [0, 1, 2],
      ],
    );
    assert.deepEqual(
      [await sorted('of'), await sorted('kind')],
      [
        [1, 0, 2],
        [1, 2, 0],
      ],
    );
    assert.deepEqual(await rows.found({ filter: 'changed', sort: { column: 'of', isDescending: true } }), [2, 1]);
  });

  it('that are not there are not replaced', () => {
    const rows = three();
    rows.replace(3, { id: 'other', of: '', kind: 'changed', words: '' });
    assert.deepEqual([rows.length, rows.count('changed'), rows.at(3)], [3, 2, undefined]);
  });
});
