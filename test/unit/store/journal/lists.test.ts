// What a list of the service leaves in the store, and of what it has no part.

import assert from 'node:assert/strict';
import { renamedTo } from '../../../../src/services/sending/idChangeService.ts';
import type { ListAsked, ListedRecord } from '../../../../src/core/ports/journal.ts';
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
describe('A list of the service', () => {
  const fixture = storeFixture();
  const keep = ({ store, connectionId }: OpenedStore, more: Partial<ListedRecord> = {}): Promise<string[]> =>
    store.journal.keepListed(store.journal.askForList(connectionId), [listed('acme', more)]);
  /** What it says of the group, whatever happens to that between. */
  const keptOf = async ({ store, connectionId }: OpenedStore, happens: () => void): Promise<string[]> => {
    const asked = store.journal.askForList(connectionId);
    happens();
    return [
      ...(await store.journal.keepListed(asked, [listed('acme')])),
      ...(await store.journal.markAbsent(asked, ['acme'], renamedTo)).map((userGroupId) => `${userGroupId} is absent`),
    ];
  };

  it('brings groups that were not listed, with answer, document and token, and is no record of a sending', async () => {
    const { store, connectionId, find } = fixture.open();
    const asked = store.journal.askForList(connectionId);
    const groups = [listed('acme', { token: sealed('a') }), listed('beta')];
    assert.deepEqual(await store.journal.keepListed(asked, groups), ['acme', 'beta']);
    const { name, answered, base: kept, token, listing } = find('acme')!;
    assert.deepEqual(
      [name, answered?.operation, answered?.at, kept?.text, token?.sealed, listing],
      ['Listed', 'getOrCreate', MAY_12, BASE.text, sealed('a'), undefined],
    );
    assert.equal(find('beta')?.token, undefined);
    assert.deepEqual(store.journal.versions({ limit: 9 }), []);
  });

  it('answers for its groups: one that was recreated, or may be updated, is there with what it has', async () => {
    const opened = fixture.open();
    const { find, send } = opened;
    send('acme', '{}', { outcome: 'created', gone: true, answer: { name: 'Acme' } });
    send('acme', '{}', { outcome: 'unknown' }, 'update');
    await keep(opened);
    assert.deepEqual([find('acme')?.goneAt, find('acme')?.unknownOutcome], [undefined, undefined]);
  });

  it('is newer than what was answered before it was asked for, and older than what is sent later', async () => {
    const opened = fixture.open();
    const { find, send } = opened;
    const update = (): unknown => send('acme', '{}', { answer: { name: 'Sent' }, base: { ...BASE, from: 'sent' } });
    const versions = (): readonly unknown[] => {
      const { baseVersion = 0, answeredVersion = 0 } = find('acme')!;
      return [answeredVersion > baseVersion, answeredVersion === baseVersion];
    };
    update();
    await keep(opened);
    assert.deepEqual(versions(), [true, false]);
    update();
    assert.deepEqual(versions(), [false, true]);
  });

  it('keeps the former token beside another one, and the same one as it is', async () => {
    const opened = fixture.open();
    const { store, ref, find, send, clock } = opened;
    send('acme', '{}', { outcome: 'created', token: sealed('a') });
    clock.now += DAY;
    const tokens: unknown[] = [];
    for (const token of ['a', 'b']) {
      await keep(opened, { token: sealed(token), at: clock.now });
      tokens.push([find('acme')?.token?.at, store.tokens.replaced(ref('acme')).length]);
    }
    assert.deepEqual(tokens, [
      [MAY_12, 0],
      [MAY_12 + DAY, 1],
    ]);
  });

  it('shows by its token what became of an open rotation', async () => {
    const opened = fixture.open();
    const { store, ref, find, rotate, send } = opened;
    send('acme', '{}', { outcome: 'created', token: sealed('a') });
    store.journal.finishRotation(rotate('acme'), { outcome: 'unknown', at: MAY_12 });
    await keep(opened, { token: sealed('b') });
    assert.deepEqual([store.journal.openRotations(ref('acme')), find('acme')?.unknownOutcome], [[], undefined]);
  });

  it('says what it has found until the service answers for the group again, or lists it otherwise', async () => {
    const opened = fixture.open();
    const { store, connectionId, ref, find, send } = opened;
    const found: unknown[] = [];
    for (const isChanged of [true, undefined, false, undefined]) {
      if (isChanged === undefined)
        await store.journal.markAbsent(store.journal.askForList(connectionId), ['acme'], renamedTo);
      else await keep(opened, { isChanged });
      found.push(find('acme')?.listing);
    }
    assert.deepEqual(found, ['changed', 'absent', undefined, 'absent']);
    assert.equal(store.groups.summary(ref('acme'))?.listing, 'absent');
    send('acme', '{}', { outcome: 'refused' });
    assert.equal(find('acme')?.listing, 'absent');
    send('acme', '{}', { outcome: 'existed' });
    assert.equal(find('acme')?.listing, undefined);
  });

  it('lists no group as absent that the service has never answered for, or that is not listed', async () => {
    const { store, connectionId, saveDraft, find } = fixture.open();
    saveDraft('draft');
    const asked = store.journal.askForList(connectionId);
    assert.deepEqual(await store.journal.markAbsent(asked, ['draft', 'nowhere'], renamedTo), []);
    assert.equal(find('nowhere'), undefined);
  });

  const withAcme = (): OpenedStore => {
    const opened = fixture.open();
    opened.send('acme', '{}', { outcome: 'created', answer: { name: 'Acme' } });
    return opened;
  };
  const KEPT = ['acme', 'acme is absent'];

  for (const [words, happens, kept] of [
    ['nothing', () => undefined, KEPT],
    ['an update', ({ send }) => send('acme', '{}', { outcome: 'updated' }), []],
    ['an update whose outcome is unknown', ({ send }) => send('acme', '{}', { outcome: 'unknown' }), []],
    ['an update that was refused', ({ send }) => send('acme', '{}', { outcome: 'refused' }), KEPT],
    ['an update of another group', ({ send }) => send('beta', '{}', { outcome: 'updated' }), KEPT],
    ['an update that is not answered yet', ({ begin }) => begin('acme'), []],
    ['a rotation that is not answered yet', ({ rotate }) => rotate('acme'), []],
  ] as readonly (readonly [string, (opened: OpenedStore) => unknown, readonly string[]])[])
    it(`is believed or not where between it and its answer there was ${words}`, async () => {
      const opened = withAcme();
      assert.deepEqual(await keptOf(opened, () => void happens(opened)), kept);
    });

  it('has no part in what was on its way when it was asked for, though that is answered by then', async () => {
    const opened = withAcme();
    const { store, begin, rotate, connectionId } = opened;
    const sending = begin('acme');
    const updated = (): unknown => store.journal.finishSend(sending, { outcome: 'updated', at: MAY_12 });
    assert.deepEqual(await keptOf(opened, () => void updated()), []);
    const rotation = rotate('acme');
    const ending = { outcome: 'rotated', at: MAY_12, token: sealed('b') } as const;
    assert.deepEqual(await keptOf(opened, () => void store.journal.finishRotation(rotation, ending)), []);
    assert.deepEqual(store.journal.askForList(connectionId).meanwhile, new Set());
  });

  it('knows what is on its way of this connection alone', () => {
    const { store, begin, rotate, connect, connectionId } = fixture.open();
    const elsewhere = { connectionId: connect('other'), userGroupId: 'acme' };
    store.journal.beginSend(elsewhere, { operation: 'update', text: '{}', at: MAY_12 });
    rotate();
    begin('beta');
    assert.deepEqual(store.journal.askForList(connectionId).meanwhile, new Set(['beta']));
  });

  it('has no part in what a list has brought that was asked for later, be it the first that anything was asked for', async () => {
    const { store, connectionId, ref, find } = fixture.open();
    const ask = (): ListAsked => store.journal.askForList(connectionId);
    const [older, newer] = [ask(), ask()];
    const renamed = listed('acme', { answer: { name: 'Newer' }, token: sealed('newer') });
    assert.deepEqual(await store.journal.keepListed(newer, [renamed]), ['acme']);
    assert.deepEqual(await store.journal.keepListed(older, [listed('acme', { token: sealed('older') })]), []);
    assert.deepEqual(await store.journal.markAbsent(older, ['acme'], renamedTo), []);
    const { name, token } = find('acme')!;
    assert.deepEqual([name, token?.sealed, store.tokens.replaced(ref('acme'))], ['Newer', sealed('newer'), []]);
    const [before, after] = [ask(), ask()];
    assert.deepEqual(await store.journal.markAbsent(after, ['acme'], renamedTo), ['acme']);
    assert.deepEqual(await store.journal.keepListed(before, [listed('acme')]), []);
    assert.equal(find('acme')?.listing, 'absent');
  });

  it('is kept whole or not at all', async () => {
    const { store, connectionId, find } = fixture.open();
    const asked = { ...store.journal.askForList(connectionId), connectionId: 'gone' };
    await assert.rejects(store.journal.keepListed(asked, [listed('acme'), listed('beta')]));
    assert.equal(find('acme'), undefined);
  });
});
