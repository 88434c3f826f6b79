// Addresses that never answer, as those of a host that a firewall drops: loopback has none.

import { Socket } from 'node:net';
import { mock } from 'node:test';

/** Runs `work` while nothing but `answering` answers, by the name or address that is connected to. */
export async function whereOnlyAnswers(answering: string, work: () => Promise<void>): Promise<void> {
  // oxlint-disable-next-line typescript/unbound-method -- called with its socket
  const { connect } = Socket.prototype;
  const silenced = mock.method(Socket.prototype, 'connect', function silently(this: Socket, ...given: unknown[]) {
    const [{ host }] = given.flat() as [{ readonly host: string }];
    return host === answering ? (Reflect.apply(connect, this, given) as Socket) : this;
  });
  try {
    await work();
  } finally {
    silenced.mock.restore();
  }
}
