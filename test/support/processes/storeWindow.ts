// A window of the store alone, as a process of its own: writes one thing after another, and tells of each when it is on
// disk, until it is killed.

import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { openStore } from '../../../src/store/sqliteStore.ts';
import { sealed } from '../../unit/store/storeFixture.ts';
import { databaseIn } from '../databaseIn.ts';
import type { StoreTask } from './tasks.ts';

const GROUPS = 3;

// A process that is killed has no time to write it at its end.
flushCompileCache();
process.once('message', (task: StoreTask) => {
  write(task);
});
process.once('disconnect', () => process.exit());
process.send?.('ready');

/** Each step is a whole life of a group: typed, sent, rotated. */
function write({ folder, ahead, connectionId, from }: StoreTask): void {
  const now = (): number => Date.now() + ahead;
  const store = openStore({ path: databaseIn(folder), now });
  for (let step = from; ; step += 1) {
    const userGroupId = `group-${step % GROUPS}`;
    const ref = { connectionId, userGroupId };
    const report = (action: string): void => {
      writeSync(1, `${JSON.stringify({ step, userGroupId, action, state: 'ended' })}\n`);
    };
    store.groups.saveDraft(ref, `text ${step}`, now());
    report('draft');
    const version = store.journal.beginSend(ref, { operation: 'update', text: `text ${step}`, at: now() });
    report('begin');
    const base = {
      text: `text ${step}`,
      from: 'sent',
      mappingKnown: true,
      entries: { properties: [`step ${step}`] },
    } as const;
    store.journal.finishSend(version, {
      outcome: 'updated',
      at: now(),
      answer: { name: `name ${step}` },
      token: sealed(`sent ${step}`),
      base,
      draft: 'clear',
    });
    report('finish');
    const rotation = store.journal.beginRotation(ref, { token: sealed(`sent ${step}`), at: now() });
    if (!('id' in rotation)) throw new Error('A rotation is open.');
    report('beginRotation');
    store.journal.keepAnswer(rotation.id, sealed(`answer ${step}`));
    report('keepAnswer');
    store.journal.finishRotation(rotation.id, { outcome: 'rotated', at: now(), token: sealed(`rotated ${step}`) });
    report('finishRotation');
  }
}
