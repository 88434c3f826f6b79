// Open rotations forbid to remove what remembers them.

import assert from 'node:assert/strict';
import { requireNoneOpen, rotatedGroups } from '../../../src/core/openRotations.ts';
import type { OpenRotation } from '../../../src/core/userGroup.ts';

const rotation = (userGroupId: string | undefined, isUnderWay = false): OpenRotation => ({
  id: 1,
  connectionId: 'staging',
  userGroupId,
  at: 1,
  token: { keyId: 'key', fingerprint: 'print', box: new Uint8Array() },
  isUnderWay,
});

describe('Open rotations', () => {
  const REMOVED = /^Removing it loses the only record of an unresolved rotation: "acme"\./;
  const UNDER_WAY = /^A rotation is in progress, here or in another window: "globex"\./;
  for (const [words, rotations, message] of [
    ['under way', [rotation('acme'), rotation('globex', true)], UNDER_WAY],
    ['of unknown outcome', [rotation('acme')], REMOVED],
  ] as const) {
    it(`${words} forbid it, and say which`, () => {
      const removing = (): void => {
        requireNoneOpen(rotations);
      };
      assert.throws(removing, { kind: 'conflict', message });
    });
  }

  it('are named by their groups, each once, the first three of them', () => {
    const named = (...ids: (string | undefined)[]): string => rotatedGroups(ids.map((id) => rotation(id)));
    assert.deepEqual(
      [named('acme', 'acme', undefined), named('a', 'b', 'c'), named('a', 'b', 'c', 'd')],
      ['"acme", an unlisted group', '"a", "b", "c"', '"a", "b", "c" and 1 more'],
    );
  });
});
