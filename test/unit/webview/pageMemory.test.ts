// What a page remembers while VS Code has thrown it away.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { keptMemory, rememberPage } from '../../../src/webview/pageMemory.ts';
import { trackListeners } from '../../support/page/listeners.ts';

describe('The memory of a page', () => {
  let removeListeners: () => void;
  beforeEach(() => {
    removeListeners = trackListeners();
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => {
    mock.timers.reset();
    removeListeners();
  });

  for (const [what, kept, expected] of [
    ['is what was kept last', { scrollTop: 7 }, { scrollTop: 7 }],
    ['is empty at first', undefined, {}],
    ['is empty where null was kept', null, {}],
    ['is empty where something else was kept', 'text', {}],
  ] as const)
    it(what, () => {
      assert.deepEqual(keptMemory({ getState: () => kept }), expected);
    });

  it('is kept soon after something moved, once for all that moves until then', () => {
    const kept: unknown[] = [];
    let scrollTop = 1;
    const { touch } = rememberPage({ setState: (state) => kept.push(state) }, () => ({ scrollTop }));
    touch();
    mock.timers.tick(199);
    scrollTop = 2;
    touch();
    assert.deepEqual(kept, []);
    mock.timers.tick(1);
    assert.deepEqual(kept, [{ scrollTop: 2 }]);
    mock.timers.tick(1_000);
    assert.equal(kept.length, 1);
    touch();
    mock.timers.tick(200);
    assert.equal(kept.length, 2);
  });

  it('is kept at once when the page is hidden or goes, and not again after that', () => {
    const kept: unknown[] = [];
    const { touch } = rememberPage({ setState: (state) => kept.push(state) }, () => ({}));
    touch();
    document.dispatchEvent(new window.Event('visibilitychange'));
    window.dispatchEvent(new window.Event('pagehide'));
    mock.timers.tick(1_000);
    assert.equal(kept.length, 2);
  });
});
