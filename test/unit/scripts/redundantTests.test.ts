import assert from 'node:assert/strict';
import type { schema } from '@stryker-mutator/api/core';
import { redundantTests } from '../../../scripts/mutate/redundant.ts';

const place = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };

/** A mistake for each entry, with the tests that notice it. */
function matrix(...noticed: readonly string[][]): Parameters<typeof redundantTests>[0] {
  const mutants = noticed.map((killedBy, index): schema.MutantResult => {
    const status = killedBy.length === 0 ? 'Survived' : 'Killed';
    return { id: String(index), mutatorName: 'any', location: place, status, killedBy };
  });
  return {
    files: { 'src/a.ts': { language: 'typescript', source: '', mutants } },
    testFiles: { 'a.test.ts': { tests: ['one', 'two', 'three'].map((id) => ({ id, name: `test ${id}` })) } },
  };
}

describe('Tests that can go', () => {
  it('are those whose mistakes are all noticed by the others', () => {
    assert.deepEqual(redundantTests(matrix(['one', 'two'], ['two', 'three'], ['two'], [])), [
      'a.test.ts test one',
      'a.test.ts test three',
    ]);
  });

  it('are none where each alone notices something', () => {
    assert.deepEqual(redundantTests(matrix(['one'], ['two'], ['three', 'one'], ['three'])), []);
  });
});
