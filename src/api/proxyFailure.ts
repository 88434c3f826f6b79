// Explains failures of a proxy.

import * as l10n from '@vscode/l10n';
import { foreignText } from '../core/foreignText.ts';
import { connectText, isOfCertificate, mayPass } from './connectFailures.ts';
import type { Proxy } from './proxyChoice.ts';

type Why = 'unreachable' | 'broken' | 'refused';

export class ProxyFailure extends Error {
  readonly why: Why;
  /** For the log: the proxy's status, or the code of the failure on the way to it. */
  readonly code: string;
  /** It may succeed a moment later. */
  readonly mayPass: boolean;
  readonly #status: number | undefined;
  readonly #schemes: string;

  private constructor(why: Why, code: string, passes: boolean, cause?: unknown, status?: number, schemes = '') {
    super(`proxy: ${code}`, { cause });
    this.why = why;
    this.code = `PROXY_${code}`;
    this.mayPass = passes;
    this.#status = status;
    this.#schemes = schemes;
  }

  /** No connection to the proxy itself. */
  static unreachable(error: unknown): ProxyFailure {
    const code = codeOf(error);
    return new ProxyFailure('unreachable', code, mayPass(code), error);
  }

  /** It was reached, but its answer is not understood. */
  static broken(error: unknown): ProxyFailure {
    const code = codeOf(error);
    return new ProxyFailure('broken', code, mayPass(code), error);
  }

  static refused(status: number, asksFor: string | string[] | undefined): ProxyFailure {
    const schemes = [asksFor ?? []].flat().flatMap((challenge) => /^[\w-]+/.exec(challenge.trim())?.[0] ?? []);
    return new ProxyFailure(
      'refused',
      String(status),
      [502, 503, 504].includes(status),
      undefined,
      status,
      [...new Set(schemes)].join(', '),
    );
  }

  /** What happened and what to do. @param host of the service. */
  describe(
    { host: proxy, source, authorization }: Proxy,
    host: string,
  ): { readonly happened: string; readonly next: string } {
    const check =
      source === 'http.proxy'
        ? l10n.t('Check {0} in your user settings.', source)
        : l10n.t('Check the environment variable {0}.', source);
    switch (this.why) {
      case 'unreachable':
        return {
          happened: connectText(proxy, bare(this.code), this.cause),
          next: isOfCertificate(bare(this.code)) ? untrustedText() : check,
        };
      case 'broken':
        return {
          happened: l10n.t('The proxy {0} closed the connection to {1} ({2}).', proxy, host, bare(this.code)),
          next: check,
        };
      case 'refused':
        return this.#status === 407
          ? { happened: this.#credentialsText(proxy, authorization !== undefined), next: credentialsAdvice(source) }
          : this.#refused(proxy, host);
    }
  }

  #credentialsText(proxy: string, hadCredentials: boolean): string {
    const schemes = foreignText(this.#schemes, 60);
    if (hadCredentials)
      return schemes === ''
        ? l10n.t('The proxy {0} rejected the credentials (407).', proxy)
        : l10n.t('The proxy {0} rejected the credentials (407, {1}).', proxy, schemes);
    return schemes === ''
      ? l10n.t('The proxy {0} asks for credentials (407).', proxy)
      : l10n.t('The proxy {0} asks for credentials (407, {1}).', proxy, schemes);
  }

  #refused(proxy: string, host: string): { readonly happened: string; readonly next: string } {
    const status = this.#status ?? 0;
    return this.mayPass
      ? {
          happened: l10n.t('The proxy {0} has no connection to {1} ({2}).', proxy, host, status),
          next: l10n.t('Check the base URL, or try again later.'),
        }
      : {
          happened: l10n.t('The proxy {0} refuses to connect to {1} ({2}).', proxy, host, status),
          next: l10n.t('Ask the administrator of the proxy to allow this, or add the host to http.noProxy.'),
        };
  }
}

function untrustedText(): string {
  return l10n.t(
    'The certificate authority of the proxy must be trusted by the system, or be in the caFile of the connection.',
  );
}

function credentialsAdvice(source: string): string {
  return source === 'http.proxy'
    ? l10n.t('Set http.proxyAuthorization or {0} with a user name and password in your user settings.', source)
    : l10n.t('Set http.proxyAuthorization in your user settings, or {0} with a user name and password.', source);
}

function bare(code: string): string {
  return code.replace(/^PROXY_/, '');
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
