// Which replaced tokens are deleted at a start, by a clock that is believed only a day later.

import assert from 'node:assert/strict';
import { dropPreviousTokens } from '../../../../src/services/groups/previousTokens.ts';
import { FakeSettings } from '../../../support/fakeSettings.ts';
import { DAY, MAY_12 } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

type Dependencies = Parameters<typeof dropPreviousTokens>[0];
const refused = (): Promise<never> => Promise.reject(new Error('the disk is full'));

interface Start {
  /** Replaced before then. */
  readonly dropped: readonly number[];
  readonly seen: unknown;
  readonly warnings: readonly string[];
}

/** On 12 May. */
async function started(seen: unknown, others: Partial<Dependencies> = {}): Promise<Start> {
  const dropped: number[] = [];
  const warnings: string[] = [];
  const memory = new Map([['clockSeen', seen]]);
  dropPreviousTokens({
    store: { tokens: standIn({ dropReplaced: (before) => void dropped.push(before) }) },
    settings: new FakeSettings(),
    memory: standIn({
      get: (key) => memory.get(key),
      set: (key, value) => Promise.resolve(void memory.set(key, value)),
    }),
    log: standIn({ warn: (line) => void warnings.push(line) }),
    now: () => MAY_12,
    ...others,
  });
  await Promise.resolve();
  return { dropped, seen: memory.get('clockSeen'), warnings };
}

describe('At a start, replaced tokens that are too old', () => {
  const cases: readonly (readonly [words: string, seen: unknown, before: readonly number[], seenThen: number])[] = [
    ['stay where the clock was never read', undefined, [], MAY_12],
    ['stay where what was read is no time', '2025', [], MAY_12],
    ['stay less than a day after the clock was read, which goes on counting', MAY_12 - DAY + 1, [], MAY_12 - DAY + 1],
    ['are deleted a day after the clock was read, as of then', MAY_12 - DAY, [MAY_12 - 91 * DAY], MAY_12],
    ['are deleted a year after the clock was read, as of then', MAY_12 - 365 * DAY, [MAY_12 - 455 * DAY], MAY_12],
    ['stay where the clock went back', MAY_12 + DAY, [], MAY_12],
    ['stay where the clock reads the same', MAY_12, [], MAY_12],
  ];
  for (const [words, seen, before, seenThen] of cases)
    it(words, async () => {
      assert.deepEqual(await started(seen), { dropped: before, seen: seenThen, warnings: [] });
    });

  it('stay where they cannot be deleted, which is tried again at the next start', async () => {
    const broken = {
      tokens: standIn<Dependencies['store']['tokens']>({
        dropReplaced: () => {
          throw new Error('busy');
        },
      }),
    };
    const { seen, warnings } = await started(MAY_12 - DAY, { store: broken });
    assert.deepEqual([seen, warnings.length], [MAY_12 - DAY, 1]);
  });

  it('harm no start where the time cannot be remembered', async () => {
    const warnings: string[] = [];
    await started(undefined, {
      memory: standIn({ get: () => undefined, set: refused }),
      log: standIn({ warn: (line) => void warnings.push(line) }),
    });
    assert.equal(warnings.length, 1);
  });
});
