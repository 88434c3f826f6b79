// What the log is given of a bug.

import assert from 'node:assert/strict';
import { bugText as redactedBugText } from '../../../src/core/bugText.ts';
import { Redactor } from '../../../src/core/redactor.ts';

const bugText = (error: unknown): string => redactedBugText(error, (text) => text);

describe('Of a bug the log says', () => {
  it('its stack, and those of its causes', () => {
    const reported = bugText(new Error('outer', { cause: new TypeError('inner', { cause: 'the reason' }) }));
    assert.match(
      reported,
      /^Error: outer\n {4}at [\s\S]*\nCaused by: TypeError: inner\n {4}at [\s\S]*\nCaused by: the reason$/,
    );
  });

  it('nothing else that it carries', () => {
    assert.doesNotMatch(
      bugText(Object.assign(new Error('x'), { body: 'marked', cause: { token: 'marked' } })),
      /marked/,
    );
    assert.equal(bugText({ token: 'marked' }), 'object was thrown');
  });

  it('no piece of a secret that stands where the text is cut', () => {
    const redactor = new Redactor();
    redactor.add('tok-7f3a9c51d2e84b60');
    for (let length = 19_970; length <= 20_000; length += 1) {
      const reported = redactedBugText('x'.repeat(length) + 'tok-7f3a9c51d2e84b60', (text) => redactor.redact(text));
      assert.ok(!reported.includes('t') && reported.length <= 20_000, `after ${length} characters`);
    }
  });

  it('no more than a few causes, however they go round', () => {
    const error = new Error('round');
    error.cause = error;
    assert.equal(bugText(error).match(/round/g)?.length, 6);
  });
});
