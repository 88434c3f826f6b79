// Schemas in the real editor: VS Code's own JSON features check, complete and explain by what we serve, and change with
// it at once.

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openDocument, replaceText, uriOf } from './support/documents.ts';
import { problemsBecome } from './support/problems.ts';
import { startService, type Service } from './support/service.ts';

const folder = (): vscode.Uri => vscode.workspace.workspaceFolders![0]!.uri;
const fileUri = (name: string): vscode.Uri => vscode.Uri.joinPath(folder(), name);

async function writeFile(name: string, content: unknown): Promise<vscode.Uri> {
  const text = typeof content === 'string' ? content : JSON.stringify(content, undefined, 2);
  await vscode.workspace.fs.writeFile(fileUri(name), new TextEncoder().encode(text));
  return fileUri(name);
}

/** A file of the workspace in the text editor. */
async function openFile(content: unknown): Promise<vscode.TextDocument> {
  return openDocument(await writeFile('checked.usergroup.json', content));
}

type Setting = 'mappingSchema' | 'propertiesSchema' | 'schemaErrors';

async function set(setting: Setting, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration('userGroups').update(setting, value, vscode.ConfigurationTarget.Workspace);
}

/** Leaves nothing of one test to the next. */
async function tidyUp(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  for (const setting of ['mappingSchema', 'propertiesSchema', 'schemaErrors'] as const) await set(setting, undefined);
  for (const name of ['rules', 'checked.usergroup.json'])
    await vscode.workspace.fs
      .delete(fileUri(name), { recursive: true, useTrash: false })
      .then(undefined, () => undefined);
}

const NOT_STRING = 'Incorrect type. Expected "string".';
const NOT_INTEGER = 'Incorrect type. Expected "integer".';

describe('The schemas of a document: the contract', () => {
  afterEach(tidyUp);

  it('are those of the contract, and $schema is allowed', async () => {
    const { uri } = await openFile({
      user_group_id: 5,
      name: 'Acme',
      mapping: { 40: null },
      properties: { any: [1] },
      colour: 'red',
    });
    await problemsBecome(uri, NOT_STRING, /^The value of "40" must be/, 'Property colour is not allowed.');
  });

  it('are beside a comment, which is named once, also where the settings allow comments in JSON', async () => {
    const files = vscode.workspace.getConfiguration('files');
    const text = '{\n  // of work\n  "user_group_id": "acme"\n}';
    await problemsBecome((await openFile(text)).uri, 'Comments are not permitted in JSON.');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await files.update('associations', { '*.json': 'jsonc' }, vscode.ConfigurationTarget.Workspace);
    try {
      const { uri, languageId } = await openFile(text);
      assert.equal(languageId, 'jsonc');
      await problemsBecome(uri, 'Comments are not allowed.');
    } finally {
      await files.update('associations', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it('hold for a document that has no file yet', async () => {
    const document = await openDocument(
      vscode.Uri.from({ scheme: 'untitled', path: fileUri('new.usergroup.json').path }),
    );
    await replaceText(document, '{ "name": 1 }');
    await problemsBecome(document.uri, 'Missing property "user_group_id".', NOT_STRING);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});

describe('The schemas of a document: those of the person', () => {
  afterEach(tidyUp);

  const text = { user_group_id: 'acme', mapping: { 40: '213' }, properties: { region: 'EU' } };

  it('follow the settings while the document is open', async () => {
    const { uri } = await openFile(text);
    await set('mappingSchema', { properties: { 40: { type: 'integer' } } });
    await problemsBecome(uri, NOT_INTEGER);
    await set('propertiesSchema', { required: ['currency'] });
    await problemsBecome(uri, NOT_INTEGER, 'Missing property "currency".');
    await set('mappingSchema', undefined);
    await problemsBecome(uri, 'Missing property "currency".');
    await set('propertiesSchema', undefined);
    await problemsBecome(uri);
  });

  it('follow a file and the files it refers to, written in any way', async () => {
    const { uri } = await openFile(text);
    const named = 'rules/of mapping [v2], {new} #1.json';
    await writeFile('rules/shared/sources.json', { definitions: { source: { type: 'integer' } } });
    await writeFile(named, { additionalProperties: { $ref: './shared/sources.json#/definitions/source' } });
    await set('mappingSchema', named);
    await problemsBecome(uri, NOT_INTEGER);
    const sources = await vscode.workspace.openTextDocument(fileUri('rules/shared/sources.json'));
    await replaceText(sources, '{ "definitions": { "source": { "minLength": 5 } } }');
    await sources.save();
    await problemsBecome(uri, 'String is shorter than the minimum length of 5.');
    await writeFile(named, { maxProperties: 0 });
    await problemsBecome(uri, 'Object has more properties than limit of 0.');
  });

  it('hold whatever encoding the files of the person are in', async () => {
    const encoding = (value: string | undefined): Thenable<void> =>
      vscode.workspace.getConfiguration('files').update('encoding', value, vscode.ConfigurationTarget.Workspace);
    await encoding('windows1252');
    const document = await openFile(text);
    await replaceText(document, '{ "user_group_id": "acme", "mapping": { "città": "213" } }');
    await set('mappingSchema', { properties: { città: { type: 'integer' } } });
    await problemsBecome(document.uri, NOT_INTEGER);
    await encoding(undefined);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('complete and explain', async () => {
    const document = await openFile(text);
    await set('mappingSchema', {
      properties: {
        40: {
          title: 'Orders',
          oneOf: [
            { const: 213, title: 'acme-prod' },
            { const: 386, title: 'beta-prod' },
          ],
        },
        134: {},
      },
    });
    await problemsBecome(document.uri, 'Value is not accepted. Valid values: 213, 386.');
    // Ours, which are named, and those of VS Code, which knows no names.
    assert.deepEqual((await offeredAt(document, '"213"')).toSorted(), [
      '213',
      '386',
      'acme-prod · 213',
      'beta-prod · 386',
    ]);
    assert.deepEqual((await offeredAt(document, '"40"')).toSorted(), ['134', '40', 'Orders · 40']);
    assert.ok((await hoversAt(document, '"40"')).includes('Orders'));
    assert.ok(
      (await hoversAt(document, '"mapping"')).some((words) => words.startsWith('The data source of each schema ID')),
    );
  });
});

describe('The schemas of a document: those that cannot be used', () => {
  afterEach(tidyUp);

  const text = { user_group_id: 5, mapping: { 40: '213' } };

  it('are named at the reference that leads nowhere', async () => {
    const { uri } = await openFile(text);
    const schema = await writeFile('rules/mapping.json', {
      title: 'x',
      additionalProperties: { $ref: 'sources.json#/source' },
    });
    await set('mappingSchema', 'rules/mapping.json');
    await problemsBecome(
      schema,
      `userGroups.mappingSchema can't be used, so documents are checked without it. There is no file "rules/sources.json" in the workspace folder.`,
    );
    assert.deepEqual(
      vscode.languages.getDiagnostics(schema).map(({ range, source }) => [range.start.line, source]),
      [[3, 'User Groups']],
    );
    await problemsBecome(uri, NOT_STRING);
    await writeFile('rules/sources.json', { source: { type: 'integer' } });
    await problemsBecome(uri, NOT_STRING, NOT_INTEGER);
    await problemsBecome(schema);
  });
});

describe('The schemas of a document: what other groups have', () => {
  let service: Service;
  before(async () => {
    service = await startService();
    // All are in progress before the first is known: whoever shares a data source with one other group is asked, and
    // here nobody can answer.
    service.misbehave('slow');
    await Promise.all(
      GROUPS.map(([user_group_id, name, mapping]) =>
        vscode.commands.executeCommand('userGroups.getOrCreate', {
          connection: service.connection,
          user_group_id,
          name,
          mapping,
          properties: { region: 'EU' },
        }),
      ),
    );
    service.misbehave(undefined);
  });
  after(() => service.end());
  afterEach(tidyUp);

  const GROUPS: readonly (readonly [string, string, Record<string, string>])[] = [
    ['acme', 'Acme', { 40: '213', 134: '386' }],
    ['beta', 'Beta Inc', { 40: '213', 134: '999', 7: '386' }],
    ['gamma', 'Gamma', { 40: '213', 134: '386' }],
    ['delta', 'Delta', { 40: '213' }],
    ['eps', 'Epsilon', { 40: '213' }],
    ['zeta', 'Zeta', {}],
  ];

  /** The document of zeta with this mapping. */
  async function openWith(mapping: string): Promise<vscode.TextDocument> {
    const document = await openDocument(uriOf(service.connection, 'zeta'));
    await replaceText(document, `{ "user_group_id": "zeta", "mapping": ${mapping}, "properties": { "region": "EU" } }`);
    return document;
  }

  it('is offered as data sources, and what a single other group uses comes last, named', async () => {
    const document = await openWith('{ "134":  }');
    assert.deepEqual(await suggestedAt(document, ':  }', 2), [
      ['386', 'in 3 groups', '"386"'],
      ['213', 'in 5 groups', '"213"'],
      ['999', 'used by Beta Inc only', '"999"'],
    ]);
  });

  it('is warned of in the Problems panel, follows the other groups, and ends when the document closes', async () => {
    const document = await openWith('{ "134": "999" }');
    const missing = /^Schema ID "40" is missing. 5 of 5 groups/;
    await problemsBecome(document.uri, missing, /^Only "Beta Inc" uses "999"/);
    await vscode.commands.executeCommand('userGroups.update', {
      connection: service.connection,
      user_group_id: 'beta',
      mapping: { 40: '213', 7: '386' },
    });
    await problemsBecome(document.uri, missing);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await problemsBecome(document.uri);
  });
});

/** What is offered `plus` characters into the first place of `needle`, words of the text left out. */
async function itemsAt(document: vscode.TextDocument, needle: string, plus: number): Promise<vscode.CompletionItem[]> {
  const position = document.positionAt(document.getText().indexOf(needle) + plus);
  const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
    'vscode.executeCompletionItemProvider',
    document.uri,
    position,
  );
  return items.filter(({ kind }) => kind !== vscode.CompletionItemKind.Text);
}

async function offeredAt(document: vscode.TextDocument, needle: string, plus = 1): Promise<string[]> {
  return (await itemsAt(document, needle, plus)).map(({ label }) => label as string);
}

/** Label, detail and text of what our own completion offers, in its order. */
async function suggestedAt(document: vscode.TextDocument, needle: string, plus: number): Promise<unknown[]> {
  const items = await itemsAt(document, needle, plus);
  return items
    .toSorted((a, b) => (a.sortText! < b.sortText! ? -1 : 1))
    .map(({ label, detail, insertText }) => [
      label,
      detail,
      (insertText as vscode.SnippetString).value.replace('$1', ''),
    ]);
}

async function hoversAt(document: vscode.TextDocument, needle: string): Promise<string[]> {
  const position = document.positionAt(document.getText().indexOf(needle) + 1);
  const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
    'vscode.executeHoverProvider',
    document.uri,
    position,
  );
  return hovers.flatMap(({ contents }) => contents.map((content) => (content as vscode.MarkdownString).value));
}
