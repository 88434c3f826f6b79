// What could not be stored is tried again, at growing intervals, until it is stored or no longer wanted.

import assert from 'node:assert/strict';
import type { GroupRef } from '../../../../src/core/userGroup.ts';
import { StorageRetryQueue } from '../../../../src/services/groups/storageRetryQueue.ts';
import { FakeSchedule } from '../../../support/fakeSchedule.ts';

const ACME = { connectionId: 'c', userGroupId: 'acme' };
const GLOBEX = { connectionId: 'c', userGroupId: 'globex' };
const SECOND = 1_000;
const fails = (): Promise<never> => Promise.reject(new Error('the disk is full'));

interface Queue {
  readonly queue: StorageRetryQueue;
  readonly stored: string[];
  readonly clock: { now: number };
  readonly elapse: (seconds: number) => Promise<void>;
}

function retryQueue(): Queue {
  const clock = { now: 0 };
  const later = new FakeSchedule(clock);
  const queue = new StorageRetryQueue(later.schedule);
  const stored: string[] = [];
  queue.onDidStore((ref: GroupRef | undefined) => stored.push(String(ref?.userGroupId)));
  return { queue, stored, clock, elapse: (seconds) => later.elapse(seconds * SECOND) };
}

describe('What could not be stored', () => {
  it('is tried again after a second, three, ten and thirty, and then every minute', async () => {
    const { queue, stored, clock, elapse } = retryQueue();
    const tries: number[] = [];
    queue.add(ACME, () => {
      tries.push(clock.now / SECOND);
      return fails();
    });
    await elapse(170);
    assert.deepEqual([tries, stored], [[1, 4, 14, 44, 104, 164], []]);
  });

  it('is said to be stored once, and not tried again', async () => {
    const { queue, stored, elapse } = retryQueue();
    let tries = 0;
    queue.add(ACME, () => {
      tries += 1;
      return tries < 3 ? fails() : Promise.resolve(true);
    });
    await elapse(600);
    assert.deepEqual([tries, stored], [3, ['acme']]);
  });

  it('is not said to be stored where nothing was left to store', async () => {
    const { queue, stored, elapse } = retryQueue();
    let tries = 0;
    queue.add(ACME, () => Promise.resolve((tries += 1) < 1));
    await elapse(600);
    assert.deepEqual([tries, stored], [1, []]);
  });

  it('gives way to what comes later of the same group, and to nothing of another one', async () => {
    const { queue, elapse } = retryQueue();
    const tried: string[] = [];
    for (const [ref, words] of [
      [ACME, 'first'],
      [GLOBEX, 'other'],
      [ACME, 'second'],
    ] as const)
      queue.add(ref, () => Promise.resolve(tried.push(words) > 0));
    await elapse(600);
    assert.deepEqual(tried, ['other', 'second']);
  });

  it('gives way to what came while it was tried', async () => {
    const { queue, elapse } = retryQueue();
    const tried: string[] = [];
    queue.add(ACME, () => {
      tried.push('first');
      queue.add(ACME, () => Promise.resolve(tried.push('second') > 0));
      return fails();
    });
    await elapse(600);
    assert.deepEqual(tried, ['first', 'second']);
  });

  it('leaves what came while it was stored', async () => {
    const { queue, stored, elapse } = retryQueue();
    let isTried = false;
    queue.add(ACME, () => {
      queue.add(ACME, () => Promise.resolve((isTried = true)));
      return Promise.resolve(true);
    });
    await elapse(1);
    queue.cancel(ACME);
    await elapse(600);
    assert.deepEqual([isTried, stored], [false, ['acme']]);
  });

  it('is not tried any more once the store has something newer of its group', async () => {
    const { queue, stored, elapse } = retryQueue();
    for (const ref of [ACME, GLOBEX]) queue.add(ref, () => Promise.resolve(true));
    queue.cancel(ACME);
    await elapse(600);
    assert.deepEqual(stored, ['globex']);
  });

  for (const end of ['cancel', 'cancelAll'] as const)
    it(`is not tried any more after ${end} while it is tried`, async () => {
      const { queue, elapse } = retryQueue();
      let tries = 0;
      queue.add(ACME, () => {
        tries += 1;
        queue[end](ACME);
        return fails();
      });
      await elapse(600);
      assert.equal(tries, 1);
    });

  for (const end of ['cancelAll', 'dispose'] as const)
    it(`is not tried any more after ${end}`, async () => {
      const { queue, elapse } = retryQueue();
      let tries = 0;
      const count = (): Promise<boolean> => Promise.resolve((tries += 1) > 0);
      queue.add(ACME, count);
      queue.addSilently(() => void count());
      queue[end]();
      await elapse(600);
      assert.equal(tries, 0);
    });

  it('is not said to be stored after dispose', async () => {
    const { queue, stored, elapse } = retryQueue();
    queue.add(ACME, () => {
      queue.dispose();
      return Promise.resolve(true);
    });
    await elapse(600);
    assert.deepEqual(stored, []);
  });

  it('silently, is tried beside everything else until it is stored, and nobody is notified', async () => {
    const { queue, stored, elapse } = retryQueue();
    const tried: string[] = [];
    queue.addSilently(() => (tried.push('one') < 3 ? fails() : Promise.resolve()));
    queue.addSilently(() => void tried.push('two'));
    await elapse(600);
    assert.deepEqual([tried, stored], [['one', 'two', 'one'], []]);
  });
});
