// The channel to each service: its connections and its pace, created on first use and kept.

import type { BaseUrl } from '../core/baseUrl.ts';
import type { ServiceTarget } from '../core/ports/client.ts';
import { Connections } from './connectionPool.ts';
import { Pace } from './pace.ts';
import { SharedPace, type SharedPaceDependencies } from './sharedPace.ts';
import { resolveRoute, type Route, type RouteDependencies } from './route.ts';

export interface Channel {
  readonly route: Route;
  readonly connections: Connections;
  readonly pace: Pace;
}

export class Channels {
  readonly #channels = new Map<string, Channel>();
  readonly #dependencies: RouteDependencies;
  readonly #paceDependencies: SharedPaceDependencies | undefined;
  readonly #onNew: (route: Route) => void;

  /**
   * @param paceDependencies where all windows share one pace; absent: each window has its own.
   * @param onNew called when a channel is first created for a route.
   */
  constructor(
    dependencies: RouteDependencies,
    paceDependencies: SharedPaceDependencies | undefined,
    onNew: (route: Route) => void,
  ) {
    this.#dependencies = dependencies;
    this.#paceDependencies = paceDependencies;
    this.#onNew = onNew;
  }

  /** @throws UserGroupsError `invalid` when the `caFile` or the proxy cannot be used. */
  async to({ connection, connectionId, requestsPerMinute, caFile }: ServiceTarget, base: BaseUrl): Promise<Channel> {
    const route = await resolveRoute(this.#dependencies, base, caFile);
    const key = JSON.stringify([connection, connectionId, requestsPerMinute, route]);
    const known = this.#channels.get(key);
    if (known !== undefined) return known;
    const shared =
      this.#paceDependencies && connectionId !== undefined
        ? new SharedPace(this.#paceDependencies, connectionId, requestsPerMinute)
        : undefined;
    const channel = {
      route,
      connections: new Connections(route, this.#dependencies.lookup),
      pace: new Pace(requestsPerMinute, shared),
    };
    this.#channels.set(key, channel);
    this.#onNew(route);
    return channel;
  }

  /** Closes what is idle. */
  async close(): Promise<void> {
    await Promise.all([...this.#channels.values()].map(({ connections }) => connections.close()));
  }
}
