// How a group differs from the one of a list file, in lines for the user.

import assert from 'node:assert/strict';
import { listDifference, newestOf } from '../../../../src/services/bulk/listDifference.ts';
import { documentOf } from '../../../support/documents.ts';

type Compared = Parameters<typeof listDifference>[0];

const draft = (text: string): Compared => ({ draft: { text, at: 0 } });
const ofTeam = (teamId: string): Compared => ({ answered: { teamId, at: 0, operation: 'update' } });

describe('A group that differs from the one of a list file', () => {
  const rows: readonly (readonly [mine: Compared, theirs: Compared, line: string])[] = [
    [draft('{}'), {}, 'draft: only here'],
    [{}, draft('{}'), 'draft: only in the file'],
    [draft('{"user_gr'), draft(documentOf()), 'draft: the text differs'],
    [draft(documentOf()), draft('{"user_gr'), 'draft: the text differs'],
    [draft(documentOf()), draft(documentOf({ name: 'Globex' })), 'draft: name: "Acme" → "Globex"'],
    [{ base: { text: '{}', at: 0 } }, {}, 'last sent: only here'],
    [ofTeam('1'), ofTeam('2'), 'returned by the service: team_id: 1 → 2'],
    [ofTeam('1'), {}, 'returned by the service: team_id: 1 → –'],
    [{}, ofTeam('2'), 'returned by the service: team_id: – → 2'],
  ];
  for (const [mine, theirs, line] of rows) {
    it(`says "${line}"`, () => {
      assert.deepEqual(listDifference(mine, theirs), [line]);
    });
  }
});

describe('The latest known state of a group', () => {
  it('is that of its draft, its text last sent or its answer', () => {
    const [text, operation] = ['', 'update'] as const;
    for (const [state, newest] of [
      [{ base: { text, at: 2 }, draft: { text, at: 3 } }, 3],
      [{ draft: { text, at: 2 }, base: { text, at: 3 } }, 3],
      [{ draft: { text, at: 2 }, answered: { at: 3, operation } }, 3],
      [{}, 0],
    ] as const)
      assert.equal(newestOf(state), newest);
  });
});
