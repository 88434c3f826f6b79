// A group that a command has just created opens with the cursor in its mapping; one that existed leaves the focus
// alone.

import assert from 'node:assert/strict';
import { groupUri } from '../../../../src/vscode/platform/documentUris.ts';
import { elsewhere } from '../../../support/elsewhere.ts';
import { Reader } from '../../../support/l10n/reader.ts';
import { productStarter, type Product } from '../../../support/product.ts';

const STAGING = { connection: 'staging' };

describe('A group that is opened after a command', () => {
  const start = productStarter();
  let product: Product;
  let person: Reader;
  beforeEach(async () => {
    product = await start();
    person = new Reader(product);
  });
  afterEach(() => {
    person.close();
  });

  for (const [command, answers] of [
    ['userGroups.addExisting', ['globex']],
    ['userGroups.getOrCreate', ['globex', 'Globex', 'Get or Create Now']],
  ] as const) {
    it(`begins in its mapping when ${command} has created it`, async () => {
      await person.run(command, STAGING, ...answers);
      assert.deepEqual(person.arrived, [String(groupUri('staging', 'globex'))]);
    });

    it(`leaves the focus alone when ${command} has found it`, async () => {
      await elsewhere(product.remote, 'GET', { user_group_id: 'globex', name: 'Globex' });
      await person.run(command, STAGING, ...answers);
      assert.deepEqual(person.arrived, []);
    });
  }
});
