// Which certificate authorities are trusted on the route to a service, and where each comes from.

import * as l10n from '@vscode/l10n';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';

export interface Trust {
  /** The content of the connection's `caFile`, in PEM. */
  readonly authorities: string | undefined;
  /** The authorities of the operating system are trusted as well. */
  readonly system: boolean;
  /** False: any certificate is accepted. Only VS Code's `http.proxyStrictSSL` sets it, and only through a proxy. */
  readonly verify: boolean;
}

interface TlsOptions {
  readonly rejectUnauthorized: boolean;
  readonly secureContext?: SecureContext;
}

/** Set explicitly in every case: otherwise an environment variable could turn verification off. */
export function tlsOptions({ authorities, system, verify }: Trust): TlsOptions {
  const more = [...(system ? systemAuthorities() : []), ...(authorities === undefined ? [] : [authorities])];
  return {
    rejectUnauthorized: verify,
    ...(more.length > 0 && { secureContext: createSecureContext({ ca: [...getCACertificates('default'), ...more] }) }),
  };
}

/** By what an authority is trusted; `undefined` when it is not. */
export function anchorOf(certificate: Uint8Array, { authorities, system }: Trust): string | undefined {
  const sources: readonly (readonly [string, () => readonly string[]])[] = [
    [l10n.t('trusted by the caFile of the connection'), () => [authorities ?? '']],
    // Taken before the other authorities are added to the list.
    [l10n.t('trusted by the file that NODE_EXTRA_CA_CERTS names'), () => getCACertificates('extra')],
    [l10n.t("trusted by Node's own list"), () => getCACertificates('default')],
    [l10n.t("trusted by the system's certificates"), () => (system ? systemAuthorities() : [])],
  ];
  const wanted = Buffer.from(certificate).toString('base64');
  return sources.find(([, list]) =>
    list().some((pem) => pem.replaceAll(/\s/g, '').includes(`CERTIFICATE-----${wanted}-----END`)),
  )?.[0];
}

/** Node reads them once, on first use. Where it cannot, the list is empty. */
function systemAuthorities(): readonly string[] {
  try {
    return getCACertificates('system');
  } catch {
    return [];
  }
}
