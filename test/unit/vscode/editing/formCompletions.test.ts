// Completions in the form's editors: those of VS Code and ours as one list, in which every id is named once.

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { schemaChoices } from '../../../../src/document/schemaChoices.ts';
import { completionsAt } from '../../../../src/vscode/editing/form/formLanguage.ts';
import type { FormText } from '../../../../src/vscode/editing/form/formText.ts';
import { mappingCompletions } from '../../../../src/vscode/editing/schemas/mappingCompletions.ts';
import { groupUri } from '../../../../src/vscode/platform/documentUris.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const SCHEMA = {
  properties: {
    40: {
      title: 'Orders',
      oneOf: [{ const: 386, title: 'beta-prod' }, { const: '213', title: 'acme-prod' }, { const: '7' }],
    },
    41: {},
  },
};

describe('A list of completions in the form', () => {
  const start = productStarter();
  let product: Product;
  let fromVsCode: vscode.CompletionItem[] = [];
  let provider: vscode.Disposable | undefined;
  beforeEach(async () => {
    product = await start();
    fromVsCode = [];
  });
  afterEach(() => {
    provider?.dispose();
  });

  /** As VS Code proposes it of the schema. */
  function bare(word: string, insert = word): vscode.CompletionItem {
    const item = new vscode.CompletionItem(word, vscode.CompletionItemKind.Value);
    return Object.assign(item, { insertText: new vscode.SnippetString().appendText(insert) });
  }

  async function offeredAt(marked: string): Promise<unknown[]> {
    const source = marked.replace('|', '');
    const offset = marked.indexOf('|');
    const uri = groupUri('staging', 'acme');
    const document = standIn<vscode.TextDocument>({
      uri,
      getText: () => source,
      offsetAt: ({ character }) => character,
      positionAt: (at) => new vscode.Position(0, at),
    });
    provider = vscode.commands.registerCommand('vscode.executeCompletionItemProvider', async () => ({
      items: [
        ...fromVsCode,
        ...(await mappingCompletions(
          document,
          new vscode.Position(0, offset),
          { services: () => Promise.resolve(product.services), connectionOf: () => Promise.resolve(undefined) },
          () => Promise.resolve(schemaChoices(SCHEMA)),
        )),
      ],
    }));
    const text = standIn<FormText>({
      flush: () => Promise.resolve(),
      positionOf: (at) => new vscode.Position(0, at),
      offsetOf: ({ character }) => character,
    });
    const found = await completionsAt(uri, text, offset);
    return found.map(({ label, detail, insert }) => [label, detail, insert]);
  }

  async function otherGroup(id: string, mapping: Readonly<Record<string, unknown>>): Promise<void> {
    await product.services.sending.getOrCreate(
      product.connection,
      documentOf({ user_group_id: id, name: id.toUpperCase(), mapping }),
    );
  }

  it('names data sources, has each once, and those that one other group uses last', async () => {
    await otherGroup('beta', { 40: '386' });
    await otherGroup('gamma', { 40: '12' });
    await otherGroup('delta', { 40: '12' });
    fromVsCode = [bare('"213"'), bare('"7"'), bare('386')];
    assert.deepEqual(await offeredAt('{"mapping": {"40": |}}'), [
      ['acme-prod · 213', undefined, '"213"'],
      ['12', 'in 2 groups', '"12"'],
      ['"7"', undefined, '"7"'],
      ['beta-prod · 386', 'used by BETA only', '386'],
    ]);
  });

  it('names schema ids, and has each once', async () => {
    await otherGroup('beta', { 99: '1' });
    fromVsCode = [bare('40', '"40": '), bare('41', '"41": ')];
    assert.deepEqual(await offeredAt('{"mapping": {|}}'), [
      ['Orders · 40', undefined, '"40": $1'],
      ['99', 'in 1 group', '"99": $1'],
      ['41', undefined, '"41": '],
    ]);
  });
});
