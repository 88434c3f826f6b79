// Which failed test is run once more, alone, and what that comes to.

import assert from 'node:assert/strict';
import { rerunOf, withRerun, type RanTest } from '../../../scripts/test/rerun.ts';
import type { Tally } from '../../../scripts/test/tally.ts';

const FILE = '/e2e/list.test.ts';
const opens: RanTest = { title: 'The list opens', test: 'opens', file: FILE, outcome: 'passed' };
const closes: RanTest = { title: 'The list closes (at once)', test: 'closes (at once)', file: FILE, outcome: 'failed' };
const inTable: RanTest = { title: 'The list of a table sorts', test: 'sorts', file: FILE, outcome: 'skipped' };
const elsewhere: RanTest = { title: 'The list opens', test: 'opens', file: '/e2e/form.test.ts', outcome: 'passed' };
const beforeOpens: RanTest = {
  title: 'The list "before each" hook for "opens"',
  test: 'opens',
  file: FILE,
  outcome: 'failed',
  hookOf: 'The list',
};
const afterCloses: RanTest = {
  ...beforeOpens,
  title: 'The list "after each" hook for "closes (at once)"',
  test: 'closes (at once)',
};

function tallyOf(...tests: readonly RanTest[]): Tally {
  const count = (wanted: RanTest['outcome']): number => tests.filter(({ outcome }) => outcome === wanted).length;
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped'), failures: ['a line'], tests };
}

describe('A test that failed alone', () => {
  it('is run again by its file and its whole title', () => {
    assert.deepEqual(rerunOf(tallyOf(opens, closes, inTable)), {
      name: closes.title,
      file: FILE,
      pattern: '^The list closes \\(at once\\)$',
    });
  });

  it('is found by its pattern, whatever its title holds', () => {
    const title = 'a.b*c+d?e^f$g{1}(h)[i]|j\\k/l\nm - n';
    const pattern = rerunOf(tallyOf({ ...closes, title, test: title }))?.pattern ?? '';
    assert.match(title, new RegExp(pattern));
    assert.doesNotMatch(`${title}!`, new RegExp(pattern));
    assert.ok(!pattern.includes('\n'), 'mocha reads a pattern up to the end of its line');
  });

  it('is run again with its suite, when it was a hook that failed', () => {
    assert.deepEqual(rerunOf(tallyOf(beforeOpens)), { name: beforeOpens.title, file: FILE, pattern: '^The list ' });
    assert.equal(rerunOf(tallyOf({ ...beforeOpens, hookOf: '' }))?.pattern, '^');
  });

  it('is one failure with a hook that failed after it', () => {
    assert.deepEqual(rerunOf(tallyOf(closes, afterCloses)), { name: closes.title, file: FILE, pattern: '^The list ' });
  });
});

describe('No test is run again', () => {
  const cases: Readonly<Record<string, Tally>> = {
    'when all passed': tallyOf(opens),
    'when two failed': tallyOf(closes, { ...opens, outcome: 'failed' }),
    'when two of the same name failed in two files': tallyOf(
      { ...elsewhere, outcome: 'failed' },
      { ...opens, outcome: 'failed' },
    ),
    'when two of the same name failed in two suites': tallyOf(closes, {
      ...closes,
      title: 'The form closes (at once)',
    }),
    'when a test failed, and a hook of another one': tallyOf(closes, beforeOpens),
    'when its file is not known': {
      passed: 0,
      failed: 1,
      skipped: 0,
      tests: [{ title: closes.title, test: closes.test, outcome: 'failed' }],
    },
    'when the run crashed': { passed: 0, failed: 1, skipped: 0, note: 'crashed (exit code 1)' },
    'when more went wrong than a test': { ...tallyOf(closes), failed: 2 },
  };
  for (const [when, tally] of Object.entries(cases))
    it(when, () => {
      assert.equal(rerunOf(tally), undefined);
    });
});

describe('What a test and its second run come to', () => {
  const first = tallyOf(opens, closes, inTable, elsewhere);
  const rerun = { name: closes.title, file: FILE, pattern: '^The list closes \\(at once\\)$' };
  const flaky = [{ name: closes.title, failures: ['a line'] }];

  it('is one that passed and is flaky', () => {
    assert.deepEqual(withRerun(first, rerun, { passed: 1, failed: 0, skipped: 0 }), {
      passed: 3,
      failed: 0,
      skipped: 1,
      flaky,
      tests: first.tests,
    });
  });

  it('counts the tests of a suite once, when a hook had left some of them out', () => {
    const both = { passed: 2, failed: 0, skipped: 1 };
    const withHook = tallyOf({ ...closes, outcome: 'passed' }, beforeOpens, elsewhere);
    const {
      passed,
      failed,
      skipped,
      flaky: named,
    } = withRerun(withHook, { ...rerun, name: beforeOpens.title, pattern: '^The list ' }, both);
    assert.deepEqual(
      { passed, failed, skipped, named },
      { passed: 3, failed: 0, skipped: 1, named: [{ name: beforeOpens.title, failures: ['a line'] }] },
    );
  });

  it('is a failure when it failed again, was run no more, or crashed', () => {
    for (const second of [
      { passed: 0, failed: 1, skipped: 0 },
      { passed: 0, failed: 0, skipped: 1 },
      { passed: 0, failed: 0, skipped: 0 },
      undefined,
    ]) {
      assert.deepEqual(withRerun(first, rerun, second), { ...first, note: 'failed again when run alone' });
    }
  });
});
