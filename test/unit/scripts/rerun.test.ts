// Which failed test is run once more, alone. What both runs come to is shown by runTier.test.ts.

import assert from 'node:assert/strict';
import { rerunOf, type RanTest } from '../../../scripts/test/rerun.ts';
import type { Tally } from '../../../scripts/test/tally.ts';

const FILE = '/e2e/list.test.ts';
const opens: RanTest = { title: 'The list opens', test: 'opens', file: FILE, outcome: 'failed' };
const closes: RanTest = { title: 'The list closes (at once)', test: 'closes (at once)', file: FILE, outcome: 'failed' };
const hook: RanTest = { ...opens, title: 'The list "before each" hook for "opens"', hookOf: 'The list' };

function tallyOf(...tests: readonly RanTest[]): Tally {
  const failed = tests.filter(({ outcome }) => outcome === 'failed').length;
  return { passed: tests.length - failed, failed, skipped: 0, failures: ['a line'], tests };
}

describe('A test that failed alone', () => {
  it('is found by its pattern, whatever its title holds', () => {
    const title = 'a.b*c+d?e^f$g{1}(h)[i]|j\\k/l\nm - n';
    const pattern = rerunOf(tallyOf({ ...closes, title, test: title }))?.pattern ?? '';
    assert.match(title, new RegExp(pattern));
    assert.doesNotMatch(`${title}!`, new RegExp(pattern));
    assert.ok(!pattern.includes('\n'), 'mocha reads a pattern up to the end of its line');
  });

  it('is run again with its suite, when it was a hook that failed', () => {
    assert.equal(rerunOf(tallyOf(hook))?.pattern, '^The list ');
    assert.equal(rerunOf(tallyOf({ ...hook, hookOf: '' }))?.pattern, '^');
  });

  const never: Readonly<Record<string, Tally>> = {
    'all passed': tallyOf({ ...opens, outcome: 'passed' }),
    'two failed': tallyOf(closes, opens),
    'two of the same name failed in two files': tallyOf(opens, { ...opens, file: '/e2e/form.test.ts' }),
    'two of the same name failed in two suites': tallyOf(closes, { ...closes, title: 'The form closes (at once)' }),
    'a hook of another test failed as well': tallyOf(closes, hook),
    'its file is not known': tallyOf({ title: closes.title, test: closes.test, outcome: 'failed' }),
    'the run crashed': { passed: 0, failed: 1, skipped: 0, note: 'crashed (exit code 1)' },
    'more went wrong than a test': { ...tallyOf(closes), failed: 2 },
  };
  for (const [when, tally] of Object.entries(never))
    it(`is not run again when ${when}`, () => {
      assert.equal(rerunOf(tally), undefined);
    });
});
