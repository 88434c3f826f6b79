// Refresh List from Service: the connections for which it is offered, and what the user reads then.

import assert from 'node:assert/strict';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import { connectionHandlers } from '../../../../src/vscode/connections/connectionCommands.ts';
import { nextList } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { elsewhere } from '../../../support/elsewhere.ts';
import { CUSTOMER_FACTS, startOtherService, type OtherService } from '../../../support/otherService.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

describe('The list of a service', () => {
  const start = productStarter();
  let other: OtherService | undefined;
  afterEach(() => other?.close());

  /** Beside others, of which none has a list. */
  async function customers(): Promise<Product> {
    const product = await start({
      entry: {
        baseUrl: (other = await startOtherService(() => product.remote, CUSTOMER_FACTS)).baseUrl,
        api: 'customer',
      },
    });
    product.settings.edit([...product.settings.entries, { name: 'plain', baseUrl: 'https://plain.example.com' }]);
    return product;
  }
  const logged: string[] = [];
  const log = standIn<CommandContext['log']>({ warn: (line) => void logged.push(line) });
  const refresh = (
    { services }: Product,
    { messages, run }: PlayedPerson,
    origin: 'palette' | 'argument' = 'palette',
  ) =>
    connectionHandlers(standIn<CommandContext>({ services, messages, run, log }))['userGroups.refreshListFromService']({
      origin,
      input: {},
    });

  it('is refreshed of the one connection that has one, and says what differs', async () => {
    const product = await customers();
    const { services, connection, remote } = product;
    for (const id of ['changed', 'lost'])
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: id, name: id }));
    await elsewhere(remote, 'PUT', { user_group_id: 'changed', name: 'Other' });
    product.loseOnService('lost');
    await elsewhere(remote, 'GET', { user_group_id: 'new' });
    const person = new PlayedPerson();
    await refresh(product, person);
    product.loseOnService('new');
    await services.sending.fetch(connection, 'changed');
    await refresh(product, person);
    for (const id of ['lost', 'new']) services.groups.remove(product.ref(id));
    await refresh(product, person);
    assert.deepEqual(person.shown, [
      'status: List of "staging" refreshed · 2 groups · 1 new · 1 changed elsewhere · 1 no longer there',
      'status: List of "staging" refreshed · 1 group · 2 no longer there',
      'status: List of "staging" refreshed · 1 group',
    ]);
  });

  it('names the first groups whose stored token it has kept, and why', async () => {
    const product = await customers();
    const { services, connection } = product;
    const ids = ['a', 'b', 'c', 'd'];
    for (const id of ids) await services.sending.getOrCreate(connection, documentOf({ user_group_id: id }));
    const customersOf = ids.map((id) => ({ provided_id: id, token: `new token of ${id}`, team_id: 99 }));
    const bodyOf = (listed: readonly object[]): string => JSON.stringify({ results: { customers: listed } });
    for (const listed of [customersOf, []]) other!.nextLists.push({ status: 200, body: bodyOf(listed) });
    const person = new PlayedPerson();
    await refresh(product, person);
    const kept = '"c" keeps its stored token until it is fetched. The service returned team_id 99 instead of 3';
    assert.equal(person.shown[0], 'status: List of "staging" refreshed · 4 groups · 4 kept as before');
    assert.match(person.shown[1] ?? '', new RegExp(`^warn.*: "a" keeps.*${kept}.*and 1 more`));
  });

  it('says that nobody can tell which groups are no longer there', async () => {
    const product = await customers();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    product.loseOnService('acme');
    const person = new PlayedPerson();
    await refresh(product, person);
    assert.deepEqual(person.shown, [
      'status: List of "staging" refreshed · 0 groups · not known which are no longer there',
    ]);
  });

  it('says what was left out, and has all of it in the log', async () => {
    const product = await customers();
    const customer = (id: string, name: unknown): object => ({ provided_id: id, token: id, name });
    const body = JSON.stringify({
      results: { customers: [customer('a', 'A'), customer('b', null), customer('c', 1)] },
    });
    other!.nextLists.push({ status: 200, body }, { status: 200, body: '{"results":{"customers":[]}}' });
    const person = new PlayedPerson([], 'userGroups.showLog');
    logged.length = 0;
    await refresh(product, person);
    await person.settled();
    const reason = (id: string, number: number): string =>
      `"${id}": Item ${number} of "results.customers": "name" of the response is not a string.`;
    assert.deepEqual(person.shown, [
      'status: List of "staging" refreshed · 1 group · 1 new · 2 omitted',
      `warning: The list of "staging" was refreshed without what can't be read. ${reason('b', 2)} ${reason('c', 3)} [userGroups.showLog]`,
    ]);
    assert.deepEqual(logged, [reason('b', 2), reason('c', 3)]);
    assert.deepEqual(person.ran, ['userGroups.showLog {}']);
  });

  it('answers a caller in numbers, and says nothing', async () => {
    const product = await customers();
    await elsewhere(product.remote, 'GET', { user_group_id: 'new' });
    const person = new PlayedPerson();
    const refreshed = await refresh(product, person, 'argument');
    assert.deepEqual([refreshed, person.shown], [{ listed: 1, added: 1, changed: 0, absent: 0 }, []]);
  });

  it('is asked about where several connections have one, and those alone are offered', async () => {
    const product = await customers();
    product.settings.edit([
      ...product.settings.entries,
      { name: 'second', baseUrl: 'https://a.example', api: 'customer' },
    ]);
    const refreshing = refresh(product, new PlayedPerson());
    const list = await nextList();
    assert.deepEqual(
      list.items.map(({ label }) => label),
      ['$(server) staging', '$(server-environment) second'],
    );
    list.close();
    await assert.rejects(async () => refreshing, { kind: 'cancelled' });
  });
});
