// Get-or-create whose first answer was lost: the second finds the group, which the first has most likely created.

import assert from 'node:assert/strict';
import { outcomeText } from '../../../../src/core/stateText.ts';
import { itemText } from '../../../../src/vscode/bulk/runs/runText.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

const BARE = documentOf({ properties: { region: 'EU' } });
const MAPPED = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });
const WORDS = 'Created or identical';

describe('A group that was found by the second try of a get-or-create', () => {
  const start = productStarter();

  /** The answer to the first try is lost on its way. */
  async function losing(): Promise<Product> {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: 'first' }));
    product.remote.misbehave('resetBeforeAnswer', { times: 1 });
    return product;
  }

  it('was created, or existed with the same name and properties', async () => {
    const { services, connection, record, words, ref } = await losing();
    const result = await services.sending.getOrCreate(connection, BARE);
    assert.deepEqual([result.isNew, result.isNotApplied, result.isCreatedOrSame], [false, false, true]);
    const [version] = services.groups.versions({ ref: ref('acme'), limit: 1 });
    assert.deepEqual(
      [version?.outcome, outcomeText('createdOrExisted')],
      ['createdOrExisted', 'Created, or existed with the same name and properties'],
    );
    assert.deepEqual([await words('acme'), record('acme')?.draft], [['Mapping unknown'], undefined]);
  });

  it('is reported so in the results of a run', async () => {
    const product = await losing();
    const { runs } = product.services;
    const { id } = await runs.create('getOrCreate', product.connection, [{ userGroupId: 'acme', text: MAPPED }], {
      stopAtFirstFailure: false,
    });
    runs.start(id);
    await runs.whenLeft(id);
    const {
      items: [item],
    } = await runs.slice(id, { offset: 0, limit: 1 });
    assert.ok(item);
    assert.deepEqual(
      [itemText('getOrCreate', item), item.reason],
      [WORDS, "The service doesn't return mapping, but an update sends it."],
    );
  });
});
