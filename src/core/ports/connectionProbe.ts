// Checks the route to a service, step by step.

/** Input of the check. No token: none is sent. */
export interface ProbeTarget {
  readonly baseUrl: string;
  readonly timeoutSeconds: number;
  readonly caFile?: string | undefined;
}

export interface ProbeStep {
  readonly name: 'Proxy' | 'DNS' | 'TCP' | 'TLS to the proxy' | 'Tunnel' | 'TLS' | 'Answer';
  /** `skipped`: an earlier step failed. `none`: nothing to do here. */
  readonly state: 'done' | 'failed' | 'skipped' | 'none';
  /** The first is the result, the others are details. Foreign text in it is harmless. */
  readonly lines: readonly string[];
}

/** Checks the route to a service as requests use it, by a HEAD of `/` without a token. Changes nothing there. */
export interface ConnectionProbe {
  /**
   * @throws UserGroupsError `cancelled`; `invalid` when the settings describe no route. Anything else is a step that
   * failed.
   */
  probe(target: ProbeTarget, signal?: AbortSignal): Promise<readonly ProbeStep[]>;
}
