// What a list of the service leaves in the store, and of what it has no part.

import assert from 'node:assert/strict';
import { renamedTo } from '../../../../src/services/sending/idChangeService.ts';
import type { ListedRecord } from '../../../../src/core/ports/journal.ts';
import { DAY, MAY_12, sealed, storeFixture, type OpenedStore } from '../storeFixture.ts';

const BASE = { text: '{"user_group_id":"acme"}', from: 'answered', mappingKnown: false, entries: {} } as const;

const listed = (userGroupId: string, more: Partial<ListedRecord> = {}): ListedRecord => ({
  userGroupId,
  at: MAY_12,
  answer: { providedId: userGroupId, name: 'Listed' },
  base: BASE,
  isChanged: false,
  ...more,
});
const update = { operation: 'update', text: '{}', at: MAY_12 } as const;

describe('A list of the service', () => {
  const fixture = storeFixture();
  /** What it says of the group, whatever happens to that between. */
  const keptOf = async ({ store, connectionId }: OpenedStore, happens: () => void): Promise<string[]> => {
    const asked = store.journal.askForList(connectionId);
    happens();
    return [
      ...(await store.journal.keepListed(asked, [listed('acme')])),
      ...(await store.journal.markAbsent(asked, ['acme'], renamedTo)).map((userGroupId) => `${userGroupId} is absent`),
    ];
  };

  it('brings groups that were not listed, with answer, document and token', async () => {
    const { store, connectionId, ref } = fixture.open();
    const asked = store.journal.askForList(connectionId);
    assert.deepEqual(await store.journal.keepListed(asked, [listed('acme', { token: sealed('a') }), listed('beta')]), [
      'acme',
      'beta',
    ]);
    const { name, answered, base: kept, token, listing } = store.groups.find(ref('acme'))!;
    assert.deepEqual(
      [name, answered?.operation, answered?.at, kept?.text, token?.sealed, listing],
      ['Listed', 'getOrCreate', MAY_12, BASE.text, sealed('a'), undefined],
    );
    assert.equal(store.groups.find(ref('beta'))?.token, undefined);
  });

  it('answers for its groups: one that was recreated, or may be updated, is there with what it has', async () => {
    const { store, connectionId, ref, send } = fixture.open();
    send('acme', '{}', { outcome: 'created', gone: true, answer: { name: 'Acme' } });
    send('acme', '{}', { outcome: 'unknown' }, 'update');
    const state = (): readonly unknown[] => {
      const { goneAt, unknownOutcome } = store.groups.find(ref('acme'))!;
      return [goneAt, unknownOutcome?.operation];
    };
    assert.deepEqual(state(), [MAY_12, 'update']);
    await store.journal.keepListed(store.journal.askForList(connectionId), [listed('acme')]);
    assert.deepEqual(state(), [undefined, undefined]);
  });

  it('is no record of anything that was sent', async () => {
    const { store, connectionId, ref } = fixture.open();
    await store.journal.keepListed(store.journal.askForList(connectionId), [listed('acme')]);
    assert.deepEqual(store.journal.versions({ ref: ref('acme'), limit: 9 }), []);
  });

  it('is newer than what was answered before it was asked for, and older than what is sent later', async () => {
    const { store, connectionId, ref, send } = fixture.open();
    const base = { text: '{}', from: 'sent', mappingKnown: false, entries: {} } as const;
    const versions = (): readonly unknown[] => {
      const { baseVersion = 0, answeredVersion = 0 } = store.groups.find(ref('acme'))!;
      return [answeredVersion > baseVersion, answeredVersion === baseVersion];
    };
    send('acme', '{}', { outcome: 'updated', base, answer: { name: 'Sent' } }, 'update');
    assert.deepEqual(versions(), [false, true]);
    await store.journal.keepListed(store.journal.askForList(connectionId), [listed('acme')]);
    assert.deepEqual(versions(), [true, false]);
    send('acme', '{}', { outcome: 'updated', base, answer: { name: 'Sent' } }, 'update');
    assert.deepEqual(versions(), [false, true]);
  });

  it('keeps the former token beside another one, and the same one as it is', async () => {
    const { store, connectionId, ref, send, clock } = fixture.open();
    send('acme', '{}', { outcome: 'created', token: sealed('a') });
    clock.now += DAY;
    const tokens = async (token: string): Promise<readonly unknown[]> => {
      const asked = store.journal.askForList(connectionId);
      await store.journal.keepListed(asked, [listed('acme', { token: sealed(token), at: clock.now })]);
      return [store.groups.find(ref('acme'))?.token?.at, store.tokens.replaced(ref('acme')).length];
    };
    assert.deepEqual(await tokens('a'), [MAY_12, 0]);
    assert.deepEqual(await tokens('b'), [MAY_12 + DAY, 1]);
  });

  it('shows by its token what became of an open rotation', async () => {
    const { store, connectionId, ref, send } = fixture.open();
    send('acme', '{}', { outcome: 'created', token: sealed('a') });
    const begun = store.journal.beginRotation(ref('acme'), { at: MAY_12, token: sealed('a') });
    store.journal.finishRotation('id' in begun ? begun.id : 0, { outcome: 'unknown', at: MAY_12 });
    await store.journal.keepListed(store.journal.askForList(connectionId), [listed('acme', { token: sealed('b') })]);
    assert.deepEqual(store.journal.openRotations(ref('acme')), []);
    assert.equal(store.groups.find(ref('acme'))?.unknownOutcome, undefined);
  });

  it('says what it has found until the service answers for the group again, or lists it otherwise', async () => {
    const { store, connectionId, ref, send } = fixture.open();
    const listing = (): unknown => store.groups.find(ref('acme'))?.listing;
    const keep = async (isChanged: boolean): Promise<unknown> => {
      await store.journal.keepListed(store.journal.askForList(connectionId), [listed('acme', { isChanged })]);
      return listing();
    };
    const markAbsent = async (): Promise<unknown> => {
      await store.journal.markAbsent(store.journal.askForList(connectionId), ['acme'], renamedTo);
      return listing();
    };
    assert.deepEqual(
      [await keep(true), await markAbsent(), await keep(false), await markAbsent()],
      ['changed', 'absent', undefined, 'absent'],
    );
    assert.equal(store.groups.summary(ref('acme'))?.listing, 'absent');
    send('acme', '{}', { outcome: 'refused' });
    assert.equal(listing(), 'absent');
    send('acme', '{}', { outcome: 'existed' });
    assert.equal(listing(), undefined);
  });

  it('lists no group as absent that the service has never answered for, or that is not listed', async () => {
    const { store, connectionId, ref } = fixture.open();
    store.groups.saveDraft(ref('draft'), '{}', MAY_12);
    assert.deepEqual(
      await store.journal.markAbsent(store.journal.askForList(connectionId), ['draft', 'nowhere'], renamedTo),
      [],
    );
    assert.equal(store.groups.find(ref('nowhere')), undefined);
  });

  const withAcme = (): OpenedStore => {
    const opened = fixture.open();
    opened.send('acme', '{}', { outcome: 'created', answer: { name: 'Acme' } });
    return opened;
  };
  const KEPT = ['acme', 'acme is absent'];

  for (const [words, happens, kept] of [
    ['nothing', () => undefined, KEPT],
    ['an update', ({ send }) => send('acme', '{}', { outcome: 'updated' }, 'update'), []],
    ['an update whose outcome is unknown', ({ send }) => send('acme', '{}', { outcome: 'unknown' }, 'update'), []],
    ['an update that was refused', ({ send }) => send('acme', '{}', { outcome: 'refused' }, 'update'), KEPT],
    ['an update of another group', ({ send }) => send('beta', '{}', { outcome: 'updated' }, 'update'), KEPT],
    ['an update that is not answered yet', ({ store, ref }) => store.journal.beginSend(ref('acme'), update), []],
    [
      'a rotation that is not answered yet',
      ({ store, ref }) => store.journal.beginRotation(ref('acme'), { at: MAY_12, token: sealed('a') }),
      [],
    ],
  ] as readonly (readonly [string, (opened: OpenedStore) => unknown, readonly string[]])[])
    it(`is believed or not where between it and its answer there was ${words}`, async () => {
      const opened = withAcme();
      assert.deepEqual(await keptOf(opened, () => void happens(opened)), kept);
    });

  it('has no part in what was on its way when it was asked for, though that is answered by then', async () => {
    const opened = withAcme();
    const { store, ref, connectionId } = opened;
    const sending = store.journal.beginSend(ref('acme'), update);
    assert.deepEqual(
      await keptOf(opened, () => void store.journal.finishSend(sending, { outcome: 'updated', at: MAY_12 })),
      [],
    );
    const begun = store.journal.beginRotation(ref('acme'), { at: MAY_12, token: sealed('a') });
    const rotated = { outcome: 'rotated', at: MAY_12, token: sealed('b') } as const;
    assert.deepEqual(
      await keptOf(opened, () => void store.journal.finishRotation('id' in begun ? begun.id : 0, rotated)),
      [],
    );
    assert.deepEqual(store.journal.askForList(connectionId).meanwhile, new Set());
  });

  it('knows what is on its way of this connection alone', () => {
    const { store, ref, connectionId } = fixture.open();
    const other = store.connections.add({ kind: 'service', name: 'other', baseUrl: 'https://other.example' });
    store.journal.beginSend({ connectionId: other.id, userGroupId: 'acme' }, update);
    store.journal.beginRotation({ connectionId, userGroupId: undefined }, { at: MAY_12, token: sealed('x') });
    store.journal.beginSend(ref('beta'), update);
    assert.deepEqual(store.journal.askForList(connectionId).meanwhile, new Set(['beta']));
  });

  it('has no part in what a list has brought that was asked for later, be it the first that anything was asked for', async () => {
    const { store, connectionId, ref } = fixture.open();
    const [older, newer] = [store.journal.askForList(connectionId), store.journal.askForList(connectionId)];
    const renamed = listed('acme', { answer: { name: 'Newer' }, token: sealed('newer') });
    assert.deepEqual(await store.journal.keepListed(newer, [renamed]), ['acme']);
    assert.deepEqual(await store.journal.keepListed(older, [listed('acme', { token: sealed('older') })]), []);
    assert.deepEqual(await store.journal.markAbsent(older, ['acme'], renamedTo), []);
    const { name, token } = store.groups.find(ref('acme'))!;
    assert.deepEqual([name, token?.sealed, store.tokens.replaced(ref('acme'))], ['Newer', sealed('newer'), []]);
    const [before, after] = [store.journal.askForList(connectionId), store.journal.askForList(connectionId)];
    assert.deepEqual(await store.journal.markAbsent(after, ['acme'], renamedTo), ['acme']);
    assert.deepEqual(await store.journal.keepListed(before, [listed('acme')]), []);
    assert.equal(store.groups.find(ref('acme'))?.listing, 'absent');
  });

  it('is kept whole or not at all', async () => {
    const { store, connectionId, ref } = fixture.open();
    const asked = store.journal.askForList(connectionId);
    const failing = store.journal.keepListed({ ...asked, connectionId: 'gone' }, [listed('acme'), listed('beta')]);
    await assert.rejects(failing);
    assert.equal(store.groups.find(ref('acme')), undefined);
  });
});
