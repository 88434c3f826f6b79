// How requests leave this machine.

/** The person's network settings at this moment, never a workspace's. */
export interface Network {
  /** False: no proxy at all, regardless of the rest (`http.proxySupport` is `off`). */
  readonly proxySupport: boolean;
  /** `http.proxy`. */
  readonly proxy: string | undefined;
  /** `http.noProxy`. */
  readonly noProxy: readonly string[];
  /** `http.proxyAuthorization`: the value of the header that only a proxy receives. */
  readonly proxyAuthorization: string | undefined;
  /** `http.proxyStrictSSL`. */
  readonly proxyStrictSSL: boolean;
  /** `http.systemCertificates`. */
  readonly systemCertificates: boolean;
  /** Environment variables: `HTTPS_PROXY` and similar. */
  readonly variable: (name: string) => string | undefined;
}

export interface NetworkSettings {
  /** Read again for each call. */
  current(): Network;
}
