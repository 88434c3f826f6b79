// The words for a group to which nothing was applied, or perhaps nothing.

import assert from 'node:assert/strict';
import { createdOrSameText, notAppliedText } from '../../../../src/services/sending/getOrCreateConclusions.ts';

const change = (name: string): { path: string; before: string; after: string } => ({
  path: name,
  before: '1',
  after: '2',
});

describe('What was not applied', () => {
  it('is named: three differences, and each field that is unknown', () => {
    assert.equal(
      notAppliedText({
        differences: ['a', 'b', 'c', 'd'].map(change),
        notComparable: ['mapping', 'properties'],
      }),
      'a: 1 → 2, b: 1 → 2, c: 1 → 2, and 1 more, mapping: unknown, properties: unknown',
    );
  });

  it('is nothing to name where all is the same', () => {
    assert.equal(notAppliedText({ differences: [], notComparable: [] }), '');
  });

  for (const [fields, ...said] of [
    [[]],
    [['mapping'], "The service doesn't return mapping, but an update sends it."],
    [['mapping', 'properties'], "The service doesn't return mapping, properties, but an update sends it."],
  ] as const)
    it(`perhaps, is said: ${said.join('') || 'nothing'}`, () => {
      assert.deepEqual(createdOrSameText({ notComparable: fields }), said);
    });
});
