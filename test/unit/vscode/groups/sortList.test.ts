// The list by name, or by how old the tokens are.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sortList } from '../../../../src/vscode/groups/sortList.ts';
import type { ListContext } from '../../../../src/vscode/groups/listContext.ts';
import { describe as described } from '../../../../src/vscode/groups/tree/describe.ts';
import {
  connectionChildren,
  filteredRootNodes,
  matchingChildren,
  pagesTo,
  PAGE_SIZE,
  rootNodes,
} from '../../../../src/vscode/groups/tree/nodes.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import type { ConnectionNode, TreeNode } from '../../../../src/vscode/command/treeNode.ts';
import { nextList } from '../../../support/editor/fakeVscode.ts';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

describe('The list sorted', () => {
  const start = productStarter();
  let product: Product;
  let drawn: string[];
  beforeEach(async () => {
    product = await start();
    drawn = [];
  });

  const sort = (invocation: Invocation): Promise<void> =>
    sortList(
      standIn<ListContext>({
        services: product.services,
        tree: standIn({
          refresh: () => void drawn.push('drawn'),
          reveal: () => Promise.resolve(void drawn.push('revealed')),
        }),
      }),
      invocation,
    );
  const sortBy = (by: string): Promise<void> => sort({ origin: 'argument', input: { by } });
  const root = (): ConnectionNode => rootNodes(product.services)[0] as ConnectionNode;
  const rows = (nodes: readonly TreeNode[]): string[] =>
    nodes.map((node) => described(node, product.clock.now)).map(({ label, description }) => `${label}: ${description}`);
  const send = async (...ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      const document = documentOf({ user_group_id: id, name: id, mapping: { 40: '213' } });
      await product.services.sending.getOrCreate(product.connection, document);
      product.clock.now += DAY;
    }
  };
  const filtered = async (query: string): Promise<string[]> => {
    const { services } = product;
    const found = (await services.finder.find(services.finder.understand(query), { limit: 0 }))!;
    const [parent] = filteredRootNodes(services, found) as ConnectionNode[];
    return rows(await matchingChildren(services, parent!, 1, query));
  };

  it('by the age of tokens has the oldest first and unknown ages last, and says each', async () => {
    const { services, connection } = product;
    await send('globex', 'acme');
    services.groups.saveDraft(connection, 'a draft', documentOf({ user_group_id: 'a draft' }));
    assert.deepEqual(rows(await connectionChildren(services, root(), 1)), [
      'a draft: Unsent changes',
      'acme: ',
      'globex: ',
    ]);
    await sortBy('tokenAge');
    assert.deepEqual(rows(await connectionChildren(services, root(), 1)), [
      'globex: Token received 2 days ago',
      'acme: Token received 1 day ago',
      'a draft: Unsent changes · Token age unknown',
    ]);
    assert.deepEqual(drawn, ['drawn', 'revealed']);
    product.settings.oldAfterDays = 1;
    product.clock.now += 1;
    assert.equal(
      rows(await connectionChildren(services, root(), 1))[0],
      'globex: Token received 2 days ago',
      'said once',
    );
  });

  it('is sorted so while it is filtered, and in the next window', async () => {
    await send('beta 2', 'beta 1', 'acme');
    await sortBy('tokenAge');
    const sorted = ['beta 2: Token received 3 days ago', 'beta 1: Token received 2 days ago'];
    assert.deepEqual(await filtered('beta'), sorted);
    product = product.anotherWindow();
    assert.deepEqual(await filtered('beta'), sorted);
    await sortBy('name');
    assert.deepEqual(await filtered('beta'), ['beta 1: ', 'beta 2: ']);
  });

  it('goes on after the age of the last group of a page, and knows the page of one', async () => {
    const { services, connection, folder, ref } = product;
    for (let number = 0; number <= PAGE_SIZE; number += 1)
      services.groups.saveDraft(connection, `g${number}`, documentOf({ user_group_id: `g${number}` }));
    const file = new DatabaseSync(join(folder, 'user-groups.db'));
    file.exec('UPDATE user_groups SET token_since = 1000 - id');
    file.close();
    await sortBy('tokenAge');
    const all = await connectionChildren(services, root(), 2);
    assert.deepEqual(
      all.map(({ user_group_id: id }) => id),
      Array.from({ length: PAGE_SIZE + 1 }, (_, index) => `g${PAGE_SIZE - index}`),
    );
    assert.deepEqual([pagesTo(services, ref(`g${PAGE_SIZE}`)), pagesTo(services, ref('g0'))], [1, 2]);
  });

  it('asks by what, with the present order below the cursor, and takes no other', async () => {
    product.memory.set('listOrder', 'tokenAge');
    const sorting = sort({ origin: 'palette', input: {} });
    const list = await nextList();
    assert.deepEqual(
      [list.title, list.labels, list.activeItems[0]?.label],
      ['userGroups.sortList', ['Name', 'Token Age'], 'Token Age'],
    );
    list.choose('Name');
    await sorting;
    assert.equal(product.services.listSorting.order, 'name');
    await assert.rejects(sortBy('size'), {
      kind: 'invalid',
      message: '"userGroups.sortList" takes by: "name" | "tokenAge".',
    });
    product.memory.set('listOrder', 'size');
    assert.equal(product.services.listSorting.order, 'name');
  });
});
