// How requests leave this machine, as a test says it: without a proxy unless it names one.

import type { Network, NetworkSettings } from '../../src/core/ports/network.ts';

export function networkWith({
  variables = {},
  ...changed
}: Partial<Network> & { readonly variables?: Readonly<Record<string, string>> } = {}): Network {
  return {
    proxySupport: true,
    proxy: undefined,
    noProxy: [],
    proxyAuthorization: undefined,
    proxyStrictSSL: true,
    systemCertificates: false,
    variable: (name) => variables[name],
    ...changed,
  };
}

export const noProxy: NetworkSettings = { current: () => networkWith() };
