// The tools that look: what an assistant is told of groups, without a request.

import assert from 'node:assert/strict';
import { Range } from '../../../support/editor/fakeVscode.ts';
import { ACME, SENT, sentTo, toolsOf, usedBy, type Answer } from '../../../support/editor/usedTools.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const ABOUT = { ...ACME, environment: 'Testing', is_guarded: false };

const update = ({ services, connection }: Product, fields: Readonly<Record<string, unknown>>): Promise<unknown> =>
  services.sending.update(connection, services.sending.read(connection, documentOf(fields)));

const listOf = ({ data }: Answer, name: string): readonly unknown[] => data?.[name] as readonly unknown[];

describe('A tool that looks', () => {
  const start = productStarter();

  const withAcme = (): Promise<Product> => sentTo(start());
  const withTools = async () => usedBy(await withAcme());

  it('finds groups by words and filters, with their states', async () => {
    const product = await withAcme();
    await product.services.sending.getOrCreate(
      product.connection,
      documentOf({ user_group_id: 'globex', name: 'Globex' }),
    );
    const { use } = toolsOf(product);
    const row = { connection: 'staging', user_group_id: 'acme', name: 'Acme', state: ['Sent today 12:00'] };
    assert.deepEqual((await use('userGroups_find', { query: 'region=EU' })).data, {
      groups: [row],
      more: 0,
      notes: [],
    });
    assert.deepEqual((await use('userGroups_find', { query: 'acm', connection: 'staging' })).data?.groups, [row]);
    assert.equal(listOf(await use('userGroups_find'), 'groups').length, 2);
  });

  it('finds at most 50, and says how many more', async () => {
    const product = await start();
    for (let index = 0; index < 53; index += 1)
      product.services.groups.saveDraft(product.connection, `g${index}`, documentOf({ user_group_id: `g${index}` }));
    const found = await toolsOf(product).use('userGroups_find', { query: '' });
    assert.deepEqual([listOf(found, 'groups').length, found.data?.more], [50, 3]);
  });

  it('finds nothing for a chat that was cancelled, and says what is wrong with a query or a connection', async () => {
    const { use, token } = toolsOf(await withAcme());
    assert.equal((await use('userGroups_find', { query: 'is:nothing' })).error?.kind, 'invalid');
    assert.equal((await use('userGroups_find', { query: 7 })).error?.message, '"query" must be a string.');
    const { error } = await use('userGroups_find', { connection: 'prod' });
    assert.match(error?.message ?? '', /no connection named "prod"/);
    token.isCancellationRequested = true;
    assert.deepEqual((await use('userGroups_find')).error, { kind: 'cancelled', message: 'Canceled.' });
  });

  it('reads a group: as last sent, as answered, and its draft', async () => {
    const product = await withAcme();
    product.services.groups.saveDraft(product.connection, 'acme', documentOf({ ...SENT, name: 'Acme Inc' }));
    const { data } = await toolsOf(product).use('userGroups_read', { user_group_id: 'acme' });
    assert.deepEqual(data, {
      ...ABOUT,
      name: 'Acme',
      state: ['Unsent changes', 'Sent today 12:00'],
      mapping_is_known: true,
      last_sent: { user_group_id: 'acme', name: 'Acme', ...SENT },
      answered: { user_group_id: 'acme', name: 'Acme', properties: { region: 'EU' } },
      draft: { user_group_id: 'acme', name: 'Acme Inc', ...SENT },
    });
  });

  it('reads it as its service names the fields', async () => {
    const product = await start({ entry: { api: 'customer' } });
    await product.services.sending.getOrCreate(product.connection, documentOf({ ...SENT, group_tags: ['gold'] }));
    const { data } = await toolsOf(product).use('userGroups_read', ACME);
    const shown = { provided_id: 'acme', name: 'Acme', ...SENT, group_tags: ['gold'] };
    assert.deepEqual(data?.last_sent, shown);
    assert.deepEqual((data.answered as Record<string, unknown>).provided_id, 'acme');
  });

  it('reads none that is not in the list, and asks for the connection where there are several', async () => {
    const { product, use } = await withTools();
    assert.equal('draft' in ((await use('userGroups_read', ACME)).data ?? {}), false);
    assert.deepEqual((await use('userGroups_read', { user_group_id: 'globex' })).error, {
      kind: 'notFound',
      message: '"globex" on staging is not in the list. Use "Add Existing User Group…".',
    });
    product.settings.edit([...product.settings.entries, { name: 'other', baseUrl: 'https://other.example' }]);
    const { error } = await use('userGroups_read', { user_group_id: 'acme' });
    assert.match(error?.message ?? '', /"staging" and "other"/);
    assert.equal((await use('userGroups_read', ACME)).data?.name, 'Acme');
  });

  it('reports why a group sees no data', async () => {
    const checked = await toolsOf(await withAcme()).use('userGroups_check', ACME);
    assert.match(listOf(checked, 'report').join('\n'), /^Check of "acme" on staging \(Testing\)[^]*- Name: Acme/);
  });

  it('validates against the contract', async () => {
    const { use } = toolsOf(await withAcme());
    const problems = async (fields: object): Promise<string[]> =>
      listOf(await use('userGroups_validate', { ...ACME, ...fields }), 'problems').map(
        (problem) => (problem as { message: string }).message,
      );
    assert.deepEqual(await problems({ properties: { region: 'US' } }), []);
    for (const [fields, problem] of [
      [{ mapping: '{"40": ' }, /is expected/],
      [{ properties: [1] }, /neither an object nor JSON text/],
      [{ mapping: '{"40": 1, "40": 2}' }, /Duplicate key "40", first in line \d+/],
      [{ data: {} }, /no field "data"/],
      [{ properties: { id: 2 ** 60 } }, /beyond 2\^53/],
      [{ name: 5 }, /"name" must be a string/],
    ] as const)
      assert.match(String(await problems(fields)), problem);
  });

  it('validates against JSON schemas, and what other groups have', async () => {
    const product = await withAcme();
    await product.services.sending.getOrCreate(
      product.connection,
      documentOf({ user_group_id: 'globex', mapping: { 40: '214' } }),
    );
    const asked: string[] = [];
    const { use } = toolsOf(product, {
      schemas: standIn({
        errorsIn: (_uri, text) => {
          asked.push(text);
          return Promise.resolve([standIn({ message: 'Region is wrong', range: new Range(2, 0, 2, 1) as never })]);
        },
      }),
    });
    const { data } = await use('userGroups_validate', { ...ACME, mapping: { 40: '214' } });
    assert.deepEqual(data?.problems, [
      { severity: 'error', place: 'JSON, line 3', message: 'Region is wrong' },
      { severity: 'warning', message: 'Only "Acme" uses "214". Viewers of this group may see the data of "Acme".' },
    ]);
    assert.match(asked[0] ?? '', /"214"/);
  });

  it('plans an update, from the draft where the assistant gives nothing', async () => {
    const product = await withAcme();
    product.services.groups.saveDraft(product.connection, 'acme', documentOf({ ...SENT, name: 'Acme Inc' }));
    const { use } = toolsOf(product);
    const changed = { path: 'name', before: '"Acme"', after: '"Acme Inc"' };
    const { data } = await use('userGroups_plan', ACME);
    assert.deepEqual(data, {
      ...ABOUT,
      operation: 'update',
      has_changes: true,
      changes: [changed],
      compared_with: 'sent',
      mapping_is_unknown: false,
      remarks: [],
    });
    const given = await use('userGroups_plan', { ...ACME, properties: '{"region": "US"}' });
    assert.deepEqual(given.data?.changes, [changed, { path: 'properties.region', before: '"EU"', after: '"US"' }]);
  });

  const spelledIn: Readonly<Record<string, (token: string) => string>> = {
    plain: (token) => token,
    base64: (token) => Buffer.from(token).toString('base64'),
    hexadecimal: (token) => Buffer.from(token).toString('hex'),
  };
  for (const [spelling, spelled] of Object.entries(spelledIn))
    for (const whose of ['its own', 'the API'] as const)
      it(`tells no part of ${whose} token in ${spelling} where a plan or a check cuts a value`, async () => {
        const product = await withAcme();
        const own = (await product.services.tokens.find(product.ref('acme')))!;
        const secret = spelled(whose === 'its own' ? own : product.remote.apiToken);
        const before = `https://dashboards.example/embedded/customers/acme?token=`;
        const valueOf = (rest: string): Record<string, unknown> => ({ ...SENT, properties: { url: before + rest } });
        await update(product, valueOf(secret));
        const { use, answered } = toolsOf(product.anotherWindow());
        for (const right of [0, 3, 12, 20])
          await use('userGroups_plan', { ...ACME, ...valueOf(`${secret.slice(0, right)}~`) });
        product.services.groups.saveDraft(
          product.connection,
          'acme',
          documentOf(valueOf(`${secret.slice(0, 12)}~ and more`)),
        );
        const checking = toolsOf(product.anotherWindow());
        await checking.use('userGroups_check', ACME);
        const everything = [...answered, ...checking.answered].join('\n');
        assert.match(everything, /•••/);
        for (let at = 0; at + 6 <= secret.length; at += 1)
          if (!secret.slice(0, 20).includes(secret.slice(at, at + 6)))
            assert.ok(!everything.includes(secret.slice(at, at + 6)), `from ${at}`);
      });

  it('finds no group by a part of a token in its name, and does not count it', async () => {
    const product = await withAcme();
    const token = (await product.services.tokens.find(product.ref('acme')))!;
    // One that does not know the token.
    await product
      .anotherWindow()
      .services.sending.getOrCreate(
        product.connection,
        documentOf({ user_group_id: 'globex', name: `Globex ${token}` }),
      );
    const { use } = toolsOf(product.anotherWindow());
    const found = async (query: string): Promise<unknown[]> => {
      const answer = await use('userGroups_find', { query });
      return [listOf(answer, 'groups').length, answer.data?.more];
    };
    assert.deepEqual(await found('glob'), [1, 0]);
    assert.deepEqual(await found(`"Globex ${token.slice(0, 3)}"`), [0, 0]);
    assert.deepEqual(await found(`glob ${token.slice(4, 12)}`), [0, 0]);
    assert.deepEqual(await found(`glob ${token.slice(4, 12)} connection:staging`), [0, 0]);
  });

  it('finds no group by a part of its own token in its name, in a window that has not seen that token', async () => {
    const product = await withAcme();
    const token = (await product.services.tokens.find(product.ref('acme')))!;
    // Nothing parts it from the text around it.
    const name = `Acme${token}x`;
    await product.services.sending.update(product.connection, documentOf({ ...SENT, name }));
    product.store.journal.finishSend(
      product.store.journal.beginSend(product.ref('acme'), { operation: 'update', text: '', at: 1 }),
      { outcome: 'updated', at: 1, answer: { name } },
    );
    const { use } = toolsOf(product.anotherWindow());
    assert.deepEqual((await use('userGroups_find', { query: token.slice(4, 12) })).data?.groups, []);
    assert.doesNotMatch(JSON.stringify(await use('userGroups_find')), new RegExp(token.slice(0, 12)));
  });

  describe('tells no part of a token where a warning cuts', () => {
    const behind = (token: string): string => `${'n'.repeat(60)} ${token}`;
    const used = { mapping: { 40: '77' } };
    const cases = [
      ['the name of the only other group, in a plan', 'plan', 'initech', { ...used, name: 'token' }],
      ['the name of the only other group, in a validation', 'validate', 'initech', { ...used, name: 'token' }],
      ['an ID that is almost the same', 'plan', 'token in capitals', { user_group_id: 'token' }],
      ['an ID that is similar', 'check', 'token with a slip', { user_group_id: 'token' }],
    ] as const;
    for (const [what, tool, asked, other] of cases)
      it(what, async () => {
        const product = await withAcme();
        const { services, connection } = product;
        const token = (await services.tokens.find(product.ref('acme')))!;
        const planted = { user_group_id: 'globex', ...other };
        const filled = Object.fromEntries(
          Object.entries(planted).map(([field, value]) => [field, value === 'token' ? behind(token) : value]),
        );
        if ('user_group_id' in other) services.groups.saveDraft(connection, behind(token), documentOf(filled));
        else await product.anotherWindow().services.sending.getOrCreate(connection, documentOf(filled));
        const user_group_id = {
          'token in capitals': `${behind(token).toUpperCase()}${' '.repeat(9)}`,
          'token with a slip': behind(`${token.slice(0, 9)}~${token.slice(10)}`),
          initech: 'initech',
        }[asked];
        const { use, answered } = toolsOf(product.anotherWindow());
        await use(`userGroups_${tool}`, { ...ACME, user_group_id, ...(tool !== 'check' && { name: 'I', ...used }) });
        const everything = answered.join().replaceAll(user_group_id, '');
        assert.match(everything, /•••/);
        assert.ok(!everything.includes(token.slice(0, 12)));
      });

    for (const field of ['mapping', 'properties'] as const)
      it(`a name that the ${field} of nearly all other groups have`, async () => {
        const product = await withAcme();
        const { sending } = product.anotherWindow().services;
        await sending.getOrCreate(product.connection, documentOf({ user_group_id: 'g0' }));
        const token = (await product.services.tokens.find(product.ref('g0')))!;
        for (let index = 1; index <= 5; index += 1)
          await sending.getOrCreate(
            product.connection,
            documentOf({ user_group_id: `g${index}`, [field]: { [behind(token)]: '1' } }),
          );
        const { use, answered } = toolsOf(product.anotherWindow());
        await use('userGroups_validate', { ...ACME, [field]: { a: '2' } });
        assert.match(answered.join(), /•••/);
        assert.ok(!answered.join().includes(token.slice(0, 12)));
      });
  });

  it('plans a get-or-create for a group that the service has not answered for', async () => {
    const product = await withAcme();
    const { data } = await toolsOf(product).use('userGroups_plan', {
      user_group_id: 'ACME',
      name: 'Acme',
      mapping: { 40: '213' },
    });
    assert.deepEqual(data, {
      ...ABOUT,
      user_group_id: 'ACME',
      operation: 'getOrCreate',
      document: { user_group_id: 'ACME', name: 'Acme', mapping: { 40: '213' } },
      remarks: [
        'If the group exists already, nothing of this is applied.',
        'The list has almost the same ID, with other case or spaces: "acme".',
        'Only "Acme" uses the data source "213" (schema ID "40"). This group would see its data.',
      ],
    });
  });

  it('refuses a value that was shortened when it was read', async () => {
    const product = await withAcme();
    const note = 'n'.repeat(600);
    await update(product, { ...SENT, properties: { note } });
    const { use } = toolsOf(product);
    const read = await use('userGroups_read', ACME);
    const { properties } = read.data!.last_sent as { properties: object };
    const { error } = await use('userGroups_plan', { ...ACME, properties });
    assert.match(error?.message ?? '', /shortened or redacted when it was read/);
    for (const wrong of [
      { name: 'Bearer •••' },
      { properties: { a: 'rrr… [cut]' } },
      { user_group_id: 'a… [cut: 9 more' },
      { properties: { a: '…rrr' } },
      // The beginning of a secret that someone knows.
      { properties: { a: 'token=a1b2c3d4… and more' } },
    ])
      assert.equal((await use('userGroups_plan', { ...ACME, ...wrong })).error?.kind, 'invalid');
    assert.equal((await use('userGroups_plan', { ...ACME, properties: { note } })).data?.has_changes, false);
  });

  it('marks a value whose beginning a plan omits, and refuses it', async () => {
    const { product, use } = await withTools();
    const note = 'n'.repeat(100);
    product.services.groups.saveDraft(product.connection, 'acme', documentOf({ ...SENT, name: note }));
    await update(product, { ...SENT, name: note });
    const planned = await use('userGroups_plan', { ...ACME, name: `${note}m` });
    const [{ after }] = listOf(planned, 'changes') as [{ after: string }];
    assert.equal(after, '… [cut] nnnnnnnnnnm"');
    assert.equal((await use('userGroups_plan', { ...ACME, name: after })).error?.kind, 'invalid');
  });
});
