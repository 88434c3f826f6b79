// What a command returns of a group: each field of an answer, as the service's own JSON.

import assert from 'node:assert/strict';
import { ANSWER_FIELDS } from '../../../../src/contract/fields.ts';
import { userGroupResult } from '../../../../src/vscode/command/results.ts';

describe('The result of a command', () => {
  it('has each field of the answer, and an integer that a number cannot hold as its digits', () => {
    const result = userGroupResult({
      name: 'Acme',
      mapping: '{"40":"213"}',
      properties: '{"limit":9007199254740993,"rows":10}',
      teamId: '42',
      providedId: 'acme',
      environmentTag: null,
    });
    assert.deepEqual(Object.keys(result), ANSWER_FIELDS);
    assert.deepEqual(result, {
      name: 'Acme',
      mapping: { 40: '213' },
      properties: { limit: '9007199254740993', rows: 10 },
      team_id: 42,
      provided_id: 'acme',
      api_environment_tag: null,
    });
  });

  it('leaves out what was not answered', () => {
    assert.deepEqual(userGroupResult({ properties: null, teamId: '9007199254740993' }), {
      properties: null,
      team_id: '9007199254740993',
    });
  });
});
