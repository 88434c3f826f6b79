// The tokens of groups: whose one is, whether it can be read, and what only the memory of this window has.

import assert from 'node:assert/strict';
import type { UserGroupsError } from '../../../../src/core/errors.ts';
import type { Store } from '../../../../src/core/ports/store.ts';
import type { TokenSealer } from '../../../../src/core/ports/sealer.ts';
import { Redactor } from '../../../../src/core/redactor.ts';
import type {
  GroupRef,
  OpenRotation,
  SealedToken,
  TokenOwner,
  UserGroupRecord,
} from '../../../../src/core/userGroup.ts';
import { GroupTokens } from '../../../../src/services/groups/groupTokens.ts';
import { TESTING } from '../../../support/connections.ts';
import { standIn } from '../../../support/standIn.ts';

const ACME = { connectionId: TESTING.id, userGroupId: 'acme' };
const GLOBEX = { ...ACME, userGroupId: 'globex' };
const ELSEWHERE = { ...ACME, connectionId: 'other' };
const TOKEN = 'token-of-acme';

/** A sealed token says what it holds. */
const sealed = (token: string): SealedToken => ({ keyId: 'k', box: new Uint8Array(), fingerprint: token });

interface Held {
  readonly tokens: GroupTokens;
  readonly redactor: Redactor;
  readonly changes: { count: number };
}

function tokensIn(store: Partial<Store>, sealer: Partial<TokenSealer> = {}): Held {
  const redactor = new Redactor();
  const tokens = new GroupTokens(
    standIn<Store>(store),
    standIn<TokenSealer>({
      seal: (secret) => Promise.resolve(sealed(secret)),
      unseal: ({ fingerprint }) => Promise.resolve(fingerprint === 'unreadable' ? undefined : fingerprint),
      fingerprints: (token, keyIds) => Promise.resolve(keyIds.map((keyId) => ({ keyId, fingerprint: token }))),
      readableKeys: (keyIds) => Promise.resolve(new Set(keyIds.filter((keyId) => keyId !== 'gone'))),
      ...sealer,
    }),
    redactor,
    () => 7,
  );
  const changes = { count: 0 };
  tokens.onDidChange(() => (changes.count += 1));
  return { tokens, redactor, changes };
}

/** Of each pair, a group and its token. */
function inMemory(...kept: readonly (readonly [GroupRef, token: string])[]): Held {
  const held = tokensIn({
    groups: standIn({ find: () => undefined }),
    tokens: standIn({ keyIds: () => [], replaced: () => [] }),
  });
  for (const [ref, token] of kept) held.tokens.keepInMemory({ ref, connection: TESTING, token, after: 1 });
  return held;
}

describe('The owners of a token', () => {
  const owned = (...owners: readonly TokenOwner[]): Held =>
    tokensIn({
      groups: standIn({ find: () => undefined }),
      tokens: standIn({
        keyIds: () => ['k', 'l'],
        owners: (keyId, fingerprint) => (keyId === 'k' && fingerprint === TOKEN ? [...owners] : []),
      }),
    });
  const now = (ref: GroupRef): TokenOwner => ({ ref, issuedAt: 1 });
  const former = (ref: GroupRef, replacedAt = 2): TokenOwner => ({ ref, issuedAt: 1, replacedAt });

  for (const [words, owners, expected] of [
    ['are none of an unknown token', [], []],
    ['are those who have it before those who had it', [former(GLOBEX), now(ACME)], [now(ACME), former(GLOBEX)]],
    ['hold a group once that has it and had it', [former(ACME), now(ACME)], [now(ACME)]],
    ['hold a group once that had it twice', [former(ACME, 3), former(ACME, 2)], [former(ACME, 3)]],
    ['hold groups of one id on two connections', [former(ACME), former(ELSEWHERE)], [former(ACME), former(ELSEWHERE)]],
  ] as const)
    it(words, async () => {
      assert.deepEqual(await owned(...owners).tokens.ownersOf(TOKEN), expected);
    });

  it('are those in memory, before the store is asked', async () => {
    const { tokens } = inMemory([ACME, TOKEN], [GLOBEX, 'token-of-globex']);
    assert.deepEqual(await tokens.ownersOf(TOKEN), [{ ref: ACME, issuedAt: 7 }]);
    assert.deepEqual(await tokens.ownersOf('unknown'), []);
    assert.deepEqual([await tokens.isStored(TOKEN), await tokens.isStored('unknown')], [true, false]);
  });
});

describe('A token in the memory of this window', () => {
  it('is redacted, and offered as the current one', async () => {
    const { tokens, redactor } = inMemory([ACME, 'former-of-acme'], [ACME, TOKEN], [GLOBEX, 'token-of-globex']);
    assert.equal(redactor.redact(`It is ${TOKEN}.`), 'It is •••.');
    assert.equal(await tokens.find(ACME), TOKEN);
  });

  it('stands last when it comes again', () => {
    const { tokens } = inMemory([ACME, 'one'], [ACME, 'two'], [ACME, 'one']);
    assert.deepEqual(
      tokens.unstored().map(({ token }) => token),
      ['two', 'one'],
    );
  });

  it('is that of its group alone', () => {
    const { tokens } = inMemory([ACME, TOKEN]);
    assert.deepEqual(
      [
        tokens.isInMemory(ACME),
        tokens.isInMemory(ACME, TOKEN),
        tokens.isInMemory(ACME, 'another'),
        tokens.isInMemory(GLOBEX, TOKEN),
        tokens.unstored(GLOBEX).length,
      ],
      [true, true, false, false, 0],
    );
  });

  for (const [words, drop, left, changes] of [
    ['alone', (tokens: GroupTokens) => tokens.dropFromMemory(ACME, 'one'), ['two', 'three'], 4],
    ['with all of its group', (tokens: GroupTokens) => tokens.dropFromMemory(ACME), ['three'], 4],
    ['with all', (tokens: GroupTokens) => tokens.dropAllFromMemory(), [], 4],
    [
      'of another group not at all',
      (tokens: GroupTokens) => tokens.dropFromMemory(ELSEWHERE),
      ['one', 'two', 'three'],
      3,
    ],
  ] as const)
    it(`is dropped ${words}, and each change is reported`, () => {
      const { tokens, changes: reported } = inMemory([ACME, 'one'], [ACME, 'two'], [GLOBEX, 'three']);
      drop(tokens);
      assert.deepEqual([tokens.unstored().map(({ token }) => token), reported.count], [left, changes]);
    });
});

describe('A token in the store', () => {
  const stored = (token: SealedToken | undefined, ...replaced: readonly SealedToken[]): Held =>
    tokensIn({
      groups: standIn({ find: () => standIn<UserGroupRecord>({ token: token && { sealed: token, at: 1 } }) }),
      tokens: standIn({
        replaced: () => replaced.map((each, index) => ({ sealed: each, issuedAt: index, replacedAt: index + 10 })),
      }),
      requireInPlace: () => undefined,
    });

  it('is kept where it is the current one or a replaced one', async () => {
    const { tokens } = stored(sealed('now'), sealed('before'), sealed('long before'));
    const kept = ['now', 'before', 'long before', 'never'].map((token) => tokens.isKept(ACME, token));
    assert.deepEqual(await Promise.all(kept), [true, true, true, false]);
  });

  it('is kept as a replaced one where there is no current one, and where the group is gone', async () => {
    assert.equal(await stored(undefined, sealed('before')).tokens.isKept(ACME, 'before'), true);
    assert.equal(await inMemory().tokens.isKept(ACME, 'before'), false);
  });

  it('does not count as kept in a file that was replaced', async () => {
    const { tokens } = tokensIn({
      groups: standIn({ find: () => standIn<UserGroupRecord>({ token: { sealed: sealed('now'), at: 1 } }) }),
      tokens: standIn({ replaced: () => [] }),
      requireInPlace: () => {
        throw new Error('replaced');
      },
    });
    await assert.rejects(tokens.isKept(ACME, 'now'), { message: 'replaced' });
    assert.equal(await tokens.isKept(ACME, 'never'), false);
  });

  it('is known for good when it is replaced and read, and omitted where it cannot be', async () => {
    const { tokens, redactor } = stored(undefined, sealed('former-of-acme'), sealed('unreadable'));
    const known: string[] = [];
    redactor.add = (token) => known.push(token);
    assert.deepEqual(await tokens.replaced(ACME), [{ token: 'former-of-acme', issuedAt: 0, replacedAt: 10 }]);
    assert.deepEqual([known, tokens.countReplaced(ACME)], [['former-of-acme'], 2]);
  });

  it('is readable where its key is, or where it is in memory', async () => {
    const asked: unknown[] = [];
    const { tokens } = tokensIn(
      {},
      {
        readableKeys: (keyIds) => {
          asked.push(keyIds);
          return Promise.resolve(new Set(['k']));
        },
      },
    );
    tokens.keepInMemory({ ref: GLOBEX, connection: TESTING, token: TOKEN, after: 1 });
    const groups = [
      { ref: ACME, tokenKeyId: 'k' },
      { ref: ACME, tokenKeyId: 'gone' },
      { ref: ACME },
      { ref: GLOBEX, tokenKeyId: 'gone' },
      { ref: ELSEWHERE, tokenKeyId: 'k' },
    ];
    assert.deepEqual(await tokens.areReadable(groups), [true, false, undefined, true, true]);
    assert.deepEqual(asked, [['k', 'gone']]);
  });
});

describe('A token that is required', () => {
  const holding = (token?: SealedToken): Held =>
    tokensIn({
      groups: standIn({ find: () => standIn<UserGroupRecord>({ token: token && { sealed: token, at: 1 } }) }),
    });

  it('is redacted from then on, among many by what holds those alone', async () => {
    const [one, many] = [holding(sealed(TOKEN)), holding(sealed(TOKEN))];
    const ofMany = new Redactor();
    assert.equal(await one.tokens.require(TESTING, ACME), TOKEN);
    assert.equal(await many.tokens.require(TESTING, ACME, { tokens: ofMany }), TOKEN);
    assert.deepEqual(
      [one.redactor, many.redactor, ofMany].map((each) => each.redact(TOKEN)),
      ['•••', TOKEN, '•••'],
    );
  });

  for (const [words, token, kind] of [
    ['is not found where none is stored', undefined, 'notFound'],
    ['is invalid where it cannot be read', sealed('unreadable'), 'invalid'],
  ] as const)
    it(words, async () => {
      await assert.rejects(holding(token).tokens.require(TESTING, ACME), { kind });
    });

  it('is refused while the connection awaits an answer', async () => {
    await assert.rejects(holding(sealed(TOKEN)).tokens.require({ ...TESTING, status: 'moved' }, ACME), {
      kind: 'conflict',
    });
  });
});

describe('Replaced tokens that are called deployed', () => {
  const dropping = (isDropped: boolean, ...open: readonly OpenRotation[]): Held & { readonly asked: unknown[] } => {
    const asked: unknown[] = [];
    const held = tokensIn({
      journal: standIn({ openRotations: () => [...open] }),
      tokens: standIn({
        dropReplacedOf: (ref, count) => {
          asked.push([ref, count]);
          return isDropped;
        },
      }),
    });
    return { ...held, asked };
  };

  for (const [words, isDropped, count] of [
    ['as many as were shown', true, 2],
    ['without a number', true, undefined],
    ['without a number, where there are none', false, undefined],
  ] as const)
    it(`are dropped ${words}`, () => {
      const { tokens, asked } = dropping(isDropped);
      tokens.dropReplaced(ACME, count);
      assert.deepEqual(asked, [[ACME, count]]);
    });

  it('stay where their number has changed', () => {
    const { tokens } = dropping(false);
    assert.throws(
      () => {
        tokens.dropReplaced(ACME, 2);
      },
      { kind: 'conflict', message: /^Its token was rotated meanwhile/ },
    );
  });

  it('stay while a rotation is open', () => {
    const { tokens, asked } = dropping(true, standIn<OpenRotation>({}));
    assert.throws(
      () => {
        tokens.dropReplaced(ACME, 2);
      },
      ({ kind, failure }: UserGroupsError) => kind === 'conflict' && failure.remedy === 'resolveRotation',
    );
    assert.deepEqual(asked, []);
  });
});
