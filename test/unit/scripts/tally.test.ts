// What the runs of the tiers come to, and the closing line.

import assert from 'node:assert/strict';
import { judged, outcomeIn, report } from '../../../scripts/test/tally.ts';

const none = { passed: 0, failed: 0, skipped: 0 };

describe('A tier', () => {
  const passed = { ...none, passed: 3 };
  for (const [what, exitCode, tally, isChosen, expected] of [
    ['is what its tests were', 2, { ...passed, failed: 2 }, false, { ...passed, failed: 2 }],
    [
      'fails where it crashed before its end',
      0,
      undefined,
      false,
      { ...none, failed: 1, note: 'crashed (exit code 0), what it ran is not known' },
    ],
    ['fails where it ran no test', 0, none, false, { ...none, failed: 1, note: 'ran no test' }],
    ['may run no test where only some were asked for', 0, none, true, none],
    [
      'fails where it ends badly after all its tests passed',
      7,
      passed,
      false,
      { ...passed, failed: 1, note: 'ended with exit code 7' },
    ],
  ] as const)
    it(what, () => {
      assert.deepEqual(judged(exitCode, tally, isChosen), expected);
    });
});

describe('the report', () => {
  it('closes with one line over all tiers', () => {
    const results = [
      { tier: 'types', passed: 1, failed: 0, skipped: 0, seconds: 4, cpuSeconds: [5.4] },
      {
        tier: 'unit',
        passed: 20,
        failed: 1,
        skipped: 2,
        seconds: 9,
        cpuSeconds: [8.3, 0.5],
        failures: ['The list opens: 3 is not 4'],
      },
      { tier: 'e2e', passed: 0, failed: 1, skipped: 0, seconds: 1, note: 'crashed (exit code 1)' },
    ];
    assert.equal(
      report(results),
      [
        'types  1 passed, 0 failed, 4 s, 5 s of CPU',
        'unit   20 passed, 1 failed, 2 skipped, 9 s, 9 s of CPU',
        'e2e    0 passed, 1 failed, crashed (exit code 1), 1 s',
        '',
        '✗ unit: The list opens: 3 is not 4',
        '',
        'In all: 14 s of CPU',
        '21 passed, 2 failed',
      ].join('\n'),
    );
  });

  it('names the ten slowest tests of all tiers, the slowest first, and the time of editor starts', () => {
    const tests = Array.from({ length: 9 }, (_, index) => ({
      title: `opens ${index}`,
      test: `opens ${index}`,
      outcome: 'passed' as const,
      milliseconds: 100 * index,
    }));
    const slow = { title: 'is killed', test: 'is killed', outcome: 'passed' as const, milliseconds: 12_345 };
    const results = [
      { tier: 'unit', passed: 9, failed: 0, skipped: 0, seconds: 4, tests },
      { tier: 'e2e', passed: 2, failed: 0, skipped: 0, seconds: 20, tests: [slow, slow], editorStarts: [3000, 4100] },
    ];
    const lines = report(results).split('\n');
    assert.equal(lines[1], 'e2e   2 passed, 0 failed, editor starts: 2 of 3.5 s, 20 s');
    assert.deepEqual(lines.slice(3, 7), [
      'The slowest tests:',
      ' 12.3 s  e2e: is killed',
      ' 12.3 s  e2e: is killed',
      '  0.8 s  unit: opens 8',
    ]);
    assert.equal(lines.filter((line) => line.includes('unit: opens')).length, 8);
  });
});

describe('What a run printed', () => {
  it('is read back: its closing line and what was flaky', () => {
    const output = `3 passed, 0 failed\n${report([
      { tier: 'unit', passed: 20, failed: 1, skipped: 0, seconds: 9 },
      { tier: 'e2e', passed: 4, failed: 0, skipped: 0, seconds: 1, flaky: [{ name: 'The list opens', failures: [] }] },
    ])}\n`;
    assert.deepEqual(outcomeIn(output), { passed: '24', failed: '1', flaky: ['The list opens'] });
  });

  it('has no figures where it ended before its report', () => {
    assert.deepEqual(outcomeIn('npm error code E404\n'), { passed: '?', failed: '?', flaky: [] });
  });
});
