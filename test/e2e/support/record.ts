// What was sent from here before the editor started: rows in its store, of any day.

import { join } from 'node:path';
import type { SendResult } from '../../../src/core/ports/journal.ts';
import type { Operation } from '../../../src/core/userGroup.ts';
import { openStore } from '../../../src/store/sqliteStore.ts';

export interface PastSending {
  readonly userGroupId: string;
  readonly at: Date;
  readonly operation: Operation;
  readonly outcome: SendResult['outcome'];
  /** As answered; absent: the id. */
  readonly name?: string;
  /** The document; absent: the id alone. */
  readonly text?: string;
}

/** For `beforeStart`, or of an editor that runs. `name`, `baseUrl`: of the connection in the settings. */
export function withRecord(name: string, baseUrl: string, sendings: readonly PastSending[]): (storage: string) => void {
  return (storage) => {
    const store = openStore({ path: join(storage, 'user-groups.db') });
    const { id: connectionId } =
      store.connections.all().find((connection) => connection.name === name) ??
      store.connections.add({ kind: 'service', name, baseUrl });
    for (const {
      userGroupId,
      at: day,
      operation,
      outcome,
      name: answeredName = userGroupId,
      text = JSON.stringify({ user_group_id: userGroupId }),
    } of sendings) {
      const at = day.getTime();
      const isApplied = outcome === 'created' || outcome === 'updated';
      const version = store.journal.beginSend({ connectionId, userGroupId }, { operation, text, at });
      store.journal.finishSend(version, {
        outcome,
        at,
        durationMs: 12,
        ...(outcome !== 'unknown' && { answer: { providedId: userGroupId, name: answeredName } }),
        ...(isApplied && { base: { text, from: 'sent', mappingKnown: false, entries: {} } }),
      });
    }
    store.close();
  };
}
