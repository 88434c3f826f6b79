// Who may come in: the request line and the headers, before anything of the body counts.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { refused, Refusal } from './answer.ts';
import type { ServedOperation } from './serveOperation.ts';

const PATH = '/api/user';

const OPERATIONS: ReadonlyMap<string | undefined, ServedOperation> = new Map([
  ['GET', 'getOrCreate'],
  ['PUT', 'update'],
  ['POST', 'rotate'],
]);

/**
 * The operation that the request asks for.
 * @throws Refusal for anything but the contract's path, methods and headers, and for what a web page could send.
 */
export function admit(request: IncomingMessage, port: number, apiToken: string): ServedOperation {
  const { url, method, headers } = request;
  // A name that resolves to 127.0.0.1 would let a web page in (DNS rebinding): the page's own host gives it away.
  if (headers.host !== `127.0.0.1:${port}` && headers.host !== `localhost:${port}`) {
    throw refused(403, 'The Host header must name 127.0.0.1 or localhost with the port of this sandbox.');
  }
  if (headers.origin !== undefined)
    throw refused(403, 'Requests with an Origin header are not answered: no web page may come in.');
  if (url !== PATH) throw refused(404, `The only path is ${PATH}, without a trailing slash and without a query.`);
  const operation = OPERATIONS.get(method);
  if (operation === undefined) throw refused(405, 'The methods are GET, PUT and POST.', { allow: 'GET, PUT, POST' });
  if (!isSame(headers.authorization ?? '', `Token ${apiToken}`)) throw unauthorized();
  if (!/^application\/json(\s*;\s*charset="?utf-8"?)?$/i.test(headers['content-type'] ?? '')) {
    throw refused(415, 'The Content-Type must be application/json.');
  }
  return operation;
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
