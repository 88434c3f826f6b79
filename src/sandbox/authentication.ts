// Who may come in: the request line and the headers, before anything of the body counts.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { refused, Refusal } from './answer.ts';
import { CUSTOMERS, USER_GROUPS, type SandboxApi } from './sandboxApis.ts';
import type { Routed } from './serveOperation.ts';

const APIS: readonly SandboxApi[] = [USER_GROUPS, CUSTOMERS];

/**
 * What the request asks for, and by which API.
 * @throws Refusal for anything but the paths, methods and headers of the two, and for what a web page could send.
 */
export function admit(request: IncomingMessage, port: number, apiToken: string): Routed {
  const { url = '', method = '', headers } = request;
  // A name that resolves to 127.0.0.1 would let a web page in (DNS rebinding): the page's own host gives it away.
  if (headers.host !== `127.0.0.1:${port}` && headers.host !== `localhost:${port}`) {
    throw refused(403, 'The Host header must name 127.0.0.1 or localhost with the port of this sandbox.');
  }
  if (headers.origin !== undefined)
    throw refused(403, 'Requests with an Origin header are not answered: no web page may come in.');
  const { api, operation, query } = askedFor(url, method);
  if (!isSame(String(headers[api.header] ?? ''), `Token ${apiToken}`)) throw unauthorized();
  if (!/^application\/json(\s*;\s*charset="?utf-8"?)?$/i.test(headers['content-type'] ?? '')) {
    throw refused(415, 'The Content-Type must be application/json.');
  }
  return { api, operation, query };
}

function askedFor(url: string, method: string): Routed {
  const [path = '', ...queries] = url.split('?');
  const api = APIS.find(({ paths }) => Object.hasOwn(paths, path));
  const methods = api?.paths[path];
  // With its slash the framework redirects, and drops the body.
  if (APIS.some(({ paths }) => Object.hasOwn(paths, `${url}/`)))
    throw refused(301, 'The path ends with a slash.', { location: `${url}/` });
  if (api === undefined || methods === undefined) throw noSuchPath();
  const operation = methods[method];
  if (operation !== 'list' && queries.length > 0) throw noSuchPath();
  if (operation === undefined) {
    const allow = Object.keys(methods);
    throw refused(405, `The methods are ${listed(allow)}.`, { allow: allow.join(', ') });
  }
  return { api, operation, query: new URLSearchParams(queries.join('?')) };
}

/** "GET, PUT and POST". */
function listed(methods: readonly string[]): string {
  return methods.join(', ').replace(/, (?=[^,]*$)/, ' and ');
}

function noSuchPath(): Refusal {
  const [path, ...others] = APIS.flatMap(({ paths }) => Object.keys(paths));
  return refused(404, `The path is ${path}, without a trailing slash and without a query, or ${others.join(', ')}.`);
}

/** Takes the same time wherever the texts begin to differ. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** As the framework behind the scheme word answers: without the contract's envelope. */
function unauthorized(): Refusal {
  return new Refusal({
    status: 401,
    envelope: { detail: JSON.stringify('Invalid token.') },
    headers: { 'www-authenticate': 'Token' },
  });
}
