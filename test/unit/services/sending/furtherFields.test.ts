// The fields that a service has beside those of the contract: checked, sent, answered, compared and kept like these.

import assert from 'node:assert/strict';
import { assertApproved } from '../../../support/approved.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { elsewhereAsCustomer } from '../../../support/elsewhere.ts';
import { CUSTOMER_FACTS, OTHER_API, startOtherService, type OtherService } from '../../../support/otherService.ts';
import { describeService, documentOf, productStarter, type Product } from '../../../support/product.ts';

const FIELDS = { emails: ['a@acme.example'], is_demo_group: true, access_group: 'Production' };

describe('The further fields of a service', () => {
  const start = productStarter();
  let other: OtherService | undefined;
  afterEach(() => other?.close());

  const customer = (): Promise<Product> => start({ entry: { api: 'customer' } });
  const lastBody = ({ requests }: Product): unknown => JSON.parse(requests.at(-1)!.requestBody);
  const base = (product: Product): unknown => JSON.parse(product.record('acme')?.base?.text ?? 'null');
  const text = (fields: Readonly<Record<string, unknown>>): string => documentOf(fields);

  it('are sent, answered and kept with the document', async () => {
    const product = await customer();
    const { services, connection } = product;
    const { differences } = await services.sending.getOrCreate(connection, text(FIELDS));
    assert.deepEqual(lastBody(product), { provided_id: 'acme', name: 'Acme', ...FIELDS });
    assert.deepEqual(differences, []);
    assert.deepEqual(product.record('acme')?.answered?.further, {
      emails: '[\n    "a@acme.example"\n  ]',
      is_demo_group: 'true',
      access_group: '"Production"',
    });
    assert.deepEqual(
      product.anotherWindow().record('acme')?.answered?.further,
      product.record('acme')?.answered?.further,
    );
  });

  it('are refused at their place in the text as it was typed, by the names in it', async () => {
    const { services, connection } = await customer();
    for (const [typed, said] of [
      ['{"provided_id":"acme","emails":5}', 'JSON, character 32: "emails" must be a list of strings.'],
      ['{"provided_id":5}', 'JSON, character 16: "provided_id" must be a string.'],
      ['{"provided_id":"a","user_group_id":"a"}', 'JSON, character 20: Duplicate field "user_group_id".'],
      ['{"provided_id":"a","provided_id":"b"}', 'JSON, character 20: Duplicate field "provided_id".'],
    ] as const)
      assert.throws(
        () => services.sending.read(connection, typed),
        ({ message }: Error) => message.includes(said) || assert.fail(message),
      );
  });

  it('are updated alone where they alone have changed, and what was not sent stays', async () => {
    const product = await customer();
    const { services, connection } = product;
    await services.sending.getOrCreate(connection, text(FIELDS));
    const changed = text({ ...FIELDS, emails: ['a@acme.example', 'b@acme.example'] });
    assert.deepEqual(services.sending.planUpdate(connection, changed).changes, [
      { path: 'emails[1]', after: '"b@acme.example"' },
    ]);
    await services.sending.update(connection, changed);
    assert.deepEqual(lastBody(product), { provided_id: 'acme', emails: ['a@acme.example', 'b@acme.example'] });
    assert.deepEqual(base(product), JSON.parse(changed));
    assert.equal(services.sending.planUpdate(connection, changed).isNothingToSend, true);
    await services.sending.update(connection, text({ name: 'New' }));
    assert.deepEqual(lastBody(product), { provided_id: 'acme', name: 'New' });
    const { is_demo_group: isDemo, access_group: access } = base(product) as Record<string, unknown>;
    assert.deepEqual([isDemo, access], [true, 'Production']);
  });

  it('are changed elsewhere like any other, and are not overwritten unseen', async () => {
    const product = await customer();
    const { services, connection, remote } = product;
    await services.sending.getOrCreate(connection, text(FIELDS));
    await elsewhereAsCustomer(remote, '/api/update_customer/', { provided_id: 'acme', emails: [], group_tags: ['x'] });
    assert.deepEqual((await services.sending.checkBeforeUpdate(connection, 'acme')).elsewhere, [
      { path: 'emails[0]', before: '"a@acme.example"' },
      { path: 'group_tags[0]', after: '"x"' },
    ]);
    const typed = text({ ...FIELDS, emails: ['c'], group_tags: ['y'] });
    assert.deepEqual(services.sending.planUpdate(connection, typed).overwrites, [
      { path: 'emails[0]', after: '"c"' },
      { path: 'group_tags[0]', before: '"x"', after: '"y"' },
    ]);
  });

  it('stand in the document that is written from an answer', async () => {
    const product = await customer();
    await elsewhereAsCustomer(product.remote, '/api/create_customer/', {
      provided_id: 'acme',
      name: 'Acme',
      ...FIELDS,
    });
    await product.services.serviceList.refresh(product.connection);
    assert.deepEqual(base(product), { user_group_id: 'acme', name: 'Acme', mapping: {}, ...FIELDS });
  });

  it('are refused with their place, and nothing is sent', async () => {
    const product = await customer();
    for (const [fields, happened] of [
      [{ emails: 'a' }, '"emails" must be a list of strings.'],
      [{ emails: [1] }, '"emails" must be a list of strings.'],
      [{ is_demo_group: 'yes' }, '"is_demo_group" must be true or false.'],
      [{ access_group: null }, '"access_group" must be a string.'],
      [{ email: [] }, 'The service has no field "email".'],
    ] as const) {
      const { kind, failure } = await failureOf(product.services.sending.getOrCreate(product.connection, text(fields)));
      assert.deepEqual([kind, failure.happened], ['invalid', `JSON, line 4: ${happened}`]);
    }
    assert.deepEqual(product.requests, []);
  });

  it('are none of the contract', async () => {
    const product = await start();
    const { kind } = await failureOf(product.services.sending.getOrCreate(product.connection, text(FIELDS)));
    assert.deepEqual([kind, product.requests], ['invalid', []]);
  });

  it('that the service has no more are kept in what was sent, and are not sent again', async () => {
    const product = await customer();
    const { services, settings } = product;
    await services.sending.getOrCreate(product.connection, text(FIELDS));
    settings.edit([{ ...(settings.entries[0] as object), api: undefined }]);
    await services.sending.fetch(product.connection, 'acme');
    assert.deepEqual(lastBody(product), { user_group_id: 'acme', name: 'Acme' });
    assert.deepEqual(base(product), { user_group_id: 'acme', name: 'Acme', ...FIELDS });
  });

  it('are those of a description, under the names that it has', async () => {
    const product = await start({
      entry: { baseUrl: (other = await startOtherService(() => product.remote)).baseUrl },
    });
    describeService(product, {
      ...OTHER_API,
      request: {
        ...OTHER_API.request,
        fields: { plan: { type: 'string' }, tags: { type: 'strings', response: 'labels' } },
      },
    });
    assert.equal(product.connection.problem, undefined);
    assert.deepEqual(product.connection.serviceApi?.request.fields, {
      plan: { type: 'string' },
      tags: { type: 'strings', response: 'labels' },
    });
  });

  it('that are described wrongly are refused', async () => {
    const product = await start();
    const wrong: readonly unknown[] = [
      [],
      { '1x': { type: 'string' } },
      { mapping: { type: 'string' } },
      { user_group_id: { type: 'string' } },
      { connection: { type: 'string' } },
      { plan: {} },
      { plan: { type: 'number' } },
      { tenant_key: { type: 'string' } },
      { plan: { type: 'string', response: 'key' } },
      { plan: { type: 'string', response: 'sources' } },
      { plan: { type: 'string', response: 'name' } },
    ];
    assertApproved(
      'services/sending/furtherFields',
      wrong.map((fields) => {
        describeService(product, { ...OTHER_API, request: { ...OTHER_API.request, fields } });
        return [JSON.stringify(fields), product.connection.problem ?? 'none'];
      }),
    );
  });

  it('that are no longer there, or of another type, are noticed like a value that was changed', async () => {
    other = await startOtherService(() => product.remote, CUSTOMER_FACTS);
    const product: Product = await start({ entry: { api: 'customer', baseUrl: other.baseUrl } });
    const listed = (more: object) => ({
      status: 200,
      body: JSON.stringify({ total_count: 1, results: { customers: [{ provided_id: 'acme', token: 't', ...more }] } }),
    });
    for (const more of [{ access_group: 'Production' }, { access_group: null }, { access_group: 5 }])
      other.nextLists.push(listed({ name: 'Acme', ...more }), listed({ name: 'Acme', ...more }));
    const { services, connection } = product;
    await services.serviceList.refresh(connection);
    assert.deepEqual(base(product), { user_group_id: 'acme', name: 'Acme', access_group: 'Production' });
    await services.serviceList.refresh(connection);
    assert.deepEqual(product.record('acme')?.answered?.further, { access_group: 'null' });
    assert.deepEqual(base(product), { user_group_id: 'acme', name: 'Acme' });
    await services.serviceList.refresh(connection);
    assert.deepEqual(product.record('acme')?.answered?.further, { access_group: 'null' });
  });

  it('that an answer does not repeat are not known as they were before', async () => {
    const product = await start({ entry: { api: 'customer' } });
    const { services, connection, store, ref } = product;
    await services.sending.getOrCreate(connection, text(FIELDS));
    const at = product.clock.now;
    const version = store.journal.beginSend(ref('acme'), { operation: 'update', text: text({}), at });
    store.journal.finishSend(version, {
      outcome: 'updated',
      at,
      answer: { name: 'Acme' },
      base: { text: text({ emails: [] }), from: 'sent', mappingKnown: false, entries: {} },
    });
    assert.equal(product.record('acme')?.answered?.further, undefined);
    const fetched = store.journal.beginSend(ref('acme'), { operation: 'getOrCreate', text: text({}), at });
    store.journal.finishSend(fetched, { outcome: 'existed', at, answer: { further: { emails: '[]' } } });
    const again = store.journal.beginSend(ref('acme'), { operation: 'getOrCreate', text: text({}), at });
    store.journal.finishSend(again, { outcome: 'existed', at, answer: { name: 'Acme' } });
    assert.deepEqual(product.record('acme')?.answered?.further, { emails: '[]' });
  });
});
