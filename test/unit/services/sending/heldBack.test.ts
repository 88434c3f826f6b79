// Marked secrets everywhere, every use case, every odd answer: none of them is in what is said, logged or kept.

import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { USER_GROUP_API } from '../../../../src/contract/serviceApi.ts';
import type { Connection } from '../../../../src/core/connection.ts';
import { curlCommand } from '../../../../src/services/sending/curlCommand.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { assertHeldBack, failureText, filesOf, saidBy, spellingsOf } from '../../../support/sweep.ts';

const API_TOKEN = 'marked/api+token=41';
const VARIABLE = 'marked/variable+token=42';
const FIRST = 'marked/first+group token"43';
const NEXT = 'marked/next+group token"44';
const PLANTED = new Map([
  ['the API token', API_TOKEN],
  ['the variable', VARIABLE],
  ['the first group token', FIRST],
  ['the next group token', NEXT],
]);

const group = (token: unknown, more: object = {}): string =>
  JSON.stringify({
    success: 1,
    new_user_group: false,
    user_group: { team_id: 3, token, name: 'Acme', provided_id: 'acme', ...more },
  });

interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Each quotes the API token and the present token, and holds a new one that nobody has seen. */
const ODD: Readonly<Record<string, Reply>> = {
  'another name': { body: JSON.stringify({ success: 1, key: NEXT, said: [API_TOKEN, FIRST] }) },
  'a nested field': { body: JSON.stringify({ success: 1, user_group: { keys: [{ value: NEXT }], of: FIRST } }) },
  'an array': { body: JSON.stringify([NEXT, FIRST, API_TOKEN]) },
  text: { headers: { 'content-type': 'text/plain' }, body: `${NEXT} for ${FIRST} by ${API_TOKEN}` },
  'the name of a field': { body: JSON.stringify({ success: 1, user_group: { [NEXT]: 1, [FIRST]: 2 } }) },
  'another group': { body: group(NEXT, { provided_id: FIRST }) },
  'an id that is the new token': { body: group(NEXT, { provided_id: NEXT }) },
  'tokens in what it says of the group': {
    body: group(NEXT, {
      name: `of ${FIRST}`,
      properties: { by: [API_TOKEN], [NEXT]: NEXT },
      api_environment_tag: NEXT,
      [NEXT]: 1,
    }),
  },
  'a list, with tokens in what it says of other groups': {
    body: JSON.stringify({
      user_groups: [
        { provided_id: 'other', token: FIRST, name: `after ${NEXT}`, properties: { [NEXT]: encodeURIComponent(NEXT) } },
        { provided_id: 'acme', token: NEXT, name: `before ${FIRST}`, properties: { of: FIRST, by: API_TOKEN } },
      ],
    }),
  },
  'a list with an ID that is a token': {
    body: JSON.stringify({
      user_groups: [
        { provided_id: NEXT, token: FIRST },
        { provided_id: 'acme', token: NEXT },
      ],
    }),
  },
  'a list that is refused': {
    body: JSON.stringify({ success: 0, user_groups: [{ provided_id: 'acme', token: NEXT, name: FIRST }] }),
  },
  'half an answer': { body: group(NEXT).slice(0, 80) },
  'a success with a status of failure': { status: 500, body: group(NEXT) },
  'a refusal with a token': {
    body: JSON.stringify({ success: 0, detail: `${FIRST} ${encodeURIComponent(API_TOKEN)}`, new_token: NEXT }),
  },
  'an error that quotes what was sent': {
    status: 400,
    body: JSON.stringify({ success: 0, detail: `Token ${API_TOKEN}, ${Buffer.from(`x:${FIRST}`).toString('base64')}` }),
  },
  'an error within an error': {
    status: 422,
    body: JSON.stringify({
      success: 0,
      detail: JSON.stringify({ sent: JSON.stringify({ current_token: FIRST, by: API_TOKEN }) }),
    }),
  },
  'a 401': {
    status: 401,
    body: JSON.stringify({ detail: `${Buffer.from(API_TOKEN).toString('hex')} is not accepted` }),
  },
  'a 403': { status: 403, body: `<b>${API_TOKEN}</b>` },
  'a 409': { status: 409, body: `${FIRST}…${API_TOKEN.slice(0, 15)}…` },
  'a 500': { status: 500, body: `at rotate(${FIRST}, ${API_TOKEN})` },
  'a redirect': {
    status: 302,
    headers: {
      location: `https://${encodeURIComponent(API_TOKEN)}@elsewhere.test/?next=${encodeURIComponent(NEXT)}&of=${encodeURIComponent(FIRST)}`,
    },
    body: '',
  },
  headers: { headers: { 'content-type': `text/${API_TOKEN}`, 'retry-after': FIRST, 'x-token': NEXT }, body: '?' },
};

/** What the user can have done; each in turn, on what the one before left. */
const ACTIONS: Readonly<Record<string, (product: Product, connection: Connection) => unknown>> = {
  'get or create': ({ services }, connection) => services.sending.getOrCreate(connection, documentOf()),
  fetch: ({ services }, connection) => services.sending.fetch(connection, 'acme'),
  'check before an update': ({ services }, connection) => services.sending.checkBeforeUpdate(connection, 'acme'),
  update: ({ services }, connection) => services.sending.update(connection, documentOf({ name: 'Acme anew' })),
  rotate: ({ services }, connection) => services.rotation.rotate(connection, 'acme'),
  'rotate again': ({ services }, connection) => services.rotation.rotate(connection, 'acme'),
  'rotate a leaked token': ({ services }, connection) => services.rotation.rotateLeaked(connection, FIRST),
  'refresh the list': ({ services }, connection) => services.serviceList.refresh(connection),
  'find out': ({ services }, connection) => services.rotation.findOut(connection, 'acme', () => Promise.resolve(true)),
  'ask whose token it is': ({ services }) => services.tokens.ownersOf(FIRST),
  'ask for its token': ({ services }, connection) =>
    services.tokens.require(connection, { connectionId: connection.id, userGroupId: 'nobody' }),
  'save a draft': ({ services }, connection) =>
    services.groups.saveDraft(connection, 'acme', documentOf({ name: 'Typed' })),
  'restore nothing': ({ services }, connection) => {
    services.groups.discardDraft(connection, 'acme');
  },
  search: ({ services }) => services.groups.search('acme', 10),
  'mark as deployed': ({ services }, connection) => {
    services.tokens.dropReplaced({ connectionId: connection.id, userGroupId: 'acme' }, 7);
  },
  'set an API token that a request cannot carry': ({ services }, connection) =>
    services.apiTokens.set(connection, `${API_TOKEN}\n${FIRST}`),
  'send a text that is none': ({ services }, connection) => services.sending.update(connection, '{'),
  'remove the connection': ({ services }, connection) => services.connections.remove(connection),
  'forget the group': ({ services }, connection) => {
    services.groups.remove({ connectionId: connection.id, userGroupId: 'acme' });
  },
};

describe('No secret comes out', () => {
  const start = productStarter();
  let server: Server;
  let reply: Reply;

  beforeEach(async () => {
    server = createServer((request, response) => {
      request.resume().on('end', () => {
        response
          .writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
          .end(reply.body);
      });
    });
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  /** A group known with its first token. */
  async function withAcme(): Promise<{ readonly product: Product; readonly connection: Connection }> {
    const product = await start();
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    product.variables.set('MARKED_TOKEN', VARIABLE);
    product.settings.describedApis = { listing: { list: { path: '/api/list', groups: 'user_groups' } } };
    product.settings.edit([
      { name: 'scripted', baseUrl, environment: 'Testing', api: 'listing' },
      { name: 'by variable', baseUrl: `${baseUrl}/x`, apiTokenEnv: 'MARKED_TOKEN' },
      ...product.settings.entries,
    ]);
    const connection = product.services.connections.named('scripted');
    await product.services.apiTokens.set(connection, API_TOKEN);
    reply = { body: group(FIRST) };
    await product.services.sending.getOrCreate(connection, documentOf());
    return { product, connection };
  }

  /** What a use case answers: the new token of a rotation is not in it. */
  const resultText = (result: unknown): string => JSON.stringify([result]);

  /** The secrets that are nobody's but this machine's, too. */
  function secretsOf({ secrets, remote }: Product): Map<string, string> {
    const kept = [...secrets.kept].map(([key, value], index): [string, string] => [
      `secret ${index} (${key.split(/[:.]/)[0] ?? ''})`,
      value,
    ]);
    return new Map([...PLANTED, ...kept, ['the API token of staging', remote.apiToken]]);
  }

  async function sweep(product: Product, connection: Connection, said: readonly string[]): Promise<void> {
    const ids = ['acme', 'other'];
    const scripted = {
      ...product,
      connection,
      ref: (userGroupId: string) => ({ connectionId: connection.id, userGroupId }),
      record: (userGroupId: string) => product.services.groups.find({ connectionId: connection.id, userGroupId }),
    };
    assertHeldBack([...said, ...(await saidBy(scripted, ids)), ...filesOf(product)], secretsOf(product));
  }

  /** All actions in turn, and what each of them says. */
  async function allActions(product: Product, connection: Connection): Promise<string[]> {
    const said: string[] = [];
    for (const run of Object.values(ACTIONS)) {
      product.clock.now += 1000;
      const came = await Promise.resolve()
        .then(() => run(product, connection))
        .then(resultText, failureText);
      said.push(came);
    }
    return said;
  }

  for (const [what, answered] of Object.entries({ ...ODD, 'all that is asked': { body: group(NEXT) } })) {
    it(`all actions while the service answers with ${what}`, async () => {
      const { product, connection } = await withAcme();
      reply = answered;
      await sweep(product, connection, await allActions(product, connection));
    });
  }

  it('where nothing can be sealed or kept', async () => {
    const { product, connection } = await withAcme();
    product.sealing.failure = new Error(`no key for ${FIRST.slice(0, 3)}`);
    reply = { body: group(NEXT) };
    const said = await allActions(product, connection);
    product.secrets.isBroken = true;
    said.push(...(await allActions(product, connection)));
    product.secrets.isBroken = false;
    await sweep(product, connection, said);
  });

  it('of a connection whose API token is in the environment', async () => {
    const { product } = await withAcme();
    const connection = product.services.connections.named('by variable');
    reply = {
      status: 400,
      body: JSON.stringify({ detail: `Token ${VARIABLE}`, again: Buffer.from(` ${VARIABLE}`).toString('base64url') }),
    };
    const said = [await product.services.sending.getOrCreate(connection, documentOf()).then(resultText, failureText)];
    assert.match(said.join(''), /•••/);
    await sweep(product, connection, said);
  });

  it('as cURL: variables replace them', async () => {
    const {
      product: { services },
      connection: { baseUrl },
    } = await withAcme();
    const text = services.groups.documentText(
      services.groups.find({ connectionId: services.connections.named('scripted').id, userGroupId: 'acme' })!,
    );
    assertHeldBack(
      [
        curlCommand({ api: USER_GROUP_API, baseUrl, operation: 'update', body: text }),
        curlCommand({ api: USER_GROUP_API, baseUrl, operation: 'rotate' }),
      ],
      PLANTED,
    );
  });
});

describe('The search for secrets', () => {
  const secret = 'marked?sweep>45"~é';
  const embedded = (encoding: 'base64' | 'base64url' | 'hex', before: string): string =>
    Buffer.from(`${before}${secret}ending`).toString(encoding);
  for (const [where, text] of Object.entries({
    plain: `a ${secret}.`,
    JSON: JSON.stringify({ secret }),
    'JSON within JSON': JSON.stringify(JSON.stringify({ secret })),
    'an address': `?a=${encodeURIComponent(secret)}`,
    base64: embedded('base64', ''),
    'base64, one byte later': embedded('base64', 'a'),
    'base64, two bytes later': embedded('base64', 'ab'),
    'base64 for addresses': embedded('base64url', 'ab'),
    'hexadecimal digits': embedded('hex', 'ab'),
  })) {
    it(`finds one in ${where}`, () => {
      assert.ok(spellingsOf(secret).some((spelling) => text.includes(spelling)));
      assert.throws(() => {
        assertHeldBack(['', text], new Map([['it', secret]]));
      });
    });
  }
});
