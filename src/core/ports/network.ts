// How requests leave this machine.

/** How requests leave this machine, at this moment: what the person has set, never a workspace. */
export interface Network {
  /** False: no proxy at all, whatever else is set (`http.proxySupport` is `off`). */
  readonly proxySupport: boolean;
  /** `http.proxy`. */
  readonly proxy: string | undefined;
  /** `http.noProxy`. */
  readonly noProxy: readonly string[];
  /** `http.proxyAuthorization`: the value of the header that a proxy, and nobody else, is given. */
  readonly proxyAuthorization: string | undefined;
  /** `http.proxyStrictSSL`. */
  readonly proxyStrictSSL: boolean;
  /** `http.systemCertificates`. */
  readonly systemCertificates: boolean;
  /** Of the environment: `HTTPS_PROXY` and its like. */
  readonly variable: (name: string) => string | undefined;
}

export interface NetworkSettings {
  /** Read again for each call. */
  current(): Network;
}
