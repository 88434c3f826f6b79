// What this machine knows before a demonstration begins: groups of the same connection that were sent from here days
// ago.

import { join } from 'node:path';
import type { Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { baseEntries } from '../../../../src/document/baseEntries.ts';
import { openStore } from '../../../../src/store/sqliteStore.ts';

const dayMilliseconds = 86_400_000;

const GROUPS = [
  { id: 'beta-inc', name: 'Beta Inc', mapping: { 40: '510', 134: '511' }, region: 'US' },
  { id: 'coral-health', name: 'Coral Health', mapping: { 40: '214', 134: '386' }, region: 'EU' },
  { id: 'delta-foods', name: 'Delta Foods', mapping: { 40: '214', 134: '386' }, region: 'EU' },
  { id: 'ember-travel', name: 'Ember Travel', mapping: { 40: '215', 134: '387' }, region: 'US' },
  { id: 'fjord-energy', name: 'Fjord Energy', mapping: { 40: '215', 134: '387' }, region: 'US' },
] as const;

/** For `beforeStart`: the connection of this name, and groups that were got or created on it. */
export function withKnownGroups(name: string, { baseUrl }: Sandbox): (storage: string) => void {
  return (storage) => {
    const store = openStore({ path: join(storage, 'user-groups.db') });
    const { id: connectionId } = store.connections.add({ kind: 'service', name, baseUrl });
    for (const [index, group] of GROUPS.entries()) {
      const at = Date.now() - (3 + 2 * index) * dayMilliseconds;
      const text = `${JSON.stringify({ user_group_id: group.id, name: group.name, mapping: group.mapping, properties: { region: group.region, plan: 'team' } }, undefined, 2)}\n`;
      const version = store.journal.beginSend(
        { connectionId, userGroupId: group.id },
        { operation: 'getOrCreate', text, at },
      );
      store.journal.finishSend(version, {
        outcome: 'created',
        at,
        durationMs: 12,
        answer: { providedId: group.id, name: group.name },
        base: { text, from: 'sent', mappingKnown: true, entries: baseEntries(text) },
      });
    }
    store.close();
  };
}
