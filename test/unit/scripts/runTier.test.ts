// A tier as scripts/test.ts runs it, over test files that fail at their first try.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runTier } from '../../../scripts/test/runTier.ts';
import { report, type TierResult } from '../../../scripts/test/tally.ts';
import { mocha, mochaAgain, type Tier } from '../../../scripts/test/tiers.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

/** Each call is written down by its name; `tryOf` answers how often that name was called. */
const HEAD = `
  const assert = require('node:assert/strict');
  const { appendFileSync, readFileSync } = require('node:fs');
  const { join } = require('node:path');
  const log = join(__dirname, 'tries');
  function tryOf(name) {
    appendFileSync(log, name + '\\n');
    return readFileSync(log, 'utf8').split('\\n').filter((line) => line === name).length;
  }
`;

describe('A tier that runs a failed test once more', () => {
  let folder: string;
  let said: string[];
  beforeEach(() => {
    folder = temporaryFolder('tier-');
    said = [];
    mkdirSync(join(folder, 'scratch'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** With the files beside one whose test passes. */
  async function resultOf(
    bodies: readonly string[],
    { isParallel = true, grep, times = 1 }: { isParallel?: boolean; grep?: string; times?: number } = {},
  ): Promise<TierResult> {
    const config = join(folder, 'mocharc.json');
    writeFileSync(config, JSON.stringify({ spec: join(folder, '*.test.cjs'), parallel: isParallel, jobs: 2 }));
    for (const [index, body] of [...bodies, "it('Another file passes', () => { tryOf('another'); });"].entries()) {
      writeFileSync(join(folder, `${index}.test.cjs`), HEAD + body);
    }
    const tier: Tier = {
      name: 'e2e',
      counts: 'tests',
      limitMinutes: 5,
      commands: Array.from({ length: times }, () => [...mocha, '--config', config]),
      ...(times === 1 && { again: mochaAgain(config) }),
    };
    return runTier(tier, {
      scratch: join(folder, 'scratch'),
      grep,
      output: 'pipe',
      say: (line) => {
        said.push(line);
      },
      onStart: ({ output }) => {
        for (const stream of output) stream.resume();
      },
    });
  }

  const tries = (): string[] =>
    readFileSync(join(folder, 'tries'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .sort();

  const FLAKY = `
    describe('The list (of all)', () => {
      it('opens', () => { tryOf('opens'); });
      it('closes', () => { assert.equal(tryOf('closes'), 2, 'only now'); });
      it('closes at once', () => { tryOf('at once'); });
    });`;

  for (const isParallel of [true, false]) {
    it(`passes with a flaky test, which alone is run again, ${isParallel ? 'in processes of mocha' : 'in one process'}`, async () => {
      const { tests, ...result } = await resultOf([FLAKY], { isParallel });
      assert.equal(tests?.length, 4);
      const failures = ['The list (of all) closes: only now ⏎ 1 !== 2'];
      assert.deepEqual(
        { ...result, seconds: 0 },
        {
          tier: 'e2e',
          passed: 4,
          failed: 0,
          skipped: 0,
          seconds: 0,
          flaky: [{ name: 'The list (of all) closes', failures }],
        },
      );
      assert.deepEqual(tries(), ['another', 'at once', 'closes', 'closes', 'opens']);
      assert.deepEqual(said, ['\n── e2e, once more, alone: The list (of all) closes ──']);
      assert.match(
        report([result]),
        /\n✗ e2e, passed when run again: .*only now.*\n\n4 passed, 0 failed\nflaky: The list \(of all\) closes$/,
      );
    });
  }

  it('counts the tests of all its commands, whichever of them failed', async () => {
    const { passed, failed, failures, tests } = await resultOf(
      ["it('The list opens', () => { assert.equal(tryOf('opens'), 2, 'only now'); });"],
      { times: 2 },
    );
    assert.deepEqual([passed, failed, tests?.length], [3, 1, 4]);
    assert.deepEqual(failures, ['The list opens: only now ⏎ 1 !== 2']);
  });

  it('does so among tests that were chosen by words', async () => {
    const { passed, failed, flaky } = await resultOf([FLAKY], { grep: 'closes' });
    assert.deepEqual([passed, failed, flaky?.length], [2, 0, 1]);
    assert.deepEqual(tries(), ['at once', 'closes', 'closes']);
  });

  it('runs a suite again whose hook failed, and counts each of its tests once', async () => {
    const { passed, failed, flaky } = await resultOf([
      `
      describe('The list', () => {
        let index = 0;
        beforeEach(() => { index += 1; assert.notEqual([index, tryOf('hook')].join(), '2,2'); });
        it('opens', () => { tryOf('opens'); });
        it('closes', () => { tryOf('closes'); });
        it('stays', () => { tryOf('stays'); });
      });
      it('Beside it', () => { tryOf('beside'); });`,
    ]);
    assert.deepEqual(
      [passed, failed, flaky?.map(({ name }) => name)],
      [5, 0, ['The list "before each" hook for "closes"']],
    );
    assert.deepEqual(tries(), [
      'another',
      'beside',
      'closes',
      'hook',
      'hook',
      'hook',
      'hook',
      'hook',
      'opens',
      'opens',
      'stays',
    ]);
  });

  it('takes a test and the hook after it for one failure', async () => {
    const { passed, failed, flaky } = await resultOf([
      `
      describe('The list', () => {
        it('opens', () => { assert.equal(tryOf('opens'), 2); });
        it('closes', () => { tryOf('closes'); });
        afterEach(() => { assert.notEqual(tryOf('hook'), 1); });
      });`,
    ]);
    assert.deepEqual([passed, failed, flaky?.map(({ name }) => name)], [3, 0, ['The list opens']]);
  });

  it('fails with a test that fails twice', async () => {
    const result = await resultOf(["it('The list opens', () => { tryOf('opens'); assert.fail('never'); });"]);
    assert.deepEqual(
      [result.passed, result.failed, result.note, result.flaky],
      [1, 1, 'failed again when run alone', undefined],
    );
    assert.deepEqual(tries(), ['another', 'opens', 'opens']);
    assert.match(report([result]), /\n✗ e2e: The list opens: never\n\n1 passed, 1 failed$/);
  });

  it('fails with two flaky tests, and runs none of them again', async () => {
    const flaky = (name: string): string => `it('The list ${name}', () => { assert.equal(tryOf('${name}'), 2); });`;
    const { passed, failed } = await resultOf([flaky('opens'), flaky('closes')]);
    assert.deepEqual([passed, failed], [1, 2]);
    assert.deepEqual(tries(), ['another', 'closes', 'opens']);
  });

  it('fails with a run that crashed', async () => {
    const { passed, failed, note } = await resultOf(
      ["it('The list opens', () => { tryOf('opens'); process.exit(1); });"],
      { isParallel: false },
    );
    assert.deepEqual([passed, failed, note], [0, 1, 'crashed (exit code 1)']);
    assert.deepEqual(tries(), ['opens']);
  });
});
