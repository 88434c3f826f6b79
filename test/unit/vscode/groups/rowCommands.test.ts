// Copying and removing rows of the list, whatever they stand for.

import assert from 'node:assert/strict';
import type { TreeNode } from '../../../../src/vscode/command/treeNode.ts';
import type { EditingContext } from '../../../../src/vscode/editing/editingContext.ts';
import { copyRow, forgetRow } from '../../../../src/vscode/groups/rowCommands.ts';
import type { Messages } from '../../../../src/vscode/platform/messages.ts';
import { env } from '../../../support/editor/fakeVscode.ts';
import { productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { allNodes, shownTree } from './treeText.ts';

const TEXT =
  '{"user_group_id": "acme", "name": "Acme", "mapping": {"134": "386", "40": 213}, "properties": {"limits": {"rows": 1e3}}}';

describe('A row of the list', () => {
  const start = productStarter();
  let product: Product;
  let nodes: readonly { readonly node: TreeNode; readonly shown: { readonly label: string } }[];
  beforeEach(async () => {
    product = await start();
    const { services, connection } = product;
    await services.sending.getOrCreate(connection, TEXT);
    services.groups.addNewDraft(connection);
    nodes = allNodes(await shownTree(product));
    await env.clipboard.writeText('nothing');
  });

  const rowOf = (label: string): TreeNode => {
    const found = nodes.find(({ shown }) => shown.label === label);
    assert.ok(found, label);
    return found.node;
  };

  for (const [label, copied] of [
    ['staging', 'staging'],
    ['Acme', 'acme'],
    ['mapping', '{"134": "386", "40": 213}'],
    ['properties', '{"limits": {"rows": 1e3}}'],
    ['134', '386'],
    ['limits', '{"rows": 1e3}'],
    ['New User Group', 'nothing'],
  ] as const) {
    it(`is copied as what it stands for: ${label}`, async () => {
      await copyRow(standIn<EditingContext>({ services: product.services }), {
        origin: 'item',
        input: {},
        row: rowOf(label),
      });
      assert.equal(await env.clipboard.readText(), copied);
    });
  }

  for (const [label, question] of [
    ['Acme', 'Remove "acme" on staging from the list?'],
    ['New User Group', 'Discard the new group?'],
    ['staging', 'userGroups.removeConnection staging'],
    ['mapping', undefined],
    ['40', undefined],
  ] as const) {
    it(`is removed by Delete only where it is one of the list: ${label}`, async () => {
      const asked: string[] = [];
      const context = standIn<EditingContext>({
        services: product.services,
        messages: standIn<Messages>({
          ask: ({ title }) => {
            asked.push(title);
            return Promise.resolve(undefined);
          },
        }),
        run: (id, { connection }) => {
          asked.push(`${id} ${String(connection)}`);
          return Promise.resolve();
        },
      });
      const row = rowOf(label);
      const input = { connection: 'staging', ...(row.kind === 'group' && { user_group_id: 'acme' }) };
      const newNumber = row.kind === 'newDraft' ? { newNumber: row.number } : {};
      await forgetRow(context, { origin: 'item', input, row, ...newNumber }).catch(() => undefined);
      assert.deepEqual(asked, question === undefined ? [] : [question]);
    });
  }
});
