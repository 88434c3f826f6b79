// Sendings: what is remembered of each outcome, and what each leaves alone.

import assert from 'node:assert/strict';

import { LEASE_MS, type SendResult } from '../../../../src/core/ports/journal.ts';
import type { GroupRef } from '../../../../src/core/userGroup.ts';
import type { SqliteStore } from '../../../../src/store/sqliteStore.ts';
import { beforeNextCommit } from '../../../support/storageTrouble.ts';
import { NotedKeeper } from '../notedKeeper.ts';
import { MAY_12, sealed, storeFixture } from '../storeFixture.ts';

const SENT = { text: 'sent', from: 'sent', mappingKnown: true, entries: {} } as const;
const UPDATE = { operation: 'update', text: '{}', at: MAY_12 } as const;
const ROTATION = { at: MAY_12, token: sealed('a') } as const;
const UPDATED = { outcome: 'updated', at: MAY_12 } as const;
const HOUR = 60 * 60 * 1000;

type Begin = (store: SqliteStore, ref: GroupRef) => unknown;
type End = (store: SqliteStore, id: number) => unknown;
const update: Begin = (store, ref) => store.journal.beginSend(ref, UPDATE);
const updateOfMany: Begin = (store, ref) => store.journal.beginSendBatched(ref, UPDATE);
const rotation: Begin = (store, ref) => {
  const begun = store.journal.beginRotation(ref, ROTATION);
  return 'id' in begun ? begun.id : 0;
};

const diskFull = (): never => {
  throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
};

describe('A sending that begins', () => {
  const fixture = storeFixture();

  it('is on disk before its request leaves, and lists the group', () => {
    const { begin, ref, other } = fixture.openTwice();
    const id = begin('acme', { operation: 'getOrCreate', at: 5 });
    const unanswered = { status: undefined, durationMs: undefined, reason: undefined };
    assert.deepEqual(other.journal.versions({ limit: 10 }), [
      { ...unanswered, id, ref: ref('acme'), operation: 'getOrCreate', text: '{}', at: 5, outcome: 'sending' },
    ]);
    assert.equal(other.groups.find(ref('acme'))?.name, 'acme');
  });

  it('is refused while another window updates the group, as long as that window lives', () => {
    const { begin, ref, clock, other } = fixture.openTwice();
    other.journal.beginSend(ref('acme'), UPDATE);
    assert.throws(() => begin('acme'), { kind: 'conflict' });
    begin('acme', { operation: 'getOrCreate' });
    begin('globex');
    clock.now += LEASE_MS;
    begin('acme');
  });

  it('and ends the ID of its group is refused without the chosen token, and for an ID that is listed', () => {
    const { begin, saveDraft, send } = fixture.open();
    saveDraft('beta');
    for (const token of [undefined, 'a']) {
      if (token !== undefined) send('acme', '{}', { outcome: 'created', token: sealed(token) });
      for (const chosen of [undefined, sealed('b')])
        assert.throws(() => begin('acme', { operation: 'delete', chosen }), { kind: 'conflict' });
    }
    assert.throws(() => begin('acme', { operation: 'changeId', text: 'beta', chosen: sealed('a') }), {
      kind: 'conflict',
      message: /^"beta" is in the list already\./,
    });
    assert.ok(begin('acme', { operation: 'delete', chosen: sealed('a') }) > 0);
  });

  for (const [words, table, beginOne, end] of [
    ['an update', 'versions', update, (store, id) => store.journal.finishSend(id, UPDATED)],
    ['an update of many', 'versions', updateOfMany, (store, id) => store.journal.finishSendBatched(id, UPDATED)],
    ['a rotation', 'rotations', rotation, (store, id) => store.journal.finishRotation(id, UPDATED)],
    [
      'an update that nobody waits for any more',
      'versions',
      update,
      (store, id) => {
        store.journal.noLongerSending(id);
      },
    ],
  ] as [string, string, Begin, End][]) {
    it(`has its lease kept until it has ended: ${words}`, async () => {
      const keeper = new NotedKeeper();
      const { store, ref } = fixture.open(':memory:', keeper);
      const id = Number(await beginOne(store, ref('acme')));
      assert.deepEqual([...keeper.kept], [`${table} ${id}`]);
      await end(store, id);
      assert.deepEqual([...keeper.kept], []);
    });
  }

  for (const [words, beginOne] of Object.entries({ update, rotation, 'update of many': updateOfMany })) {
    it(`on a full disk is not waited for: the ${words} of a window that is gone, which has its number, is abandoned`, async () => {
      const { store, ref, send, clock, other } = fixture.openTwice();
      send('acme', '{}', { outcome: 'created', token: sealed('a') });
      beforeNextCommit(diskFull);
      await assert.rejects(async () => await beginOne(store, ref('acme')), { kind: 'unavailable' });
      await beginOne(other, ref('acme'));
      clock.now += LEASE_MS + 1;
      assert.deepEqual(
        store.journal.closeAbandoned().map(({ userGroupId }) => userGroupId),
        ['acme'],
      );
    });
  }

  it('on a full disk has no answer: what comes with its number lists nothing', () => {
    const { store, begin, find } = fixture.open(fixture.path());
    const id = begin('globex');
    beforeNextCommit(diskFull);
    assert.throws(() => begin('acme'), { kind: 'unavailable' });
    store.journal.finishSend(id + 1, { ...UPDATED, token: sealed('a') });
    assert.equal(find('acme'), undefined);
  });
});

describe('A sending without an answer', () => {
  const fixture = storeFixture();

  it('is abandoned when another window has been silent for a lease, never one of this window', () => {
    const { store, begin, ref, clock, other } = fixture.openTwice();
    begin('own');
    other.journal.beginSend(ref('silent'), UPDATE);
    clock.now += LEASE_MS - 1;
    assert.deepEqual(store.journal.closeAbandoned(), []);
    clock.now += 1;
    assert.deepEqual(
      store.journal.closeAbandoned().map(({ userGroupId }) => userGroupId),
      ['silent'],
    );
  });

  it('is abandoned a lease after its window last said that it waits; the first of several is told', () => {
    const { store, begin, clock } = fixture.open();
    const ids = ['acme', 'globex'].map((userGroupId) => begin(userGroupId));
    clock.now += LEASE_MS - 1;
    store.journal.noLongerSending(ids[1]!);
    store.journal.stillSending();
    store.journal.noLongerSending(ids[0]!);
    assert.equal(store.journal.nextAbandonedAt(), MAY_12 + LEASE_MS);
    clock.now += LEASE_MS - 1;
    assert.equal(store.journal.closeAbandoned().length, 1);
    assert.equal(store.journal.nextAbandonedAt(), clock.now + 1);
    clock.now += 1;
    assert.equal(store.journal.closeAbandoned().length, 1);
  });

  for (const [words, typed, draft] of [
    ['leaves its text as the draft of the group', [], 'sent'],
    ['leaves another draft as it is', ['typed on'], 'typed on'],
  ] as const) {
    it(words, () => {
      const { store, ref, saveDraft, find, clock, other } = fixture.openTwice();
      other.journal.beginSend(ref('acme'), { ...UPDATE, text: 'sent' });
      for (const text of typed) saveDraft('acme', text);
      clock.now += LEASE_MS;
      store.journal.closeAbandoned();
      assert.equal(find('acme')?.draft?.text, draft);
    });
  }
});

describe('A sending that ends', () => {
  const fixture = storeFixture();

  it('closes its version with what happened', () => {
    const { store, ref, send } = fixture.open();
    send('acme', '{}', { outcome: 'updated', status: 200, durationMs: 12.5, reason: 'why' });
    const { outcome, status, durationMs, reason } = store.journal.versions({ ref: ref('acme'), limit: 1 })[0]!;
    assert.deepEqual([outcome, status, durationMs, reason], ['updated', 200, 12.5, 'why']);
  });

  it('returns the record as it is stored', () => {
    const { find, send } = fixture.open();
    const result = { outcome: 'created', answer: { name: 'Acme' }, token: sealed('a'), base: SENT } as const;
    const { name, base, token, documentMtime } = send('acme', 'sent', result)!;
    const stored = find('acme')!;
    assert.deepEqual(
      [name, base, token],
      ['Acme', { text: 'sent', from: 'sent', at: MAY_12 }, { sealed: sealed('a'), at: MAY_12 }],
    );
    assert.deepEqual(
      [stored.name, stored.base, stored.token, stored.documentMtime],
      [name, base, token, documentMtime],
    );
  });

  it('keeps what was answered before where the answer has no such field', () => {
    const { find, send } = fixture.open();
    const answer = {
      teamId: '900719925474099301',
      providedId: 'acme',
      mapping: '{"40":1.0}',
      properties: '{"a":1.0}',
    };
    send('acme', '{}', { answer: { ...answer, name: 'Acme', environmentTag: 'Testing' } });
    send('acme', '', { at: 5, answer: { teamId: undefined, name: 'Inc', environmentTag: null } }, 'rotate');
    assert.deepEqual(find('acme')?.answered, {
      ...{ ...answer, name: 'Inc', environmentTag: null, at: 5, operation: 'rotate' },
    });
  });

  it('distinguishes what was answered as null, or as anything, from what was not answered', () => {
    for (const value of [null, 'null', 'Customer', '{"a":[1e400]}', '']) {
      const { find, send } = fixture.open();
      send('acme', '{}', { answer: { environmentTag: value } });
      const { environmentTag, properties } = find('acme')!.answered!;
      assert.deepEqual([environmentTag, properties], [value, undefined]);
    }
    const { find, send } = fixture.open();
    send('acme', '{}', { answer: { properties: null } });
    const { environmentTag, properties } = find('acme')!.answered!;
    assert.deepEqual([environmentTag, properties], [undefined, null]);
  });

  it('leaves what was typed since it began, be it applied or not', () => {
    const { store, begin, saveDraft, find } = fixture.open();
    for (const [outcome, draft] of [
      ['existedNotApplied', { text: 'typed' }],
      ['updated', 'clear'],
    ] as const) {
      saveDraft('acme', 'typed');
      const id = begin('acme', { operation: 'getOrCreate', text: 'typed' });
      saveDraft('acme', 'typed on');
      store.journal.finishSend(id, { outcome, at: MAY_12, draft, base: SENT });
      assert.equal(find('acme')?.draft?.text, 'typed on');
    }
  });

  it('changes nothing where it is not known here', () => {
    const { store } = fixture.open();
    assert.equal(store.journal.finishSend(99, { ...UPDATED, token: sealed('a') }), undefined);
    assert.deepEqual(store.journal.versions({ limit: 1 }), []);
  });

  for (const [words, outcome, text, hasNoMapping] of [
    ['may have one after an update with one, of which nobody knows the end', 'unknown', '{"mapping":{}}', undefined],
    ['has none after an update without one, whatever came of that', 'unknown', '{"name":"Acme"}', true],
    ['has none after an update with one that was refused', 'refused', '{"mapping":{}}', true],
  ] as const) {
    it(`leaves a group that was created without a mapping: it ${words}`, () => {
      const { find, send } = fixture.open();
      const base = { ...SENT, text: '{}', mappingKnown: false, isCreation: true };
      send('acme', '{}', { outcome: 'created', base }, 'getOrCreate');
      send('acme', text, { outcome });
      assert.equal(find('acme')?.base?.hasNoMapping, hasNoMapping);
    });
  }

  for (const [words, results, isThere] of [
    ['is removed again when it was refused', [{ outcome: 'refused' }], false],
    ['is removed again when nothing was sent', [{ outcome: 'notSent' }], false],
    [
      'stays when the outcome is unknown, and then through a refusal',
      [{ outcome: 'unknown' }, { outcome: 'refused' }],
      true,
    ],
    ['stays with the draft that is left', [{ outcome: 'refused', draft: { text: 'typed' } }], true],
  ] as const) {
    it(`had listed its group by itself: that ${words}`, () => {
      const { store, find, send } = fixture.open();
      for (const result of results) send('acme', 'typed', result, 'getOrCreate');
      assert.deepEqual(
        [find('acme') !== undefined, store.journal.versions({ limit: 9 }).length],
        [isThere, isThere ? results.length : 0],
      );
    });
  }
});

describe('An answer whose token could not be stored at first', () => {
  const fixture = storeFixture();
  const base = (text: string): SendResult['base'] => ({ ...SENT, text, entries: { properties: [text] } });

  for (const [isLate, what] of [
    [undefined, 'first'],
    [true, 'second'],
  ] as const) {
    it(`${isLate === true ? 'brings its token alone' : 'says all, stored in time,'} after what was sent since`, () => {
      const { store, ref, begin, clock } = fixture.open();
      const first = begin('acme', { text: 'first' });
      clock.now += LEASE_MS;
      store.journal.finishSend(begin('acme', { text: 'second' }), { ...UPDATED, base: base('second') });
      const kept = store.journal.finishSend(first, { ...UPDATED, base: base('first'), token: sealed('a'), isLate });
      assert.deepEqual([kept?.base?.text, kept?.token?.sealed], [what, sealed('a')]);
      assert.deepEqual(
        store.search.siblingNames(ref('another'), 'properties', 9).map(({ name }) => name),
        [what],
      );
    });
  }

  it('says all, stored late, where nothing was sent since', () => {
    const { store, begin } = fixture.open();
    const result: SendResult = { ...UPDATED, base: base('sent'), token: sealed('a'), isLate: true };
    assert.equal(store.journal.finishSend(begin('acme', { text: 'sent' }), result)?.base?.text, 'sent');
  });

  it('brings its token alone where the rest was recorded', () => {
    const { store, begin } = fixture.open();
    const id = begin('acme', { operation: 'getOrCreate', text: 'sent' });
    const answered: SendResult = { outcome: 'created', at: MAY_12, answer: { name: 'Acme' }, draft: 'clear' };
    store.journal.finishSend(id, { ...answered, base: base('sent') });
    const kept = store.journal.finishSend(id, { ...answered, base: base('other'), token: sealed('a'), isLate: true });
    assert.deepEqual([kept?.base?.text, kept?.token?.sealed], ['sent', sealed('a')]);
  });

  it('brings its token alone to the group of another ID, where the rest was recorded', () => {
    const { store, begin } = fixture.open();
    store.journal.finishSend(begin('acme'), { ...UPDATED, token: sealed('a') });
    const id = begin('acme', { operation: 'changeId', text: 'beta', chosen: sealed('a') });
    const renamed = { userGroupId: 'beta', inText: (text: string) => text, entriesOf: () => ({}) };
    const changed = { outcome: 'idChanged', at: MAY_12, renamed } as const;
    store.journal.finishSend(id, { ...changed, answer: { name: 'Beta' } });
    const late = { ...changed, answer: { name: 'Other' }, token: sealed('b'), isLate: true };
    const kept = store.journal.finishSend(id, late);
    assert.deepEqual([kept?.answered?.name, kept?.token?.sealed], ['Beta', sealed('b')]);
  });
});

describe('A group removed while a sending was in progress', () => {
  const fixture = storeFixture();

  it('is listed again with the token that came, which must not be lost', () => {
    const { store, ref, begin, find, other } = fixture.openTwice();
    const id = begin('acme', { operation: 'rotate', text: '' });
    other.groups.forget(ref('acme'));
    const result = { outcome: 'rotated', at: MAY_12, token: sealed('new') } as const;
    assert.deepEqual(store.journal.finishSend(id, result)?.token?.sealed, sealed('new'));
    assert.deepEqual(find('acme')?.token?.sealed, sealed('new'));
    assert.deepEqual(
      store.journal.versions({ limit: 5 }).map(({ outcome }) => outcome),
      ['rotated'],
    );
  });

  it('stays removed when no token came, and its answer is no other one', () => {
    const { store, ref, begin, find } = fixture.open();
    const first = begin('acme');
    store.groups.forget(ref('acme'));
    assert.notEqual(begin('globex'), first);
    assert.equal(store.journal.finishSend(first, { ...UPDATED, answer: { name: 'Acme' } }), undefined);
    assert.deepEqual([find('acme'), find('globex')?.answered], [undefined, undefined]);
  });
});

describe('The token of a group', () => {
  const fixture = storeFixture();

  it('keeps its time while the same one is answered again', () => {
    const { store, ref, find, send, clock } = fixture.open();
    send('acme', '{}', { token: sealed('a') });
    clock.now += 1000;
    send('acme', '{}', { token: { ...sealed('a'), box: new Uint8Array([1]) } });
    assert.deepEqual(find('acme')?.token, { sealed: sealed('a'), at: MAY_12 });
    assert.deepEqual(store.tokens.replaced(ref('acme')), []);
  });

  it('moves to the replaced ones when another comes, or the same under another key', () => {
    const { store, ref, find, send, clock } = fixture.open();
    const tokens = [sealed('a'), sealed('b'), sealed('b', 'key-2')] as const;
    for (const token of tokens) {
      send('acme', '', { outcome: 'rotated', token }, 'rotate');
      clock.now += 1000;
    }
    assert.deepEqual(find('acme')?.token, { sealed: tokens[2], at: MAY_12 + 2000 });
    assert.deepEqual(store.tokens.replaced(ref('acme')), [
      { sealed: tokens[1], issuedAt: MAY_12 + 1000, replacedAt: MAY_12 + 2000 },
      { sealed: tokens[0], issuedAt: MAY_12, replacedAt: MAY_12 + 1000 },
    ]);
  });

  it('is not kept twice with those that it superseded, nor are they, and may be one of them alone', () => {
    const { store, send, ref } = fixture.open();
    send('acme', 'sent', { token: sealed('a') });
    const superseded = ['a', 'b', 'c'].map((text) => ({ sealed: sealed(text), at: MAY_12 }));
    send('acme', 'sent', { token: sealed('b'), superseded });
    send('globex', 'sent', { superseded: superseded.slice(0, 1) });
    assert.deepEqual(
      ['acme', 'globex'].map((id) => store.tokens.replaced(ref(id)).map((each) => each.sealed)),
      [[sealed('c'), sealed('a')], [sealed('a')]],
    );
  });

  it('leaves the replaced ones when it is old enough, and with its group', () => {
    const { store, ref, find, send, clock } = fixture.open();
    for (const token of ['a', 'b', 'c']) {
      send('acme', '', { token: sealed(token) });
      clock.now += 1000;
    }
    store.tokens.dropReplaced(MAY_12 + 2000);
    assert.deepEqual(
      store.tokens.replaced(ref('acme')).map((each) => each.sealed),
      [sealed('b')],
    );
    store.groups.forget(ref('acme'));
    send('acme', '{}', {});
    assert.deepEqual([store.tokens.replaced(ref('acme')), find('acme')?.token], [[], undefined]);
  });
});

describe('The marks on a group', () => {
  const fixture = storeFixture();
  const success = ['created', 'existed', 'existedNotApplied', 'createdOrExisted', 'updated', 'rotated'] as const;
  const failure = ['refused', 'notSent', 'unknown'] as const;

  for (const outcome of success) {
    it(`gone, and of an unknown outcome: both cleared by ${outcome}`, () => {
      const { send } = fixture.open();
      assert.equal(send('acme', '{}', { outcome: 'created', gone: true })?.goneAt, MAY_12);
      assert.deepEqual(send('acme', '{}', { outcome: 'unknown' })?.unknownOutcome, { operation: 'update', at: MAY_12 });
      const record = send('acme', '{}', { outcome });
      assert.deepEqual([record?.goneAt, record?.unknownOutcome], [undefined, undefined]);
    });
  }

  for (const outcome of failure) {
    it(`gone, not applied: both stay through ${outcome}`, () => {
      const { send } = fixture.open();
      send('acme', '{}', { outcome: 'existedNotApplied', existedNotApplied: true, gone: true });
      const record = send('acme', '{}', { outcome });
      assert.deepEqual([record?.goneAt, record?.existedNotAppliedAt], [MAY_12, MAY_12]);
    });
  }

  it('outcome of a rotation unknown: only a rotation or a token kept clears it', () => {
    const { send } = fixture.open();
    const unknown = { operation: 'rotate', at: MAY_12 };
    assert.deepEqual(send('acme', '', { outcome: 'unknown' }, 'rotate')?.unknownOutcome, unknown);
    for (const outcome of [...failure, 'updated', 'existed'] as const)
      assert.deepEqual(send('acme', '{}', { outcome })?.unknownOutcome, unknown);
    const answered = send('acme', '{}', { outcome: 'existed', token: sealed('a') }, 'getOrCreate');
    assert.equal(answered?.unknownOutcome, undefined);
    send('acme', '', { outcome: 'unknown' }, 'rotate');
    assert.equal(send('acme', '', { outcome: 'rotated' }, 'rotate')?.unknownOutcome, undefined);
  });
});

describe('While the clock is set back', () => {
  const fixture = storeFixture();

  it('a former token that the service answers again becomes the current one', () => {
    const { find, send, clock } = fixture.open();
    for (const token of ['a', 'b']) send('acme', '', { outcome: 'rotated', token: sealed(token) }, 'rotate');
    clock.now -= HOUR;
    send('acme', '{}', { outcome: 'existed', token: sealed('a') }, 'getOrCreate');
    assert.deepEqual(find('acme')?.token?.sealed, sealed('a'));
  });

  it('a token that was replaced after its request had left does not come back', () => {
    const { store, begin, find, send, clock } = fixture.open();
    send('acme', '{}', { token: sealed('a') });
    const id = begin('acme', { operation: 'getOrCreate' });
    clock.now -= HOUR;
    send('acme', '', { outcome: 'rotated', token: sealed('b') }, 'rotate');
    store.journal.finishSend(id, { outcome: 'existed', at: clock.now, token: sealed('a') });
    assert.deepEqual(find('acme')?.token?.sealed, sealed('b'));
  });

  for (const [words, isSentBefore] of [
    ['before something was sent and applied', false],
    ['after something was sent, and before that was applied', true],
  ] as const) {
    it(`an answer that was asked for ${words} turns nothing back`, () => {
      const { store, begin, find, clock } = fixture.open();
      const ask = (): number => begin('acme', { operation: 'getOrCreate', text: 'first' });
      const early = isSentBefore ? begin('acme', { text: 'second' }) : undefined;
      const asked = ask();
      clock.now -= HOUR;
      const result = { outcome: 'updated', answer: { name: 'Second' }, base: { ...SENT, text: 'second' } } as const;
      store.journal.finishSend(early ?? begin('acme', { text: 'second' }), { ...result, at: clock.now });
      store.journal.finishSend(asked, { outcome: 'existed', at: clock.now, answer: { name: 'First' } });
      assert.deepEqual([find('acme')?.base?.text, find('acme')?.answered?.name], ['second', 'Second']);
    });
  }

  it('a token that came while another was being rotated makes it a question which one is current', () => {
    const { store, ref, rotate, find, send, clock } = fixture.open();
    send('acme', '{}', { token: sealed('a') });
    const id = rotate('acme');
    clock.now -= HOUR;
    send('acme', '{}', { outcome: 'existed', token: sealed('c') }, 'getOrCreate');
    store.journal.finishRotation(id, { outcome: 'rotated', at: clock.now, token: sealed('b') });
    assert.deepEqual(
      [store.journal.openRotations(ref('acme')).length, find('acme')?.unknownOutcome?.operation],
      [1, 'rotate'],
    );
  });

  for (const [words, isAsked, open] of [
    ['before', false, 0],
    ['while', true, 1],
  ] as const) {
    it(`the token of a group that a leaked one turns out to be of is in question when it came ${words} that was rotated`, () => {
      const { store, rotate, send, clock } = fixture.open();
      clock.now += HOUR;
      send('acme', '{}', { token: sealed('c') });
      clock.now -= isAsked ? 0 : HOUR;
      const id = rotate(undefined, { token: sealed('leaked') });
      clock.now -= isAsked ? HOUR : 0;
      for (const token of isAsked ? ['c'] : [])
        send('acme', '{}', { outcome: 'existed', token: sealed(token) }, 'getOrCreate');
      const tokens = { token: sealed('b'), former: sealed('leaked') };
      store.journal.finishRotation(id, { outcome: 'rotated', at: clock.now, ...tokens, userGroupId: 'acme' });
      assert.equal(store.journal.openRotations().length, open);
    });
  }

  it('the former tokens of groups are listed in the order in which they were replaced', () => {
    const { store, send, clock } = fixture.open();
    for (const id of ['acme', 'beta']) {
      for (const token of ['shared', `of ${id}`]) send(id, '', { outcome: 'rotated', token: sealed(token) }, 'rotate');
      clock.now -= HOUR;
    }
    const { keyId, fingerprint } = sealed('shared');
    assert.deepEqual(
      store.tokens.owners(keyId, fingerprint).map(({ ref }) => ref.userGroupId),
      ['beta', 'acme'],
    );
  });
});
