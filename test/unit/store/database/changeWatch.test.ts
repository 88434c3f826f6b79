// News of changes: looked for every half a second, told at once or held back, without a database.

import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ChangeWatch } from '../../../../src/store/database/changeWatch.ts';

const HALF_A_SECOND = 500;

describe('The watch for changes', () => {
  /** What the database says at each look; an error is thrown. */
  let version: number | Error = 1;
  let looks = 0;
  let reported = 0;
  let watch: ChangeWatch;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setInterval', 'setTimeout'] });
    version = 1;
    looks = 0;
    reported = 0;
    watch = new ChangeWatch(() => {
      looks += 1;
      if (typeof version !== 'number') throw version;
      return version;
    });
  });
  afterEach(() => {
    watch.dispose();
    mock.timers.reset();
  });

  const listen = (): void => {
    watch.onDidChange(() => {
      reported += 1;
    });
  };
  const later = (next: number | Error, milliseconds = HALF_A_SECOND): number => {
    version = next;
    mock.timers.tick(milliseconds);
    return reported;
  };

  it('looks at nothing before somebody listens, and once for all who do', () => {
    later(1);
    assert.equal(looks, 0);
    listen();
    listen();
    assert.equal(looks, 1);
    later(1);
    assert.equal(looks, 2);
  });

  it('reports what others have changed within half a second, once', () => {
    listen();
    assert.deepEqual([later(2, HALF_A_SECOND - 1), later(2, 1), later(2), later(3)], [0, 1, 1, 2]);
  });

  it('takes a look that fails for no news, and compares with the last that did not', () => {
    listen();
    assert.deepEqual([later(new Error('busy')), later(1), later(2)], [0, 0, 1]);
  });

  it('reports what changes here at once, and once every half a second while it is held', () => {
    listen();
    watch.fire();
    assert.equal(reported, 1);
    reported = 0;
    const held = watch.hold();
    const seen = [0, 1].map(() => {
      watch.fire();
      watch.fire();
      return [reported, later(1, HALF_A_SECOND - 1), later(1, 1)];
    });
    assert.deepEqual(seen, [
      [0, 0, 1],
      [1, 1, 2],
    ]);
    held.dispose();
    assert.deepEqual([reported, later(1)], [2, 2]);
  });

  it('reports the rest when the last one lets it go, and no more then', () => {
    listen();
    const holds = [watch.hold(), watch.hold()];
    watch.fire();
    const seen = [holds[0], holds[0], holds[1]].map((hold) => {
      hold?.dispose();
      return reported;
    });
    assert.deepEqual([...seen, later(1)], [0, 0, 1, 1]);
    watch.fire();
    assert.equal(reported, 2);
  });

  it('reports nothing after its end, be it held or not', () => {
    listen();
    watch.hold();
    watch.fire();
    watch.dispose();
    assert.deepEqual([later(2), looks], [0, 1]);
  });
});
