// Another window, as a process of its own: opens the store, saves groups that share a data source, and forgets every
// third. Arguments: path, connection id, prefix, number.

import { openStore } from '../../../../src/store/sqliteStore.ts';

const [path = '', connectionId = '', prefix = '', number = '0'] = process.argv.slice(2);
const store = openStore({ path });
for (let index = 0; index < Number(number); index += 1) {
  const ref = { connectionId, userGroupId: `${prefix}-${index}` };
  const versionId = store.journal.beginSend(ref, { operation: 'getOrCreate', text: '{}', at: Date.now() });
  const entries = {
    mapping: [
      { schemaId: '40', dataSource: 'shared' },
      { schemaId: '41', dataSource: ref.userGroupId },
    ],
    properties: ['region', prefix],
  };
  store.journal.finishSend(versionId, {
    outcome: 'created',
    at: Date.now(),
    answer: { name: ref.userGroupId },
    base: { text: '{}', from: 'sent', mappingKnown: true, entries },
  });
  if (index % 3 === 2) store.groups.forget({ connectionId, userGroupId: `${prefix}-${index - 1}` });
  store.groups.saveDraft({ connectionId, userGroupId: 'shared' }, `${prefix} ${index}`, Date.now());
}
store.close();
