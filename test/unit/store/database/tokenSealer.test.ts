// The sealer: tokens readable with the right key for the right group only, and keys that never leave the secrets.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';

import type { Secrets } from '../../../../src/core/ports/storage.ts';
import type { GroupRef, SealedToken } from '../../../../src/core/userGroup.ts';
import { createTokenSealer, type KeyRing } from '../../../../src/store/database/tokenSealer.ts';
import { MAY_12, storeFixture } from '../storeFixture.ts';

const ACME: GroupRef = { connectionId: 'c-1', userGroupId: 'acme' };
const TOKEN = 'ugt_4f9c2d7be1a0';

describe('A sealed token', () => {
  it('comes back for its group (any token, any id)', async () => {
    const sealer = sealerWith(keptSecrets());
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), async (token, userGroupId) => {
        const ref = { connectionId: 'c-1', userGroupId };
        assert.equal(await sealer.unseal(await sealer.seal(token, ref), ref), token);
      }),
    );
  });

  it('is not readable for another group, however the parts of its name are cut', async () => {
    const sealer = sealerWith(keptSecrets());
    const box = await sealer.seal(TOKEN, { connectionId: 'ab', userGroupId: 'c' });
    for (const [connectionId, userGroupId] of [
      ['a', 'bc'],
      ['abc', ''],
      ['', 'abc'],
      ['ab', 'C'],
      ['ab', 'c\0'],
      ['ab\0', 'c'],
    ] as const) {
      assert.equal(await sealer.unseal(box, { connectionId, userGroupId }), undefined);
    }
  });

  it('is not readable when anything in the box was changed', async () => {
    const sealer = sealerWith(keptSecrets());
    const sealed = await sealer.seal(TOKEN, ACME);
    for (const index of sealed.box.keys()) {
      const box = sealed.box.map((byte, at) => (at === index ? byte ^ 1 : byte));
      assert.equal(await sealer.unseal({ ...sealed, box }, ACME), undefined);
    }
    for (const length of [0, 11, 12, 27, sealed.box.length - 1]) {
      assert.equal(await sealer.unseal({ ...sealed, box: sealed.box.subarray(0, length) }, ACME), undefined);
    }
  });

  it('looks different each time, while its fingerprint distinguishes the same token from another', async () => {
    const sealer = sealerWith(keptSecrets());
    const [first, second, other] = [
      await sealer.seal(TOKEN, ACME),
      await sealer.seal(TOKEN, ACME),
      await sealer.seal('other', ACME),
    ];
    assert.notDeepEqual(first.box, second.box);
    assert.equal(first.fingerprint, second.fingerprint);
    assert.notEqual(first.fingerprint, other.fingerprint);
    assert.match(first.fingerprint, /^[0-9a-f]{64}$/);
  });

  for (const [words, owner, box] of [
    ['of a group', ACME, 'SeKTWC+CXKgTxV2MPUE0+x3HWEomPiXcORCwLWfPMdrz2amHpJqlmmObFZs='],
    [
      'in an answer about a group',
      { ...ACME, isAnswer: true },
      'djGE2cH+VIFrcDg7fuJzHUDJdJDD6zqBLKdfRFiWD/BDj9KuYB2scVM/uCE=',
    ],
    ['of no group', { connectionId: 'c-1' }, 'pI/mvDeON7afKDuoiUq9h63PMXEok/Pb5qLHj22u7HQqj/CoTlBDpJLjg1M='],
    [
      'in an answer about no group',
      { connectionId: 'c-1', isAnswer: true },
      'WMWEdK2irLDLY58ChoTHfxCBAxGriRcBFX2sjBqPpssLH6q0PWQR7y0GFZQ=',
    ],
  ] as const) {
    it(`${words} is readable from the bytes that files hold, as that and as nothing else`, async () => {
      const secrets = keptSecrets();
      secrets.kept.set('tokenKey.k', 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=');
      const sealer = sealerWith(secrets);
      const sealed = { keyId: 'k', box: new Uint8Array(Buffer.from(box, 'base64')), fingerprint: '' };
      const others = [
        ACME,
        { ...ACME, isAnswer: true },
        { connectionId: 'c-1' },
        { connectionId: 'c-1', isAnswer: true },
      ];
      const readable = await Promise.all(others.map((other) => sealer.unseal(sealed, other)));
      assert.deepEqual(
        readable,
        others.map((other) => (isDeepStrictEqual(other, owner) ? TOKEN : undefined)),
      );
      assert.deepEqual(await sealer.fingerprints(TOKEN, ['k']), [
        { keyId: 'k', fingerprint: '8c66cdd88d2a335cce9be72e776c3abd4448ade8f78d4d00a6281d1d1afec8ca' },
      ]);
    });
  }

  it('is compared by its fingerprint under each key that is here, which is another one under another key', async () => {
    const [sealer, elsewhere] = [sealerWith(keptSecrets()), sealerWith(keptSecrets())];
    const { keyId, fingerprint } = await sealer.seal(TOKEN, ACME);
    assert.notEqual((await elsewhere.seal(TOKEN, ACME)).fingerprint, fingerprint);
    assert.deepEqual(await sealer.fingerprints(TOKEN, ['gone', keyId]), [{ keyId, fingerprint }]);
  });

  it('is readable in another window that has the same secrets and database', async () => {
    const [secrets, keyRing] = [keptSecrets(), oneRow()];
    const sealed = await sealerWith(secrets, keyRing).seal(TOKEN, ACME);
    const other = sealerWith(secrets, keyRing);
    assert.equal(await other.unseal(sealed, ACME), TOKEN);
    assert.equal((await other.seal('next', ACME)).keyId, sealed.keyId);
    assert.equal(secrets.kept.size, 1);
  });

  it('lies in the database without being found in its bytes', async () => {
    const path = fixture.path();
    const { store, connectionId, send } = fixture.open(path);
    const ref = { connectionId, userGroupId: 'acme' };
    const secrets = keptSecrets();
    const sealer = createTokenSealer({ secrets, keyRing: store.keyRing });
    send('acme', '{"name":"to be found"}', { token: await sealer.seal(TOKEN, ref), at: MAY_12 });
    send('acme', '', { outcome: 'rotated', token: await sealer.seal(`${TOKEN}-next`, ref) }, 'rotate');
    const bytesOnDisk = (): Buffer =>
      Buffer.concat(readdirSync(dirname(path)).map((name) => readFileSync(join(dirname(path), name))));
    const whileOpen = bytesOnDisk();
    assert.equal(await sealer.unseal(store.groups.find(ref)!.token!.sealed, ref), `${TOKEN}-next`);
    assert.equal(await sealer.unseal(store.tokens.replaced(ref)[0]!.sealed, ref), TOKEN);
    store.close();
    for (const bytes of [whileOpen, bytesOnDisk()]) {
      assert.ok(bytes.includes('to be found'));
      for (const secret of [TOKEN, ...secrets.kept.values()]) assert.ok(!bytes.includes(secret));
      for (const key of secrets.kept.values()) assert.ok(!bytes.includes(Buffer.from(key, 'base64')));
    }
  });

  const fixture = storeFixture();
});

describe('The key that seals', () => {
  it('is made once for several first tokens at the same time', async () => {
    const secrets = keptSecrets();
    const reported = new Set<string>();
    const sealer = createTokenSealer({ secrets, keyRing: oneRow(), onKey: (value) => reported.add(value) });
    const sealed = await Promise.all(['a', 'b', 'c'].map((token) => sealer.seal(token, ACME)));
    assert.equal(new Set(sealed.map(({ keyId }) => keyId)).size, 1);
    assert.equal(reported.size, 1);
    assert.equal(secrets.kept.size, 1);
  });

  it("is the first window's when two make one at the same time", async () => {
    const [secrets, keyRing] = [keptSecrets(), oneRow()];
    const sealed = await Promise.all(['a', 'b'].map((token) => sealerWith(secrets, keyRing).seal(token, ACME)));
    assert.deepEqual(
      sealed.map(({ keyId }) => keyId),
      [keyRing.current(), keyRing.current()],
    );
    assert.deepEqual([...secrets.kept.keys()], [`tokenKey.${keyRing.current() ?? ''}`]);
  });

  it('is read from the secrets once when it is there, and asked for again while it is missing', async () => {
    const secrets = keptSecrets();
    const sealed = await sealerWith(secrets).seal(TOKEN, ACME);
    const [[name, value] = ['', '']] = secrets.kept;
    secrets.kept.clear();
    const sealer = sealerWith(secrets);
    secrets.asked = 0;
    assert.equal(await sealer.unseal(sealed, ACME), undefined);
    assert.deepEqual(await sealer.readableKeys([sealed.keyId]), new Set());
    secrets.kept.set(name, value);
    const tokens = await Promise.all([
      sealer.unseal(sealed, ACME),
      sealer.unseal(sealed, ACME),
      sealer.unseal(sealed, ACME),
    ]);
    assert.deepEqual(tokens, [TOKEN, TOKEN, TOKEN]);
    assert.deepEqual(await sealer.readableKeys([sealed.keyId, sealed.keyId, 'another']), new Set([sealed.keyId]));
    assert.equal(secrets.asked, 4);
  });

  it('is recreated when the current one is gone, and what it sealed is no longer readable', async () => {
    const [secrets, keyRing] = [keptSecrets(), oneRow()];
    const before = await sealerWith(secrets, keyRing).seal(TOKEN, ACME);
    secrets.kept.clear();
    const sealer = sealerWith(secrets, keyRing);
    const after = await sealer.seal(TOKEN, ACME);
    assert.notEqual(after.keyId, before.keyId);
    assert.equal(keyRing.current(), after.keyId);
    assert.deepEqual([await sealer.unseal(before, ACME), await sealer.unseal(after, ACME)], [undefined, TOKEN]);
  });

  for (const [words, isSecretGone, isForgotten] of [
    ['here, with its secret', true, true],
    ['by another window, with its secret', true, false],
    ['but its secret', false, false],
  ] as const)
    it(`is recreated when everything was deleted ${words}, as one that all windows know`, async () => {
      const secrets = keptSecrets();
      let keyRing = oneRow();
      const sealer = sealerWith(secrets, {
        current: () => keyRing.current(),
        offer: (keyId, insteadOf) => keyRing.offer(keyId, insteadOf),
      });
      const before = await sealer.seal(TOKEN, ACME);
      keyRing = oneRow();
      if (isSecretGone) secrets.kept.clear();
      if (isForgotten) sealer.forget();
      assert.equal(await sealer.unseal(before, ACME), isForgotten ? undefined : TOKEN);
      const after = await sealer.seal(TOKEN, ACME);
      assert.notEqual(after.keyId, before.keyId);
      assert.equal(keyRing.current(), after.keyId);
      assert.equal(await sealerWith(secrets).unseal(after, ACME), TOKEN);
    });

  it('made here is not used when it was deleted and the current one cannot be read here', async () => {
    const secrets = keptSecrets();
    const sealer = sealerWith(secrets, { current: () => 'of another window', offer: () => 'of another window' });
    const { keyId } = await sealer.seal(TOKEN, ACME);
    secrets.kept.clear();
    const sealed = await sealer.seal(TOKEN, ACME);
    assert.notEqual(sealed.keyId, keyId);
    assert.equal(await sealerWith(secrets).unseal(sealed, ACME), TOKEN);
  });

  it("is made once by each of two windows that cannot read each other's secrets, not in turns", async () => {
    const keyRing = oneRow();
    const [here, there] = [keptSecrets(), keptSecrets()];
    const [first, second] = [sealerWith(here, keyRing), sealerWith(there, keyRing)];
    for (const token of ['a', 'b', 'c']) {
      await first.seal(token, ACME);
      await second.seal(token, ACME);
    }
    assert.deepEqual([here.kept.size, there.kept.size], [1, 1]);
  });

  for (const corrupt of ['', 'not base64!', 'AAAA', `${Buffer.alloc(32).toString('base64')} `]) {
    it(`is missing when its secret is ${JSON.stringify(corrupt)}`, async () => {
      const [secrets, keyRing] = [keptSecrets(), oneRow()];
      const sealed = await sealerWith(secrets, keyRing).seal(TOKEN, ACME);
      secrets.kept.set(`tokenKey.${sealed.keyId}`, corrupt);
      const sealer = sealerWith(secrets, keyRing);
      assert.equal(await sealer.unseal(sealed, ACME), undefined);
      assert.notEqual((await sealer.seal(TOKEN, ACME)).keyId, sealed.keyId);
    });
  }

  it('is known to the redactor before it is stored, and when it is read again', async () => {
    const [secrets, keyRing] = [keptSecrets(), oneRow()];
    const reported: string[] = [];
    const onKey = (value: string): void => void reported.push(value);
    const store = secrets.store.bind(secrets);
    secrets.store = async (name, value) => {
      assert.deepEqual(reported, [value]);
      await store(name, value);
    };
    const sealed = await createTokenSealer({ secrets, keyRing, onKey }).seal(TOKEN, ACME);
    const [key] = secrets.kept.values();
    assert.deepEqual(new Set(reported), new Set([key]));
    reported.length = 0;
    assert.equal(await createTokenSealer({ secrets, keyRing, onKey }).unseal(sealed, ACME), TOKEN);
    assert.deepEqual(reported, [key]);
  });

  it('cannot be kept where the editor answers once and no more', async () => {
    const [secrets, keyRing] = [keptSecrets(), oneRow()];
    const get = secrets.get.bind(secrets);
    secrets.get = (key) => {
      secrets.get = () => Promise.reject(new Error('locked'));
      return get(key);
    };
    await assert.rejects(sealerWith(secrets, keyRing).seal(TOKEN, ACME), { kind: 'unavailable' });
    assert.equal(keyRing.current(), undefined);
  });

  for (const [fault, faulty] of [
    ['refuses to store', { store: () => Promise.reject(new Error('the value was …')) }],
    ['forgets at once', { store: () => Promise.resolve() }],
    ['gives back another value', { get: () => Promise.resolve(Buffer.alloc(32, 7).toString('base64')) }],
    ['refuses to answer', { get: () => Promise.reject(new Error('locked')) }],
  ] as [string, Partial<Secrets>][]) {
    it(`cannot be kept where the editor ${fault}, and that is said without the token`, async () => {
      const [secrets, keyRing] = [Object.assign(keptSecrets(), faulty), oneRow()];
      const failure = await sealerWith(secrets, keyRing)
        .seal(TOKEN, ACME)
        .then(
          () => assert.fail('sealed'),
          (error: unknown) => error,
        );
      assert.ok(failure instanceof Error);
      assert.equal(failure.name, 'unavailable');
      assert.equal(failure.cause, undefined);
      assert.ok(!failure.message.includes(TOKEN));
      assert.equal(keyRing.current(), undefined);
    });
  }

  it('that cannot be asked for makes a token unreadable, no more', async () => {
    const secrets = keptSecrets();
    const sealed: SealedToken = await sealerWith(secrets).seal(TOKEN, ACME);
    secrets.get = () => Promise.reject(new Error('locked'));
    const sealer = sealerWith(secrets);
    assert.equal(await sealer.unseal(sealed, ACME), undefined);
    assert.deepEqual(await sealer.readableKeys([sealed.keyId]), new Set());
  });
});

describe('The key ring in the database', () => {
  const fixture = storeFixture();

  it('accepts the first key offered, and another only instead of the current one', () => {
    const path = fixture.path();
    const { keyRing } = fixture.open(path).store;
    assert.equal(keyRing.current(), undefined);
    assert.equal(keyRing.offer('a', undefined), 'a');
    const other = fixture.reopen(path).keyRing;
    assert.equal(other.offer('b', undefined), 'a');
    assert.equal(other.offer('c', 'a'), 'c');
    assert.equal(keyRing.offer('d', 'a'), 'c');
    assert.equal(keyRing.current(), 'c');
  });
});

interface KeptSecrets extends Secrets {
  readonly kept: Map<string, string>;
  asked: number;
}

/** Secrets that answer later, as the editor's do. */
function keptSecrets(): KeptSecrets {
  const kept = new Map<string, string>();
  const secrets: KeptSecrets = {
    kept,
    asked: 0,
    get: async (key) => {
      secrets.asked += 1;
      await Promise.resolve();
      return kept.get(key);
    },
    store: async (key, value) => {
      await Promise.resolve();
      kept.set(key, value);
    },
    delete: async (key) => {
      await Promise.resolve();
      kept.delete(key);
    },
    keys: () => Promise.resolve([...kept.keys()]),
  };
  return secrets;
}

/** A key ring as the database keeps it, without one. */
function oneRow(): KeyRing {
  let current: string | undefined;
  return {
    current: () => current,
    offer: (keyId, insteadOf) => {
      current = current === insteadOf ? keyId : current;
      return current ?? keyId;
    },
  };
}

function sealerWith(secrets: Secrets, keyRing = oneRow()): ReturnType<typeof createTokenSealer> {
  return createTokenSealer({ secrets, keyRing });
}
