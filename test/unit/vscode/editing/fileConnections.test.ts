// Which connection a workspace's file is sent on: what is remembered names one of the user's, and never an address.

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

function memoryOfWorkspace(facts: Map<string, unknown>): Memory {
  return {
    get: (key) => facts.get(key),
    set: (key, value) => Promise.resolve(void (value === undefined ? facts.delete(key) : facts.set(key, value))),
    keys: () => [...facts.keys()],
  };
}

describe('Files that are renamed or moved in the editor', () => {
  const uri = (path: string): Uri => standIn<Uri>({ toString: () => `file:///repository/${path}` });

  for (const [what, renamed, chosen, expected] of [
    ['keep theirs', [['acme', 'globex']], { acme: 'one', 'acme-2': 'two' }, { globex: 'one', 'acme-2': 'two' }],
    [
      'keep it when their folder is renamed',
      [['old', 'new/below']],
      { 'old/acme': 'one', 'old/b/globex': 'two', 'older/acme': 'three' },
      { 'new/below/acme': 'one', 'new/below/b/globex': 'two', 'older/acme': 'three' },
    ],
    ['keep having none, whatever was there before', [['acme', 'globex']], { globex: 'one' }, {}],
    [
      'swap their connections',
      [
        ['acme', 'globex'],
        ['globex', 'acme'],
      ],
      { acme: 'one', globex: 'two' },
      { globex: 'one', acme: 'two' },
    ],
  ] as const) {
    it(what, async () => {
      const keyed = (paths: object): [string, unknown][] =>
        Object.entries(paths).map(([path, id]) => [`connectionOf ${uri(path).toString()}`, id]);
      const facts = new Map<string, unknown>([...keyed(chosen), ['other', 1]]);
      const connections = new FileConnections(memoryOfWorkspace(facts), () => Promise.reject(new Error('not asked')));
      let reported = 0;
      connections.onDidChange(() => (reported += 1));
      await connections.follow(renamed.map(([from, to]) => ({ oldUri: uri(from), newUri: uri(to) })));
      assert.deepEqual(
        [Object.fromEntries(facts), reported],
        [Object.fromEntries([...keyed(expected), ['other', 1]]), 1],
      );
    });
  }
});

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
