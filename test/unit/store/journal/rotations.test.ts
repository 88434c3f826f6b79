// Rotations as the journal keeps them: what is closed, what stays open, and what others in the store hear of it.

import assert from 'node:assert/strict';

import {
  LEASE_MS,
  type PendingRotation,
  type RotationSubject,
  type SendResult,
} from '../../../../src/core/ports/journal.ts';
import type { GroupRef } from '../../../../src/core/userGroup.ts';
import type { SqliteStore } from '../../../../src/store/sqliteStore.ts';
import { MAY_12, sealed, storeFixture } from '../storeFixture.ts';

function begin(store: SqliteStore, subject: RotationSubject, rotation: Partial<PendingRotation> = {}): number {
  const begun = store.journal.beginRotation(subject, { at: MAY_12, token: sealed('a'), ...rotation });
  assert.ok('id' in begun);
  return begun.id;
}

const SENT = { text: '{}', from: 'sent', mappingKnown: false, entries: {} } as const;
const rotated = { outcome: 'rotated', at: MAY_12, token: sealed('b') } as const;

describe('A rotation that begins', () => {
  const fixture = storeFixture();

  it('is refused while another one is under way, known or not', () => {
    const { store, ref } = fixture.open();
    const id = begin(store, ref('acme'));
    for (const despite of [undefined, id]) {
      const begun = store.journal.beginRotation(ref('acme'), { at: MAY_12, token: sealed('a'), despite });
      assert.equal('refusedFor' in begun && typeof begun.refusedFor === 'object' && begun.refusedFor.id, id);
    }
  });

  it('is refused while another one is open that the person does not know of', () => {
    const { store, ref } = fixture.open();
    const id = begin(store, ref('acme'));
    store.journal.finishRotation(id, { outcome: 'unknown', at: MAY_12 });
    assert.ok('refusedFor' in store.journal.beginRotation(ref('acme'), { at: MAY_12, token: sealed('a') }));
    assert.ok(begin(store, ref('acme'), { despite: id }) > id);
  });

  it('takes the token that was chosen for a group that has none', () => {
    const { store, ref } = fixture.open();
    assert.ok(begin(store, ref('acme'), { chosen: sealed('a') }) > 0);
  });
});

describe('A rotation of another token than the person has chosen', () => {
  const fixture = storeFixture();

  it('does not begin', () => {
    const { store, ref, send } = fixture.open();
    send('acme', '{}', { token: sealed('b') });
    const rotation = { at: MAY_12, token: sealed('a') };
    assert.deepEqual(store.journal.beginRotation(ref('acme'), { ...rotation, chosen: sealed('a') }), {
      refusedFor: 'otherToken',
    });
    assert.ok('id' in store.journal.beginRotation(ref('acme'), { ...rotation, chosen: sealed('b') }));
  });
});

describe('A rotation of a token that no group in the list holds', () => {
  const fixture = storeFixture();

  it('is refused while one of the same token is under way, wherever it may be of', () => {
    const { store, connectionId } = fixture.open();
    const leaked = { connectionId, userGroupId: undefined };
    const id = begin(store, leaked);
    const again = store.journal.beginRotation(leaked, { at: MAY_12, token: sealed('a') });
    assert.equal('refusedFor' in again && typeof again.refusedFor === 'object' && again.refusedFor.id, id);
    assert.ok(begin(store, leaked, { token: sealed('other') }) > id);
  });

  it('keeps its answer', () => {
    const { store, connectionId } = fixture.open();
    store.journal.keepAnswer(begin(store, { connectionId, userGroupId: undefined }), sealed('answer'));
    assert.deepEqual(
      store.journal.openRotations().map(({ userGroupId, unrecognizedResponse }) => [userGroupId, unrecognizedResponse]),
      [[undefined, sealed('answer')]],
    );
  });

  it('is that of the group that its answer names, which keeps the former token', () => {
    const { store, ref, connectionId } = fixture.open();
    const id = begin(store, { connectionId, userGroupId: undefined });
    const ending = { ...rotated, at: MAY_12 + 1, userGroupId: 'acme', former: sealed('a') };
    assert.deepEqual(store.journal.finishRotation(id, ending)?.token?.sealed, sealed('b'));
    assert.deepEqual(store.tokens.replaced(ref('acme')), [
      { sealed: sealed('a'), issuedAt: MAY_12, replacedAt: MAY_12 + 1 },
    ]);
  });

  it('is of no group by an answer that does not say that it was carried out', () => {
    const { store, ref, connectionId } = fixture.open();
    const id = begin(store, { connectionId, userGroupId: undefined });
    store.journal.finishRotation(id, { outcome: 'unknown', at: MAY_12, userGroupId: 'acme' });
    assert.deepEqual([store.groups.find(ref('acme')), store.journal.openRotations().length], [undefined, 1]);
  });

  for (const [outcome, open] of [
    ['refused', 0],
    ['notSent', 0],
    ['unknown', 1],
  ] as const) {
    it(`is ${open === 0 ? 'closed' : 'left open, and waited for no more,'} when its outcome is ${outcome}`, () => {
      const { store, connectionId } = fixture.open();
      const id = begin(store, { connectionId, userGroupId: undefined });
      assert.equal(store.journal.finishRotation(id, { outcome, at: MAY_12 }), undefined);
      assert.deepEqual(
        store.journal.openRotations().map(({ isUnderWay }) => isUnderWay),
        Array.from({ length: open }, () => false),
      );
    });
  }
});

describe('The open rotations', () => {
  const fixture = storeFixture();

  it('are those of one group or all', () => {
    const { store, ref } = fixture.open();
    const [acme, globex] = [begin(store, ref('acme')), begin(store, ref('globex'))];
    const ids = (of?: GroupRef): number[] => store.journal.openRotations(of).map(({ id }) => id);
    assert.deepEqual([ids(), ids(ref('acme')), ids(ref('unlisted'))], [[globex, acme], [acme], []]);
  });

  it('of no group are shown by the one that they turn out to be of, and can be dismissed before', () => {
    const { store, ref, send, connectionId } = fixture.open();
    const leaked = { connectionId, userGroupId: undefined };
    const id = begin(store, leaked);
    store.journal.finishRotation(id, { outcome: 'unknown', at: MAY_12 });
    store.journal.assignRotation(id, ref('acme'), sealed('a'));
    assert.equal(store.groups.find(ref('acme'))?.unknownOutcome?.operation, 'rotate');
    store.journal.dropRotation(begin(store, leaked, { token: sealed('other') }));
    assert.deepEqual(
      store.journal.openRotations().map((rotation) => rotation.id),
      [id],
    );
    send('acme', '{}', { outcome: 'existed', token: sealed('b') }, 'getOrCreate');
    assert.deepEqual(store.journal.openRotations(), []);
  });
});

describe('The answer to a rotation', () => {
  const fixture = storeFixture();

  it('may hold a token that was replaced before it began', () => {
    const { store, ref, send } = fixture.open();
    for (const token of ['a', 'b']) send('acme', '', { outcome: 'rotated', token: sealed(token) }, 'rotate');
    store.journal.finishRotation(begin(store, ref('acme'), { token: sealed('b') }), { ...rotated, token: sealed('a') });
    assert.deepEqual(store.groups.find(ref('acme'))?.token?.sealed, sealed('a'));
  });

  it('is that of a former token of the group, where that was to be rotated: nothing came since', () => {
    const { store, ref, send } = fixture.open();
    send('acme', '{}', { token: sealed('c') });
    store.journal.finishRotation(begin(store, ref('acme'), { token: sealed('a') }), rotated);
    assert.deepEqual([store.journal.openRotations(), store.groups.find(ref('acme'))?.token?.sealed], [[], sealed('b')]);
  });

  it('is older than what was applied since the rotation began, but for its token', () => {
    const { store, ref, send } = fixture.open();
    send('acme', '{}', { token: sealed('a') });
    const id = begin(store, ref('acme'));
    send('acme', '{}', { answer: { name: 'New', properties: '{"plan":"new"}' }, base: SENT });
    store.journal.finishRotation(id, { ...rotated, answer: { name: 'Old' } });
    const { answered, token } = store.groups.find(ref('acme')) ?? {};
    assert.deepEqual([answered?.name, answered?.operation, token?.sealed], ['New', 'update', sealed('b')]);
  });

  it('tells the name where nothing was applied since the rotation began', () => {
    const { store, ref, send } = fixture.open();
    send('acme', '{}', { answer: { name: 'Old' }, token: sealed('a'), base: SENT });
    store.journal.finishRotation(begin(store, ref('acme')), { ...rotated, answer: { name: 'New' } });
    assert.equal(store.groups.find(ref('acme'))?.answered?.name, 'New');
  });

  it('is kept until it is dropped', () => {
    const { store, ref } = fixture.open();
    const id = begin(store, ref('acme'));
    const kept = (): unknown => store.journal.openRotations().map(({ unrecognizedResponse }) => unrecognizedResponse);
    store.journal.keepAnswer(id, sealed('answer'));
    assert.deepEqual(kept(), [sealed('answer')]);
    store.journal.dropAnswer(id);
    assert.deepEqual(kept(), [undefined]);
  });

  it('is kept where the group was forgotten meanwhile, which is listed again, and not where nothing was begun', () => {
    const { store, ref } = fixture.open();
    const id = begin(store, ref('acme'));
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
      const { store, ref, send } = fixture.open();
      send('acme', '{}', { outcome: 'created', token: had && sealed(had) });
      const id = begin(store, ref('acme'));
      send('acme', '{}', { outcome: 'existed', token: came }, 'getOrCreate');
      store.journal.finishRotation(id, rotated);
      assert.deepEqual(
        [store.journal.openRotations(ref('acme')).length, store.groups.find(ref('acme'))?.unknownOutcome?.operation],
        [open, open === 1 ? 'rotate' : undefined],
      );
    });
  }

  it('which another rotation brought, is not found out by it', () => {
    const { store, ref, send, connectionId } = fixture.open();
    send('acme', '{}', { token: sealed('a') });
    const id = begin(store, ref('acme'));
    const leaked = begin(store, { connectionId, userGroupId: undefined }, { token: sealed('leaked') });
    store.journal.finishRotation(leaked, { ...rotated, userGroupId: 'acme' });
    store.journal.finishRotation(id, { outcome: 'unknown', at: MAY_12 });
    assert.deepEqual(
      store.journal.versions({ ref: ref('acme'), limit: 2 }).map(({ outcome, text }) => [outcome, text]),
      [
        ['rotated', ''],
        ['unknown', ''],
      ],
    );
    assert.equal(store.journal.openRotations().length, 1);
  });

  it('is found out by that token when it has no answer of its own', () => {
    const { store, ref, send } = fixture.open();
    send('acme', '{}', { token: sealed('a') });
    const id = begin(store, ref('acme'));
    send('acme', '{}', { outcome: 'existed', token: sealed('c') }, 'getOrCreate');
    store.journal.finishRotation(id, { outcome: 'unknown', at: MAY_12, reason: 'reset' });
    const [version] = store.journal
      .versions({ ref: ref('acme'), limit: 9 })
      .filter(({ operation }) => operation === 'rotate');
    assert.deepEqual(
      [version?.outcome, version?.reason, store.journal.openRotations()],
      ['rotated', 'Resolved later by asking the service.', []],
    );
  });

  it('is refused all the same where the service says so', () => {
    const { store, ref, send } = fixture.open();
    send('acme', '{}', { token: sealed('a') });
    const id = begin(store, ref('acme'));
    send('acme', '{}', { outcome: 'existed', token: sealed('c') }, 'getOrCreate');
    store.journal.finishRotation(id, { outcome: 'refused', at: MAY_12, reason: 'why' });
    const { outcome, reason } = store.journal.versions({ limit: 9 }).find(({ operation }) => operation === 'rotate')!;
    assert.deepEqual([outcome, reason, store.journal.openRotations()], ['refused', 'why', []]);
  });

  it('leaves another one open that was begun since, while that is a question', () => {
    const path = fixture.path();
    const { store, ref, send, clock } = fixture.open(path);
    const silent = fixture.reopen(path);
    send('acme', '{}', { token: sealed('a') });
    const first = begin(silent, ref('acme'));
    clock.now += LEASE_MS;
    send('acme', '{}', { outcome: 'existed', token: sealed('c') }, 'getOrCreate');
    const second = begin(store, ref('acme'), { token: sealed('c') });
    store.journal.finishRotation(second, { outcome: 'unknown', at: clock.now });
    silent.journal.finishRotation(first, rotated);
    assert.deepEqual(
      store.journal.openRotations(ref('acme')).map(({ token }) => token.fingerprint),
      [sealed('a'), sealed('c')].map(({ fingerprint }) => fingerprint),
    );
  });
});

describe('The run that began a rotation', () => {
  const fixture = storeFixture();

  for (const [words, during, ending, after, outcome] of [
    ['hears that it was carried out', [], rotated, [], 'rotated'],
    ['does not hear so while another token came', ['c'], rotated, [], 'unknown'],
    ['hears what was found out later', [], { outcome: 'unknown', at: MAY_12 }, ['b'], 'rotated'],
    ['hears nothing of a refusal', [], { outcome: 'refused', at: MAY_12 }, [], 'unknown'],
  ] as const) {
    it(words, async () => {
      const { store, ref, send, clock, connectionId } = fixture.open();
      const answered = (token: string): unknown =>
        send('acme', '{}', { outcome: 'existed', token: sealed(token) }, 'getOrCreate');
      answered('a');
      const baseUrl = 'https://dashboards.example.com';
      const run = store.runs.begin(
        { kind: 'rotate', connectionId, baseUrl, at: MAY_12, stopAtFirstFailure: false },
        'a window',
      );
      store.runs.addItems(run, [{ userGroupId: 'acme', text: '' }]);
      store.runs.isFilled(run);
      store.runs.lease(run, 'a window');
      await store.runs.nextItems(run, 'a window', [], 1);
      const id = begin(store, ref('acme'));
      clock.now += LEASE_MS;
      store.journal.stillSending();
      store.runs.lease(run, 'another window');
      during.forEach(answered);
      store.journal.finishRotation(id, ending);
      after.forEach(answered);
      assert.deepEqual(
        store.runs.items(run, { after: 0, limit: 9 }).items.map((item) => item.outcome),
        [outcome],
      );
    });
  }
});

describe('A rotation that is refused', () => {
  const fixture = storeFixture();

  for (const [status, words, askedAt] of [
    [403, 'leaves an earlier one as it was found', MAY_12],
    [409, 'makes an earlier one as uncertain as it was', undefined],
  ] as const) {
    it(`${words} with status ${status}`, () => {
      const { store, ref, send } = fixture.open();
      send('acme', '{}', { token: sealed('a') });
      const earlier = begin(store, ref('acme'));
      store.journal.finishRotation(earlier, { outcome: 'unknown', at: MAY_12 });
      send('acme', '{}', { outcome: 'existed', token: sealed('a') }, 'getOrCreate');
      const later = begin(store, ref('acme'), { despite: earlier });
      store.journal.finishRotation(later, { outcome: 'refused', at: MAY_12, status });
      assert.deepEqual(
        store.journal.openRotations().map((rotation) => [rotation.id, rotation.askedAt]),
        [[earlier, askedAt]],
      );
    });
  }
});

describe('A rotation whose outcome is unknown', () => {
  const fixture = storeFixture();

  it('does not change what was asked about an earlier one', () => {
    const { store, ref, send } = fixture.open();
    send('acme', '{}', { token: sealed('a') });
    const earlier = begin(store, ref('acme'));
    store.journal.finishRotation(earlier, { outcome: 'unknown', at: MAY_12 });
    send('acme', '{}', { outcome: 'existed', token: sealed('a') }, 'getOrCreate');
    const later = begin(store, ref('acme'), { despite: earlier });
    store.journal.finishRotation(later, { outcome: 'unknown', at: MAY_12, status: 500 });
    assert.deepEqual(
      store.journal.openRotations(ref('acme')).map(({ id, askedAt }) => [id, askedAt]),
      [
        [later, undefined],
        [earlier, MAY_12],
      ],
    );
  });

  for (const [words, result, outcome] of [
    ['is taken for carried out by another token', { outcome: 'existed' }, 'rotated'],
    ['stays unknown when the group was created anew', { outcome: 'created' }, 'unknown'],
    ['stays unknown when the group was gone', { outcome: 'existed', gone: true }, 'unknown'],
  ] as const) {
    it(words, () => {
      const { store, ref, send } = fixture.open();
      send('acme', '{}', { token: sealed('a') });
      store.journal.finishRotation(begin(store, ref('acme')), { outcome: 'unknown', at: MAY_12 });
      send('acme', '{}', { ...result, token: sealed('b') }, 'getOrCreate');
      const versions = store.journal.versions({ ref: ref('acme'), limit: 9 });
      assert.equal(versions.find(({ operation }) => operation === 'rotate')?.outcome, outcome);
      assert.deepEqual(store.journal.openRotations(), []);
    });
  }

  it('is the last of several, when one of them was carried out', () => {
    const { store, ref, send } = fixture.open();
    send('acme', '{}', { token: sealed('a') });
    for (const reason of ['first', 'second']) {
      const despite = store.journal.openRotations()[0]?.id;
      const id = begin(store, ref('acme'), { despite });
      store.journal.finishRotation(id, { outcome: 'unknown', at: MAY_12, reason });
    }
    const rotations = (): unknown[] =>
      store.journal
        .versions({ ref: ref('acme'), limit: 9 })
        .flatMap(({ operation, outcome, reason }) => (operation === 'rotate' ? [[outcome, reason]] : []));
    assert.deepEqual(rotations(), [
      ['unknown', 'second'],
      ['unknown', 'first'],
    ]);
    send('acme', '{}', { outcome: 'existed', token: sealed('b') }, 'getOrCreate');
    assert.deepEqual(rotations(), [
      ['rotated', 'Resolved later by asking the service.'],
      ['unknown', 'Never resolved. Since then the service has returned the current token.'],
    ]);
  });

  for (const [words, first, second, outcomes] of [
    ['is that of the other one that was carried out', 'b', 'a', ['rotated', 'notRotated']],
    ['may be that of the earlier one', 'a', 'b', ['notRotated', 'rotated']],
  ] as const) {
    it(`${words}, when the last token of one is answered long after`, () => {
      const { store, ref, send, clock } = fixture.open();
      send('acme', '{}', { token: sealed('b') });
      const earlier = begin(store, ref('acme'), { token: sealed(first) });
      store.journal.finishRotation(earlier, { outcome: 'unknown', at: MAY_12 });
      const later = begin(store, ref('acme'), { token: sealed(second), despite: earlier });
      store.journal.finishRotation(later, { outcome: 'unknown', at: MAY_12 });
      clock.now += 60 * 60 * 1000;
      send('acme', '{}', { outcome: 'existed', token: sealed('b') }, 'getOrCreate');
      assert.deepEqual(
        store.journal
          .versions({ ref: ref('acme'), limit: 3 })
          .flatMap(({ operation, outcome }) => (operation === 'rotate' ? [outcome] : [])),
        outcomes,
      );
    });
  }

  it('is never known once another one was carried out', () => {
    const { store, ref, send } = fixture.open();
    send('acme', '{}', { token: sealed('a') });
    const earlier = begin(store, ref('acme'));
    store.journal.finishRotation(earlier, { outcome: 'unknown', at: MAY_12 });
    store.journal.finishRotation(begin(store, ref('acme'), { despite: earlier }), rotated);
    assert.deepEqual(
      store.journal.versions({ limit: 2 }).map(({ outcome, reason }) => [outcome, reason]),
      [
        ['rotated', undefined],
        ['unknown', 'Never resolved. Since then the service has returned the current token.'],
      ],
    );
  });

  it('that is not known is assigned to no group', () => {
    const { store, ref } = fixture.open();
    store.journal.assignRotation(99, ref('acme'), sealed('a'));
    assert.equal(store.groups.find(ref('acme')), undefined);
  });

  it('is what the group shows until it is dismissed', () => {
    const { store, ref } = fixture.open();
    const id = begin(store, ref('acme'));
    store.journal.finishRotation(id, { outcome: 'unknown', at: MAY_12 });
    assert.equal(store.groups.find(ref('acme'))?.unknownOutcome?.operation, 'rotate');
    store.journal.dropRotation(id);
    assert.equal(store.groups.find(ref('acme'))?.unknownOutcome, undefined);
  });

  it('is asked about by no request that left before it', () => {
    const { store, ref, connectionId } = fixture.open();
    const asked = store.journal.beginSend(ref('acme'), { operation: 'getOrCreate', text: '{}', at: MAY_12 - 5 });
    const id = begin(store, { connectionId, userGroupId: undefined });
    store.journal.finishRotation(id, { outcome: 'unknown', at: MAY_12 });
    store.journal.assignRotation(id, ref('acme'), sealed('a'));
    store.journal.finishSend(asked, { outcome: 'existed', at: MAY_12, token: sealed('a') });
    assert.deepEqual(
      store.journal.openRotations(ref('acme')).map(({ askedAt }) => askedAt),
      [MAY_12],
    );
  });

  it('keeps nobody from deleting everything', () => {
    const { store, ref } = fixture.open();
    store.journal.finishRotation(begin(store, ref('acme')), { outcome: 'unknown', at: MAY_12 });
    store.deleteEverything();
    assert.deepEqual(store.journal.openRotations(), []);
  });

  it('is not abandoned later', () => {
    const { store, ref, clock } = fixture.open();
    store.journal.finishRotation(begin(store, ref('acme')), { outcome: 'unknown', at: MAY_12 });
    clock.now += LEASE_MS;
    assert.deepEqual([store.journal.closeAbandoned(), store.journal.nextAbandonedAt()], [[], undefined]);
  });
});

describe('A rotation that is waited for', () => {
  const fixture = storeFixture();

  it('is not abandoned by its own window', () => {
    const { store, ref, clock } = fixture.open();
    begin(store, ref('acme'));
    clock.now += LEASE_MS;
    assert.deepEqual(store.journal.closeAbandoned(), []);
  });

  it('keeps its window from deleting everything, however long that was silent', () => {
    const { store, ref, clock } = fixture.open();
    begin(store, ref('acme'));
    clock.now += LEASE_MS;
    assert.throws(
      () => {
        store.deleteEverything();
      },
      {
        kind: 'conflict',
        message: 'A rotation is in progress, here or in another window: "acme". Wait until the rotation is complete.',
      },
    );
  });

  it('in another window counts as abandoned when its lease is over', () => {
    const path = fixture.path();
    const { store, ref } = fixture.open(path);
    begin(fixture.reopen(path), ref('acme'));
    assert.equal(store.journal.nextAbandonedAt(), MAY_12 + LEASE_MS);
  });
});

describe('A rotation that nobody waits for any more', () => {
  const fixture = storeFixture();

  it('is abandoned when its lease is over, in its own window, too', () => {
    const { store, ref, clock } = fixture.open();
    store.journal.noLongerRotating(begin(store, ref('acme')));
    assert.deepEqual(store.journal.closeAbandoned(), []);
    clock.now += LEASE_MS;
    assert.deepEqual(store.journal.closeAbandoned(), [{ operation: 'rotate', ...ref('acme'), at: MAY_12 }]);
    const [version] = store.journal.versions({ limit: 1 });
    assert.deepEqual(
      [version?.outcome, version?.reason, store.journal.openRotations().map(({ isUnderWay }) => isUnderWay)],
      ['unknown', 'The window closed before a response came.', [false]],
    );
  });
});

describe('A rotation that is gone from the list before its answer comes', () => {
  const fixture = storeFixture();

  it('resolved elsewhere, is not opened again by an answer of a new shape', () => {
    const path = fixture.path();
    const { store, ref, send } = fixture.open(path);
    send('acme', '{}', { token: sealed('a') });
    const id = begin(store, ref('acme'));
    fixture.reopen(path).journal.dropRotation(id);
    store.journal.keepAnswer(id, sealed('answer'));
    assert.deepEqual(store.journal.openRotations(), []);
  });

  it('dismissed, is not opened again by an answer without a token', () => {
    const { store, ref, send } = fixture.open();
    send('acme', '{}', { token: sealed('a') });
    const id = begin(store, ref('acme'));
    store.journal.dropRotation(id);
    store.journal.finishRotation(id, { outcome: 'unknown', at: MAY_12 });
    assert.deepEqual(store.journal.openRotations(), []);
  });

  it('dismissed, leaves neither mark nor draft in the group when its window is gone', () => {
    const path = fixture.path();
    const { store, ref, send, clock } = fixture.open(path);
    send('acme', '{}', { token: sealed('a') });
    const id = begin(fixture.reopen(path), ref('acme'));
    store.journal.dropRotation(id);
    clock.now += LEASE_MS;
    store.journal.closeAbandoned();
    const { unknownOutcome, draft } = store.groups.find(ref('acme'))!;
    assert.deepEqual(
      [unknownOutcome, draft, store.journal.versions({ limit: 1 })[0]?.outcome],
      [undefined, undefined, 'unknown'],
    );
  });
});

describe('A rotation of a connection that is gone', () => {
  const fixture = storeFixture();

  it('is not begun, and says why', () => {
    const { store } = fixture.open();
    assert.throws(() => begin(store, { connectionId: 'gone', userGroupId: 'acme' }), { kind: 'conflict' });
  });
});

describe('An answer that comes a second time, with its token', () => {
  const fixture = storeFixture();
  const withoutToken = { outcome: 'updated', at: MAY_12, answer: { name: 'Acme' } } as const;
  const TOKEN = { token: sealed('b') };
  const kinds = {
    sending: {
      begin: (store: SqliteStore, ref: GroupRef) =>
        store.journal.beginSend(ref, { operation: 'update', text: '{}', at: MAY_12 }),
      finish: (store: SqliteStore, id: number, more: Partial<SendResult> = {}) =>
        store.journal.finishSend(id, { ...withoutToken, ...more }),
    },
    'sending of many': {
      begin: (store: SqliteStore, ref: GroupRef) =>
        store.journal.beginSendBatched(ref, { operation: 'update', text: '{}', at: MAY_12 }),
      finish: (store: SqliteStore, id: number, more: Partial<SendResult> = {}) =>
        store.journal.finishSendBatched(id, { ...withoutToken, ...more }),
    },
    rotation: {
      begin,
      finish: (store: SqliteStore, id: number, more: Partial<SendResult> = {}) =>
        store.journal.finishRotation(id, { ...withoutToken, outcome: 'rotated', ...more }),
    },
  };

  for (const [kind, { begin: beginOne, finish }] of Object.entries(kinds)) {
    it(`lists a group again that was forgotten since, as long as the token of the ${kind} is still to come`, async () => {
      const { store, ref } = fixture.open();
      const id = await beginOne(store, ref('acme'));
      await finish(store, id);
      store.groups.forget(ref('acme'));
      assert.deepEqual((await finish(store, id, TOKEN))?.token?.sealed, sealed('b'));
      store.groups.forget(ref('acme'));
      assert.equal(await finish(store, id, TOKEN), undefined);
      assert.equal(store.groups.find(ref('acme')), undefined);
    });

    it(`lists nothing again when the first time no answer came: ${kind}`, async () => {
      const { store, ref } = fixture.open();
      const id = await beginOne(store, ref('acme'));
      await finish(store, id, { answer: undefined });
      store.groups.forget(ref('acme'));
      assert.equal(await finish(store, id, TOKEN), undefined);
    });

    it(`lists nothing again when all was deleted since: ${kind}`, async () => {
      const { store, ref } = fixture.open();
      const id = await beginOne(store, ref('acme'));
      await finish(store, id);
      store.deleteEverything();
      assert.equal(await finish(store, id, TOKEN), undefined);
    });
  }
});
