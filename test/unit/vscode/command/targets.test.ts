// Which connection a command is about: never that of the document that happens to be in front where it says nothing of
// what is meant.

import assert from 'node:assert/strict';
import { connectionHandlers } from '../../../../src/vscode/connections/connectionCommands.ts';
import type { BulkContext } from '../../../../src/vscode/bulk/bulkContext.ts';
import { importGroups } from '../../../../src/vscode/bulk/importGroups.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import { nextBox, nextList } from '../../../support/editor/fakeVscode.ts';
import { productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const inFront = (connection: string): Invocation => ({ origin: 'document', input: { connection } });
const contextOf = ({ services }: Product): BulkContext => standIn<BulkContext>({ services });

function withProduction(product: Product): Product {
  product.settings.edit([
    ...product.settings.entries,
    { name: 'production', baseUrl: product.remote.baseUrl, environment: 'Customer' },
  ]);
  return product;
}

describe('The connection of an import', () => {
  const start = productStarter();

  async function asked(product: Product, invocation: Invocation): Promise<readonly [string, number | undefined]> {
    const importing = importGroups(contextOf(product), invocation);
    const { title, totalSteps } = await nextList().then((list) => {
      const { title: shown, totalSteps: steps } = list;
      list.close();
      return { title: shown, totalSteps: steps };
    });
    await assert.rejects(importing, { kind: 'cancelled' });
    return [title, totalSteps];
  }

  it('is asked for, with any document active', async () => {
    assert.deepEqual(await asked(withProduction(await start()), inFront('production')), ['Import', 3]);
  });

  it('is not asked for where there is just one that is not guarded, and is named', async () => {
    assert.deepEqual(await asked(await start(), { origin: 'palette', input: {} }), ['Import on staging', 2]);
  });

  it('is asked for where the only one is guarded', async () => {
    assert.deepEqual(
      await asked(await start({ entry: { environment: 'Customer' } }), { origin: 'palette', input: {} }),
      ['Import', 3],
    );
  });

  it('is that of the row of the list, and is named', async () => {
    assert.deepEqual(
      await asked(withProduction(await start()), { origin: 'item', input: { connection: 'production' } }),
      ['Import on production', 2],
    );
  });
});

describe('Edit Connection…', () => {
  const start = productStarter();

  it('asks which one where a document of the Sandbox is in front', async () => {
    const product = withProduction(await start());
    await product.services.sandbox.start();
    const editing = connectionHandlers(contextOf(product))['userGroups.editConnection'](inFront('Sandbox'));
    const list = await nextList();
    assert.deepEqual(
      [list.placeholder, list.labels],
      ['Select a connection', ['$(server) staging', '$(server-environment) production']],
    );
    list.close();
    await assert.rejects(async () => editing, { kind: 'cancelled' });
    await product.services.sandbox.stop();
  });

  it('is about the connection of the document in front where it has settings', async () => {
    const product = withProduction(await start());
    const editing = connectionHandlers(contextOf(product))['userGroups.editConnection'](inFront('production'));
    const box = await nextBox();
    assert.equal(box.value, 'production');
    box.close();
    await assert.rejects(async () => editing, { kind: 'cancelled' });
  });
});
