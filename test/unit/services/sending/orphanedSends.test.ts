import assert from 'node:assert/strict';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import type { AbandonedSending } from '../../../../src/core/ports/journal.ts';
import { OrphanedSends } from '../../../../src/services/sending/orphanedSends.ts';
import { productStarter } from '../../../support/product.ts';

describe('Looking for what windows left unfinished', () => {
  const start = productStarter();

  it('is tried again a minute after it has failed', async () => {
    const { store, ref } = await start();
    const left: AbandonedSending = { operation: 'update', ...ref('acme'), at: 1 };
    const timers: { readonly milliseconds: number; readonly work: () => void }[] = [];
    const warnings: string[] = [];
    let looks = 0;
    const orphaned = new OrphanedSends({
      store: {
        changes: store.changes,
        journal: Object.assign(Object.create(store.journal) as typeof store.journal, {
          closeAbandoned: () => {
            looks += 1;
            if (looks === 1) throw new UserGroupsError({ kind: 'unavailable', happened: 'The disk is full.' });
            return [left];
          },
          nextAbandonedAt: () => undefined,
        }),
      },
      log: { request: fail, info: fail, bug: fail, warn: (text) => void warnings.push(text) },
      now: Date.now,
      schedule: (milliseconds, work) => {
        timers.push({ milliseconds, work });
        return { dispose: () => undefined };
      },
    });
    const reported: unknown[] = [];
    orphaned.onDidFind((found) => reported.push(found));
    timers[0]?.work();
    assert.deepEqual(
      [timers.map(({ milliseconds }) => milliseconds), warnings.length, reported],
      [[60_000], 1, [[left]]],
    );
    orphaned.dispose();
  });
});

function fail(text: unknown): never {
  throw new Error(`Logged: ${String(text)}`);
}
