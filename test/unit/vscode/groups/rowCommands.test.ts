// Copying and removing rows of the list, whatever they stand for.

import assert from 'node:assert/strict';
import type { TreeNode } from '../../../../src/vscode/command/treeNode.ts';
import type { EditingContext } from '../../../../src/vscode/editing/editingContext.ts';
import { copyRow, forgetRow } from '../../../../src/vscode/groups/rowCommands.ts';
import { editingContextOf } from '../../../support/editor/editingContextOf.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
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
  });

  const rowOf = (label: string): TreeNode => {
    const found = nodes.find(({ shown }) => shown.label === label);
    assert.ok(found, label);
    return found.node;
  };

  it('is copied as what it stands for', async () => {
    for (const [label, copied] of [
      ['staging', 'staging'],
      ['Acme', 'acme'],
      ['mapping', '{"134": "386", "40": 213}'],
      ['properties', '{"limits": {"rows": 1e3}}'],
      ['134', '386'],
      ['limits', '{"rows": 1e3}'],
      ['New User Group', '{"rows": 1e3}'],
    ] as const) {
      const invocation = { origin: 'item', input: {}, row: rowOf(label) } as const;
      await copyRow(standIn<EditingContext>({ services: product.services }), invocation);
      assert.equal(await env.clipboard.readText(), copied, label);
    }
  });

  it('is removed by Delete only where it is one of the list', async () => {
    for (const [label, question] of [
      ['Acme', '? Remove "acme" on staging from the list?'],
      ['New User Group', '? Discard the new group?'],
      ['staging', 'userGroups.removeConnection {"connection":"staging"}'],
      ['mapping', undefined],
      ['40', undefined],
    ] as const) {
      const person = new PlayedPerson();
      const row = rowOf(label);
      const input = { connection: 'staging', ...(row.kind === 'group' && { user_group_id: 'acme' }) };
      const newNumber = row.kind === 'newDraft' ? { newNumber: row.number } : {};
      const removing = forgetRow(editingContextOf(product, person), { origin: 'item', input, row, ...newNumber });
      await removing.catch(() => undefined);
      assert.equal([...person.shown, ...person.ran][0], question, label);
    }
  });
});
