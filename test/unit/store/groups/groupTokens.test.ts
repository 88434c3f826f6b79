// The tokens of groups: whose they are, which keys sealed them, and the former ones.

import assert from 'node:assert/strict';
import { MAY_12, sealed, storeFixture, type OpenedStore } from '../storeFixture.ts';

describe('The tokens of groups', () => {
  const fixture = storeFixture();

  /** Acme has had three. */
  function rotated(): OpenedStore {
    const opened = fixture.open();
    for (const [token, key] of [
      ['a', 'key-1'],
      ['b', 'key-2'],
      ['c', 'key-3'],
    ] as const) {
      opened.send('acme', '', { outcome: 'rotated', token: sealed(token, key) }, 'rotate');
      opened.clock.now += 1;
    }
    opened.saveDraft('globex');
    return opened;
  }

  it('are known by the keys that sealed them, be they current, former or of an open rotation', () => {
    const { store, rotate } = rotated();
    rotate('globex', { token: sealed('d', 'key-4') });
    assert.deepEqual(store.tokens.keyIds(), ['key-1', 'key-2', 'key-3', 'key-4']);
  });

  it('lead to their group, with the time when they were replaced', () => {
    const { store, ref } = rotated();
    const owners = (['a', 'c'] as const).map((token) =>
      store.tokens.owners(token === 'a' ? 'key-1' : 'key-3', sealed(token).fingerprint),
    );
    assert.deepEqual(owners, [
      [{ ref: ref('acme'), issuedAt: MAY_12, replacedAt: MAY_12 + 1 }],
      [{ ref: ref('acme'), issuedAt: MAY_12 + 2 }],
    ]);
    assert.deepEqual(store.tokens.owners('key-2', sealed('a').fingerprint), []);
  });

  for (const [words, id, count, isDropped, left] of [
    ['are dropped', 'acme', undefined, true, 0],
    ['are dropped where they are as many as the person was shown', 'acme', 2, true, 0],
    ['stay where they are others than the person was shown', 'acme', 1, false, 2],
    ['are none where there were none', 'globex', 0, true, 2],
    ['are none of a group that is not in the list', 'initech', undefined, false, 2],
  ] as const) {
    it(`that were replaced ${words}`, () => {
      const { store, ref } = rotated();
      assert.equal(store.tokens.hasReplaced(), true);
      assert.equal(store.tokens.dropReplacedOf(ref(id), count), isDropped);
      assert.deepEqual([store.tokens.replaced(ref('acme')).length, store.tokens.hasReplaced()], [left, left > 0]);
      assert.deepEqual(store.tokens.replaced(ref('initech')), []);
    });
  }
});

describe('A group whose rotation is open', () => {
  const fixture = storeFixture();

  it('is not forgotten, and keeps its former tokens however old they are', () => {
    const { store, ref, rotate, find, send } = fixture.open();
    for (const token of ['a', 'b']) send('acme', '', { outcome: 'rotated', token: sealed(token) }, 'rotate');
    const id = rotate('acme', { token: sealed('b') });
    store.tokens.dropReplaced(MAY_12 + 1);
    const remove = (): void => {
      store.groups.forget(ref('acme'));
    };
    assert.throws(remove, { kind: 'conflict' });
    assert.equal(store.tokens.replaced(ref('acme')).length, 1);
    store.journal.finishRotation(id, { outcome: 'refused', at: MAY_12 });
    store.tokens.dropReplaced(MAY_12 + 1);
    assert.deepEqual(store.tokens.replaced(ref('acme')), []);
    remove();
    assert.equal(find('acme'), undefined);
  });
});
