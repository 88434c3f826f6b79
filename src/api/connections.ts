// The connections to one origin: idle ones are used again, failed ones never.

import { createSecureContext, getCACertificates } from 'node:tls';
import { buildConnector, Client } from 'undici';
import { exchange, type HttpAnswer, type HttpRequest } from './exchange.ts';

/** Requests under way at once to one origin, and connections kept. */
export const MOST_CONNECTIONS = 8;

export class Connections {
  readonly #idle: Connection[] = [];
  readonly #open: () => Connection;

  /** @param authorities certificate authorities to trust beside Node's defaults, in PEM. Certificates are always verified. */
  constructor(origin: string, authorities: string | undefined) {
    const connect = buildConnector({
      allowH2: false,
      ...(authorities !== undefined && { secureContext: createSecureContext({ ca: [...getCACertificates('default'), authorities] }) }),
    });
    this.#open = () => new Connection(new Client(origin, { connect }));
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

/** One at a time: undici makes its connection anew when the service closed it while it was idle. */
class Connection {
  readonly #client: Client;
  #hasAnswered = false;

  constructor(client: Client) {
    this.#client = client;
    client.on('connect', () => { this.#hasAnswered = false; });
  }

  async send(request: HttpRequest): Promise<HttpAnswer> {
    try {
      const answer = await exchange(this.#client, request, () => this.#hasAnswered);
      this.#hasAnswered = true;
      return answer;
    } catch (noAnswer) {
      void this.#client.destroy();
      throw noAnswer;
    }
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
