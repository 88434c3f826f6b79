// A second window of the same editor: an extension host of its own on the same storage, which does what a test in the
// first one says.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { actions, type Window } from './windowActions.ts';

interface Order {
  readonly number: number;
  readonly action: keyof Window;
  readonly values: readonly unknown[];
}

interface Report {
  readonly number: number;
  readonly answer?: unknown;
  readonly failure?: string;
}

const port = process.env.TEST_SECOND_WINDOW_PORT;

/** `describe` where a second window can be opened; elsewhere it is skipped, and says so. */
export function describeTwoWindows(title: string, tests: () => void): void {
  if (port === undefined) describe.skip(`${title} (skipped: this editor opens no second window for tests)`, tests);
  else describe(title, tests);
}

export interface SecondWindow {
  readonly window: Window;
  close(): Promise<void>;
}

/** Resolves when it stands. Whoever calls closes it. */
export async function openSecondWindow(): Promise<SecondWindow> {
  const socket = connect(Number(port), '127.0.0.1');
  const waiting = new Map<number, (report: Report) => void>();
  let last = 0;
  const ready = once(
    createInterface(socket).on('line', (line) => {
      const report = JSON.parse(line) as Report;
      waiting.get(report.number)?.(report);
      waiting.delete(report.number);
    }),
    'line',
  );
  const order =
    (action: keyof Window) =>
    async (...values: never[]): Promise<unknown> => {
      last += 1;
      const number = last;
      const reported = new Promise<Report>((resolve) => {
        waiting.set(number, resolve);
      });
      say(socket, { number, action, values } satisfies Order);
      const { answer, failure } = await reported;
      if (failure !== undefined) throw new Error(failure);
      return answer;
    };
  socket.once('close', () => {
    for (const settle of waiting.values()) settle({ number: 0, failure: 'The second window is gone.' });
  });
  await Promise.race([
    ready,
    once(socket, 'close').then(() => {
      throw new Error('The second window did not open.');
    }),
  ]);
  const window = Object.fromEntries(
    Object.keys(actions).map((action) => [action, order(action as keyof Window)]),
  ) as Window;
  const close = async (): Promise<void> => {
    const closed = once(socket, 'close');
    socket.end();
    await closed;
  };
  return { window, close };
}

/** In the second window: says that it stands, then does what it is asked until the first one hangs up. */
export async function obey(): Promise<void> {
  const socket = connect(Number(port), '127.0.0.1');
  say(socket, { number: 0 } satisfies Report);
  createInterface(socket).on('line', (line) => {
    const { number, action, values } = JSON.parse(line) as Order;
    const work = actions[action] as (...given: readonly unknown[]) => Promise<unknown>;
    work(...values).then(
      (answer) => {
        say(socket, { number, answer } satisfies Report);
      },
      (error: unknown) => {
        say(socket, { number, failure: String(error) } satisfies Report);
      },
    );
  });
  await once(socket, 'close');
}

function say(socket: Socket, words: object): void {
  socket.write(`${JSON.stringify(words)}\n`);
}
