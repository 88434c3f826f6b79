// Another window, as a process of its own: opens the store and saves groups. Arguments: path, connection id, prefix, number.

import { openStore } from '../../../src/store/sqliteStore.ts';

const [path = '', connectionId = '', prefix = '', number = '0'] = process.argv.slice(2);
const store = openStore({ path });
for (let index = 0; index < Number(number); index += 1) {
  const ref = { connectionId, userGroupId: `${prefix}-${index}` };
  const versionId = store.beginSend(ref, { operation: 'getOrCreate', text: '{}', at: Date.now() });
  store.finishSend(versionId, { outcome: 'created', at: Date.now(), answer: { name: ref.userGroupId } });
  store.saveDraft({ connectionId, userGroupId: 'shared' }, `${prefix} ${index}`, Date.now());
}
store.close();
