// What the user must know about an answer: another group, another environment, fields that nobody knows.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import type { ServiceAnswer } from '../../../../src/core/ports/client.ts';
import type { UserGroupAnswer } from '../../../../src/core/userGroup.ts';
import { AnswerNotes, notesOnIdentity, notesOnToken } from '../../../../src/services/sending/answerNotes.ts';
import { TESTING } from '../../../support/connections.ts';
import { standIn } from '../../../support/standIn.ts';

const connection = (more: Partial<Connection> = {}): Connection => ({ ...TESTING, ...more });

describe('The notes on an answer', () => {
  const ANOTHER = 'The service returned team_id 2 instead of 1, so this is another group than before.';
  const CONTRADICTS =
    `The service returned Customer as the group's environment, ` + 'but the connection "staging" is declared Testing.';
  const rows: readonly (readonly [string, UserGroupAnswer | undefined, UserGroupAnswer, readonly string[]])[] = [
    ['the same team_id and environment', { teamId: '1' }, { teamId: '1', environmentTag: 'Testing' }, []],
    ['another team_id', { teamId: '1' }, { teamId: '2' }, [ANOTHER]],
    ['a team_id where none was known', {}, { teamId: '2' }, []],
    ['a team_id of a group that was not known', undefined, { teamId: '2' }, []],
    ['no team_id', { teamId: '1' }, {}, []],
    ['another environment', {}, { environmentTag: 'Customer' }, [CONTRADICTS]],
    ['an environment that is null', {}, { environmentTag: null }, []],
    ['both', { teamId: '1' }, { teamId: '2', environmentTag: 'Customer' }, [ANOTHER, CONTRADICTS]],
  ];
  for (const [what, before, answered, notes] of rows) {
    it(`say of ${what}: ${notes.length === 0 ? 'nothing' : notes.length}`, () => {
      assert.deepEqual(notesOnIdentity(connection(), before, answered), notes);
    });
  }

  it('say of a token that is not the stored one whose it is, too', () => {
    const other = (named: string): string => `The service returned a token that another group has, too: ${named}.`;
    assert.deepEqual(notesOnToken({}, undefined), []);
    assert.deepEqual(notesOnToken({ isApiToken: true }, undefined), []);
    assert.deepEqual(notesOnToken({}, []), []);
    assert.deepEqual(notesOnToken({}, ['a', 'b', 'c', 'd']), [other('"a", "b", and "c"')]);
    assert.deepEqual(notesOnToken({ isApiToken: true }, ['a']), [
      "The service returned the API token as the group's token.",
      other('"a"'),
    ]);
  });

  it('say nothing of an environment where none is declared', () => {
    const undeclared = connection({ environment: undefined });
    assert.deepEqual(notesOnIdentity(undeclared, undefined, { environmentTag: 'Customer' }), []);
  });

  it('name a field that nobody knows once for each connection', () => {
    const notes = new AnswerNotes();
    const about = (id: string, ...unknownFields: string[]): string[] =>
      notes.about(connection({ id }), undefined, standIn<ServiceAnswer>({ unknownFields, userGroup: {} }));
    const said = (fields: string): string => `The service returned fields that its contract doesn't have: ${fields}.`;
    assert.deepEqual(
      [about('1', 'colour', 'limits'), about('1', 'colour', 'size'), about('1', 'size'), about('2', 'size')],
      [[said('colour, limits')], [said('size')], [], [said('size')]],
    );
  });
});
