// The ways in which the sandbox can be made to misbehave: each one is something that a client must survive.

import { gzipSync } from 'node:zlib';
import type { Answer, Success, TextAnswer, WireAnswer } from './answer.ts';
import type { Delivery } from './delivery.ts';
import { jsonFields, joinedJson, type JsonTexts } from './jsonTexts.ts';

export interface FaultBehaviour {
  readonly about: string;
  /** Goes out in place of an answer: nothing is processed. */
  readonly instead?: (asked: { readonly url: string; readonly seconds: number }) => TextAnswer;
  /** The connection is reset when the head of the request has come: its body is not read, and nothing is processed. */
  readonly resetsWhileSending?: true;
  /** The request is processed as though a GET had no body. */
  readonly losesGetBody?: true;
  /** The request is processed; an answer about a group goes out changed in its fields. `object`: its name there. */
  readonly changes?: (answer: Success, object: string) => Answer;
  /** The request is processed; the answer goes out changed in its bytes. */
  readonly garbles?: (answer: TextAnswer) => WireAnswer;
  /** How the answer leaves; whole when absent. */
  readonly delivery?: Delivery;
}

const OVER_10_MB = 11 * 1024 * 1024;

const PROXY_PAGE =
  '<!DOCTYPE html><html><head><title>Sign in</title></head><body><a href="/login">Sign in to go on</a></body></html>';

export const faults = {
  // Nothing is processed.
  successZero: {
    about: 'status 200 with success 0 and words that try to be a link; nothing is processed',
    instead: () => json(200, '{"success":0,"detail":"Not allowed. [Undo](command:workbench.action.reloadWindow)"}'),
  },
  html: { about: 'status 200 with a sign-in page; nothing is processed', instead: () => page(200) },
  redirect: {
    about: 'status 301 to the address with a trailing slash; nothing is processed',
    instead: ({ url }) => plain(301, '', { location: `${url}/` }),
  },
  status403: {
    about: 'status 403, as for a read-only API token; nothing is processed',
    instead: () => json(403, '{"detail":"You do not have permission to perform this action."}'),
  },
  status429Plain: {
    about: 'status 429 in plain text, without Retry-After; nothing is processed',
    instead: () => plain(429, 'Too many requests'),
  },
  status500: {
    about: 'status 500 in plain text; nothing is processed',
    instead: () => plain(500, 'Internal Server Error'),
  },
  status502Html: { about: "status 502 with a gateway's page; nothing is processed", instead: () => page(502) },
  status503RetryAfter: {
    about: 'status 503 with Retry-After in seconds; nothing is processed',
    instead: ({ seconds }) => plain(503, 'Service Unavailable', { 'retry-after': String(seconds) }),
  },
  status503RetryAfterDate: {
    about: 'status 503 with Retry-After as a date; nothing is processed',
    instead: ({ seconds }) =>
      plain(503, 'Service Unavailable', { 'retry-after': new Date(Date.now() + seconds * 1000).toUTCString() }),
  },
  resetWhileSending: {
    about: 'the connection is reset while the request is still being sent; nothing is processed',
    resetsWhileSending: true,
  },
  resetUnprocessed: {
    about: 'the connection is reset; nothing is processed',
    instead: () => plain(500, ''),
    delivery: 'reset',
  },
  dropsGetBody: { about: 'the body of a GET is lost on the way, as in some gateways', losesGetBody: true },

  // The request is processed; the answer is not the contract's.
  nullUserGroup: {
    about: 'user_group is null',
    changes: ({ status, envelope }, object) => ({ status, envelope: { ...envelope, [object]: 'null' } }),
  },
  tokenMissing: {
    about: 'user_group has no token',
    changes: inUserGroup((userGroup) =>
      Object.fromEntries(Object.entries(userGroup).filter(([name]) => name !== 'token')),
    ),
  },
  tokenNotString: {
    about: 'token is a number',
    changes: inUserGroup((userGroup) => ({ ...userGroup, token: '12345678' })),
  },
  otherProvidedId: {
    about: 'provided_id is not the user_group_id that was sent',
    changes: inUserGroup((userGroup) => ({ ...userGroup, provided_id: '"somebody_else"' })),
  },
  hugeTeamId: {
    about: 'team_id is beyond 2^53',
    changes: inUserGroup((userGroup) => ({ ...userGroup, team_id: '90071992547409931' })),
  },
  extraFields: {
    about: 'fields that the contract does not know, outside and inside user_group',
    changes: ({ status, envelope, userGroup }) => ({
      status,
      envelope: { ...envelope, request_id: '"5f1c"' },
      userGroup: { ...userGroup, colour: '"green"', limits: '{"rows":10}' },
    }),
  },
  normalisesProperties: {
    about: 'properties come back parsed and written anew: keys sorted, numbers rounded',
    changes: inUserGroup(({ properties, ...others }) =>
      properties === undefined ? others : { ...others, properties: normalised(properties) },
    ),
  },
  array: { about: 'the answer is wrapped in an array', garbles: (answer) => ({ ...answer, body: `[${answer.body}]` }) },
  bom: {
    about: 'the answer begins with a byte order mark',
    garbles: (answer) => ({ ...answer, body: `\uFEFF${answer.body}` }),
  },
  truncated: {
    about: 'the JSON ends in its middle',
    garbles: (answer) => ({ ...answer, body: answer.body.slice(0, answer.body.length / 2) }),
  },
  empty: { about: 'status 200 with an empty body', garbles: (answer) => ({ ...answer, body: '' }) },
  noContent204: { about: 'status 204', garbles: () => ({ status: 204, headers: {}, body: '' }) },
  gzip: { about: 'the answer is compressed, asked for or not', garbles: gzipped },
  hugeAnswer: { about: 'the answer is over 10 MB long', garbles: huge },
  hugeGzip: { about: 'the answer is small, and over 10 MB when unpacked', garbles: (answer) => gzipped(huge(answer)) },

  // The request is processed; the answer has trouble on its way.
  resetBeforeAnswer: { about: 'the request is processed, then the connection is reset', delivery: 'reset' },
  halfAnswer: { about: 'the connection ends within the answer', delivery: 'half' },
  slow: { about: 'the request is processed at once and answered late', delivery: 'late' },
  neverAnswers: { about: 'the request is processed and never answered', delivery: 'never' },
  closesAfterEach: { about: 'the connection is closed after the answer, unannounced', delivery: 'thenClosed' },
} satisfies Record<string, FaultBehaviour>;

export type Fault = keyof typeof faults;

export function isFault(name: string): name is Fault {
  return Object.hasOwn(faults, name);
}

export function behaviourOf(fault: Fault): FaultBehaviour {
  return faults[fault];
}

function json(status: number, body: string): TextAnswer {
  return { status, headers: { 'content-type': 'application/json' }, body };
}

function plain(status: number, body: string, headers?: Readonly<Record<string, string>>): TextAnswer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body };
}

function page(status: number): TextAnswer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body: PROXY_PAGE };
}

function inUserGroup(change: (userGroup: JsonTexts) => JsonTexts): NonNullable<FaultBehaviour['changes']> {
  return (answer) => ({ ...answer, userGroup: change(answer.userGroup) });
}

function gzipped(answer: WireAnswer): WireAnswer {
  return { ...answer, headers: { ...answer.headers, 'content-encoding': 'gzip' }, body: gzipSync(answer.body) };
}

/** Still JSON, and still holding what was answered. */
function huge(answer: TextAnswer): TextAnswer {
  const fields = Object.fromEntries(jsonFields(answer.body));
  return { ...answer, body: joinedJson({ ...fields, padding: JSON.stringify('x'.repeat(OVER_10_MB)) }) };
}

function normalised(text: string): string {
  return JSON.stringify(sorted(JSON.parse(text)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, inner]) => [name, sorted(inner)]));
}
