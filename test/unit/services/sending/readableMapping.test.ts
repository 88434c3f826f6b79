// A service that answers the mapping, by its description: it is shown, compared and kept like every other field.

import assert from 'node:assert/strict';
import { decodeAnswer } from '../../../../src/api/decodeAnswer.ts';
import { CUSTOMER_API } from '../../../../src/contract/customerApi.ts';
import { elsewhere } from '../../../support/elsewhere.ts';
import { OTHER_API, startOtherService, type OtherService } from '../../../support/otherService.ts';
import { describeService, documentOf, productStarter, type Product } from '../../../support/product.ts';

const MAPPED = documentOf({ mapping: { 40: '213' } });

describe('A mapping that the service answers', () => {
  const start = productStarter();
  let other: OtherService | undefined;
  afterEach(() => other?.close());

  async function described(description: object = OTHER_API): Promise<Product> {
    const product = await start({
      entry: { baseUrl: (other = await startOtherService(() => product.remote)).baseUrl },
    });
    describeService(product, description);
    return product;
  }
  const inText = (text: string | undefined): unknown => (JSON.parse(text ?? '{}') as { mapping?: unknown }).mapping;

  it('is in the document of a group that was only fetched, which has all its states by it', async () => {
    const product = await described();
    const { services, connection, remote, record, words, ref } = product;
    await elsewhere(remote, 'GET', { user_group_id: 'acme', name: 'Acme', mapping: { 40: '213' } });
    const fetched = await services.sending.getOrCreate(connection, '{"user_group_id":"acme"}');
    assert.equal(fetched.userGroup.mapping, '{"40":"213"}');
    assert.deepEqual(inText(record('acme')?.base?.text), { 40: '213' });
    assert.deepEqual(await words('acme'), ['Received today 12:00']);
    assert.equal((await services.groups.listed(ref('acme')))?.mappingKnown, true);
    const plan = services.sending.planUpdate(connection, documentOf({ mapping: { 40: '214' } }));
    assert.deepEqual(
      [plan.isMappingUnknown, plan.changes.map(({ path, before }) => [path, before])],
      [false, [['mapping.40', '"213"']]],
    );
  });

  it('is the one that was sent where the service has no other', async () => {
    const { services, connection, words, record } = await described();
    const { differences } = await services.sending.getOrCreate(connection, MAPPED);
    assert.deepEqual([differences, await words('acme')], [[], ['Sent today 12:00']]);
    assert.equal(record('acme')?.base?.text, MAPPED);
    assert.equal(services.sending.planUpdate(connection, MAPPED).isNothingToSend, true);
  });

  for (const updatesOnlyGiven of [true, false])
    describe(`that is null, updatesOnlyGiven ${updatesOnlyGiven}`, () => {
      async function withNone(): Promise<Product> {
        const product = await described({ ...OTHER_API, updatesOnlyGiven });
        await elsewhere(product.remote, 'GET', { user_group_id: 'acme', name: 'Acme' });
        await product.services.sending.getOrCreate(product.connection, '{"user_group_id":"acme"}');
        return product;
      }

      it('is no difference from the document written from it', async () => {
        const { services, connection, record } = await withNone();
        const again = await services.sending.getOrCreate(connection, record('acme')!.base!.text);
        assert.deepEqual([again.isNotApplied, again.differences], [false, []]);
        assert.deepEqual((await services.sending.fetch(connection, 'acme')).differences, []);
      });

      it('is nothing that was changed elsewhere, after an update, a fetch and a rotation', async () => {
        const { services, connection, record } = await withNone();
        await services.sending.update(connection, record('acme')!.base!.text.replace('Acme', 'Acme Inc'));
        await services.sending.fetch(connection, 'acme');
        await services.rotation.rotate(connection, 'acme');
        const plan = services.sending.planUpdate(connection, record('acme')!.base!.text);
        assert.deepEqual([plan.overwrites, plan.isNothingToSend], [[], true]);
      });

      it('is said of a group that was created without one, and found', async () => {
        const { services, connection, words } = await described({ ...OTHER_API, updatesOnlyGiven });
        await services.sending.getOrCreate(connection, '{"user_group_id":"acme","name":"Acme"}');
        assert.deepEqual(await words('acme'), ['No mapping set', 'Sent today 12:00']);
        const found = await services.finder.find(services.finder.understand('is:no-mapping'), { limit: 10 });
        assert.deepEqual(
          found?.groups.map(({ ref }) => ref.userGroupId),
          ['acme'],
        );
        assert.match((await services.groupCheck.report(connection, 'acme')).text, /No mapping set/);
      });
    });

  it('that is no object is not answered', () => {
    const answer = decodeAnswer('{"success":1,"tenant":{"token":"t","sources":[1]}}', OTHER_API);
    assert.equal(answer !== 'refused' && answer.userGroup.mapping, undefined);
  });

  it('is unknown again once the service answers none any more', async () => {
    const product = await described();
    const { services, remote, record } = product;
    await elsewhere(remote, 'GET', { user_group_id: 'acme', name: 'Acme', mapping: { 40: '1' } });
    await services.sending.getOrCreate(product.connection, '{"user_group_id":"acme"}');
    const { mapping: _mapping, ...response } = OTHER_API.response;
    describeService(product, { ...OTHER_API, response });
    await services.sending.fetch(product.connection, 'acme');
    const plan = services.sending.planUpdate(product.connection, documentOf({ mapping: { 40: '2' } }));
    assert.deepEqual([record('acme')?.answered?.mapping, plan.isMappingUnknown], [undefined, true]);
    assert.deepEqual(await product.words('acme'), ['Mapping unknown']);
  });

  it('that was changed elsewhere is not overwritten unseen', async () => {
    const { services, connection, remote } = await described({ ...OTHER_API, updatesOnlyGiven: false });
    await services.sending.getOrCreate(connection, MAPPED);
    await elsewhere(remote, 'PUT', { user_group_id: 'acme', name: 'Acme', mapping: { 40: '999' } });
    const { elsewhere: found } = await services.sending.checkBeforeUpdate(connection, 'acme');
    assert.deepEqual(found, [{ path: 'mapping.40', before: '"213"', after: '"999"' }]);
    const { overwrites } = services.sending.planUpdate(connection, documentOf({ mapping: { 40: '214' } }));
    assert.deepEqual(overwrites, [{ path: 'mapping.40', before: '"999"', after: '"214"' }]);
  });

  it('is not believed any more once another was sent that the service does not answer', async () => {
    const product = await described();
    const { services, connection, record } = product;
    await services.sending.getOrCreate(connection, MAPPED);
    assert.notEqual(record('acme')?.answered?.mapping, undefined);
    const { mapping: _mapping, ...response } = OTHER_API.response;
    describeService(product, { ...OTHER_API, response });
    await services.sending.update(product.connection, documentOf({ mapping: { 40: '214' } }));
    assert.equal(record('acme')?.answered?.mapping, undefined);
    assert.deepEqual(await product.words('acme'), ['Sent today 12:00']);
  });

  it('comes with fields of a customer that are no news', () => {
    const { unknownFields } = decodeAnswer(
      '{"success":1,"customer":{"token":"t","parent_schema_datasource_mapping":{},"computed_properties":{},"emails":[]}}',
      CUSTOMER_API,
    ) as { unknownFields: readonly string[] };
    assert.deepEqual(unknownFields, []);
  });
});
