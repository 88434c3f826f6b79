// A port on which nobody listens for a while: no process is given it meanwhile, as it would be once its server is gone.

import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';

/** A connection that leaves from the port has it, and takes none that comes to it. Resolves with what lets go of it. */
export async function holdPort(port: number): Promise<() => Promise<void>> {
  const listener = createServer((socket) => {
    socket.on('error', () => undefined).resume();
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const held = connect({
    host: '127.0.0.1',
    port: (listener.address() as AddressInfo).port,
    localAddress: '127.0.0.1',
    localPort: port,
  });
  await once(held, 'connect');
  listener.close();
  return async () => {
    if (!held.closed) await once(held.destroy(), 'close');
  };
}
