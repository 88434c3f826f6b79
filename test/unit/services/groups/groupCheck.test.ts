// "Customer X sees no data": what the check of a group finds, in which order, and what it never does.

import assert from 'node:assert/strict';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';

describe('The check of a group', () => {
  const start = productStarter();

  const send = async ({ services, connection }: Product, fields: Readonly<Record<string, unknown>>): Promise<unknown> =>
    services.sending.getOrCreate(connection, documentOf(fields));

  /** Five other groups that are alike. */
  async function withSiblings(): Promise<Product> {
    const product = await start();
    for (let number = 0; number < 5; number += 1) {
      await send(product, {
        user_group_id: `sibling-${number}-${'x'.repeat(number)}`,
        name: `Sibling ${number}`,
        mapping: { 40: `4${number}`, 134: `3${number}` },
        properties: { region: 'EU' },
      });
    }
    return product;
  }

  /** Without numbers and next steps. */
  const findings = async ({ services, connection }: Product, userGroupId = 'acme'): Promise<string[]> =>
    [...(await services.groupCheck.report(connection, userGroupId)).text.matchAll(/^\d+\. (.*?)\. → (.*)$/gm)].map(
      ([, what]) => String(what),
    );

  it('finds nothing of a group that is like the others, and makes no request', async () => {
    const product = await withSiblings();
    await send(product, { mapping: { 40: 'a', 134: 'b' }, properties: { region: 'US' } });
    const requests = product.requests.length;
    const { text: report } = await product.services.groupCheck.report(product.connection, 'acme');
    assert.match(
      report,
      /^Check of "acme" on staging \(Testing\), 12 May 2025 \d\d:00\nFrom local data, without a request\.\n\nNothing in the local data explains missing data\.\n/,
    );
    assert.match(report, /- Mapping: 2 schema IDs, last sent today \d\d:\d\d\n/);
    assert.match(report, /It recreates a group that is gone\./);
    assert.equal(product.requests.length, requests);
  });

  it('finds what the others have and it lacks, in what was sent, not in its draft, before the draft itself', async () => {
    const product = await withSiblings();
    await send(product, { mapping: { 40: 'a' }, properties: { regoin: 'US' } });
    product.services.groups.saveDraft(
      product.connection,
      'acme',
      documentOf({ mapping: { 40: 'a', 134: 'b' }, properties: { regoin: 'US' } }),
    );
    const found = await findings(product);
    assert.deepEqual(
      found.map((what) => what.replace(/today \d\d:\d\d|12 May/, 'then')),
      [
        'Schema ID "134" is missing. 5 of 5 groups on this connection map it',
        'Unsent changes of then: mapping.134: added "b"',
        'Did you mean "region" instead of "regoin"? 5 of 5 groups on this connection have it',
      ],
    );
  });

  it('finds a field that was left out, an empty mapping, and a mapping that is not known', async () => {
    const product = await withSiblings();
    await send(product, { user_group_id: 'without' });
    await send(product, { user_group_id: 'empty', mapping: {}, properties: { region: 'EU' } });
    await ask(product.remote, 'GET', groupBody({ user_group_id: 'added', name: 'Added' }));
    await product.services.sending.getOrCreate(product.connection, '{"user_group_id":"added","name":"Added"}');
    assert.match(
      (await findings(product, 'without')).join('\n'),
      /^No mapping set: the group was created from this machine without one\n[^]*The last request has no properties. 6 other groups of the connection have it/,
    );
    assert.match((await findings(product, 'empty')).join('\n'), /^The mapping is empty/);
    assert.match((await findings(product, 'added')).join('\n'), /^Mapping unknown/);
  });

  it('puts first what was never applied, and a group that is gone', async () => {
    const product = await start();
    await ask(product.remote, 'GET', groupBody({ user_group_id: 'acme', name: 'There' }));
    await send(product, { mapping: { 40: 'a' } });
    assert.match((await findings(product))[0]!, /^The group existed already, so the request of /);
    await send(product, { user_group_id: 'lost', mapping: { 40: 'a' } });
    product.loseOnService('lost');
    await product.services.sending.fetch(product.connection, 'lost');
    assert.match((await findings(product, 'lost'))[0]!, /^The group was gone at the last request/);
  });

  it('finds a rotation whose outcome is not known, and replaced tokens that nobody called deployed', async () => {
    const product = await start();
    await send(product, { mapping: { 40: 'a' } });
    await product.services.rotation.rotate(product.connection, 'acme');
    assert.match((await findings(product)).join('\n'), /1 previous token is kept, replaced/);
    product.remote.misbehave('resetBeforeAnswer', { times: 1, operation: 'rotate' });
    await failureOf(product.services.rotation.rotate(product.connection, 'acme'));
    assert.match((await findings(product)).join('\n'), /The outcome of the rotation of/);
  });

  it('finds a token that cannot be read, a service that answered otherwise, and knowledge that is old', async () => {
    const product = await start();
    await send(product, { name: 'Acme', mapping: { 40: 'a' }, properties: { region: 'EU' } });
    await ask(product.remote, 'PUT', groupBody({ user_group_id: 'acme', name: 'Acme', properties: { region: 'US' } }));
    await product.services.sending.fetch(product.connection, 'acme');
    assert.match(
      (await findings(product)).join('\n'),
      /returned other values than were last sent: properties\.region: "EU" → "US"/,
    );
    product.clock.now += 100 * DAY;
    for (const key of product.secrets.kept.keys()) if (!key.startsWith('apiToken')) product.secrets.kept.delete(key);
    assert.match(
      (await findings(product.anotherWindow())).join('\n'),
      /Its token can't be read on this machine[^]*The mapping was last sent 100 days ago[^]*The last request was 100 days ago/,
    );
  });

  it('finds ids that could be meant, and the same id elsewhere', async () => {
    const product = await start();
    await send(product, { user_group_id: 'Acme ' });
    const { settings, services } = product;
    settings.edit([
      ...settings.entries,
      { name: 'production', baseUrl: 'https://dashboards.example.com', environment: 'Customer' },
    ]);
    services.groups.saveDraft(services.connections.named('production'), 'acme', documentOf());
    const found = (await findings(product)).join('\n');
    assert.match(
      found,
      /^"acme" on staging is not in the list\nThis is not "Acme␠". The IDs differ only in letter case or in leading or trailing spaces\n/,
    );
    assert.match(found, /The list has the same ID on production \(PRODUCTION\)/);
  });

  for (const [what, entry, said] of [
    ['locked', { locked: 'all' }, /is locked for all requests/],
    ['moved', { baseUrl: 'https://moved.example.com' }, /The connection's address changed from/],
    ['without an API token', { apiTokenEnv: 'NOT_SET_ANYWHERE' }, /The environment variable NOT_SET_ANYWHERE is empty/],
  ] as const) {
    it(`finds that the connection is ${what}`, async () => {
      const product = await start();
      await send(product, { mapping: { 40: 'a' } });
      for (const key of product.secrets.kept.keys()) if (key.startsWith('apiToken')) product.secrets.kept.delete(key);
      product.settings.edit([{ ...product.settings.entries[0]!, ...entry }]);
      assert.match((await findings(product)).join('\n'), said);
    });
  }

  it('leaves it open where the token of an environment variable is used first', async () => {
    const product = await start({ entry: { apiTokenEnv: 'STAGING_TOKEN' } });
    const { services, settings, variables } = product;
    product.secrets.kept.clear();
    variables.set('STAGING_TOKEN', 'token-of-variable');
    await services.groupCheck.report(product.connection, 'acme');
    settings.edit([{ name: 'other', baseUrl: 'https://other.example.com', apiTokenEnv: 'STAGING_TOKEN' }]);
    assert.equal((await services.apiTokens.find(services.connections.named('other'))).from, 'environment');
  });

  it('says whose a pasted token is, first of all', async () => {
    const product = await start();
    await send(product, { mapping: { 40: 'a' } });
    await send(product, { user_group_id: 'globex', mapping: { 40: 'b' } });
    const { services, connection, remote } = product;
    const former = remote.group('acme')!.token;
    const whose = async (token: string): Promise<string> =>
      /^1\. (.*?)\. →/m.exec(
        (await services.groupCheck.report(connection, 'acme', { pasted: await services.inHand.look(token) })).text,
      )![1]!;
    assert.equal(await whose(former), 'The pasted token is the current one of this group, and not the cause');
    assert.equal(
      await whose(remote.group('globex')!.token),
      `The pasted token is that of "globex" on staging. Its viewers see that group's data`,
    );
    assert.match(await whose('of-nobody'), /^The pasted token is unknown/);
    assert.match(
      await whose(remote.apiToken),
      /^The pasted token is the API token of "staging", not the token of a group/,
    );
    await services.rotation.rotate(connection, 'acme');
    assert.match(await whose(former), /^The pasted token is a previous one of this group, replaced/);
  });

  it('holds no token, not even one from a property', async () => {
    const product = await start();
    await send(product, { mapping: { 40: 'a' } });
    const { token } = product.remote.group('acme')!;
    const later = product.anotherWindow();
    later.services.groups.saveDraft(
      later.connection,
      'acme',
      documentOf({ properties: { leaked: token, api: product.remote.apiToken } }),
    );
    const { text: report } = await later.services.groupCheck.report(later.connection, 'acme');
    assert.match(report, /properties: added/);
    assert.ok(!report.includes(token) && !report.includes(product.remote.apiToken));
    assert.match(report, /•••/);
  });
});
