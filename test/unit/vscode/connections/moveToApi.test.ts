// Move Connection to Another API…: what is compared and asked, and what stays.

import assert from 'node:assert/strict';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import { connectionHandlers } from '../../../../src/vscode/connections/connectionCommands.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { nextBox, nextList } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { elsewhere } from '../../../support/elsewhere.ts';
import { CUSTOMER_FACTS, OTHER_API, startOtherService, type OtherService } from '../../../support/otherService.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

function edit(settings: Product['settings'], change: object): void {
  settings.edit([{ ...(settings.entries[0] as object), ...change }]);
}

describe('A connection that is moved to another API', () => {
  const start = productStarter();
  let other: OtherService | undefined;
  afterEach(() => other?.close());

  /** Its service has moved on: it knows the groups by another API. */
  async function movedOn(entry: object = {}): Promise<Product> {
    const product = await start();
    const { services, settings, connection, remote } = product;
    await services.sending.getOrCreate(connection, documentOf());
    await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'lost', name: 'Lost' }));
    product.loseOnService('lost');
    await elsewhere(remote, 'GET', { user_group_id: 'unknown' });
    services.groups.saveDraft(connection, 'acme', documentOf({ name: 'Typed' }));
    other = await startOtherService(() => remote, CUSTOMER_FACTS);
    settings.describedApis = { tenants: OTHER_API, unlisted: { response: { id: 'key' } }, wrong: { list: {} } };
    settings.edit([{ ...(settings.entries[0] as object), baseUrl: other.baseUrl, ...entry }]);
    services.connections.answerMoved(product.connection, 'sameServiceMoved');
    await services.apiTokens.set(product.connection, remote.apiToken);
    return product;
  }
  const move = async (
    { services }: Product,
    { messages }: PlayedPerson,
    input: object = {},
    origin: 'palette' | 'argument' = 'palette',
  ): Promise<{ readonly name: string }> =>
    connectionHandlers(standIn<CommandContext>({ services, messages }))['userGroups.moveToApi']({
      origin,
      input: { connection: 'staging', ...input },
    });
  const apiOf = ({ settings }: Product): unknown => (settings.entries[0] as { api?: string }).api;

  it('keeps its groups, drafts and tokens, and asks the service for its list alone', async () => {
    const product = await movedOn();
    const { services, ref, record } = product;
    const before = [record('acme')?.draft, record('lost')?.base, await services.tokens.find(ref('acme'))];
    const person = new PlayedPerson(['Move']);
    const moving = move(product, person);
    const list = await nextList();
    assert.deepEqual(
      list.items.map(({ label }) => label),
      ['customer', 'tenants', 'unlisted', 'wrong'],
    );
    list.choose('customer');
    await moving;
    assert.deepEqual(
      [apiOf(product), record('acme')?.draft, record('lost')?.base, await services.tokens.find(ref('acme'))],
      ['customer', ...before],
    );
    assert.deepEqual([record('unknown'), record('lost')?.listing], [undefined, undefined]);
    assert.deepEqual(person.shown, [
      '? Move "staging" to the API "customer"?',
      '  All groups stay in the list, with drafts and tokens. Nothing changes on the service.',
      '  On the service, by the API "customer":',
      '  • 2 groups',
      '  • 1 of the list missing there',
      '  [Move]',
      'status: Connection "staging" uses the API "customer".',
    ]);
    assert.ok(other!.asked.every((line) => line.startsWith('GET /v2/api/customers/')));
    await services.sending.update(product.connection, documentOf({ name: 'Typed' }));
    assert.equal(product.remote.group('acme')?.name, 'Typed');
  });

  it('stays as it is unless the person says so', async () => {
    const product = await movedOn();
    const { kind } = await failureOf(move(product, new PlayedPerson([undefined]), { api: 'customer' }, 'argument'));
    assert.deepEqual([kind, apiOf(product)], ['cancelled', undefined]);
  });

  it('has its name typed where it is guarded', async () => {
    const product = await movedOn({ environment: 'Customer' });
    const person = new PlayedPerson(['Move']);
    const moving = move(product, person, { api: 'unlisted' });
    const box = await nextBox();
    box.type('staging');
    box.accept();
    assert.equal((await moving).name, 'staging');
    assert.equal(apiOf(product), 'unlisted');
    assert.ok(person.shown.includes('  The API "unlisted" has no list, so the groups can\'t be compared.'));
  });

  it('is not moved where the service does not answer by it, or its description is wrong or missing', async () => {
    const product = await movedOn();
    for (const [api, message] of [
      ['tenants', /^Couldn't compare the list of staging\. The service found nothing at GET \/tenants\//],
      ['wrong', /"userGroups\.apis\.wrong\.list\.path" is missing\. Correct it, then try again\.$/],
      ['nowhere', /"api" is "nowhere", which "userGroups\.apis" doesn't have\./],
    ] as const)
      assert.match((await failureOf(move(product, new PlayedPerson(['Move']), { api }))).message, message);
    assert.equal(apiOf(product), undefined);
  });

  it('is not moved while a bulk operation is not completed', async () => {
    const product = await movedOn();
    const items = [{ userGroupId: 'acme', text: documentOf() }];
    await product.services.runs.create('getOrCreate', product.connection, items, { stopAtFirstFailure: false });
    const failure = await failureOf(move(product, new PlayedPerson(['Move']), { api: 'customer' }));
    assert.deepEqual(
      [failure.kind, failure.message],
      ['conflict', 'The connection "staging" has a bulk operation that is not completed. Complete or cancel it first.'],
    );
    assert.deepEqual(other!.asked, []);
  });

  for (const [words, happens] of [
    ['its environment', ({ settings }) => edit(settings, { environment: 'Customer' })],
    ['its address', ({ settings }) => edit(settings, { baseUrl: 'https://new.example.com' })],
    ['its API', ({ settings }) => edit(settings, { api: 'tenants' })],
    ['its lock', ({ settings }) => edit(settings, { locked: 'all' })],
    [
      'the description',
      ({ settings }) => {
        settings.describedApis = { unlisted: OTHER_API };
      },
    ],
  ] as readonly (readonly [string, (product: Product) => void])[])
    it(`is not moved where ${words} is changed while the person is asked`, async () => {
      const product = await movedOn();
      const person = new PlayedPerson(['Move']);
      let entry: unknown;
      person.meanwhile = () => {
        happens(product);
        entry = product.settings.entries[0];
      };
      const failure = await failureOf(move(product, person, { api: 'unlisted' }));
      assert.equal(failure.kind, 'conflict');
      assert.equal(product.settings.entries[0], entry);
    });

  it('changes nothing else of its entry, and none of the others', async () => {
    const product = await movedOn();
    const { settings } = product;
    const odd = { apiTokenEnv: 'NOT_SET', ...(settings.entries[0] as object), baseUrl: `${other!.baseUrl}/` };
    settings.edit([{ name: 'broken', baseUrl: 5 }, odd]);
    await move(product, new PlayedPerson(['Move']), { api: 'unlisted' });
    assert.equal(
      JSON.stringify(settings.entries),
      JSON.stringify([
        { name: 'broken', baseUrl: 5 },
        { ...odd, api: 'unlisted' },
      ]),
    );
  });

  it('is asked no further for its list once it is locked, and no API token is doubted by a comparison', async () => {
    const product = await movedOn({ environment: 'Customer' });
    for (const id of ['a', 'b', 'c']) await elsewhere(product.remote, 'GET', { user_group_id: id });
    const { services, settings, connection } = product;
    const asTenants = services.connections.withApi(connection, 'customer');
    const comparing = services.serviceList.compare(asTenants, {
      onProgress: () => {
        edit(settings, { locked: 'all' });
      },
    });
    assert.match((await failureOf(comparing)).message, /locked for all requests/);
    assert.equal(other!.asked.length, 1);
    assert.equal(product.connection.mismatch, undefined);
  });

  it('is refused for the sandbox, for the API that it has, and while its address awaits an answer', async () => {
    const product = await movedOn();
    const { services, settings } = product;
    await services.sandbox.start();
    const person = new PlayedPerson(['Move']);
    const kindOf = async (input: object): Promise<string> => (await failureOf(move(product, person, input))).kind;
    assert.equal(await kindOf({ connection: 'Sandbox', api: 'customer' }), 'forbidden');
    assert.equal(await kindOf({ api: 'user-group' }), 'invalid');
    edit(settings, { baseUrl: 'https://moved.example.com' });
    assert.equal(await kindOf({ api: 'unlisted' }), 'conflict');
    assert.deepEqual(person.shown, []);
  });
});
