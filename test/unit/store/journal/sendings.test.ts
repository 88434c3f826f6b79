// Sendings: what is remembered of each outcome, and what each leaves alone.

import assert from 'node:assert/strict';

import { LEASE_MS, type SendResult } from '../../../../src/core/ports/journal.ts';
import type { GroupRef } from '../../../../src/core/userGroup.ts';
import type { SqliteStore } from '../../../../src/store/sqliteStore.ts';
import { beforeNextCommit } from '../../../support/storageTrouble.ts';
import { NotedKeeper } from '../notedKeeper.ts';
import { MAY_12, sealed, storeFixture } from '../storeFixture.ts';

const SENT = { text: 'sent', from: 'sent', mappingKnown: true, entries: {} } as const;

describe('A sending that begins', () => {
  const fixture = storeFixture();

  it('is on disk before its request leaves, and lists the group', () => {
    const path = fixture.path();
    const { store, ref } = fixture.open(path);
    const id = store.journal.beginSend(ref('acme'), { operation: 'getOrCreate', text: '{}', at: 5 });
    const other = fixture.reopen(path);
    assert.deepEqual(other.journal.versions({ limit: 10 }), [
      {
        id,
        ref: ref('acme'),
        operation: 'getOrCreate',
        text: '{}',
        at: 5,
        outcome: 'sending',
        status: undefined,
        durationMs: undefined,
        reason: undefined,
      },
    ]);
    assert.equal(other.groups.find(ref('acme'))?.name, 'acme');
  });

  it('is refused while another update of the group is under way in any window, as long as that lives', () => {
    const path = fixture.path();
    const { store, ref, clock } = fixture.open(path);
    const other = fixture.reopen(path);
    const update = { operation: 'update', text: '{}', at: MAY_12 } as const;
    other.journal.beginSend(ref('acme'), update);
    assert.throws(() => store.journal.beginSend(ref('acme'), update), { kind: 'conflict' });
    store.journal.beginSend(ref('acme'), { ...update, operation: 'getOrCreate' });
    store.journal.beginSend(ref('globex'), update);
    clock.now += LEASE_MS;
    store.journal.beginSend(ref('acme'), update);
  });

  it('is abandoned when its window has said nothing for a lease, which this one never says of itself', () => {
    const path = fixture.path();
    const { store, ref, clock } = fixture.open(path);
    const other = fixture.reopen(path);
    store.journal.beginSend(ref('own'), { operation: 'update', text: '{}', at: MAY_12 });
    other.journal.beginSend(ref('silent'), { operation: 'update', text: '{}', at: MAY_12 });
    clock.now += LEASE_MS - 1;
    assert.deepEqual(store.journal.closeAbandoned(), []);
    clock.now += 1;
    assert.deepEqual(
      store.journal.closeAbandoned().map(({ userGroupId }) => userGroupId),
      ['silent'],
    );
  });
});

describe('A sending that is waited for', () => {
  const fixture = storeFixture();

  it('is not abandoned while its window says so, and is when that waits no more', () => {
    const path = fixture.path();
    const { store, ref, clock } = fixture.open(path);
    const id = store.journal.beginSend(ref('acme'), { operation: 'update', text: '{}', at: MAY_12 });
    clock.now += LEASE_MS - 1;
    store.journal.stillSending();
    store.journal.noLongerSending(id);
    clock.now += LEASE_MS - 1;
    assert.deepEqual(store.journal.closeAbandoned(), []);
    assert.equal(store.journal.nextAbandonedAt(), clock.now + 1);
    clock.now += 1;
    assert.equal(store.journal.closeAbandoned().length, 1);
  });

  it('by other windows tells when the first of them counts as abandoned', () => {
    const path = fixture.path();
    const { store, ref, clock } = fixture.open(path);
    for (const userGroupId of ['acme', 'globex']) {
      const id = store.journal.beginSend(ref(userGroupId), { operation: 'update', text: '{}', at: MAY_12 });
      store.journal.noLongerSending(id);
      clock.now += 1;
    }
    assert.equal(store.journal.nextAbandonedAt(), MAY_12 + LEASE_MS);
  });
});

describe('The text of a sending that is abandoned', () => {
  const fixture = storeFixture();

  for (const [words, typed, draft] of [
    ['becomes the draft of the group', [], 'sent'],
    ['is not put in the place of another draft', ['typed on'], 'typed on'],
  ] as const) {
    it(words, () => {
      const path = fixture.path();
      const { store, ref, clock } = fixture.open(path);
      fixture.reopen(path).journal.beginSend(ref('acme'), { operation: 'update', text: 'sent', at: MAY_12 });
      for (const text of typed) store.groups.saveDraft(ref('acme'), text, MAY_12);
      clock.now += LEASE_MS;
      store.journal.closeAbandoned();
      assert.equal(store.groups.find(ref('acme'))?.draft?.text, draft);
    });
  }
});

describe('The lease of what is sent', () => {
  const fixture = storeFixture();
  const update = { operation: 'update', text: '{}', at: MAY_12 } as const;
  const ended = { outcome: 'updated', at: MAY_12 } as const;

  for (const [words, table, begin, end] of [
    [
      'an update',
      'versions',
      (store: SqliteStore, ref: GroupRef) => store.journal.beginSend(ref, update),
      (store: SqliteStore, id: number) => store.journal.finishSend(id, ended),
    ],
    [
      'an update among many',
      'versions',
      (store: SqliteStore, ref: GroupRef) => store.journal.beginSendBatched(ref, update),
      (store: SqliteStore, id: number) => store.journal.finishSendBatched(id, ended),
    ],
    [
      'a rotation',
      'rotations',
      (store: SqliteStore, ref: GroupRef) => {
        const begun = store.journal.beginRotation(ref, { at: MAY_12, token: sealed('a') });
        return 'id' in begun ? begun.id : 0;
      },
      (store: SqliteStore, id: number) => store.journal.finishRotation(id, { outcome: 'rotated', at: MAY_12 }),
    ],
    [
      'an update that nobody waits for any more',
      'versions',
      (store: SqliteStore, ref: GroupRef) => store.journal.beginSend(ref, update),
      (store: SqliteStore, id: number) => {
        store.journal.noLongerSending(id);
      },
    ],
  ] as const) {
    it(`is kept until it has ended: ${words}`, async () => {
      const keeper = new NotedKeeper();
      const { store, ref } = fixture.open(':memory:', keeper);
      const id = await begin(store, ref('acme'));
      assert.deepEqual([...keeper.kept], [`${table} ${id}`]);
      await end(store, id);
      assert.deepEqual([...keeper.kept], []);
    });
  }
});

describe('A sending whose beginning the disk refuses', () => {
  const fixture = storeFixture();
  const diskFull = (): never => {
    throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
  };

  type Begin = (store: SqliteStore, ref: GroupRef) => unknown;
  const beginnings: Readonly<Record<string, Begin>> = {
    update: (store, ref) => store.journal.beginSend(ref, { operation: 'update', text: '{}', at: MAY_12 }),
    rotation: (store, ref) => store.journal.beginRotation(ref, { at: MAY_12, token: sealed('a') }),
  };

  for (const [words, begin] of Object.entries(beginnings)) {
    it(`is not waited for: the ${words} of a window that is gone, which has its number, is abandoned`, () => {
      const path = fixture.path();
      const { store, ref, send, clock } = fixture.open(path);
      send('acme', '{}', { outcome: 'created', token: sealed('a') });
      const gone = fixture.reopen(path);
      beforeNextCommit(diskFull);
      assert.throws(() => begin(store, ref('acme')), { kind: 'unavailable' });
      begin(gone, ref('acme'));
      clock.now += LEASE_MS + 1;
      assert.deepEqual(
        store.journal.closeAbandoned().map(({ userGroupId }) => userGroupId),
        ['acme'],
      );
    });
  }
});

describe('A sending that never began', () => {
  const fixture = storeFixture();

  it('has no answer: what came with its number lists nothing', () => {
    const { store, ref } = fixture.open(fixture.path());
    const update = { operation: 'update', text: '{}', at: MAY_12 } as const;
    const id = store.journal.beginSend(ref('globex'), update);
    beforeNextCommit(() => {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    });
    assert.throws(() => store.journal.beginSend(ref('acme'), update), { kind: 'unavailable' });
    store.journal.finishSend(id + 1, { outcome: 'updated', at: MAY_12, token: sealed('a') });
    assert.equal(store.groups.find(ref('acme')), undefined);
  });
});

describe('A sending among many', () => {
  const fixture = storeFixture();
  const update = { operation: 'update', text: '{}', at: MAY_12 } as const;

  it('is recorded like any other', async () => {
    const { store, ref } = fixture.open(fixture.path());
    const id = await store.journal.beginSendBatched(ref('acme'), update);
    const result = { outcome: 'updated', at: MAY_12, token: sealed('a') } as const;
    assert.deepEqual((await store.journal.finishSendBatched(id, result))?.token?.sealed, sealed('a'));
    assert.equal(store.journal.version(id)?.outcome, 'updated');
  });

  it('keeps its token in the list when its group has left that meanwhile', async () => {
    const { store, ref } = fixture.open(fixture.path());
    const id = await store.journal.beginSendBatched(ref('acme'), update);
    store.groups.forget(ref('acme'));
    const result = { outcome: 'updated', at: MAY_12, token: sealed('a') } as const;
    assert.deepEqual((await store.journal.finishSendBatched(id, result))?.token?.sealed, sealed('a'));
  });

  it('whose beginning the disk refuses is not waited for', async () => {
    const path = fixture.path();
    const { store, ref, clock } = fixture.open(path);
    const gone = fixture.reopen(path);
    beforeNextCommit(() => {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    });
    await assert.rejects(store.journal.beginSendBatched(ref('acme'), update), { kind: 'unavailable' });
    gone.journal.beginSend(ref('acme'), update);
    clock.now += LEASE_MS + 1;
    assert.equal(store.journal.closeAbandoned().length, 1);
  });
});

describe('A sending that ends', () => {
  const fixture = storeFixture();

  it('closes its version with what happened', () => {
    const { store, ref, send } = fixture.open();
    send('acme', '{}', { outcome: 'updated', status: 200, durationMs: 12.5, reason: 'why' });
    const [version] = store.journal.versions({ ref: ref('acme'), limit: 1 });
    assert.deepEqual(
      [version?.outcome, version?.status, version?.durationMs, version?.reason],
      ['updated', 200, 12.5, 'why'],
    );
  });

  it('returns the record as it is then kept', () => {
    const { store, ref, send } = fixture.open();
    const returned = send('acme', 'sent', {
      outcome: 'created',
      answer: { name: 'Acme' },
      token: sealed('a'),
      base: SENT,
      draft: 'clear',
    });
    const kept = store.groups.find(ref('acme'))!;
    assert.equal(returned?.name, 'Acme');
    assert.equal(kept.name, 'Acme');
    assert.deepEqual(kept.base, { text: 'sent', from: 'sent', at: MAY_12 });
    assert.deepEqual(kept.base, returned.base);
    assert.deepEqual(kept.token, { sealed: sealed('a'), at: MAY_12 });
    assert.equal(kept.documentMtime, returned.documentMtime);
  });

  it('keeps what was answered before where the answer has no such field', () => {
    const { store, ref, send, clock } = fixture.open();
    const teamId = '900719925474099301';
    send('acme', '{}', {
      answer: {
        teamId,
        name: 'Acme',
        providedId: 'acme',
        mapping: '{"40":1.0}',
        properties: '{"a":1.0}',
        environmentTag: 'Testing',
      },
    });
    clock.now += 1;
    send(
      'acme',
      '',
      { outcome: 'rotated', answer: { teamId: undefined, name: 'Acme Inc', environmentTag: null } },
      'rotate',
    );
    assert.deepEqual(store.groups.find(ref('acme'))?.answered, {
      teamId,
      name: 'Acme Inc',
      providedId: 'acme',
      mapping: '{"40":1.0}',
      properties: '{"a":1.0}',
      environmentTag: null,
      at: MAY_12 + 1,
      operation: 'rotate',
    });
  });

  for (const value of [null, 'null', 'Customer', '{"a":[1e400]}', '']) {
    it(`distinguishes an environment tag of ${JSON.stringify(value)} from an absent one`, () => {
      const { store, ref, send } = fixture.open();
      send('acme', '{}', { answer: { environmentTag: value } });
      assert.equal(store.groups.find(ref('acme'))?.answered?.environmentTag, value);
      assert.equal(store.groups.find(ref('acme'))?.answered?.properties, undefined);
    });
  }

  it('distinguishes properties answered as null from absent ones', () => {
    const { store, ref, send } = fixture.open();
    send('acme', '{}', { answer: { properties: null } });
    assert.equal(store.groups.find(ref('acme'))?.answered?.properties, null);
    assert.equal(store.groups.find(ref('acme'))?.answered?.environmentTag, undefined);
  });

  it('that is not known here changes nothing', () => {
    const { store } = fixture.open();
    assert.equal(store.journal.finishSend(99, { outcome: 'updated', at: 1, token: sealed('a') }), undefined);
    assert.deepEqual(store.journal.versions({ limit: 1 }), []);
  });
});

describe('An answer whose token could not be stored at first', () => {
  const fixture = storeFixture();
  const base = (text: string): SendResult['base'] => ({ ...SENT, text, entries: { properties: [text] } });

  for (const [isLate, what] of [
    [undefined, 'first'],
    [true, 'second'],
  ] as const) {
    it(`${isLate === true ? 'brings its token alone' : 'says all, stored in time,'} after what was sent since`, () => {
      const { store, ref, clock } = fixture.open();
      const first = store.journal.beginSend(ref('acme'), { operation: 'update', text: 'first', at: MAY_12 });
      clock.now += LEASE_MS;
      const second = store.journal.beginSend(ref('acme'), { operation: 'update', text: 'second', at: MAY_12 });
      store.journal.finishSend(second, { outcome: 'updated', at: MAY_12, base: base('second') });
      const token = sealed('a');
      const kept = store.journal.finishSend(first, {
        outcome: 'updated',
        at: MAY_12,
        base: base('first'),
        token,
        isLate,
      });
      assert.deepEqual([kept?.base?.text, kept?.token?.sealed], [what, token]);
      assert.deepEqual(
        store.search.siblingNames(ref('another'), 'properties', 9).map(({ name }) => name),
        [what],
      );
    });
  }

  it('says all, stored late, where nothing was sent since', () => {
    const { store, ref } = fixture.open();
    const id = store.journal.beginSend(ref('acme'), { operation: 'update', text: 'sent', at: MAY_12 });
    const result: SendResult = { outcome: 'updated', at: MAY_12, base: base('sent'), token: sealed('a'), isLate: true };
    assert.equal(store.journal.finishSend(id, result)?.base?.text, 'sent');
  });

  it('brings its token alone where the rest was recorded', () => {
    const { store, ref } = fixture.open();
    const id = store.journal.beginSend(ref('acme'), { operation: 'getOrCreate', text: 'sent', at: MAY_12 });
    const answered: SendResult = { outcome: 'created', at: MAY_12, answer: { name: 'Acme' }, draft: 'clear' };
    store.journal.finishSend(id, { ...answered, base: base('sent') });
    const kept = store.journal.finishSend(id, { ...answered, base: base('other'), token: sealed('a'), isLate: true });
    assert.deepEqual([kept?.base?.text, kept?.token?.sealed], ['sent', sealed('a')]);
  });
});

describe('A group that was created without a mapping', () => {
  const fixture = storeFixture();

  for (const [words, outcome, text, hasNoMapping] of [
    ['may have one after an update with one, of which nobody knows the end', 'unknown', '{"mapping":{}}', undefined],
    ['has none after an update without one, whatever came of that', 'unknown', '{"name":"Acme"}', true],
    ['has none after an update with one that was refused', 'refused', '{"mapping":{}}', true],
  ] as const) {
    it(words, () => {
      const { store, ref, send } = fixture.open();
      const base = { text: '{}', from: 'sent', mappingKnown: false, isCreation: true, entries: {} } as const;
      send('acme', '{}', { outcome: 'created', base }, 'getOrCreate');
      send('acme', text, { outcome });
      assert.deepEqual(store.groups.find(ref('acme'))?.base, {
        text: '{}',
        from: 'sent',
        at: MAY_12,
        ...(hasNoMapping && { hasNoMapping }),
      });
    });
  }
});

describe('A group that only a sending had listed', () => {
  const fixture = storeFixture();

  for (const outcome of ['refused', 'notSent'] as const) {
    it(`is removed again when the outcome is ${outcome}`, () => {
      const { store, ref, send } = fixture.open();
      assert.equal(send('acme', '{}', { outcome }, 'getOrCreate'), undefined);
      assert.equal(store.groups.find(ref('acme')), undefined);
      assert.deepEqual(store.journal.versions({ limit: 1 }), []);
    });
  }

  it('stays when the outcome is unknown, and then through a refusal', () => {
    const { store, ref, send } = fixture.open();
    send('acme', '{}', { outcome: 'unknown' }, 'getOrCreate');
    send('acme', '{}', { outcome: 'refused' }, 'getOrCreate');
    assert.deepEqual(store.groups.find(ref('acme'))?.unknownOutcome, { operation: 'getOrCreate', at: MAY_12 });
    assert.equal(store.journal.versions({ ref: ref('acme'), limit: 5 }).length, 2);
  });

  it('stays when the sending leaves a draft', () => {
    const { store, ref, send } = fixture.open();
    send('acme', 'typed', { outcome: 'refused', draft: { text: 'typed' } }, 'getOrCreate');
    assert.deepEqual(store.groups.find(ref('acme'))?.draft, { text: 'typed', at: MAY_12 });
  });
});

describe('A group forgotten while a sending was in progress', () => {
  const fixture = storeFixture();

  it('is listed again with the token that came, which must not be lost', () => {
    const path = fixture.path();
    const { store, ref } = fixture.open(path);
    const id = store.journal.beginSend(ref('acme'), { operation: 'rotate', text: '', at: MAY_12 });
    fixture.reopen(path).groups.forget(ref('acme'));
    assert.deepEqual(
      store.journal.finishSend(id, { outcome: 'rotated', at: MAY_12, token: sealed('new') })?.token?.sealed,
      sealed('new'),
    );
    assert.deepEqual(store.groups.find(ref('acme'))?.token?.sealed, sealed('new'));
    assert.deepEqual(
      store.journal.versions({ limit: 5 }).map(({ outcome }) => outcome),
      ['rotated'],
    );
  });

  it('stays forgotten when no token came', () => {
    const { store, ref } = fixture.open();
    const id = store.journal.beginSend(ref('acme'), { operation: 'update', text: '{}', at: MAY_12 });
    store.groups.forget(ref('acme'));
    assert.equal(store.journal.finishSend(id, { outcome: 'updated', at: MAY_12, answer: { name: 'Acme' } }), undefined);
    assert.equal(store.groups.find(ref('acme')), undefined);
  });

  it('never uses the answer of another sending', () => {
    const { store, ref } = fixture.open();
    const first = store.journal.beginSend(ref('acme'), { operation: 'update', text: '{}', at: MAY_12 });
    store.groups.forget(ref('acme'));
    const second = store.journal.beginSend(ref('globex'), { operation: 'update', text: '{}', at: MAY_12 });
    assert.notEqual(second, first);
    store.journal.finishSend(first, { outcome: 'updated', at: MAY_12, answer: { name: 'Acme' } });
    assert.equal(store.groups.find(ref('globex'))?.answered, undefined);
  });
});

describe('The token of a group', () => {
  const fixture = storeFixture();

  it('keeps its time while the same one is answered again', () => {
    const { store, ref, send, clock } = fixture.open();
    send('acme', '{}', { token: sealed('a') });
    clock.now += 1000;
    send('acme', '{}', { token: { ...sealed('a'), box: new Uint8Array([1]) } });
    assert.deepEqual(store.groups.find(ref('acme'))?.token, { sealed: sealed('a'), at: MAY_12 });
    assert.deepEqual(store.tokens.replaced(ref('acme')), []);
  });

  it('moves to the replaced ones when another comes', () => {
    const { store, ref, send, clock } = fixture.open();
    for (const token of ['a', 'b', 'c']) {
      send('acme', '', { outcome: 'rotated', token: sealed(token) }, 'rotate');
      clock.now += 1000;
    }
    assert.deepEqual(store.groups.find(ref('acme'))?.token, { sealed: sealed('c'), at: MAY_12 + 2000 });
    assert.deepEqual(store.tokens.replaced(ref('acme')), [
      { sealed: sealed('b'), issuedAt: MAY_12 + 1000, replacedAt: MAY_12 + 2000 },
      { sealed: sealed('a'), issuedAt: MAY_12, replacedAt: MAY_12 + 1000 },
    ]);
  });

  it('is not kept twice with those that it superseded, nor are they', () => {
    const { store, send, ref } = fixture.open();
    send('acme', 'sent', { token: sealed('a') });
    const superseded = ['a', 'b', 'c'].map((text) => ({ sealed: sealed(text), at: MAY_12 }));
    send('acme', 'sent', { token: sealed('b'), superseded });
    assert.deepEqual(
      store.tokens.replaced(ref('acme')).map((each) => each.sealed.fingerprint),
      [sealed('c'), sealed('a')].map(({ fingerprint }) => fingerprint),
    );
  });

  it('may be one of those that it superseded alone', () => {
    const { store, send, ref } = fixture.open();
    send('acme', 'sent', { superseded: [{ sealed: sealed('a'), at: MAY_12 }] });
    assert.equal(store.tokens.replaced(ref('acme')).length, 1);
  });

  it('counts as another one when another key sealed it', () => {
    const { store, ref, send } = fixture.open();
    send('acme', '{}', { token: sealed('a', 'key-1') });
    send('acme', '{}', { token: sealed('a', 'key-2') });
    assert.equal(store.groups.find(ref('acme'))?.token?.sealed.keyId, 'key-2');
    assert.equal(store.tokens.replaced(ref('acme')).length, 1);
  });

  it('leaves the replaced ones when it is old enough, and with its group', () => {
    const { store, ref, send, clock } = fixture.open();
    for (const token of ['a', 'b', 'c']) {
      send('acme', '', { token: sealed(token) });
      clock.now += 1000;
    }
    store.tokens.dropReplaced(MAY_12 + 2000);
    assert.deepEqual(
      store.tokens.replaced(ref('acme')).map(({ sealed: { fingerprint } }) => fingerprint),
      ['fingerprint of b'],
    );
    store.groups.forget(ref('acme'));
    send('acme', '{}', {});
    assert.deepEqual(store.tokens.replaced(ref('acme')), []);
    assert.equal(store.groups.find(ref('acme'))?.token, undefined);
  });
});

describe('The draft of a group that was sent', () => {
  const fixture = storeFixture();

  it('is cleared when it equals what was sent', () => {
    const { store, ref, send } = fixture.open();
    store.groups.saveDraft(ref('acme'), 'typed', 1);
    send('acme', 'typed', { draft: 'clear', base: { ...SENT, text: 'typed' } });
    assert.equal(store.groups.find(ref('acme'))?.draft, undefined);
  });

  it('stays when the person has typed on', () => {
    const { store, ref, send } = fixture.open();
    store.groups.saveDraft(ref('acme'), 'typed on', 1);
    send('acme', 'typed', { draft: 'clear', base: { ...SENT, text: 'typed' } });
    assert.equal(store.groups.find(ref('acme'))?.draft?.text, 'typed on');
  });

  it('that was not applied is kept, unless the person saved another text meanwhile', () => {
    const { store, ref, send } = fixture.open();
    store.groups.saveDraft(ref('acme'), 'before', MAY_12 - 1);
    send('acme', 'typed', { outcome: 'existedNotApplied', draft: { text: 'typed' } }, 'getOrCreate');
    assert.equal(store.groups.find(ref('acme'))?.draft?.text, 'typed');
    const id = store.journal.beginSend(ref('acme'), { operation: 'getOrCreate', text: 'typed', at: MAY_12 });
    store.groups.saveDraft(ref('acme'), 'typed on', MAY_12 + 1);
    store.journal.finishSend(id, { outcome: 'existedNotApplied', at: MAY_12 + 2, draft: { text: 'typed' } });
    assert.deepEqual(store.groups.find(ref('acme'))?.draft, { text: 'typed on', at: MAY_12 + 1 });
  });

  it('is none when it equals the base', () => {
    const { store, ref, send } = fixture.open();
    store.groups.saveDraft(ref('acme'), 'sent', 1);
    send('acme', 'sent', { base: SENT });
    assert.equal(store.groups.find(ref('acme'))?.draft, undefined);
  });
});

describe('The marks on a group', () => {
  const fixture = storeFixture();
  const success: SendResult['outcome'][] = [
    'created',
    'existed',
    'existedNotApplied',
    'createdOrExisted',
    'updated',
    'rotated',
  ];
  const failure: SendResult['outcome'][] = ['refused', 'notSent', 'unknown'];

  for (const outcome of success) {
    it(`gone: cleared by ${outcome}`, () => {
      const { send } = fixture.open();
      assert.equal(send('acme', '{}', { outcome: 'created', gone: true })?.goneAt, MAY_12);
      assert.equal(send('acme', '{}', { outcome })?.goneAt, undefined);
    });

    it(`outcome of an update unknown: cleared by ${outcome}`, () => {
      const { send } = fixture.open();
      assert.deepEqual(send('acme', '{}', { outcome: 'unknown' })?.unknownOutcome, { operation: 'update', at: MAY_12 });
      assert.equal(send('acme', '{}', { outcome })?.unknownOutcome, undefined);
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

  for (const [outcome, left] of [
    ['created', undefined],
    ['updated', undefined],
    ['existed', MAY_12],
    ['rotated', MAY_12],
  ] as const) {
    it(`not applied: after ${outcome} it is ${left === undefined ? 'cleared' : 'still there'}`, () => {
      const { send } = fixture.open();
      send('acme', '{}', { outcome: 'existedNotApplied', existedNotApplied: true });
      assert.equal(send('acme', '{}', { outcome })?.existedNotAppliedAt, left);
    });
  }

  it('outcome of a rotation unknown: only a rotation or a token kept clears it', () => {
    const { send } = fixture.open();
    const unknown = { operation: 'rotate', at: MAY_12 };
    assert.deepEqual(send('acme', '', { outcome: 'unknown' }, 'rotate')?.unknownOutcome, unknown);
    for (const outcome of [...failure, 'updated', 'existed'] as const) {
      assert.deepEqual(send('acme', '{}', { outcome })?.unknownOutcome, unknown);
    }
    assert.equal(
      send('acme', '{}', { outcome: 'existed', token: sealed('a') }, 'getOrCreate')?.unknownOutcome,
      undefined,
    );
    send('acme', '', { outcome: 'unknown' }, 'rotate');
    assert.equal(send('acme', '', { outcome: 'rotated' }, 'rotate')?.unknownOutcome, undefined);
  });
});

describe('While the clock is set back', () => {
  const fixture = storeFixture();
  const HOUR = 60 * 60 * 1000;

  it('a former token that the service answers again becomes the current one', () => {
    const { store, ref, send, clock } = fixture.open();
    for (const token of ['a', 'b']) send('acme', '', { outcome: 'rotated', token: sealed(token) }, 'rotate');
    clock.now -= HOUR;
    send('acme', '{}', { outcome: 'existed', token: sealed('a') }, 'getOrCreate');
    assert.deepEqual(store.groups.find(ref('acme'))?.token?.sealed, sealed('a'));
  });

  it('a token that was replaced after its request had left does not come back', () => {
    const { store, ref, send, clock } = fixture.open();
    send('acme', '{}', { token: sealed('a') });
    const id = store.journal.beginSend(ref('acme'), { operation: 'getOrCreate', text: '{}', at: clock.now });
    clock.now -= HOUR;
    send('acme', '', { outcome: 'rotated', token: sealed('b') }, 'rotate');
    store.journal.finishSend(id, { outcome: 'existed', at: clock.now, token: sealed('a') });
    assert.deepEqual(store.groups.find(ref('acme'))?.token?.sealed, sealed('b'));
  });

  it('an answer that was asked for before something was applied turns nothing back', () => {
    const { store, ref, send, clock } = fixture.open();
    send('acme', 'first', { outcome: 'created', answer: { name: 'First' }, base: { ...SENT, text: 'first' } });
    const id = store.journal.beginSend(ref('acme'), { operation: 'getOrCreate', text: 'first', at: clock.now });
    clock.now -= HOUR;
    send('acme', 'second', { outcome: 'updated', answer: { name: 'Second' }, base: { ...SENT, text: 'second' } });
    store.journal.finishSend(id, { outcome: 'existed', at: clock.now, answer: { name: 'First' } });
    assert.deepEqual(
      [store.groups.find(ref('acme'))?.base?.text, store.groups.find(ref('acme'))?.answered?.name],
      ['second', 'Second'],
    );
  });

  it('nor does one that was asked for after that was sent, and before it was answered', () => {
    const { store, ref, clock } = fixture.open();
    const update = store.journal.beginSend(ref('acme'), { operation: 'update', text: 'second', at: clock.now });
    const fetch = store.journal.beginSend(ref('acme'), { operation: 'getOrCreate', text: 'first', at: clock.now });
    clock.now -= HOUR;
    store.journal.finishSend(update, {
      outcome: 'updated',
      at: clock.now,
      answer: { name: 'Second' },
      base: { ...SENT, text: 'second' },
    });
    store.journal.finishSend(fetch, { outcome: 'existed', at: clock.now, answer: { name: 'First' } });
    assert.equal(store.groups.find(ref('acme'))?.answered?.name, 'Second');
  });

  it('a token that came while another was being rotated makes it a question which one is current', () => {
    const path = fixture.path();
    const { store, ref, send, clock } = fixture.open(path);
    send('acme', '{}', { token: sealed('a') });
    const begun = store.journal.beginRotation(ref('acme'), { at: clock.now, token: sealed('a') });
    assert.ok('id' in begun);
    clock.now -= HOUR;
    send('acme', '{}', { outcome: 'existed', token: sealed('c') }, 'getOrCreate');
    store.journal.finishRotation(begun.id, { outcome: 'rotated', at: clock.now, token: sealed('b') });
    assert.deepEqual(
      [store.journal.openRotations(ref('acme')).length, store.groups.find(ref('acme'))?.unknownOutcome?.operation],
      [1, 'rotate'],
    );
  });

  for (const [words, isAsked, open] of [
    ['before', false, 0],
    ['while', true, 1],
  ] as const) {
    it(`the token of a group that a leaked one turns out to be of is in question when it came ${words} that was rotated`, () => {
      const { store, connectionId, send, clock } = fixture.open();
      clock.now += HOUR;
      send('acme', '{}', { token: sealed('c') });
      clock.now -= isAsked ? 0 : HOUR;
      const begun = store.journal.beginRotation(
        { connectionId, userGroupId: undefined },
        { at: clock.now, token: sealed('leaked') },
      );
      assert.ok('id' in begun);
      clock.now -= isAsked ? HOUR : 0;
      for (const token of isAsked ? ['c'] : [])
        send('acme', '{}', { outcome: 'existed', token: sealed(token) }, 'getOrCreate');
      store.journal.finishRotation(begun.id, {
        outcome: 'rotated',
        at: clock.now,
        token: sealed('b'),
        former: sealed('leaked'),
        userGroupId: 'acme',
      });
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
