// What is made on first use.

import assert from 'node:assert/strict';
import { Emitter } from '../../../src/core/emitter.ts';
import { lazy } from '../../../src/core/lazy.ts';

describe('What is lazy', () => {
  it('is made on first use and not before', async () => {
    let made = 0;
    const get = lazy(() => Promise.resolve((made += 1)));
    assert.equal(made, 0);
    assert.equal(await get(), 1);
  });

  it('is made once, also for those who ask at the same time', async () => {
    const get = lazy(() => Promise.resolve({}));
    const [first, second] = await Promise.all([get(), get()]);
    assert.equal(first, second);
    assert.equal(await get(), first);
  });

  it('is tried again after it failed, and fails for all who had asked', async () => {
    let tries = 0;
    const get = lazy(() => ((tries += 1) === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve(tries)));
    const asked = await Promise.allSettled([get(), get()]);
    assert.deepEqual(
      asked.map(({ status }) => status),
      ['rejected', 'rejected'],
    );
    assert.equal(await get(), 2);
  });
});

describe('An event', () => {
  it('reaches everyone who listens, and no one who stopped', () => {
    const emitter = new Emitter<string>();
    const heard: string[] = [];
    const listening = emitter.event((what) => heard.push(`first ${what}`));
    emitter.event((what) => heard.push(`second ${what}`));
    emitter.fire('a');
    listening.dispose();
    emitter.fire('b');
    emitter.dispose();
    emitter.fire('c');
    assert.deepEqual(heard, ['first a', 'second a', 'second b']);
  });

  it('calls a function twice that listens twice', () => {
    const emitter = new Emitter<void>();
    let heard = 0;
    const listener = (): void => {
      heard += 1;
    };
    emitter.event(listener).dispose();
    emitter.event(listener);
    emitter.event(listener);
    emitter.fire();
    assert.equal(heard, 2);
  });
});
