// Ports for servers that tests close, and perhaps open again. Any process may be given a port that port 0 gave, as soon as nobody listens on it;
// those from here stay with this process. It is the one place where a server of the tests does not listen on port 0.

import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what a system gives for port 0 and to connections that leave (from 32768 on Linux, from 49152 elsewhere). */
const FIRST = 20_000;
const BLOCKS = 48;
const PORTS_IN_BLOCK = 250;

let ownBlock: Promise<number> | undefined;
let given = 0;

/** Calls `listen` with a port of this process; with the next one when a program that knows nothing of us listens there. */
export async function onOwnPort<T>(listen: (port: number) => Promise<T>): Promise<T> {
  const first = await (ownBlock ??= takeBlock());
  return onFreeOne(PORTS_IN_BLOCK - 1, () => first + 1 + given++ % (PORTS_IN_BLOCK - 1), listen);
}

/** Whoever listens on the first port of a block has the others. Processes begin to look at different ones. */
async function takeBlock(): Promise<number> {
  let next = process.pid;
  return onFreeOne(BLOCKS, () => FIRST + next++ % BLOCKS * PORTS_IN_BLOCK, async (first) => {
    const claim = createServer().listen(first, '127.0.0.1').unref();
    await once(claim, 'listening');
    return first;
  });
}

async function onFreeOne<T>(tries: number, port: () => number, listen: (port: number) => Promise<T>): Promise<T> {
  for (let left = tries; left > 1; left -= 1) {
    try {
      return await listen(port());
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  return listen(port());
}

function isTaken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && error.code === 'EADDRINUSE') || isTaken(error.cause);
}
