// The port at which npm start serves the editor.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { choosePort } from '../../../scripts/start/browser.ts';

describe('the port of npm start', () => {
  let inUse: Server;
  let port: number;
  beforeEach(async () => {
    inUse = createServer().listen(0, '127.0.0.1');
    await once(inUse, 'listening');
    ({ port } = inUse.address() as AddressInfo);
  });
  afterEach(() => inUse.close());

  it('is the one asked for when it is free', async () => {
    inUse.close();
    await once(inUse, 'close');
    assert.equal(await choosePort(port), port);
  });

  it('is refused in a sentence when another program has it', async () => {
    await assert.rejects(choosePort(port), {
      message: `Port ${port} is in use by another program: choose another one, or leave out --port.`,
    });
  });

  it('is refused in a sentence when browsers would not open it', async () => {
    await assert.rejects(choosePort(6666), /^Error: Port 6666 is one that browsers refuse to open/);
  });
});
