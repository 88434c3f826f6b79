// Which mistakes are made to see whether the unit tests notice, and what is said of them.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';
import { changedRanges } from '../../../scripts/mutate/changedRanges.ts';
import { isInSample } from '../../../scripts/mutate/plugins.ts';
import { linesOf, scores } from '../../../scripts/mutate/scores.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const mutant = (id: number, status: MutantResult['status'], fileName = '/clone/src/core/a.ts'): MutantResult => ({
  id: String(id),
  fileName,
  status,
  mutatorName: 'StringLiteral',
  replacement: '""',
  location: { start: { line: id, column: 8 }, end: { line: id, column: 11 } },
});
const many = Array.from({ length: 200 }, (_, index) => mutant(index + 1, 'Survived'));

describe('A sample of mutants', () => {
  const drawn = (mutants: readonly MutantResult[], percent: number, seed: string): string[] =>
    mutants.filter((each) => isInSample(each, percent, seed)).map(({ id }) => id);

  it('has about as many in a hundred as are asked for, others by another seed, and all of a smaller one', () => {
    const ids = drawn(many, 25, '1');
    assert.ok(ids.length > 30 && ids.length < 70);
    assert.notDeepEqual(drawn(many, 25, '2'), ids);
    assert.deepEqual(
      drawn(many, 10, '1').filter((id) => !ids.includes(id)),
      [],
    );
    assert.deepEqual([drawn(many, 0, '1').length, drawn(many, 100, '1').length], [0, 200]);
  });

  it('is the same wherever the clone lies', () => {
    const elsewhere = many.map((each) => ({ ...each, fileName: 'C:\\sandbox\\src\\core\\a.ts' }));
    assert.deepEqual(drawn(elsewhere, 25, '1'), drawn(many, 25, '1'));
  });
});

describe('The score', () => {
  it('is the share noticed of what could be, by folder, with what was left out by its reason', () => {
    const results = [
      ...[mutant(1, 'Killed'), mutant(2, 'Timeout'), mutant(3, 'Survived')],
      ...[mutant(4, 'NoCoverage', '/clone/src/store/b.ts'), mutant(5, 'CompileError'), mutant(6, 'RuntimeError')],
      ...[
        { ...mutant(7, 'Ignored'), statusReason: 'a text' },
        { ...mutant(8, 'Ignored'), statusReason: 'a text' },
      ],
    ];
    assert.deepEqual(scores(results, '/clone'), [
      ' 66.7 %  src/core: 2 of 3 noticed, 1 by time alone',
      '  0.0 %  src/store: 0 of 1 noticed',
      ' 50.0 %  together: 2 of 4 noticed, 1 by time alone',
      'left out: 2 (a text)',
    ]);
  });

  it('names the place and the mistake that no test noticed, or none but by its time', () => {
    const root = temporaryFolder('user-groups-mutate-');
    mkdirSync(join(root, 'src'));
    const file = join(root, 'src/a.ts');
    writeFileSync(file, "const a = 1;\nreturn 'b';\n");
    const slow = { ...mutant(2, 'Killed', file), statusReason: 'Error: Timeout of 20000ms exceeded.' };
    assert.deepEqual(
      linesOf([mutant(2, 'Survived', file), mutant(2, 'NoCoverage', file), mutant(1, 'Killed', file), slow], root),
      ['', ' (no test comes here)', ' (noticed by time alone)'].map((remark) => `src/a.ts:2 'b' → ""${remark}`),
    );
  });
});

describe('What differs', () => {
  it('is asked for by the lines that are there now', () => {
    const difference = [
      ...['diff --git a/src/a.ts b/src/a.ts', '--- a/src/a.ts', '+++ b/src/a.ts'],
      ...[
        '@@ -3 +3 @@ function a() {',
        '-old',
        '+new',
        '@@ -10,2 +10,0 @@',
        '-gone',
        '-gone',
        '@@ -20,0 +19,3 @@',
        '+new',
      ],
      ...['--- /dev/null', '+++ b/src/core/b.ts', '@@ -0,0 +1,40 @@', '+new'],
      ...['--- a/src/README.md', '+++ b/src/README.md', '@@ -1 +1 @@', '+new'],
      ...['--- a/src/gone.ts', '+++ /dev/null', '@@ -1,9 +0,0 @@', '-old'],
    ].join('\n');
    assert.deepEqual(changedRanges(difference), ['src/a.ts:3-3', 'src/a.ts:19-21', 'src/core/b.ts:1-40']);
  });
});
