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

/** What each test of this project runs under. */
const NOTHING_LEFT = join(import.meta.dirname, '../../support/nothingLeft.ts');

interface Setting {
  readonly isParallel?: boolean;
  readonly require?: readonly string[];
  readonly grep?: string;
  readonly times?: number;
  readonly againAfter?: 'crash';
}

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
    { isParallel = false, require, grep, times = 1, ...others }: Setting = {},
  ): Promise<TierResult> {
    const config = join(folder, 'mocharc.json');
    const spec = join(folder, '*.test.cjs');
    writeFileSync(config, JSON.stringify({ spec, require, parallel: isParallel, jobs: 2, timeout: 60_000 }));
    for (const [index, body] of [...bodies, "it('Another file passes', () => { tryOf('another'); });"].entries()) {
      writeFileSync(join(folder, `${index}.test.cjs`), HEAD + body);
    }
    const tier: Tier = {
      name: 'e2e',
      counts: 'tests',
      limitMinutes: 5,
      commands: Array.from({ length: times }, () => [...mocha, '--config', config]),
      ...(times === 1 && { again: mochaAgain(config) }),
      ...others,
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
      const { tests, cpuSeconds, ...result } = await resultOf([FLAKY], { isParallel });
      assert.deepEqual([tests?.length, cpuSeconds?.length], [4, process.platform === 'linux' ? 2 : 0]);
      const failures = ['The list (of all) closes: only now ⏎ 1 !== 2'];
      assert.deepEqual(
        { ...result, seconds: 0 },
        {
          tier: 'e2e',
          passed: 4,
          failed: 0,
          skipped: 0,
          seconds: 0,
          editorStarts: [],
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
    assert.equal(tries().join(' '), 'another beside closes hook hook hook hook hook opens opens stays');
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

  it('fails with a run that ended early, and counts what had passed by then', async () => {
    const { passed, failed, note } = await resultOf([
      "it('The list opens', () => {}); it('The list closes', () => { tryOf('closes'); process.exit(0); });",
    ]);
    assert.deepEqual([passed, failed, note], [1, 1, 'ended before its last test']);
    assert.deepEqual(tries(), ['closes']);
  });

  const DIES = "it('The list opens', () => { tryOf('dies') === 1 && process.kill(process.pid, 'SIGKILL'); });";

  it('names the file whose process died, and runs it once more, alone', async () => {
    const { passed, failed, flaky } = await resultOf([DIES, FLAKY], { isParallel: true, againAfter: 'crash' });
    assert.deepEqual([passed, failed, flaky], [3, 2, undefined], 'a test failed, too');
    rmSync(join(folder, 'tries'));
    const alone = await resultOf([DIES, "it('Beside it', () => { tryOf('beside'); });"], {
      isParallel: true,
      againAfter: 'crash',
    });
    const [name = ''] = alone.flaky?.map((each) => each.name) ?? [];
    assert.match(name, /0\.test\.cjs: its process ended with SIGKILL$/);
    assert.deepEqual([alone.passed, alone.failed, alone.flaky], [3, 0, [{ name, failures: [name] }]]);
    assert.deepEqual(said, [`\n── e2e, once more, alone: ${name} ──`]);
    assert.deepEqual(tries(), ['another', 'beside', 'dies', 'dies']);
  });

  it('runs a test that only failed not again where none may be flaky', async () => {
    const { passed, failed } = await resultOf([FLAKY], { againAfter: 'crash' });
    assert.deepEqual([passed, failed, said], [3, 1, []]);
  });

  it('fails with what each test leaves behind, by the name of the test', async () => {
    const kinds = [
      ['setTimeout(() => {}, 60_000)', 'leaves behind: 1 Timeout'],
      ["require('node:child_process').spawn('sleep', ['20'], { stdio: 'ignore' })", 'leaves behind: 1 ProcessWrap'],
      ["require('node:fs').openSync(__filename)", 'leaves behind: 1 .*test\\.cjs'],
      ["setTimeout(() => { void Promise.reject(new Error('Nobody asks')); }, 10)", 'Nobody asks'],
      ["setTimeout(() => { throw new Error('Nobody asks'); }, 10)", 'Nobody asks'],
    ] as const;
    const { passed, failed, failures } = await resultOf(
      kinds.map(([leaves], index) => `it('Test ${index}', () => { ${leaves}; });`),
      { isParallel: true, require: [NOTHING_LEFT], againAfter: 'crash' },
    );
    assert.deepEqual([passed, failed], [6, 5]);
    for (const [index, [, words]] of kinds.entries())
      assert.match(failures?.join('\n') ?? '', new RegExp(`^.*Test ${index}"?: .*${words}`, 'm'));
  });
});
