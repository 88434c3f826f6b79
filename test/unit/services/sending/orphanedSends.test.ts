// Sendings that windows left unfinished: when they are looked for, and who hears of them.

import assert from 'node:assert/strict';
import { Emitter } from '../../../../src/core/emitter.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import type { AbandonedSending } from '../../../../src/core/ports/journal.ts';
import { OrphanedSends } from '../../../../src/services/sending/orphanedSends.ts';
import { FakeSchedule } from '../../../support/fakeSchedule.ts';
import { standIn } from '../../../support/standIn.ts';

const LEFT: AbandonedSending = { operation: 'update', connectionId: 'c', userGroupId: 'acme', at: 1 };

interface Looking {
  readonly orphaned: OrphanedSends;
  /** When it looked. */
  readonly looks: number[];
  readonly reported: (readonly AbandonedSending[])[];
  /** What the journal says next. */
  readonly journal: { found: readonly AbandonedSending[] | 'fails'; nextAt: number | undefined };
  readonly change: () => void;
  readonly elapse: (milliseconds: number) => Promise<void>;
}

/** At the time 1,000. */
function looking(journal: Looking['journal'], warn: (text: string) => void = fail): Looking {
  const clock = { now: 1_000 };
  const later = new FakeSchedule(clock);
  const changes = new Emitter<void>();
  const looks: number[] = [];
  const reported: (readonly AbandonedSending[])[] = [];
  const orphaned = new OrphanedSends({
    store: {
      changes: standIn({ onDidChange: changes.event }),
      journal: standIn({
        closeAbandoned: () => {
          looks.push(clock.now);
          if (journal.found === 'fails') throw new UserGroupsError('unavailable', 'The disk is full.');
          return [...journal.found];
        },
        nextAbandonedAt: () => journal.nextAt,
      }),
    },
    log: standIn({ warn }),
    now: () => clock.now,
    schedule: later.schedule,
  });
  orphaned.onDidFind((found) => reported.push(found));
  return {
    ...{ orphaned, looks, reported, journal },
    change: () => {
      changes.fire();
    },
    elapse: (milliseconds) => later.elapse(milliseconds),
  };
}

describe('Looking for what windows left unfinished', () => {
  it('is tried again a minute after it has failed', async () => {
    const warned: string[] = [];
    const { looks, reported, journal, elapse } = looking({ found: 'fails', nextAt: undefined }, (text) => {
      warned.push(text);
    });
    journal.found = [LEFT];
    await elapse(60_000);
    assert.deepEqual([looks, warned.length, reported], [[1_000, 61_000], 1, [[LEFT]]]);
  });

  it('happens at a start, and never again while nothing is being sent', async () => {
    const { looks, reported, change, elapse } = looking({ found: [], nextAt: undefined });
    change();
    await elapse(100_000);
    assert.deepEqual([looks, reported], [[1_000], []]);
  });

  it('happens when the next sending counts as left, as long as there is one', async () => {
    const { looks, journal, elapse } = looking({ found: [], nextAt: 1_500 });
    await elapse(400);
    journal.nextAt = 3_000;
    await elapse(200);
    journal.nextAt = undefined;
    await elapse(100_000);
    assert.deepEqual(looks, [1_000, 1_500, 3_000]);
  });

  it('happens at once for one that counted as left before', async () => {
    const { looks, journal, elapse } = looking({ found: [], nextAt: 10 });
    journal.nextAt = undefined;
    await elapse(0);
    assert.deepEqual(looks, [1_000, 1_000]);
  });

  it('is put forward by a change, and not put off', async () => {
    const { looks, journal, change, elapse } = looking({ found: [], nextAt: 3_000 });
    for (const nextAt of [2_000, 4_000, undefined]) {
      journal.nextAt = nextAt;
      change();
    }
    await elapse(100_000);
    assert.deepEqual(looks, [1_000, 2_000]);
  });

  it('begins again with a change after the last one was found', async () => {
    const { looks, journal, change, elapse } = looking({ found: [], nextAt: undefined });
    journal.nextAt = 2_000;
    change();
    journal.nextAt = undefined;
    await elapse(100_000);
    assert.deepEqual(looks, [1_000, 2_000]);
  });

  it('reports what was found at a start to whoever asks later, and then each time', async () => {
    const { orphaned, reported, journal, elapse } = looking({ found: [LEFT], nextAt: 2_000 });
    assert.deepEqual(reported, [[LEFT]]);
    const next = { ...LEFT, at: 2 };
    journal.found = [next];
    journal.nextAt = undefined;
    await elapse(1_000);
    const late: unknown[] = [];
    orphaned.onDidFind((found) => late.push(found));
    assert.deepEqual([reported, late], [[[LEFT], [next]], [[LEFT, next]]]);
  });

  it('ends with the window', async () => {
    const { orphaned, looks, journal, change, elapse } = looking({ found: [], nextAt: 2_000 });
    orphaned.dispose();
    journal.nextAt = 1_500;
    change();
    await elapse(100_000);
    assert.deepEqual(looks, [1_000]);
  });
});

function fail(text: unknown): never {
  throw new Error(`Logged: ${String(text)}`);
}
