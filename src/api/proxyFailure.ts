// Explains failures of a proxy.

import { foreignText } from '../core/foreignText.ts';
import { certificateText, connectText, mayPass } from './connectFailures.ts';
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
    return new ProxyFailure('broken', codeOf(error), false, error);
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
    const name = `The proxy ${proxy}`;
    const check = `Check ${source}${source === 'http.proxy' ? ' in your user settings.' : ' in the environment of the editor.'}`;
    switch (this.why) {
      case 'unreachable':
        return {
          happened: `${name} cannot be reached: ${connectText(bare(this.code), this.cause)}.`,
          next:
            certificateText(bare(this.code)) === undefined
              ? check
              : `${check} Its authority must be known to the system, or stand in the caFile of the connection.`,
        };
      case 'broken':
        return { happened: `${name} broke off before it had connected to ${host} (${bare(this.code)}).`, next: check };
      case 'refused':
        return this.#refused(name, host, check, authorization !== undefined);
    }
  }

  #refused(
    name: string,
    host: string,
    check: string,
    hadCredentials: boolean,
  ): { readonly happened: string; readonly next: string } {
    const status = this.#status ?? 0;
    if (status === 407) {
      const asks = this.#schemes === '' ? '' : `, it asks for ${foreignText(this.#schemes, 60)}`;
      return {
        happened: `${name} ${hadCredentials ? 'does not accept the credentials it was given' : 'asks for credentials'} (407${asks}).`,
        next: `Set http.proxyAuthorization in your user settings. Or: ${check} It may hold a user name and password.`,
      };
    }
    if (this.mayPass)
      return {
        happened: `${name} has no connection to ${host} (${status}).`,
        next: 'Check the base URL, or try again later.',
      };
    return {
      happened: `${name} refuses to connect to ${host} (${status}).`,
      next: 'Ask whoever runs it to allow this, or put the host into http.noProxy if it can be reached without a proxy.',
    };
  }
}

function bare(code: string): string {
  return code.replace(/^PROXY_/, '');
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
