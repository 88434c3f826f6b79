// Which mistakes are made to see whether the unit tests notice, and what is reported of them.

import assert from 'node:assert/strict';
import type { MutantResult, schema } from '@stryker-mutator/api/core';
import { changedRanges } from '../../../scripts/mutate/changedRanges.ts';
import { isInSample } from '../../../scripts/mutate/plugins.ts';
import { redundantTests } from '../../../scripts/mutate/redundant.ts';
import { scores } from '../../../scripts/mutate/scores.ts';

const location = { start: { line: 1, column: 8 }, end: { line: 1, column: 11 } };
const mutant = (id: number, status: MutantResult['status'], fileName = '/clone/src/core/a.ts'): MutantResult => ({
  id: String(id),
  fileName,
  status,
  mutatorName: 'StringLiteral',
  replacement: '""',
  location: { start: { ...location.start, line: id }, end: { ...location.end, line: id } },
});

describe('A sample of mutants', () => {
  const many = Array.from({ length: 200 }, (_, index) => mutant(index + 1, 'Survived'));
  const drawn = (percent: number, seed: string, folder = '/clone/'): string[] =>
    many
      .filter((each) => isInSample({ ...each, fileName: `${folder}src/core/a.ts` }, percent, seed))
      .map(({ id }) => id);

  it('has about as many in a hundred as are asked for, wherever the clone lies, and others by another seed', () => {
    const ids = drawn(25, '1');
    assert.ok(ids.length > 30 && ids.length < 70);
    assert.deepEqual(drawn(25, '1', 'C:\\sandbox\\'), ids);
    assert.notDeepEqual(drawn(25, '2'), ids);
    assert.deepEqual([drawn(0, '1').length, drawn(100, '1').length], [0, 200]);
  });
});

describe('The mutation score', () => {
  it('is the share noticed of what could be, by folder, with what was left out by its reason', () => {
    const ignored = { ...mutant(7, 'Ignored'), statusReason: 'a text' };
    const results = [
      ...[mutant(1, 'Killed'), mutant(2, 'Timeout'), mutant(3, 'Survived'), ignored, ignored],
      ...[mutant(4, 'NoCoverage', '/clone/src/store/b.ts'), mutant(5, 'CompileError'), mutant(6, 'RuntimeError')],
    ];
    assert.deepEqual(scores(results, '/clone'), [
      ' 66.7 %  src/core: 2 of 3 noticed, 1 by time alone',
      '  0.0 %  src/store: 0 of 1 noticed',
      ' 50.0 %  together: 2 of 4 noticed, 1 by time alone',
      'left out: 2 (a text)',
    ]);
  });

  it('is asked for of the lines that are there now', () => {
    const difference = [
      ...['--- a/src/a.ts', '+++ b/src/a.ts', '@@ -3 +3 @@ function a() {', '-old', '+new'],
      ...['@@ -10,2 +10,0 @@', '-gone', '-gone', '@@ -20,0 +19,3 @@', '+new'],
      ...['--- /dev/null', '+++ b/src/core/b.ts', '@@ -0,0 +1,40 @@', '+new'],
      ...['--- a/src/gone.ts', '+++ /dev/null', '@@ -1,9 +0,0 @@', '-old'],
    ].join('\n');
    assert.deepEqual(changedRanges(difference), ['src/a.ts:3-3', 'src/a.ts:19-21', 'src/core/b.ts:1-40']);
  });

  it('needs no test whose mistakes are all noticed by the others', () => {
    const mutants = [['one', 'two'], ['two', 'three'], ['two'], []].map((killedBy, index): schema.MutantResult => {
      const status = killedBy.length === 0 ? 'Survived' : 'Killed';
      return { id: String(index), mutatorName: 'any', location, status, killedBy };
    });
    const testFiles = { 'a.test.ts': { tests: ['one', 'two', 'three'].map((id) => ({ id, name: `test ${id}` })) } };
    const files = { 'src/a.ts': { language: 'typescript', source: '', mutants } };
    assert.deepEqual(redundantTests({ files, testFiles }), ['a.test.ts test one', 'a.test.ts test three']);
  });
});
