// What has changed since a request left is newer than its answer.

import assert from 'node:assert/strict';
import type { PreviousToken } from '../../../../src/core/ports/tokenStore.ts';
import type { SealedToken, UserGroupRecord } from '../../../../src/core/userGroup.ts';
import {
  atBegin,
  isOvertaken,
  withoutOlderDraft,
  withoutStaleToken,
} from '../../../../src/store/journal/awaitedAnswers.ts';

const sealed = (fingerprint: string): SealedToken => ({ keyId: 'key', fingerprint, box: new Uint8Array() });
const replaced = (...tokens: string[]): PreviousToken[] =>
  tokens.map((fingerprint) => ({ sealed: sealed(fingerprint), issuedAt: 1, replacedAt: 1 }));
const record = (changed: Partial<UserGroupRecord> = {}): UserGroupRecord => ({
  ref: { connectionId: 'staging', userGroupId: 'acme' },
  name: 'Acme',
  mappingKnown: false,
  documentMtime: 1,
  ...changed,
});
const draft = { text: 'typed', at: 1 };
const sent = (at: number): NonNullable<UserGroupRecord['base']> => ({ text: '', from: 'sent', at });

describe('A token that is answered', () => {
  for (const [what, before, now, isKept] of [
    ['was never replaced', [], ['another'], true],
    ['was replaced before the request already', ['token'], ['token', 'another'], true],
    ['was replaced while it was under way', [], ['token'], false],
    ['was replaced a second time while it was under way', ['token'], ['token', 'token'], false],
    ['was replaced, and nothing is known of its beginning', undefined, ['token'], false],
  ] as const) {
    it(`${isKept ? 'is' : 'is not'} the current one where it ${what}`, () => {
      const result = { outcome: 'updated', at: 2, token: sealed('token') } as const;
      const begun = before && atBegin(record(), replaced(...before));
      const expected = isKept ? result : { ...result, token: undefined };
      assert.deepEqual(withoutStaleToken(replaced(...now), begun, result), expected);
    });
  }
});

describe('The draft of what was not applied', () => {
  for (const [what, before, now, kept] of [
    ['is kept where nothing was typed since', record({ draft }), record({ draft }), { text: 'sent' }],
    ['gives way to what was typed since', record({ draft }), record({ draft, documentMtime: 2 }), undefined],
    ['is kept where that was taken back', record({ draft }), record({ documentMtime: 2 }), { text: 'sent' }],
    ['is kept of a group that was not there', undefined, record({ draft, documentMtime: 2 }), { text: 'sent' }],
  ] as const) {
    it(what, () => {
      const result = { outcome: 'refused', at: 2, draft: { text: 'sent' } } as const;
      assert.deepEqual(withoutOlderDraft(now, before && atBegin(before, []), result), { ...result, draft: kept });
    });
  }
});

describe('A sending', () => {
  const before = atBegin(record({ base: sent(1), baseVersion: 3 }), []);
  const answered = { ...sent(2), from: 'answered' } as const;
  for (const [what, now, begun, overtaken] of [
    ['is not overtaken where the base is the same', { base: sent(1), baseVersion: 3 }, before, false],
    ['is overtaken by a later version', { base: sent(1), baseVersion: 6 }, before, true],
    ['is overtaken by one from a list file', { base: sent(2), baseVersion: 3 }, before, true],
    ['is overtaken where its beginning is not known', { base: sent(1), baseVersion: 3 }, undefined, true],
    ['is overtaken by one whose version nobody knows any more', { base: sent(1) }, undefined, true],
    ['is not overtaken by itself', { base: sent(2), baseVersion: 5 }, before, false],
    ['is not overtaken by an answer that was only read', { base: answered, baseVersion: 6 }, before, false],
    ['is not overtaken where there is no base', {}, before, false],
  ] as const) {
    it(what, () => {
      assert.equal(isOvertaken(record(now), 5, begun), overtaken);
    });
  }
});
