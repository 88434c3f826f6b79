// What the store knows of the API token of a connection: whose it is by its fingerprint, and what speaks against it.

import assert from 'node:assert/strict';
import { storeFixture } from '../storeFixture.ts';

const ORIGIN = 'https://dashboards.example.com';
/** SQLite would end a text at the first, and the store spells it by the second. */
const ODD = 'zero \0, one \u0001';
const TEAM = { about: 'team', reason: ODD } as const;
const FINGERPRINT = { keyId: 'key', fingerprint: 'print' };

describe('What is known of an API token', () => {
  const fixture = storeFixture();

  it('begins with nothing but where it is used, and its fingerprint where there is one', () => {
    const { store, connectionId } = fixture.open();
    const found = [FINGERPRINT, undefined].map((fingerprint) => {
      const begun = store.apiTokens.begin(connectionId, { origin: ORIGIN, fingerprint });
      assert.deepEqual({ fingerprint: undefined, ...store.apiTokens.find(connectionId) }, begun);
      return begun;
    });
    assert.deepEqual(found, [
      { id: 1, origin: ORIGIN, fingerprint: FINGERPRINT, isProved: false },
      { id: 2, origin: ORIGIN, fingerprint: undefined, isProved: false },
    ]);
  });

  it('is nothing before one is used, and after it is dropped', () => {
    const { store, connectionId } = fixture.open();
    assert.equal(store.apiTokens.find(connectionId), undefined);
    store.apiTokens.begin(connectionId, { origin: ORIGIN });
    store.apiTokens.drop(connectionId);
    assert.equal(store.apiTokens.find(connectionId), undefined);
  });

  for (const [words, verdicts, isProved, mismatch] of [
    ['that it is proved', ['proved'], true, undefined],
    ['that it is unverified', [TEAM], false, TEAM],
    ['that it is unverified, proved before or not', ['proved', TEAM], false, TEAM],
    ['that it is unverified still, whatever is answered then', [TEAM, 'proved'], false, TEAM],
    ['the first reason why it is unverified', [TEAM, { about: 'environment', reason: 'other' }], false, TEAM],
  ] as const) {
    it(`is ${words}`, () => {
      const { store, connectionId } = fixture.open();
      const { id } = store.apiTokens.begin(connectionId, { origin: ORIGIN });
      for (const verdict of verdicts) store.apiTokens.validate(connectionId, id, verdict);
      const standing = store.apiTokens.find(connectionId);
      assert.deepEqual([standing?.isProved, standing?.mismatch], [isProved, mismatch]);
      assert.deepEqual(store.connections.all()[0]?.mismatch, mismatch && { origin: ORIGIN, ...mismatch });
    });
  }

  it('is not what was answered to another one', () => {
    const { store, connectionId } = fixture.open();
    const former = store.apiTokens.begin(connectionId, { origin: ORIGIN });
    const begun = store.apiTokens.begin(connectionId, { origin: ORIGIN });
    for (const verdict of ['proved', TEAM] as const) store.apiTokens.validate(connectionId, former.id, verdict);
    assert.deepEqual({ fingerprint: undefined, ...store.apiTokens.find(connectionId) }, begun);
  });

  it('is accepted by the person despite the mismatch that was shown, with what it contradicts', () => {
    const { store, connectionId } = fixture.open();
    const { id } = store.apiTokens.begin(connectionId, { origin: ORIGIN });
    const kept: unknown[] = [];
    for (const contradiction of [ODD, undefined]) {
      store.apiTokens.validate(connectionId, id, { ...TEAM, contradiction });
      kept.push(
        store.apiTokens.keep(connectionId, { ...TEAM, reason: 'other' }),
        store.apiTokens.keep(connectionId, TEAM),
        store.apiTokens.find(connectionId),
      );
    }
    const accepted = { id, origin: ORIGIN, isProved: true, accepted: ODD };
    assert.deepEqual(kept, [false, true, accepted, false, true, accepted]);
  });
});

describe('The answer for a group', () => {
  const fixture = storeFixture();

  for (const [words, sent, isBefore] of [
    ['was asked for before the token was in use', ['before'], true],
    ['was asked for with the token', ['before', 'after'], false],
    ['is none of a group that is not in the list', [], false],
  ] as const) {
    it(words, () => {
      const { store, connectionId, ref, send } = fixture.open();
      for (const when of sent.filter((each) => each === 'before')) send('acme', when, { outcome: 'existed' });
      const { id } = store.apiTokens.begin(connectionId, { origin: ORIGIN });
      for (const when of sent.filter((each) => each === 'after')) send('acme', when, { outcome: 'existed' });
      assert.equal(store.apiTokens.wasAnsweredBefore(ref('acme'), id), isBefore);
    });
  }

  it('was asked for before a token that is not in use', () => {
    const { store, ref, send } = fixture.open();
    send('acme', '{}', { outcome: 'existed' });
    assert.equal(store.apiTokens.wasAnsweredBefore(ref('acme'), 99), true);
  });
});

describe('The origins of an environment variable', () => {
  const fixture = storeFixture();
  const [A, B, C] = ['https://a.example.com', 'https://b.example.com', 'https://c.example.com'];
  const variable = 'TOKEN';

  it('are that of its first use, in any window, and those that are allowed after it', () => {
    const { store, other } = fixture.openTwice();
    assert.deepEqual(store.apiTokens.variableOrigins(variable), []);
    other.apiTokens.bindVariable({ variable, origin: B });
    store.apiTokens.bindVariable({ variable, origin: A });
    assert.deepEqual(store.apiTokens.variableOrigins(variable), [B]);
    for (const origin of [C, A, C]) store.apiTokens.allowVariable({ variable, origin });
    assert.deepEqual(
      [variable, 'ANOTHER'].map((name) => other.apiTokens.variableOrigins(name)),
      [[B, C, A], []],
    );
  });

  it('stay when the connection is removed, and go with everything', () => {
    const { store, connectionId } = fixture.open();
    store.apiTokens.bindVariable({ variable, origin: A });
    store.connections.remove(connectionId);
    assert.deepEqual(store.apiTokens.variableOrigins(variable), [A]);
    store.deleteEverything();
    assert.deepEqual(store.apiTokens.variableOrigins(variable), []);
  });
});
