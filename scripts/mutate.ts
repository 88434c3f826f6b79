// Shows how much the unit tests notice: makes small mistakes in src, one at a time, and counts those that fail a test.

import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, matchesGlob, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { MutantResult, PartialStrykerOptions, schema } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import mocharc from '../.mocharc.json' with { type: 'json' };
import { cache, root, useScratchFolder } from './editor/folders.ts';
import { changedRanges } from './mutate/changedRanges.ts';
import './mutate/mochaTwelve.ts';
import { SAMPLE, SEED } from './mutate/plugins.ts';
import { redundantTests } from './mutate/redundant.ts';
import { linesOf, scores } from './mutate/scores.ts';
import { changedFiles, mainBranch, testsOf } from './test/changes.ts';
import { onlyLoopback } from './test/destinations.ts';

const { values, positionals } = parseArgs({
  options: {
    changed: { type: 'boolean', default: false },
    sample: { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    tests: { type: 'string', multiple: true },
    again: { type: 'boolean', default: false },
    jobs: { type: 'string', default: '2' },
    redundant: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
const mutate = values.changed ? changedRanges(sinceMain()) : positionals.map(patternOf);
if (mutate.length === 0) {
  console.error(
    values.changed
      ? 'Nothing in src differs from main.'
      : 'Name folders or files: npm run mutate -- src/store (--sample 100, --seed 2, --tests test/unit/store, --jobs 1, --again)',
  );
  process.exit(1);
}

const isSample = !values.changed && values.sample !== '100';
const name = [
  ...(isSample ? ['sample', values.sample, values.seed] : ['all']),
  ...(values.redundant ? ['redundant'] : []),
].join('-');
const folder = join(cache, 'mutate');
mkdirSync(folder, { recursive: true });
Object.assign(process.env, { [SAMPLE]: values.sample, [SEED]: values.seed, TEST_SEED: values.seed });

const started = Date.now();
const results = (await new Stryker(options()).runMutationTest()).filter(isAsked);
const unnoticed = join(folder, 'unnoticed.txt');
writeFileSync(unnoticed, `${linesOf(results, root).join('\n')}\n`);
if (values.redundant) writeRedundantTests();
console.log(scores(results, root).join('\n'));
console.log(`${((Date.now() - started) / 60_000).toFixed(1)} min; what no test noticed: ${unnoticed} and ${name}.html`);

function writeRedundantTests(): void {
  const matrix = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Required<schema.MutationTestResult>;
  const asked = Object.entries(matrix.files).filter(([fileName]) => isAsked({ fileName: join(root, fileName) }));
  const report = join(folder, 'redundant.txt');
  writeFileSync(report, `${redundantTests({ ...matrix, files: Object.fromEntries(asked) }).join('\n')}\n`);
  console.log(`Tests without which nothing more would pass unnoticed: ${report}`);
}

function options(): PartialStrykerOptions {
  const mochaTwelve = `--import=${pathToFileURL(join(root, 'scripts/mutate/mochaTwelve.ts')).href}`;
  return {
    mutate,
    testRunner: 'mocha',
    testRunnerNodeArgs: [mochaTwelve, onlyLoopback],
    checkerNodeArgs: [mochaTwelve],
    mochaOptions: { spec: testFiles(), require: [...mocharc.require, join(root, 'scripts/mutate/limit.ts')] },
    plugins: ['@stryker-mutator/mocha-runner', join(root, 'scripts/mutate/plugins.ts')],
    ignorers: ['meaningless'],
    checkers: isSample ? ['sample'] : [],
    // What runs while a file is loaded would take a process of its own with all tests, for each mutant.
    ignoreStatic: true,
    coverageAnalysis: 'perTest',
    disableBail: values.redundant,
    dryRunTimeoutMinutes: 15,
    incremental: true,
    incrementalFile: join(folder, `${name}.json`),
    force: values.again,
    concurrency: Number(values.jobs),
    // A test that leaves something behind disturbs no more than so many others.
    maxTestRunnerReuse: 200,
    // What waits for ever is ended by limit.ts; this is for what computes for ever, and for loading all tests anew.
    timeoutMS: 30_000,
    disableTypeChecks: false,
    // Else it would read tsconfig.json, with an API that TypeScript 7 does not have.
    tsconfigFile: 'none',
    ignorePatterns: ['/.cache', '/dist'],
    tempDirName: join(useScratchFolder(), 'mutate'),
    cleanTempDir: 'always',
    reporters: ['progress-append-only', 'html'],
    htmlReporter: { fileName: join(folder, `${name}.html`) },
    allowConsoleColors: false,
  };
}

/** Stryker's results hold what earlier runs found elsewhere, too. */
function isAsked({ fileName }: Pick<MutantResult, 'fileName'>): boolean {
  const path = relative(root, fileName).replaceAll('\\', '/');
  return mutate.some((pattern) => matchesGlob(path, pattern.replace(/:[\d-]+$/, '')));
}

/**
 * Those of all rooms, of the same one first: the first test that notices is the last one asked. Of what goes wrong the
 * matrix alone: the others draw at random, or run in processes of their own, which no mutant reaches.
 */
function testFiles(): string[] {
  const own = mutate.map((path) => path.split('/')[1]);
  const rooms = readdirSync(join(root, 'src')).toSorted(
    (one, other) => Number(own.includes(other)) - Number(own.includes(one)),
  );
  const folders = values.tests ?? [...rooms.map((room) => `test/unit/${room}`), 'test/faults/faultMatrix.test.ts'];
  const changed = values.changed ? changedFiles().filter((path) => path.startsWith('src/')) : undefined;
  return folders
    .map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.test.ts`))
    .flatMap((pattern) => (changed === undefined ? globSync(pattern, { cwd: root }) : testsOf(pattern, changed)));
}

/** Lines of a file as Stryker takes them: file:first-last. */
function patternOf(path: string): string {
  const isFile = /\.ts(?::\d+-\d+)?$/.test(path);
  return isFile ? path : `${relative(root, join(root, path))}/**/*.ts`;
}

function sinceMain(): string {
  return execFileSync('git', ['diff', '-U0', mainBranch(), '--', 'src'], { cwd: root, encoding: 'utf8' });
}
