// Which connection a workspace's file is sent on: what is remembered names one of the person's, and never an address.

import assert from 'node:assert/strict';
import type { Uri } from 'vscode';
import type { Memory } from '../../../../src/core/ports/storage.ts';
import { FileConnections } from '../../../../src/vscode/editing/documents/fileConnections.ts';
import { productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const file = standIn<Uri>({ toString: () => 'file:///repository/acme.usergroup.json' });

function remembering(value: unknown): Memory {
  return { get: () => value, set: () => Promise.resolve(), keys: () => [] };
}

describe('The connection of a file', () => {
  const start = productStarter();
  const of = async ({ services }: Product, remembered: unknown): Promise<string | undefined> =>
    (await new FileConnections(remembering(remembered), () => Promise.resolve(services)).of(file))?.name;

  it('is the one remembered by its id', async () => {
    const product = await start();
    product.settings.edit([
      ...product.settings.entries,
      { name: 'production', baseUrl: 'https://x.example.com', environment: 'Customer' },
    ]);
    assert.equal(await of(product, product.services.connections.named('production').id), 'production');
  });

  it('is none whose changed address nobody has confirmed, be it the only one', async () => {
    const product = await start();
    product.settings.edit([{ name: 'staging', baseUrl: 'https://moved.example.com', environment: 'Testing' }]);
    for (const remembered of [product.connection.id, undefined]) assert.equal(await of(product, remembered), undefined);
  });

  it('is none where nothing or anything else is remembered, and there are several or the only one is guarded', async () => {
    const product = await start();
    const { entries } = product.settings;
    const production = { name: 'production', baseUrl: 'https://x.example.com', environment: 'Customer' };
    for (const [words, connections] of [
      ['several', [...entries, production]],
      ['a guarded one', [{ name: 'staging', baseUrl: product.remote.baseUrl, environment: 'Customer' }]],
    ] as const) {
      product.settings.edit(connections);
      for (const remembered of [
        'https://evil.example.com',
        'production',
        { baseUrl: 'https://evil.example.com' },
        undefined,
      ])
        assert.equal(await of(product, remembered), undefined, `${words}: ${JSON.stringify(remembered)}`);
    }
  });
});
