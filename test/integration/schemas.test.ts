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

  it('may refer to files from the settings, and are read by their own draft', async () => {
    const { uri } = await openFile({ user_group_id: 'acme', mapping: { 40: 300 } });
    await writeFile('rules/sources.json', { above: { minimum: 300, exclusiveMinimum: true } });
    const additionalProperties = { $ref: 'rules/sources.json#/above' };
    await set('mappingSchema', { $schema: 'http://json-schema.org/draft-04/schema#', additionalProperties });
    await problemsBecome(uri, /exclusive minimum of 300/);
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

  it('are named at their own text where they stand in the settings, and leave the other one in use', async () => {
    const { uri } = await openFile(text);
    await set('propertiesSchema', { $ref: '#/no/such' });
    await set('mappingSchema', { maxProperties: 0 });
    await problemsBecome(uri, NOT_STRING, 'Object has more properties than limit of 0.');
    const named = vscode.languages
      .getDiagnostics()
      .filter(([{ scheme }, found]) => scheme === 'usergroupschema' && found.length > 0);
    assert.equal(named.length, 1);
    const [place, [problem]] = named[0]!;
    assert.match(
      problem!.message,
      /^userGroups\.propertiesSchema can't be used, so documents are checked without it\. .*'\/no\/such'/,
    );
    assert.equal((await vscode.workspace.openTextDocument(place)).getText(problem!.range), '"#/no/such"');
  });
});

describe('The schemas of a document: those that refer to an address', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(async () => {
    await service.end();
    await tidyUp();
  });

  it('are named at the reference, and the address is not asked for', async () => {
    const { uri } = await openFile({ user_group_id: 5, mapping: { 40: '213' } });
    const address = `${service.baseUrl}/schema.json`;
    await writeFile('rules/mapping.json', { additionalProperties: { $ref: 'near.json' } });
    const near = await writeFile('rules/near.json', { title: 'x', $ref: address });
    await set('mappingSchema', 'rules/mapping.json');
    await problemsBecome(
      near,
      `userGroups.mappingSchema can't be used, so documents are checked without it. "rules/near.json" refers to "${address}", but schemas are read from the workspace folder only.`,
    );
    assert.deepEqual(
      vscode.languages.getDiagnostics(near).map(({ range }) => range.start.line),
      [2],
    );
    await problemsBecome(uri, NOT_STRING);
    assert.equal(service.exchanges.length, 0);
  });
});

describe('The schemas of a document: sending', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
    await vscode.commands.executeCommand('userGroups.getOrCreate', {
      connection: service.connection,
      user_group_id: 'acme',
      name: 'Acme',
      mapping: { 40: '213' },
      properties: {},
    });
    await set('mappingSchema', { additionalProperties: { type: 'integer' } });
  });
  afterEach(async () => {
    await service.end();
    await tidyUp();
  });

  const update = (name = 'Renamed'): Thenable<unknown> =>
    vscode.commands.executeCommand('userGroups.update', {
      connection: service.connection,
      user_group_id: 'acme',
      name,
    });

  it('is refused with schema errors when it is to be blocked, open or not, until they are corrected', async () => {
    await update('Warned of');
    assert.equal(service.group('acme')?.name, 'Warned of');
    await set('schemaErrors', 'block');
    await assert.rejects(
      async () => {
        await update();
      },
      { name: 'invalid', message: /Expected "integer"/ },
    );
    assert.equal(service.group('acme')?.name, 'Warned of');
    const document = await openDocument(uriOf(service.connection, 'acme'));
    await replaceText(
      document,
      '{ "user_group_id": "acme", "name": "Acme", "mapping": { "40": 213 }, "properties": {} }',
    );
    await update();
    assert.equal(service.group('acme')?.name, 'Renamed');
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

  it('is offered as schema ids, the most used first, and not those that stand there already', async () => {
    const document = await openWith('{ "40": "213",  }');
    assert.deepEqual(await suggestedAt(document, ',  }', 2), [
      ['134', 'in 3 groups', '"134": '],
      ['7', 'in 1 group', '"7": '],
    ]);
  });

  it('is offered as names of properties, and not those that the schema of the person offers', async () => {
    const document = await openWith('{}');
    await replaceText(document, '{ "user_group_id": "zeta", "properties": {  } }');
    assert.deepEqual(await suggestedAt(document, '{  }', 2), [['region', 'in 5 groups', '"region": ']]);
    await set('propertiesSchema', { properties: { region: { type: 'integer' }, tier: {} } });
    await replaceText(document, '{ "user_group_id": "zeta", "properties": { "region": "EU" } }');
    // From here on the schema is known.
    await problemsBecome(document.uri, 'Incorrect type. Expected "integer".');
    await replaceText(document, '{ "user_group_id": "zeta", "properties": {  } }');
    assert.deepEqual((await offeredAt(document, '{  }', 2)).sort(), ['region', 'tier']);
  });

  it('is offered as data sources, and what a single other group uses comes last, named', async () => {
    const document = await openWith('{ "134":  }');
    assert.deepEqual(await suggestedAt(document, ':  }', 2), [
      ['386', 'in 3 groups', '"386"'],
      ['213', 'in 5 groups', '"213"'],
      ['999', 'used by Beta Inc only', '"999"'],
    ]);
  });

  it('is offered by its name, too, where the schema of the person has one', async () => {
    await set('mappingSchema', { properties: { 134: { oneOf: [{ const: '386', title: 'shared' }, { const: 5 }] } } });
    const document = await openWith('{ "40": "213", "134": true }');
    // From here on the schema is known.
    await problemsBecome(
      document.uri,
      'Value is not accepted. Valid values: "386", 5.',
      /^The value of "134" must be a string or an integer/,
    );
    await replaceText(
      document,
      '{ "user_group_id": "zeta", "mapping": { "134":  }, "properties": { "region": "EU" } }',
    );
    assert.deepEqual((await offeredAt(document, ':  }', 2)).sort(), ['"386"', '213', '5', '999', 'shared · 386']);
    await replaceText(document, '{ "mapping": {  } }');
    assert.deepEqual((await offeredAt(document, '{  }', 2)).sort(), ['134', '40', '7']);
  });

  it('is warned of in the Problems panel, each once, and no longer than the document is open', async () => {
    const document = await openWith('{ "134": "999" }');
    const expected = [/^Schema ID "40" is missing. 5 of 5 groups/, /^Only "Beta Inc" uses "999"/] as const;
    await problemsBecome(document.uri, ...expected);
    await replaceText(document, document.getText().replace('"999"', '"386", "40": "213"'));
    await problemsBecome(document.uri);
    await replaceText(document, document.getText().replace('"386", "40": "213"', '"999"'));
    await problemsBecome(document.uri, ...expected);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await problemsBecome(document.uri);
  });

  it('is compared again when the other groups change', async () => {
    const document = await openWith('{ "134": "999", "40": "213" }');
    await problemsBecome(document.uri, /^Only "Beta Inc" uses "999"/);
    await vscode.commands.executeCommand('userGroups.update', {
      connection: service.connection,
      user_group_id: 'beta',
      mapping: { 40: '213', 7: '386' },
    });
    await problemsBecome(document.uri);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
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
