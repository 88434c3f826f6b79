// Rotations as the journal keeps them: what is closed, what stays open, and what others in the store hear of it.

import assert from 'node:assert/strict';

import { LEASE_MS, type SendResult } from '../../../../src/core/ports/journal.ts';
import type { GroupRef } from '../../../../src/core/userGroup.ts';
import type { SqliteStore } from '../../../../src/store/sqliteStore.ts';
import { leasedRun, WINDOW } from '../runs/begunRun.ts';
import { MAY_12, sealed, storeFixture, type OpenedStore } from '../storeFixture.ts';

const SENT = { text: '{}', from: 'sent', mappingKnown: false, entries: {} } as const;
const ROTATED = { outcome: 'rotated', at: MAY_12, token: sealed('b') } as const;
const UNKNOWN = { outcome: 'unknown', at: MAY_12 } as const;

/** The rotations on record, the last first. */
const outcomesOf = ({ store }: OpenedStore): unknown[] =>
  store.journal
    .versions({ limit: 9 })
    .flatMap(({ operation, outcome, reason }) => (operation === 'rotate' ? [[outcome, reason]] : []));
const openOf = ({ store }: OpenedStore): unknown[] =>
  store.journal.openRotations().map(({ id, askedAt }) => [id, askedAt]);

describe('A rotation that begins', () => {
  const fixture = storeFixture();
  const refusedFor = (
    { store, connectionId }: OpenedStore,
    { userGroupId, ...rotation }: { readonly userGroupId?: string | undefined; readonly despite?: number | undefined },
  ): unknown => {
    const begun = store.journal.beginRotation(
      { connectionId, userGroupId },
      { at: MAY_12, token: sealed('a'), ...rotation },
    );
    return 'refusedFor' in begun && typeof begun.refusedFor === 'object' && begun.refusedFor.id;
  };

  for (const userGroupId of ['acme', undefined]) {
    const of = userGroupId === undefined ? 'the same token, which no group in the list holds,' : 'the group';
    it(`is refused while another one of ${of} is under way, known or not, or is open and not known`, () => {
      const opened = fixture.open();
      const { store, rotate } = opened;
      const id = rotate(userGroupId);
      for (const despite of [undefined, id]) assert.equal(refusedFor(opened, { userGroupId, despite }), id);
      store.journal.finishRotation(id, UNKNOWN);
      assert.equal(refusedFor(opened, { userGroupId }), id);
      assert.ok(rotate(userGroupId, { despite: id }) > id);
      assert.ok(rotate(userGroupId === undefined ? undefined : 'globex', { token: sealed('other') }) > id);
    });
  }

  it('is refused where the group has another token than was chosen, and not where it has none', () => {
    const { store, ref, rotate, send } = fixture.open();
    send('acme', '{}', { token: sealed('b') });
    const rotation = { at: MAY_12, token: sealed('a'), chosen: sealed('a') };
    assert.deepEqual(store.journal.beginRotation(ref('acme'), rotation), { refusedFor: 'otherToken' });
    assert.ok(rotate('acme', { chosen: sealed('b') }) > 0);
    assert.ok(rotate('globex', { chosen: sealed('a') }) > 0);
  });

  it('is refused where its connection is gone', () => {
    const { store } = fixture.open();
    const begin = (): unknown =>
      store.journal.beginRotation({ connectionId: 'gone', userGroupId: 'acme' }, { at: MAY_12, token: sealed('a') });
    assert.throws(begin, { kind: 'conflict' });
  });
});

describe('A rotation of a token that no group in the list holds', () => {
  const fixture = storeFixture();

  it('is that of the group that its answer names, which keeps the former token', () => {
    const { store, ref, rotate } = fixture.open();
    const ending = { ...ROTATED, at: MAY_12 + 1, userGroupId: 'acme', former: sealed('a') };
    assert.deepEqual(store.journal.finishRotation(rotate(), ending)?.token?.sealed, sealed('b'));
    assert.deepEqual(store.tokens.replaced(ref('acme')), [
      { sealed: sealed('a'), issuedAt: MAY_12, replacedAt: MAY_12 + 1 },
    ]);
  });

  for (const [outcome, open] of [
    ['refused', []],
    ['notSent', []],
    ['unknown', [false]],
  ] as const) {
    it(`is of no group, and ${open.length === 0 ? 'closed' : 'open without being waited for'}, when its outcome is ${outcome}`, () => {
      const { store, rotate, find } = fixture.open();
      const ending = { outcome, at: MAY_12, userGroupId: 'acme' };
      assert.equal(store.journal.finishRotation(rotate(), ending), undefined);
      assert.equal(find('acme'), undefined);
      assert.deepEqual(
        store.journal.openRotations().map(({ isUnderWay }) => isUnderWay),
        open,
      );
    });
  }

  it('is shown by the group that it turns out to be of, and can be dismissed before', () => {
    const { store, ref, rotate, find, send } = fixture.open();
    const id = rotate();
    store.journal.finishRotation(id, UNKNOWN);
    store.journal.assignRotation(id, ref('acme'), sealed('a'));
    assert.equal(find('acme')?.unknownOutcome?.operation, 'rotate');
    store.journal.dropRotation(rotate(undefined, { token: sealed('other') }));
    assert.deepEqual(
      store.journal.openRotations().map((rotation) => rotation.id),
      [id],
    );
    send('acme', '{}', { outcome: 'existed', token: sealed('b') }, 'getOrCreate');
    assert.deepEqual(store.journal.openRotations(), []);
  });

  it('that is not known is assigned to no group', () => {
    const { store, ref, find } = fixture.open();
    store.journal.assignRotation(99, ref('acme'), sealed('a'));
    assert.equal(find('acme'), undefined);
  });

  it('is asked about by no request that left before it', () => {
    const { store, ref, begin, rotate } = fixture.open();
    const asked = begin('acme', { operation: 'getOrCreate', at: MAY_12 - 5 });
    const id = rotate();
    store.journal.finishRotation(id, UNKNOWN);
    store.journal.assignRotation(id, ref('acme'), sealed('a'));
    store.journal.finishSend(asked, { outcome: 'existed', at: MAY_12, token: sealed('a') });
    assert.deepEqual(
      store.journal.openRotations(ref('acme')).map(({ askedAt }) => askedAt),
      [MAY_12],
    );
  });
});

describe('The answer to a rotation', () => {
  const fixture = storeFixture();

  it('may hold a token that was replaced before it began', () => {
    const { store, rotate, find, send } = fixture.open();
    for (const token of ['a', 'b']) send('acme', '', { outcome: 'rotated', token: sealed(token) }, 'rotate');
    store.journal.finishRotation(rotate('acme', { token: sealed('b') }), { ...ROTATED, token: sealed('a') });
    assert.deepEqual(find('acme')?.token?.sealed, sealed('a'));
  });

  it('is that of a former token of the group, where that was to be rotated: nothing came since', () => {
    const { store, rotate, find, send } = fixture.open();
    send('acme', '{}', { token: sealed('c') });
    store.journal.finishRotation(rotate('acme'), ROTATED);
    assert.deepEqual([store.journal.openRotations(), find('acme')?.token?.sealed], [[], sealed('b')]);
  });

  it('tells the name, unless something was applied since the rotation began', () => {
    for (const applied of [[], ['New']]) {
      const { store, rotate, find, send } = fixture.open();
      send('acme', '{}', { answer: { name: 'Old' }, token: sealed('a'), base: SENT });
      const id = rotate('acme');
      for (const name of applied) send('acme', '{}', { answer: { name, properties: '{}' }, base: SENT });
      store.journal.finishRotation(id, { ...ROTATED, answer: { name: 'Answered' } });
      const { answered, token } = find('acme')!;
      assert.deepEqual(
        [answered?.name, answered?.operation, token?.sealed],
        [applied[0] ?? 'Answered', applied.length > 0 ? 'update' : 'rotate', sealed('b')],
      );
    }
  });

  it('is kept until it is dropped, of a group or of none', () => {
    const { store, rotate } = fixture.open();
    const ids = ['acme', undefined].map((userGroupId) => rotate(userGroupId));
    const kept = (): unknown => store.journal.openRotations().map(({ unrecognizedResponse }) => unrecognizedResponse);
    for (const id of ids) store.journal.keepAnswer(id, sealed(`answer ${id}`));
    assert.deepEqual(kept(), [sealed('answer 2'), sealed('answer 1')]);
    for (const id of ids) store.journal.dropAnswer(id);
    assert.deepEqual(kept(), [undefined, undefined]);
  });

  it('is kept where the group was removed meanwhile, which is listed again, and not where nothing was begun', () => {
    const { store, ref, rotate } = fixture.open();
    const id = rotate('acme');
    store.journal.dropRotation(id);
    store.groups.forget(ref('acme'));
    store.journal.keepAnswer(id + 1, sealed('other'));
    store.journal.keepAnswer(id, sealed('answer'));
    assert.deepEqual(
      store.journal.openRotations().map(({ userGroupId, unrecognizedResponse }) => [userGroupId, unrecognizedResponse]),
      [['acme', sealed('answer')]],
    );
  });
});

describe('A rotation during which the group came to a token', () => {
  const fixture = storeFixture();

  for (const [words, had, came, open] of [
    ['which is another one, stays open: which of the two is current is a question', 'a', sealed('c'), 1],
    ['which is the rotated one, is closed', 'a', sealed('b'), 0],
    ['which cannot be compared with the former one, is closed', 'a', sealed('a', 'key-2'), 0],
    ['and had none before, stays open', undefined, sealed('c'), 1],
  ] as const) {
    it(words, () => {
      const { store, ref, rotate, find, send } = fixture.open();
      send('acme', '{}', { outcome: 'created', token: had && sealed(had) });
      const id = rotate('acme');
      send('acme', '{}', { outcome: 'existed', token: came }, 'getOrCreate');
      store.journal.finishRotation(id, ROTATED);
      assert.deepEqual(
        [store.journal.openRotations(ref('acme')).length, find('acme')?.unknownOutcome?.operation],
        [open, open === 1 ? 'rotate' : undefined],
      );
    });
  }

  it('which another rotation brought, is not found out by it', () => {
    const opened = fixture.open();
    const { store, rotate, send } = opened;
    send('acme', '{}', { token: sealed('a') });
    const id = rotate('acme');
    store.journal.finishRotation(rotate(undefined, { token: sealed('leaked') }), { ...ROTATED, userGroupId: 'acme' });
    store.journal.finishRotation(id, UNKNOWN);
    assert.deepEqual(outcomesOf(opened), [
      ['rotated', undefined],
      ['unknown', undefined],
    ]);
    assert.equal(store.journal.openRotations().length, 1);
  });

  for (const [words, outcome, version] of [
    [
      'is found out by that token when it has no answer of its own',
      'unknown',
      ['rotated', 'Resolved later by asking the service.'],
    ],
    ['is refused all the same where the service says so', 'refused', ['refused', 'why']],
  ] as const) {
    it(words, () => {
      const opened = fixture.open();
      const { store, rotate, send } = opened;
      send('acme', '{}', { token: sealed('a') });
      const id = rotate('acme');
      send('acme', '{}', { outcome: 'existed', token: sealed('c') }, 'getOrCreate');
      store.journal.finishRotation(id, { outcome, at: MAY_12, reason: 'why' });
      assert.deepEqual([outcomesOf(opened), store.journal.openRotations()], [[version], []]);
    });
  }

  it('leaves another one open that was begun since, while that is a question', () => {
    const { store, ref, rotate, send, clock, other: silent } = fixture.openTwice();
    send('acme', '{}', { token: sealed('a') });
    const first = silent.journal.beginRotation(ref('acme'), { at: MAY_12, token: sealed('a') });
    clock.now += LEASE_MS;
    send('acme', '{}', { outcome: 'existed', token: sealed('c') }, 'getOrCreate');
    store.journal.finishRotation(rotate('acme', { token: sealed('c') }), { outcome: 'unknown', at: clock.now });
    silent.journal.finishRotation('id' in first ? first.id : 0, ROTATED);
    assert.deepEqual(
      store.journal.openRotations(ref('acme')).map(({ token }) => token.fingerprint),
      [sealed('a'), sealed('c')].map(({ fingerprint }) => fingerprint),
    );
  });
});

describe('The run that began a rotation', () => {
  const fixture = storeFixture();

  for (const [words, during, ending, after, outcome] of [
    ['hears that it was carried out', [], ROTATED, [], 'rotated'],
    ['does not hear so while another token came', ['c'], ROTATED, [], 'unknown'],
    ['hears what was found out later', [], UNKNOWN, ['b'], 'rotated'],
    ['hears nothing of a refusal', [], { ...UNKNOWN, outcome: 'refused' }, [], 'unknown'],
  ] as const) {
    it(words, async () => {
      const opened = fixture.open();
      const { store, rotate, send, clock } = opened;
      const answered = (token: string): unknown =>
        send('acme', '{}', { outcome: 'existed', token: sealed(token) }, 'getOrCreate');
      answered('a');
      const run = leasedRun(opened, ['acme'], { kind: 'rotate' });
      await store.runs.nextItems(run, WINDOW, [], 1);
      const id = rotate('acme');
      clock.now += LEASE_MS;
      store.journal.stillSending();
      store.runs.lease(run, 'another window');
      during.forEach(answered);
      store.journal.finishRotation(id, ending);
      after.forEach(answered);
      assert.equal(store.runs.items(run, { after: 0, limit: 9 }).items[0]?.outcome, outcome);
    });
  }
});

describe('A rotation whose outcome is unknown', () => {
  const fixture = storeFixture();
  /** Acme has a token, and a rotation of it that is open. */
  const withOpen = (): OpenedStore & { readonly earlier: number; readonly ask: (token: string) => void } => {
    const opened = fixture.open();
    opened.send('acme', '{}', { token: sealed('a') });
    const earlier = opened.rotate('acme');
    opened.store.journal.finishRotation(earlier, { ...UNKNOWN, reason: 'first' });
    const ask = (token: string): void => {
      opened.send('acme', '{}', { outcome: 'existed', token: sealed(token) }, 'getOrCreate');
    };
    return { ...opened, earlier, ask };
  };

  for (const [words, ending, open, askedAt] of [
    ['is as it was found, when a later one is refused with status 403', { outcome: 'refused', status: 403 }, 1, MAY_12],
    [
      'is as uncertain as before, when one is refused with status 409',
      { outcome: 'refused', status: 409 },
      1,
      undefined,
    ],
    ['is as it was found, when the outcome of a later one is unknown', { outcome: 'unknown', status: 500 }, 2, MAY_12],
  ] as const) {
    it(words, () => {
      const opened = withOpen();
      const { store, rotate, earlier, ask } = opened;
      ask('a');
      const later = rotate('acme', { despite: earlier });
      store.journal.finishRotation(later, { at: MAY_12, ...ending });
      assert.deepEqual(openOf(opened), [...(open === 2 ? [[later, undefined]] : []), [earlier, askedAt]]);
    });
  }

  for (const [words, result, outcome] of [
    ['is taken for carried out by another token', { outcome: 'existed' }, 'rotated'],
    ['stays unknown when the group was created anew', { outcome: 'created' }, 'unknown'],
    ['stays unknown when the group was gone', { outcome: 'existed', gone: true }, 'unknown'],
  ] as const) {
    it(words, () => {
      const opened = withOpen();
      opened.send('acme', '{}', { ...result, token: sealed('b') }, 'getOrCreate');
      const versions = opened.store.journal.versions({ limit: 9 });
      assert.equal(versions.find(({ operation }) => operation === 'rotate')?.outcome, outcome);
      assert.deepEqual(openOf(opened), []);
    });
  }

  for (const [words, isFoundOut] of [
    ['is the last of several, when one of them was carried out', true],
    ['is never known once another one was carried out', false],
  ] as const) {
    it(words, () => {
      const opened = withOpen();
      const { store, rotate, earlier, ask } = opened;
      store.journal.finishRotation(rotate('acme', { despite: earlier }), isFoundOut ? UNKNOWN : ROTATED);
      for (const token of isFoundOut ? ['b'] : []) ask(token);
      assert.deepEqual(outcomesOf(opened), [
        ['rotated', isFoundOut ? 'Resolved later by asking the service.' : undefined],
        ['unknown', 'Never resolved. Since then the service has returned the current token.'],
      ]);
    });
  }

  for (const [words, first, second, outcomes] of [
    ['is that of the other one that was carried out', 'b', 'a', ['rotated', 'notRotated']],
    ['may be that of the earlier one', 'a', 'b', ['notRotated', 'rotated']],
  ] as const) {
    it(`${words}, when the last token of one is answered long after`, () => {
      const opened = fixture.open();
      const { store, rotate, send, clock } = opened;
      send('acme', '{}', { token: sealed('b') });
      const earlier = rotate('acme', { token: sealed(first) });
      store.journal.finishRotation(earlier, UNKNOWN);
      store.journal.finishRotation(rotate('acme', { token: sealed(second), despite: earlier }), UNKNOWN);
      clock.now += 60 * 60 * 1000;
      send('acme', '{}', { outcome: 'existed', token: sealed('b') }, 'getOrCreate');
      assert.deepEqual(
        outcomesOf(opened).map((each) => (each as unknown[])[0]),
        outcomes,
      );
    });
  }

  it('is what the group shows until it is dismissed', () => {
    const { store, find, earlier } = withOpen();
    assert.equal(find('acme')?.unknownOutcome?.operation, 'rotate');
    store.journal.dropRotation(earlier);
    assert.equal(find('acme')?.unknownOutcome, undefined);
  });

  it('is not abandoned later, and keeps nobody from deleting everything', () => {
    const { store, clock } = withOpen();
    clock.now += LEASE_MS;
    assert.deepEqual([store.journal.closeAbandoned(), store.journal.nextAbandonedAt()], [[], undefined]);
    store.deleteEverything();
    assert.deepEqual(store.journal.openRotations(), []);
  });
});

describe('A rotation that is under way', () => {
  const fixture = storeFixture();

  it('is one of its group and of all', () => {
    const { store, ref, rotate } = fixture.open();
    const [acme, globex] = [rotate('acme'), rotate('globex')];
    const ids = (of?: GroupRef): number[] => store.journal.openRotations(of).map(({ id }) => id);
    assert.deepEqual([ids(), ids(ref('acme')), ids(ref('unlisted'))], [[globex, acme], [acme], []]);
  });

  it('keeps its window from deleting everything, and is not abandoned by it, however long that was silent', () => {
    const { store, rotate, clock } = fixture.open();
    rotate('acme');
    clock.now += LEASE_MS;
    const deleteEverything = (): void => {
      store.deleteEverything();
    };
    assert.throws(deleteEverything, { kind: 'conflict', message: /A rotation is in progress.*"acme"/ });
    assert.deepEqual(store.journal.closeAbandoned(), []);
  });

  it('in another window counts as abandoned when its lease is over', () => {
    const { store, ref, other } = fixture.openTwice();
    other.journal.beginRotation(ref('acme'), { at: MAY_12, token: sealed('a') });
    assert.equal(store.journal.nextAbandonedAt(), MAY_12 + LEASE_MS);
  });

  it('and that nobody waits for any more is abandoned when its lease is over, in its own window, too', () => {
    const opened = fixture.open();
    const { store, ref, rotate, clock } = opened;
    store.journal.noLongerRotating(rotate('acme'));
    assert.deepEqual(store.journal.closeAbandoned(), []);
    clock.now += LEASE_MS;
    assert.deepEqual(store.journal.closeAbandoned(), [{ operation: 'rotate', ...ref('acme'), at: MAY_12 }]);
    assert.deepEqual(outcomesOf(opened), [['unknown', 'The window closed before a response came.']]);
    assert.equal(store.journal.openRotations()[0]?.isUnderWay, false);
  });

  it('is dismissed for good: neither an answer without a token nor one of a new shape opens it again', () => {
    const { store, rotate, send, other } = fixture.openTwice();
    send('acme', '{}', { token: sealed('a') });
    const [acme, globex] = [rotate('acme'), rotate('globex')];
    other.journal.dropRotation(acme);
    store.journal.dropRotation(globex);
    store.journal.keepAnswer(acme, sealed('answer'));
    store.journal.finishRotation(globex, UNKNOWN);
    assert.deepEqual(store.journal.openRotations(), []);
  });

  it('and is dismissed leaves neither mark nor draft in the group when its window is gone', () => {
    const opened = fixture.openTwice();
    const { store, ref, find, send, clock, other } = opened;
    send('acme', '{}', { token: sealed('a') });
    const begun = other.journal.beginRotation(ref('acme'), { at: MAY_12, token: sealed('a') });
    store.journal.dropRotation('id' in begun ? begun.id : 0);
    clock.now += LEASE_MS;
    store.journal.closeAbandoned();
    const { unknownOutcome, draft } = find('acme')!;
    assert.deepEqual([unknownOutcome, draft], [undefined, undefined]);
    assert.deepEqual(outcomesOf(opened), [['unknown', 'The window closed before a response came.']]);
  });
});

describe('An answer that comes a second time, with its token', () => {
  const fixture = storeFixture();
  const UPDATE = { operation: 'update', text: '{}', at: MAY_12 } as const;
  const withoutToken = { outcome: 'updated', at: MAY_12, answer: { name: 'Acme' } } as const;
  const TOKEN = { token: sealed('b') };
  const kinds = {
    sending: {
      begin: ({ begin }: OpenedStore) => begin('acme'),
      finish: (store: SqliteStore, id: number, more: Partial<SendResult> = {}) =>
        store.journal.finishSend(id, { ...withoutToken, ...more }),
    },
    'sending of many': {
      begin: ({ store, ref }: OpenedStore) => store.journal.beginSendBatched(ref('acme'), UPDATE),
      finish: (store: SqliteStore, id: number, more: Partial<SendResult> = {}) =>
        store.journal.finishSendBatched(id, { ...withoutToken, ...more }),
    },
    rotation: {
      begin: ({ rotate }: OpenedStore) => rotate('acme'),
      finish: (store: SqliteStore, id: number, more: Partial<SendResult> = {}) =>
        store.journal.finishRotation(id, { ...withoutToken, outcome: 'rotated', ...more }),
    },
  };

  for (const [kind, { begin, finish }] of Object.entries(kinds)) {
    it(`lists a group again that was removed since, as long as the token of the ${kind} is still to come`, async () => {
      const opened = fixture.open();
      const { store, ref, find } = opened;
      const id = await begin(opened);
      await finish(store, id);
      store.groups.forget(ref('acme'));
      assert.deepEqual((await finish(store, id, TOKEN))?.token?.sealed, sealed('b'));
      store.groups.forget(ref('acme'));
      assert.equal(await finish(store, id, TOKEN), undefined);
      assert.equal(find('acme'), undefined);
    });

    it(`lists nothing again when the first time no answer came, or all was deleted since: ${kind}`, async () => {
      for (const isDeleted of [false, true]) {
        const opened = fixture.open();
        const { store, ref } = opened;
        const id = await begin(opened);
        await finish(store, id, isDeleted ? {} : { answer: undefined });
        if (isDeleted) store.deleteEverything();
        else store.groups.forget(ref('acme'));
        assert.equal(await finish(store, id, TOKEN), undefined);
      }
    });
  }
});
