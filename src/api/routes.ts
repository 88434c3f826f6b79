// The way to each service: its connections and its pace, made on first use and kept.

import type { ServiceTarget } from '../core/ports.ts';
import { readAuthorities } from './certificateAuthorities.ts';
import { Connections } from './connections.ts';
import { Pace } from './pace.ts';

export interface Route {
  readonly connections: Connections;
  readonly pace: Pace;
}

export class Routes {
  readonly #routes = new Map<string, Route>();

  /**
   * @param origin of the target's base URL.
   * @throws UserGroupsError `invalid` when the `caFile` cannot be used.
   */
  async to({ connection, requestsPerMinute, caFile }: ServiceTarget, origin: string): Promise<Route> {
    const authorities = caFile === undefined ? undefined : await readAuthorities(caFile);
    const key = JSON.stringify([connection, origin, requestsPerMinute, authorities]);
    const route = this.#routes.get(key) ?? { connections: new Connections(origin, authorities), pace: new Pace(requestsPerMinute) };
    this.#routes.set(key, route);
    return route;
  }

  /** Closes what is idle. */
  async close(): Promise<void> {
    const routes = [...this.#routes.values()];
    this.#routes.clear();
    await Promise.all(routes.map(({ connections }) => connections.close()));
  }
}
