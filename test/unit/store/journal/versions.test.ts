// Versions: every sending on record, the last 50 of a group, for a year.

import assert from 'node:assert/strict';

import { DAY, storeFixture } from '../storeFixture.ts';

describe('Versions', () => {
  const fixture = storeFixture();

  it('come newest first, page by page, of one group or of all, with their texts or without', () => {
    const { store, ref, send } = fixture.open();
    for (const text of ['1', '2', '3']) for (const id of ['acme', 'globex']) send(id, `${id} ${text}`, {});
    const all = store.journal.versions({ limit: 99 });
    for (const [query, texts] of [
      [{ limit: 4 }, ['globex 3', 'acme 3', 'globex 2', 'acme 2']],
      [{ limit: 4, before: all[3]!.id }, ['globex 1', 'acme 1']],
      [{ limit: 2, ref: ref('acme') }, ['acme 3', 'acme 2']],
      [{ limit: 2, ref: ref('acme'), before: all[3]!.id }, ['acme 1']],
      [{ limit: 2, ref: ref('nobody') }, []],
    ] as const) {
      const found = store.journal.versions(query);
      assert.deepEqual(
        found.map(({ text }) => text),
        texts,
      );
      const summaries = store.journal.versionSummaries(query);
      assert.deepEqual(
        summaries.map((summary, index) => ({ ...summary, text: found[index]?.text })),
        found,
      );
      assert.ok(summaries.every((summary) => !('text' in summary)));
      assert.deepEqual(
        summaries.map(({ id }) => store.journal.version(id)),
        found,
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

  it('are kept for 365 days, the newest for good, by what was sent a day ago or earlier', () => {
    const { store, ref, send, clock } = fixture.open();
    const texts = (id: string): string[] => store.journal.versions({ ref: ref(id), limit: 9 }).map(({ text }) => text);
    send('globex', 'the only one', {});
    send('acme', 'old', {});
    clock.now += DAY;
    send('acme', 'a year old', {});
    clock.now += 365 * DAY;
    send('acme', 'new', {});
    assert.equal(texts('acme').length, 3, 'of one sending alone the clock is not believed');
    clock.now += DAY;
    send('acme', 'newer', {});
    assert.deepEqual([texts('acme'), texts('globex')], [['newer', 'new', 'a year old'], ['the only one']]);
  });

  it('are all kept by a clock that is two years ahead for a day, and stay in their order', () => {
    const { store, send, clock } = fixture.open();
    const right = clock.now;
    for (const [index, later] of [0, DAY, 730 * DAY, 730 * DAY + 1, 2 * DAY, 4 * DAY].entries()) {
      clock.now = right + later;
      send('acme', String(index), {});
    }
    assert.equal(
      store.journal
        .versions({ limit: 9 })
        .map(({ text }) => text)
        .join(),
      '5,4,3,2,1,0',
    );
  });
});
