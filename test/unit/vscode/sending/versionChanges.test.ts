// The cell that says what a version changed.

import assert from 'node:assert/strict';
import type { VersionSummary } from '../../../../src/core/userGroup.ts';
import type { AppliedBefore } from '../../../../src/services/groups/appliedBefore.ts';
import { VersionChanges } from '../../../../src/vscode/sending/versionChanges.ts';
import { documentOf } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

/** Its words and its changes, of a version that renamed the group. */
async function cellOf(version: Partial<VersionSummary>, isUncertain = false): Promise<string[]> {
  const changes = new VersionChanges(
    { version: () => standIn({ text: documentOf({ name: 'B' }) }) },
    standIn<AppliedBefore>({
      of: () => ({ applied: { key: 'before', at: 1, text: () => documentOf({ name: 'A' }) }, isUncertain }),
    }),
  );
  const cell = await changes.of(
    standIn<VersionSummary>({ id: 2, operation: 'update', outcome: 'updated', reason: undefined, ...version }),
  );
  return [cell.text, ...(cell.changes ?? []).map(({ text }) => text)];
}

describe('What a version changed', () => {
  const RENAMED = 'name: "A" → "B"';
  const cases: Readonly<Record<string, readonly [given: Partial<VersionSummary>, cell: readonly string[]]>> = {
    'is the change alone where it was applied': [{}, ['', RENAMED]],
    'is the reason alone where it was not': [{ outcome: 'refused', reason: 'HTTP 422.' }, ['HTTP 422.']],
    'is said before a reason': [
      { outcome: 'existed', reason: 'It has all that was sent.' },
      ['Fetched only · It has all that was sent.'],
    ],
    'is a reason and the change where the outcome is unknown': [
      { outcome: 'unknown', reason: 'The window closed before a response came.' },
      ['The window closed before a response came.', RENAMED],
    ],
    'is the token where it was rotated': [{ operation: 'rotate', outcome: 'rotated' }, ['Token rotated']],
    'is a reason alone where no token was rotated': [
      { operation: 'rotate', outcome: 'refused', reason: 'HTTP 403.' },
      ['HTTP 403.'],
    ],
  };
  for (const [words, [given, cell]] of Object.entries(cases))
    it(words, async () => {
      assert.deepEqual(await cellOf(given), cell);
    });

  it('is said with a doubt where the outcome before it is unknown', async () => {
    assert.deepEqual(await cellOf({}, true), ['(unknown outcome in between)', RENAMED]);
  });
});
