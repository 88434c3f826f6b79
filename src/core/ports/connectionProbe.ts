// Tries the route to a service, step by step.

/** What to try the route to a service with. No token: none is sent. */
export interface ProbeTarget {
  readonly baseUrl: string;
  readonly timeoutSeconds: number;
  readonly caFile?: string | undefined;
}

export interface ProbeStep {
  readonly name: 'Proxy' | 'DNS' | 'TCP' | 'TLS to the proxy' | 'Tunnel' | 'TLS' | 'Answer';
  /** `skipped`: not come to, since an earlier one failed. `none`: there is nothing to do here. */
  readonly state: 'done' | 'failed' | 'skipped' | 'none';
  /** The first says how it ended; the others are details. Foreign text in it is harmless. */
  readonly lines: readonly string[];
}

/** Tries the route to a service, as requests go, by a HEAD of `/` without a token. Changes nothing there. */
export interface ConnectionProbe {
  /**
   * @throws UserGroupsError `cancelled`; `invalid` when the settings describe no route. Anything else is a step that
   * failed.
   */
  probe(target: ProbeTarget, signal?: AbortSignal): Promise<readonly ProbeStep[]>;
}
