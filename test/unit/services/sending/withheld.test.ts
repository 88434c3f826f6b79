// A field whose value on the service contains a token: it is neither kept here nor sent back.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { elsewhere } from '../../../support/elsewhere.ts';
import { describeService, documentOf, productStarter, type Product } from '../../../support/product.ts';

const MAPPING = { 40: '213' };
const MARK = '•••';
const HIDDEN = {
  kind: 'skipped',
  reason: '"properties" of the group contains a token on the service, so it is not shown or stored here.',
};

describe('A field that contains a token on the service', () => {
  const start = productStarter();
  let product: Product;

  /** `acme` is there, with its own token as a property, and in the list here. */
  async function withOwnToken(isPartial = true): Promise<string> {
    product = await start();
    describeService(product, { updatesOnlyGiven: isPartial });
    const { remote, services, connection } = product;
    await elsewhere(remote, 'GET', { user_group_id: 'acme', name: 'Acme', mapping: MAPPING });
    const { token } = remote.group('acme')!;
    await elsewhere(remote, 'PUT', { user_group_id: 'acme', properties: { region: 'EU', key: token } });
    await services.sending.getOrCreate(connection, documentOf({ name: 'Acme' }));
    return token;
  }

  const propertiesThere = (): unknown => JSON.parse(product.remote.group('acme')?.properties ?? 'null');
  const baseText = (): string => product.record('acme')?.base?.text ?? '';
  const plan = (fields: Readonly<Record<string, unknown>>) =>
    product.services.sending.planUpdate(product.connection, documentOf(fields));

  it('is in no document here, and not in the file of the database', async () => {
    const token = await withOwnToken();
    assert.deepEqual(JSON.parse(baseText()), { user_group_id: 'acme', name: 'Acme' });
    assert.doesNotMatch(product.services.groups.answeredText(product.record('acme')!), /properties/);
    const { folder } = product;
    for (const file of ['user-groups.db', 'user-groups.db-wal'])
      assert.equal(readFileSync(join(folder, file)).includes(token), false, file);
  });

  it('is said to be so, once', async () => {
    await withOwnToken();
    const { services, connection } = product;
    assert.deepEqual((await services.sending.fetch(connection, 'acme')).notes, []);
    await elsewhere(product.remote, 'PUT', { user_group_id: 'acme', properties: {} });
    assert.deepEqual((await services.sending.fetch(connection, 'acme')).notes, []);
    const { token } = product.remote.group('acme')!;
    await elsewhere(product.remote, 'PUT', { user_group_id: 'acme', properties: { token } });
    assert.deepEqual((await services.sending.fetch(connection, 'acme')).notes, [HIDDEN.reason]);
  });

  it('stays as it is when another field is updated, where the service keeps what is omitted', async () => {
    const token = await withOwnToken();
    const { differences } = await product.services.sending.update(product.connection, documentOf({ name: 'Acme Inc' }));
    assert.deepEqual([propertiesThere(), differences], [{ region: 'EU', key: token }, []]);
    assert.deepEqual(JSON.parse(baseText()), { user_group_id: 'acme', name: 'Acme Inc' });
  });

  for (const isPartial of [true, false])
    it(`is overwritten with a question alone, by an update of ${isPartial ? 'a part' : 'the whole'}`, async () => {
      await withOwnToken(isPartial);
      assert.deepEqual(plan({ name: 'Acme', properties: { region: 'US' } }).overwrites, [
        { path: 'properties', before: `"${MARK}"`, after: '{"region":"US"}' },
      ]);
    });

  it('that it has become since is a change made elsewhere', async () => {
    product = await start();
    const { remote, services, connection } = product;
    await services.sending.getOrCreate(connection, documentOf({ mapping: MAPPING, properties: { region: 'EU' } }));
    const { token } = remote.group('acme')!;
    await elsewhere(remote, 'PUT', { user_group_id: 'acme', properties: { region: 'EU', key: token } });
    const changed = documentOf({ mapping: MAPPING, properties: { region: 'US' } });
    const { elsewhere: found } = await services.sending.checkBeforeUpdate(connection, 'acme', {
      document: services.sending.read(connection, changed),
    });
    assert.deepEqual(found, [{ path: 'properties', before: '{"region":"EU"}', after: `"${MARK}"` }]);
    assert.deepEqual(services.sending.planUpdate(connection, changed).overwrites, [
      { path: 'properties', before: `"${MARK}"`, after: '{"region":"US"}' },
    ]);
  });

  it('is changed by no bulk operation, which changes the others', async () => {
    const token = await withOwnToken();
    const { services, connection, ref } = product;
    await services.sending.update(connection, documentOf({ mapping: MAPPING }));
    await services.sending.fetch(connection, 'acme');
    const prepare = (field: 'mapping' | 'properties') =>
      services.changes.prepare(product.connection, ref('acme'), { action: 'set', field, key: '40', value: '214' });
    assert.deepEqual(await prepare('properties'), HIDDEN);
    const prepared = await prepare('mapping');
    assert.equal(prepared.kind, 'ready');
    await services.sending.update(connection, (prepared as { readonly text: string }).text);
    assert.deepEqual(propertiesThere(), { region: 'EU', key: token });
    describeService(product, {});
    assert.deepEqual(await prepare('mapping'), HIDDEN);
  });

  it('stays in the document where it was typed', async () => {
    product = await start();
    describeService(product, { updatesOnlyGiven: true });
    const { services, connection, remote } = product;
    await services.sending.getOrCreate(connection, documentOf({ mapping: MAPPING }));
    const properties = { key: remote.group('acme')!.token };
    const typed = documentOf({ mapping: MAPPING, properties });
    await services.sending.update(connection, typed);
    assert.equal(baseText(), typed);
    assert.equal(plan({ mapping: MAPPING, properties }).isNothingToSend, true);
    assert.equal((await services.sending.getOrCreate(connection, typed)).isNotApplied, false);
    await services.sending.fetch(connection, 'acme');
    const renamed = documentOf({ name: 'Acme Inc', mapping: MAPPING, properties });
    await services.sending.update(connection, renamed);
    assert.deepEqual([baseText(), propertiesThere()], [renamed, properties]);
    await services.sending.update(connection, documentOf({ name: 'Acme', mapping: MAPPING }));
    assert.deepEqual(JSON.parse(baseText()), { user_group_id: 'acme', name: 'Acme', mapping: MAPPING, properties });
  });

  it('is no name of the group, and none that is written into its document', async () => {
    product = await start();
    const { remote, services, connection } = product;
    await elsewhere(remote, 'GET', { user_group_id: 'acme', name: 'Acme' });
    await elsewhere(remote, 'PUT', { user_group_id: 'acme', name: `of ${remote.group('acme')!.token}` });
    await services.sending.getOrCreate(connection, '{"user_group_id":"acme"}');
    assert.equal(product.record('acme')?.name, MARK);
    assert.deepEqual(JSON.parse(baseText()), { user_group_id: 'acme' });
  });
});

describe('The mark of redaction in a document', () => {
  const start = productStarter();

  it('is sent by nothing that has not asked about it', async () => {
    const { services, connection, requests, remote } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    requests.length = 0;
    const marked = documentOf({ properties: { key: MARK } });
    for (const sending of [
      services.sending.update(connection, marked),
      services.sending.getOrCreate(connection, marked),
    ])
      assert.match((await failureOf(sending)).message, /contains "•••".* Replace it, or send the group by itself\.$/);
    assert.deepEqual(requests, []);
    await services.sending.update(connection, marked, { mayHoldMark: true });
    assert.deepEqual(JSON.parse(remote.group('acme')!.properties!), { key: MARK });
  });

  it('is not put into a group that is gone, which is created again without that field', async () => {
    const { services, connection, remote, loseOnService } = await start();
    const marked = documentOf({ mapping: MAPPING, properties: { key: MARK } });
    await services.sending.getOrCreate(connection, marked, { mayHoldMark: true });
    loseOnService('acme');
    await services.sending.fetch(connection, 'acme');
    const { mapping, properties } = remote.group('acme')!;
    assert.deepEqual([JSON.parse(mapping!), properties], [MAPPING, undefined]);
  });

  it('is put into no group by a bulk operation, nor put back by its undo', async () => {
    const { services, connection, ref } = await start();
    const marked = documentOf({ mapping: MAPPING, properties: { key: MARK } });
    await services.sending.getOrCreate(connection, marked, { mayHoldMark: true });
    const reason = 'The document contains "•••", which stands for a value that was not shown.';
    const change = { action: 'set', field: 'mapping', key: '40', value: '214' } as const;
    const { name: _name, ref: _ref, ...planned } = services.changes.planOne(connection, ref('acme'), change);
    assert.deepEqual(planned, { kind: 'skipped', reason });
    const after = documentOf({ mapping: MAPPING, properties: { key: '' } });
    await services.sending.update(connection, after);
    const item = { ref: ref('acme'), outcome: 'updated', after, before: marked };
    assert.deepEqual(services.undo.planOne(connection, item), { ref: ref('acme'), kind: 'skipped', reason });
  });
});
