// What the log is told of a bug.

import assert from 'node:assert/strict';
import { bugText } from '../../../src/core/bugText.ts';

describe('Of a bug the log says', () => {
  it('its stack, and those of its causes', () => {
    const told = bugText(new Error('outer', { cause: new TypeError('inner', { cause: 'the reason' }) }));
    assert.match(told, /^Error: outer\n {4}at [\s\S]*\nCaused by: TypeError: inner\n {4}at [\s\S]*\nCaused by: the reason$/);
  });

  it('nothing else that it carries', () => {
    assert.doesNotMatch(bugText(Object.assign(new Error('x'), { body: 'marked', cause: { token: 'marked' } })), /marked/);
    assert.equal(bugText({ token: 'marked' }), 'object was thrown');
  });

  it('no more than a few causes, however they go round', () => {
    const error = new Error('round');
    error.cause = error;
    assert.equal(bugText(error).match(/round/g)?.length, 6);
  });
});
