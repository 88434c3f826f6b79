// Watches a connection being made and reports its steps.

import * as l10n from '@vscode/l10n';
import { isIP, type Socket } from 'node:net';
import { TLSSocket, type DetailedPeerCertificate, type PeerCertificate } from 'node:tls';
import { foreignText } from '../core/foreignText.ts';
import { listed } from '../core/language.ts';
import type { ProbeStep } from '../core/ports/client.ts';
import { datedText } from '../core/stateText.ts';
import type { Witness } from './dialer.ts';
import { anchorOf } from './trust.ts';
import type { Route } from './route.ts';

type Name = ProbeStep['name'];

export class ConnectionWatch implements Witness {
  readonly #route: Route;
  readonly #done = new Map<Name, string[]>();
  /** What was seen of a step that may still fail. */
  readonly #seen = new Map<Name, string[]>();

  constructor(route: Route) {
    this.#route = route;
  }

  addressesFound(addresses: readonly string[]): void {
    const { origin, proxy } = this.#route;
    const host = new URL(proxy?.origin ?? origin).hostname.replace(/^\[|\]$/g, '');
    this.#done.set('DNS', [
      isIP(host) === 0
        ? l10n.t('{0} has the address {1}', host, addresses.join(', '))
        : l10n.t('{0} is an IP address', host),
    ]);
  }

  connected({ remoteAddress = '', remotePort = 0 }: Socket): void {
    this.#done.set('TCP', [l10n.t('connected to {0}, port {1}', remoteAddress, remotePort)]);
  }

  tlsBegun(socket: Socket, to: 'proxy' | 'service'): void {
    if (socket instanceof TLSSocket) this.#watchTls(socket, to === 'proxy' ? 'TLS to the proxy' : 'TLS');
  }

  tunnelMade(): void {
    this.#done.set('Tunnel', [l10n.t('the proxy has connected to {0}', this.#route.host)]);
  }

  /** @param failure of the first step that was not done. */
  steps(failure?: readonly string[]): ProbeStep[] {
    let hasFailed = false;
    return this.#names().map((name) => {
      const done = this.#done.get(name);
      if (!hasFailed && done !== undefined) return { name, state: 'done', lines: done };
      if (hasFailed || failure === undefined) return { name, state: 'skipped', lines: [l10n.t('not reached')] };
      hasFailed = true;
      return { name, state: 'failed', lines: [...failure, ...(this.#seen.get(name) ?? [])] };
    });
  }

  #names(): Name[] {
    const { origin, proxy } = this.#route;
    return [
      'DNS',
      'TCP',
      ...(proxy?.origin.startsWith('https:') === true ? ['TLS to the proxy' as const] : []),
      ...(proxy === undefined ? [] : ['Tunnel' as const]),
      ...(origin.startsWith('https:') ? ['TLS' as const] : []),
    ];
  }

  #watchTls(socket: TLSSocket, name: 'TLS' | 'TLS to the proxy'): void {
    // Before the certificate is validated, so that a refused one can be reported, too.
    socket.prependListener('secure', () => {
      this.#seen.set(name, this.#chain(socket));
    });
    socket.once('secureConnect', () => {
      const verified = socket.authorized ? l10n.t('certificate verified') : l10n.t('certificate not verified');
      this.#done.set(name, [listed([socket.getProtocol() ?? l10n.t('unknown'), verified]), ...this.#chain(socket)]);
    });
  }

  #chain(socket: TLSSocket): string[] {
    const chain = chainOf(socket.getPeerCertificate(true));
    const last = chain.at(-1);
    const anchor = last && anchorOf(last.raw, this.#route.trust);
    return [
      ...chain.map(({ subject, issuer, valid_from: from, valid_to: until }) =>
        l10n.t(
          'certificate of {0}, issued by {1}, valid from {2} until {3}',
          nameOf(subject),
          nameOf(issuer),
          momentOf(from),
          momentOf(until),
        ),
      ),
      ...(last === undefined ? [] : [anchor ?? l10n.t('no authority of this chain is trusted here')]),
    ];
  }
}

/**
 * As it was sent, with the authority that was found for it. Node gives an empty one where there is none, and the last
 * one as its own issuer.
 */
function chainOf(
  certificate: DetailedPeerCertificate | undefined,
  chain: readonly DetailedPeerCertificate[] = [],
): readonly DetailedPeerCertificate[] {
  if (certificate === undefined || !('raw' in certificate) || chain.includes(certificate)) return chain;
  return chainOf(certificate.issuerCertificate, [...chain, certificate]);
}

/** @param text as Node has it: `Nov 28 05:08:25 2026 GMT` */
function momentOf(text: string): string {
  const at = Date.parse(text);
  return Number.isNaN(at) ? foreignText(text) : datedText(at);
}

function nameOf(name: PeerCertificate['subject']): string {
  const { CN, O } = name as Partial<Record<'CN' | 'O', string | string[]>>;
  const text = [CN ?? [], O ?? []].flat().join(', ');
  return foreignText(text === '' ? l10n.t('no name') : text);
}
