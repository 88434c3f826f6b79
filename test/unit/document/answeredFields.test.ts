import assert from 'node:assert/strict';
import { answeredFields } from '../../../src/document/answeredFields.ts';
import { differenceFromAnswer } from '../../../src/document/difference.ts';

describe('The fields of an answer', () => {
  it('are those that were answered: null is its JSON text, and as a mapping an empty one', () => {
    assert.deepEqual(answeredFields({ name: 'A', mapping: null, properties: null, teamId: '1' }), {
      name: 'A',
      mapping: '{}',
      properties: 'null',
    });
    assert.deepEqual(differenceFromAnswer({ mapping: '{}' }, { mapping: null }), []);
    assert.deepEqual(differenceFromAnswer({ mapping: '{"40":"1"}' }, { mapping: null }), [
      { path: 'mapping.40', before: '"1"' },
    ]);
  });
});
