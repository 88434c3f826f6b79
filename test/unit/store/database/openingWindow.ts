// Another window, as a process of its own: opens each store it is given, adds a connection, closes it and answers with
// what was set aside.

import { openStore } from '../../../../src/store/sqliteStore.ts';

process.on('message', (path: string) => {
  const store = openStore({ path });
  store.connections.add({ kind: 'service', name: `window ${process.pid}`, baseUrl: 'https://dashboards.example.com' });
  store.close();
  process.send?.({ setAside: store.setAside });
});
process.send?.('ready');
