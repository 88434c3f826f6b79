// Names of properties that are proposed from other groups, to every editor of a document.

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { propertyCompletions } from '../../../../src/vscode/editing/schemas/propertyCompletions.ts';
import { groupUri } from '../../../../src/vscode/platform/documentUris.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const OTHERS = {
  beta: { region: 'EU', regoin: 'EU' },
  gamma: { region: 'EU', tier: 1 },
  delta: { tier: 2, region: 'US' },
};

describe('Proposed names of properties', () => {
  const start = productStarter();
  let product: Product;
  beforeEach(async () => {
    product = await start();
    for (const [id, properties] of Object.entries(OTHERS))
      await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: id, properties }));
  });

  /** Label, detail and text at the mark of acme's document, as the editor sorts them. */
  async function proposedAt(marked: string, inSchema: readonly string[] = []): Promise<unknown[]> {
    const text = marked.replace('|', '');
    const document = standIn<vscode.TextDocument>({
      uri: groupUri('staging', 'acme'),
      getText: () => text,
      offsetAt: ({ character }) => character,
      positionAt: (offset) => new vscode.Position(0, offset),
    });
    const items = await propertyCompletions(
      document,
      new vscode.Position(0, marked.indexOf('|')),
      { services: () => Promise.resolve(product.services), connectionOf: () => Promise.resolve(undefined) },
      () => Promise.resolve(inSchema),
    );
    return items
      .toSorted((a, b) => String(a.sortText).localeCompare(String(b.sortText)))
      .map(({ label, detail, insertText }) => [label, detail, (insertText as vscode.SnippetString).value]);
  }

  it('are those of other groups, most used first; those of a single one are last and marked', async () => {
    assert.deepEqual(await proposedAt('{"properties": {|}}'), [
      ['region', 'in 3 groups', '"region": $1'],
      ['tier', 'in 2 groups', '"tier": $1'],
      ['regoin', 'in 1 group only', '"regoin": $1'],
    ]);
  });

  it('are none that stand there already, or that the schema of properties proposes', async () => {
    assert.deepEqual(await proposedAt('{"properties": {"region": "EU", |}}', ['regoin']), [
      ['tier', 'in 2 groups', '"tier": $1'],
    ]);
    assert.equal((await proposedAt('{"properties": {"region|": "EU"}}')).length, 3);
  });

  it('are none elsewhere', async () => {
    for (const marked of ['{"mapping": {|}}', '{"properties": {"region": |}}', '{"properties": {"a": {|}}}'])
      assert.deepEqual(await proposedAt(marked), [], marked);
  });
});
