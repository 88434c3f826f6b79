// The way to each service: its connections and its pace, made on first use and kept.

import type { BaseUrl } from '../core/baseUrl.ts';
import type { ServiceTarget } from '../core/ports.ts';
import { Connections } from './connections.ts';
import { Pace } from './pace.ts';
import { SharedPace, type SharedPacePorts } from './sharedPace.ts';
import { wayTo, type Way, type WayPorts } from './way.ts';

export interface Route {
  readonly way: Way;
  readonly connections: Connections;
  readonly pace: Pace;
}

export class Routes {
  readonly #routes = new Map<string, Route>();
  readonly #ports: WayPorts;
  readonly #pacePorts: SharedPacePorts | undefined;
  readonly #onNew: (way: Way) => void;

  /**
   * @param pacePorts where all windows keep one pace; absent: each keeps its own.
   * @param onNew told of each way that is gone for the first time.
   */
  constructor(ports: WayPorts, pacePorts: SharedPacePorts | undefined, onNew: (way: Way) => void) {
    this.#ports = ports;
    this.#pacePorts = pacePorts;
    this.#onNew = onNew;
  }

  /** @throws UserGroupsError `invalid` when the `caFile` or the proxy cannot be used. */
  async to({ connection, connectionId, requestsPerMinute, caFile }: ServiceTarget, base: BaseUrl): Promise<Route> {
    const way = await wayTo(this.#ports, base, caFile);
    const key = JSON.stringify([connection, connectionId, requestsPerMinute, way]);
    const known = this.#routes.get(key);
    if (known !== undefined) return known;
    const shared =
      this.#pacePorts && connectionId !== undefined
        ? new SharedPace(this.#pacePorts, connectionId, requestsPerMinute)
        : undefined;
    const route = {
      way,
      connections: new Connections(way, this.#ports.lookup),
      pace: new Pace(requestsPerMinute, shared),
    };
    this.#routes.set(key, route);
    this.#onNew(way);
    return route;
  }

  /** Closes what is idle. */
  async close(): Promise<void> {
    const routes = [...this.#routes.values()];
    this.#routes.clear();
    await Promise.all(routes.map(({ connections }) => connections.close()));
  }
}
