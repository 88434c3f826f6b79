// How often what changes is drawn.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { Throttle } from '../../../../src/vscode/platform/throttle.ts';

describe('What changes often', () => {
  let drawn: number;
  let throttle: Throttle;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    drawn = 0;
    throttle = new Throttle(() => {
      drawn++;
    });
  });

  afterEach(() => {
    throttle.dispose();
    mock.timers.reset();
  });

  it('is drawn at once, and what changes soon after is drawn together', () => {
    for (let change = 0; change < 3; change++) throttle.request();
    assert.equal(drawn, 1);
    mock.timers.tick(1_000);
    assert.equal(drawn, 2);
    mock.timers.tick(1_000);
    assert.equal(drawn, 2);
  });

  it('is drawn when somebody needs it, and then not again', () => {
    throttle.request();
    throttle.request();
    throttle.flush();
    assert.equal(drawn, 2);
    throttle.flush();
    mock.timers.tick(1_000);
    assert.equal(drawn, 2);
  });
});
