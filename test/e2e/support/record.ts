// What was sent from here on any day before: rows in the store of an editor.

import { join } from 'node:path';
import type { SendResult } from '../../../src/core/ports/journal.ts';
import type { Operation } from '../../../src/contract/operations.ts';
import { openStore } from '../../../src/store/sqliteStore.ts';
import type { Editor } from './editor.ts';

export interface PastSending {
  readonly userGroupId: string;
  readonly at: Date;
  readonly operation: Operation;
  readonly outcome: SendResult['outcome'];
  /** The document; absent: the id alone. */
  readonly text?: string;
}

/**
 * Writes beside the editor, when its list shows the connection `name`, which is in the settings with this address.
 */
export async function sentBefore(
  { storage, tree }: Editor,
  name: string,
  baseUrl: string,
  sendings: readonly PastSending[],
): Promise<void> {
  await tree.show();
  await tree.row(new RegExp(`^${name}`)).waitFor();
  const store = openStore({ path: join(storage, 'user-groups.db') });
  const { id: connectionId } =
    store.connections.all().find((connection) => connection.name === name) ??
    store.connections.add({ kind: 'service', name, baseUrl });
  for (const {
    userGroupId,
    at: day,
    operation,
    outcome,
    text = JSON.stringify({ user_group_id: userGroupId }),
  } of sendings) {
    const at = day.getTime();
    const isApplied = outcome === 'created' || outcome === 'updated';
    const version = store.journal.beginSend({ connectionId, userGroupId }, { operation, text, at });
    store.journal.finishSend(version, {
      outcome,
      at,
      durationMs: 12,
      ...(outcome !== 'unknown' && { answer: { providedId: userGroupId, name: userGroupId } }),
      ...(isApplied && { base: { text, from: 'sent', mappingKnown: false, entries: {} } }),
    });
  }
  store.close();
}
