// Rows of a table in memory: found, sorted and given in slices, and read again only when they have changed.

import assert from 'node:assert/strict';
import { naturalKey } from '../../../../src/core/naturalKey.ts';
import { FoundRows, hasText } from '../../../../src/vscode/table/foundRows.ts';

interface Customer {
  readonly id: string;
  readonly state: 'new' | 'known';
}

function tableOf(...ids: readonly string[]) {
  const customers = ids.map((id, index): Customer => ({ id, state: index % 2 === 0 ? 'new' : 'known' }));
  let reads = 0;
  const rows = new FoundRows<Customer>({
    among: (filter) => {
      reads += 1;
      return customers.filter(({ state }) => filter === undefined || state === filter);
    },
    isFound: ({ id, state }, text) => hasText([id, state], text),
    sortKeys: { id: ({ id }) => naturalKey(id) },
    shown: ({ id }) => ({ key: id, cells: [] }),
  });
  const found = async (question: object = {}, signal?: AbortSignal): Promise<readonly [string, number]> => {
    const slice = await rows.slice({ offset: 0, limit: 9, ...question }, signal);
    return [slice.rows.map(({ key }) => key).join(' '), slice.total];
  };
  return { customers, rows, found, reads: () => reads };
}

describe('Rows of a table in memory', () => {
  it('are found by filter, by words in any letter case, or by both, and given in slices with their number', async () => {
    const { found } = tableOf('Straße', 'ΟΔΥΣΣΕΥΣ', 'acme', 'beta');
    for (const [question, expected] of [
      [{}, ['Straße ΟΔΥΣΣΕΥΣ acme beta', 4]],
      [{ offset: 1, limit: 2 }, ['ΟΔΥΣΣΕΥΣ acme', 4]],
      [{ filter: 'known' }, ['ΟΔΥΣΣΕΥΣ beta', 2]],
      [{ text: 'STRASSE ' }, ['Straße', 1]],
      [{ text: 'οδυσσευς' }, ['ΟΔΥΣΣΕΥΣ', 1]],
      [{ text: ' ' }, ['Straße ΟΔΥΣΣΕΥΣ acme beta', 4]],
      [{ text: 'strabe' }, ['', 0]],
      [{ text: 'acmenew' }, ['', 0]],
      [{ filter: 'known', text: 'a' }, ['beta', 1]],
    ] as const)
      assert.deepEqual(await found(question), expected, JSON.stringify(question));
  });

  it('are sorted in either direction, numbers by their value, and stay in their order by a column without a key', async () => {
    const { found } = tableOf('a-10', 'a-9', 'a-009');
    assert.deepEqual(await found({ sort: { column: 'id', isDescending: true }, limit: 1 }), ['a-10', 3]);
    assert.deepEqual(await found({ sort: { column: 'other', isDescending: true } }), ['a-10 a-9 a-009', 3]);
  });

  it('are looked through once for all slices of a question, and again once they have changed', async () => {
    const { customers, rows, found, reads } = tableOf('a', 'b', 'c');
    for (const offset of [0, 1, 2]) await found({ offset, filter: 'new' });
    assert.equal(reads(), 1);
    customers.push({ id: 'd', state: 'new' });
    rows.forget();
    assert.deepEqual([await found({ filter: 'new' }), reads()], [['a c d', 3], 2]);
    await found({ filter: 'known' });
    assert.equal(reads(), 3);
  });

  it('are given up when nobody waits for them, and looked through again for whoever asks then', async () => {
    const { found } = tableOf('a', 'b');
    const aborting = new AbortController();
    const givenUp = found({ text: 'a' }, AbortSignal.abort());
    assert.deepEqual(
      [await found({ text: 'a' }, aborting.signal), await givenUp],
      [
        ['a', 1],
        ['', 0],
      ],
    );
    aborting.abort();
    assert.deepEqual(await found({ text: 'a' }, aborting.signal), ['', 1]);
  });
});
