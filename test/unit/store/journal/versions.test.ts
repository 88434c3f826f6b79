// Versions: every sending on record, the last 50 of a group, for a year.

import assert from 'node:assert/strict';

import { DAY, storeFixture } from '../storeFixture.ts';

describe('Versions', () => {
  const fixture = storeFixture();

  it('come newest first, page by page, of one group or of all', () => {
    const { store, ref, send } = fixture.open();
    for (const text of ['1', '2', '3']) {
      send('acme', `acme ${text}`, {});
      send('globex', `globex ${text}`, {});
    }
    const all = store.journal.versions({ limit: 4 });
    assert.deepEqual(
      all.map(({ text }) => text),
      ['globex 3', 'acme 3', 'globex 2', 'acme 2'],
    );
    assert.deepEqual(
      store.journal.versions({ limit: 4, before: all.at(-1)!.id }).map(({ text }) => text),
      ['globex 1', 'acme 1'],
    );
    const ofAcme = store.journal.versions({ ref: ref('acme'), limit: 2 });
    assert.deepEqual(
      ofAcme.map(({ text }) => text),
      ['acme 3', 'acme 2'],
    );
    assert.deepEqual(
      store.journal.versions({ ref: ref('acme'), limit: 2, before: ofAcme.at(-1)!.id }).map(({ text }) => text),
      ['acme 1'],
    );
    assert.deepEqual(store.journal.versions({ ref: ref('nobody'), limit: 2 }), []);
  });

  it('come without their texts, each of which can be read by itself', () => {
    const { store, ref, send } = fixture.open();
    for (const text of ['1', '2', '3']) {
      send('acme', `acme ${text}`, {});
      send('globex', `globex ${text}`, {});
    }
    for (const query of [{ limit: 4 }, { limit: 2, ref: ref('acme') }, { limit: 2, ref: ref('nobody') }]) {
      const summaries = store.journal.versionSummaries(query);
      assert.ok(summaries.every((summary) => !('text' in summary)));
      assert.deepEqual(
        summaries.map(({ id }) => store.journal.version(id)),
        store.journal.versions(query),
      );
    }
    assert.equal(store.journal.version(999), undefined);
  });

  it('come with a group from elsewhere, where it has none here', () => {
    const { store, connectionId, ref } = fixture.open();
    const sent = { operation: 'update', at: 1, text: 'zero \0' } as const;
    const elsewhere = [
      { ...sent, outcome: 'updated', status: 200, durationMs: 5, reason: 'why' },
      { ...sent, outcome: 'unknown' },
    ] as const;
    for (const known of ['stay', 'replace'] as const)
      store.groups.put(connectionId, [{ userGroupId: 'acme', versions: elsewhere }], known);
    assert.deepEqual(
      store.journal.versions({ limit: 9 }).map(({ id, ...version }) => [id, version]),
      [
        [2, { ...elsewhere[1], ref: ref('acme'), status: undefined, durationMs: undefined, reason: undefined }],
        [1, { ...elsewhere[0], ref: ref('acme') }],
      ],
    );
  });

  it('are kept up to 50 a group', () => {
    const { store, ref, send } = fixture.open();
    send('globex', 'another group', {});
    for (let sending = 1; sending <= 53; sending += 1) send('acme', String(sending), {});
    const kept = store.journal.versions({ ref: ref('acme'), limit: 100 }).map(({ text }) => text);
    assert.deepEqual([kept.length, kept[0], kept.at(-1)], [50, '53', '4']);
    assert.equal(store.journal.versions({ ref: ref('globex'), limit: 100 }).length, 1);
  });

  it('are kept for 365 days, the newest for good', () => {
    const { store, ref, send, clock } = fixture.open();
    send('globex', 'the only one', {});
    send('acme', 'old', {});
    clock.now += DAY;
    send('acme', 'a year old', {});
    clock.now += 365 * DAY;
    send('acme', 'new', {});
    assert.equal(
      store.journal.versions({ ref: ref('acme'), limit: 9 }).length,
      3,
      'of one sending alone the clock is not believed',
    );
    clock.now += DAY;
    send('acme', 'newer', {});
    assert.deepEqual(
      store.journal.versions({ ref: ref('acme'), limit: 9 }).map(({ text }) => text),
      ['newer', 'new', 'a year old'],
    );
    assert.equal(store.journal.versions({ ref: ref('globex'), limit: 9 }).length, 1);
  });

  it('are all kept by a clock that is two years ahead for a day, and stay in their order', () => {
    const { store, ref, send, clock } = fixture.open();
    const right = clock.now;
    for (const [text, now] of [
      ['1', right],
      ['2', right + DAY],
      ['3', right + 730 * DAY],
      ['4', right + 730 * DAY + 1],
      ['5', right + 2 * DAY],
      ['6', right + 4 * DAY],
    ] as const) {
      clock.now = now;
      send('acme', text, {});
    }
    assert.deepEqual(
      store.journal.versions({ ref: ref('acme'), limit: 9 }).map(({ text }) => text),
      ['6', '5', '4', '3', '2', '1'],
    );
  });
});
