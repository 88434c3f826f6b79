// What an answered token says of a rotation whose outcome is open.

import assert from 'node:assert/strict';
import type { SealedToken } from '../../../../src/core/userGroup.ts';
import { contradictsToken, verdictOn } from '../../../../src/store/journal/rotationRules.ts';

const HOUR = 60 * 60 * 1000;
const sealed = (keyId: string, fingerprint: string): SealedToken => ({ keyId, fingerprint, box: new Uint8Array() });
const former = sealed('key', 'former');
const other = sealed('key', 'other');
/** The two cannot be compared. */
const byOtherKey = sealed('other key', 'former');
const otherByOtherKey = sealed('other key', 'other');

describe('An open rotation', () => {
  for (const [answered, at, isBefore, kept, verdict] of [
    [other, 0, false, false, 'rotated'],
    [other, 0, true, false, 'rotated'],
    [byOtherKey, 0, false, false, 'tokenKnown'],
    [byOtherKey, 0, true, false, 'nothing'],
    [otherByOtherKey, 0, false, false, 'tokenKnown'],
    [former, 2 * HOUR, true, false, 'nothing'],
    [former, HOUR - 1, false, false, 'probablyNot'],
    [former, HOUR, false, false, 'notRotated'],
    [former, HOUR, false, true, 'probablyNot'],
  ] as const) {
    const asked = `${at} ms after its request, ${isBefore ? 'by one that was begun before' : 'by a later one'}`;
    const token = `the ${answered.fingerprint} token under the ${answered.keyId}`;
    it(`comes to "${verdict}" by ${token}, answered ${asked}${kept ? ', where its answer is kept' : ''}`, () => {
      const rotation = { token: former, at: 1_000, unrecognizedResponse: kept ? other : undefined };
      assert.equal(verdictOn(rotation, answered, { at: 1_000 + at, isBefore }), verdict);
    });
  }

  it('is contradicted by answers below 300 and by refusals, unless those say that the service did not listen', () => {
    const statuses = [undefined, 200, 299, 300, 399, 400, 401, 403, 404, 407, 409, 429, 500];
    assert.deepEqual(statuses.filter(contradictsToken), [200, 299, 400, 404, 409, 500]);
  });
});
