// Opens a second window for whoever calls, and puts the caller through to what runs in it.

import { createServer, type AddressInfo, type Socket } from 'node:net';

interface Window {
  /** When what runs in it has ended. */
  readonly exitCode: Promise<number>;
  close(): Promise<void>;
}

export interface SecondWindowLine {
  readonly port: number;
  close(): void;
}

/**
 * The first who calls gets a window, the next is the one who runs in it: the two speak with each other. The window
 * closes with the first.
 */
export async function secondWindow(open: () => Promise<Window>): Promise<SecondWindowLine> {
  let waiting: Socket | undefined;
  const server = createServer((caller) => {
    caller.on('error', () => undefined);
    if (waiting === undefined) {
      waiting = caller;
      const opened = open();
      void opened
        .then(({ exitCode }) => exitCode)
        .catch((error: unknown) => {
          console.error(error);
        })
        .finally(() => {
          caller.destroy();
        });
      caller.once('close', () => {
        if (waiting === caller) waiting = undefined;
        void opened.then((window) => window.close()).catch(() => undefined);
      });
      return;
    }
    const first = waiting;
    waiting = undefined;
    first.pipe(caller).pipe(first);
    for (const [one, other] of [
      [first, caller],
      [caller, first],
    ] as const)
      one.once('close', () => {
        other.destroy();
      });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
    },
  };
}
