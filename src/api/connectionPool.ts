// The connections to one origin: idle ones are reused, failed ones never.

import type { LookupFunction } from 'node:net';
import { Client } from 'undici';
import { Dialer } from './dialer.ts';
import { exchange, type HttpAnswer, type HttpRequest } from './httpExchange.ts';
import type { Route } from './route.ts';

/** Requests in progress at once to one origin, and connections kept. */
export const MOST_CONNECTIONS = 8;

export class Connections {
  readonly #idle: Connection[] = [];
  readonly #open: () => Connection;

  constructor(route: Route, lookup: LookupFunction | undefined) {
    const dialer = new Dialer(route, lookup);
    this.#open = () => new Connection(route.origin, dialer);
  }

  /**
   * @param fresh on a connection that has carried nothing before.
   * @throws NoAnswer
   */
  async send(request: HttpRequest, fresh: boolean): Promise<HttpAnswer> {
    const connection = (fresh ? undefined : this.#idle.pop()) ?? this.#open();
    const answer = await connection.send(request);
    if (this.#idle.length < MOST_CONNECTIONS) this.#idle.push(connection);
    else void connection.close();
    return answer;
  }

  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((connection) => connection.close()));
  }
}

/** One at a time. undici reconnects when the service closed the connection while it was idle. */
class Connection {
  readonly #client: Client;
  readonly #destroyed = new AbortController();
  #hasAnswered = false;

  constructor(origin: string, dialer: Dialer) {
    this.#client = new Client(origin, { connect: dialer.connector(this.#destroyed.signal) });
    this.#client.on('connect', () => {
      this.#hasAnswered = false;
    });
  }

  async send(request: HttpRequest): Promise<HttpAnswer> {
    try {
      const answer = await exchange(this.#client, request, () => this.#hasAnswered);
      this.#hasAnswered = true;
      return answer;
    } catch (noAnswer) {
      void this.#client.destroy();
      this.#destroyed.abort();
      throw noAnswer;
    }
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
