// One request and its answer as reported to whoever watches, without tokens.

import type { IncomingHttpHeaders } from 'node:http';
import { REDACTED, type Redactor } from '../core/redactor.ts';
import type { Fault } from './faults.ts';
import { CUSTOMERS, USER_GROUPS, type ServedOperation } from './sandboxApis.ts';

/** Tokens and the headers with the API token are masked as `•••`. Called before the answer leaves. */
export interface SandboxExchange {
  /** Counts the connections of this sandbox from 1: equal numbers are one reused connection. */
  readonly connection: number;
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Absent when the request was refused for its request line or headers. */
  readonly operation?: ServedOperation | undefined;
  /** Empty when the request was refused for its request line or headers. */
  readonly requestBody: string;
  readonly fault?: Fault | undefined;
  /** Absent when no answer leaves. */
  readonly status?: number | undefined;
  /** What leaves of it, uncompressed; absent when no answer does. */
  readonly answerBody?: string | undefined;
}

/** Also a value that is cut off within. */
const TOKEN_FIELD = /("(?:token|current_token)"\s*:\s*)"[^"\\]*(?:\\.[^"\\]*)*"?/g;

/** @param redactor knows the API token. */
export function masked(exchange: SandboxExchange, redactor: Redactor): SandboxExchange {
  const mask = (text: string): string => redactor.redact(text.replace(TOKEN_FIELD, `$1"${REDACTED}"`));
  return {
    ...exchange,
    path: mask(exchange.path),
    headers: maskedHeaders(exchange.headers),
    requestBody: mask(exchange.requestBody),
    answerBody: exchange.answerBody === undefined ? undefined : mask(exchange.answerBody),
  };
}

function maskedHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const isSecret = (name: string): boolean => name === USER_GROUPS.header || name === CUSTOMERS.header;
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isSecret(name) ? maskedCredentials(String(value)) : value]),
  );
}

function maskedCredentials(value: string): string {
  return value.startsWith('Token ') ? `Token ${REDACTED}` : REDACTED;
}
