// A group's document in the real editor: whatever its id, it opens, saves and reopens, and saving never sends.

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { inDepth, isDeep, patience } from '../support/depth.ts';
import { openDocument, replaceText, until, uriOf } from './support/documents.ts';
import { startService, type Service } from './support/service.ts';

const IDS: Record<string, string> = {
  'a slash': 'eu/acme',
  'another case': 'EU/ACME',
  'a percent sign': '100%25 acme%',
  'two dots': '..',
  'one dot': '.',
  'an emoji': 'acme 👩‍👩‍👧 🏳️‍🌈',
  '2,000 characters': 'x'.repeat(2_000),
  'digits only': '6',
  'spaces at its edges': '  acme ',
  'the ending of a document': 'acme.usergroup.json',
  'the name of the folder of new documents': '~new',
  'what a URL gives a meaning': 'a?b#c&d=e+f:g@h',
  'a backslash and quotes': 'a\\b"c\'d',
  'a zero-width space and a soft hyphen': 'a\u200Bb\u00ADc',
  'text from right to left': 'שלום \u202Eabc',
};

describe('A document', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.end());

  for (const [words, id] of Object.entries(IDS).filter((_, index) => isDeep || index % 3 === 0)) {
    it(`opens, saves and reopens when its id has ${words}`, async () => {
      await vscode.commands.executeCommand('userGroups.getOrCreate', {
        connection: service.connection,
        user_group_id: id,
        name: words,
      });
      const uri = uriOf(service.connection, id);
      const document = await openDocument(uri);
      assert.equal((JSON.parse(document.getText()) as { user_group_id: string }).user_group_id, id);
      const text = JSON.stringify({ user_group_id: id, name: words, properties: { region: 'EU' } });
      await replaceText(document, text);
      assert.equal(await document.save(), true);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      assert.equal(new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)), text);
      assert.equal(service.group(id)?.name, words);
    });
  }
});

describe('An update right after another one', () => {
  it('keeps what that one has changed, though the group is open in a tab', async function () {
    this.timeout(patience(180_000));
    const service = await startService();
    const run = (command: string, fields: object): Thenable<unknown> =>
      vscode.commands.executeCommand(`userGroups.${command}`, {
        connection: service.connection,
        user_group_id: 'acme',
        ...fields,
      });
    await run('getOrCreate', { name: 'Acme', mapping: { 40: '000' }, properties: {} });
    await openDocument(uriOf(service.connection, 'acme'));
    const kept: string[] = [];
    const expected = Array.from({ length: inDepth(6) }, (_, turn) => String(100 + turn));
    for (const source of expected) {
      await run('update', { mapping: { 40: source } });
      await run('update', { properties: { turn: source } });
      kept.push((JSON.parse(service.group('acme')!.mapping!) as { 40: string })[40]);
    }
    await service.end();
    assert.deepEqual(kept, expected);
  });
});

describe('Saving a document', () => {
  let service: Service;
  beforeEach(async () => {
    service = await startService();
    await vscode.commands.executeCommand('userGroups.getOrCreate', {
      connection: service.connection,
      user_group_id: 'acme',
      name: 'Acme',
      mapping: { 40: '213' },
    });
  });
  afterEach(() => service.end());

  it('keeps any text, valid JSON or not, and sends nothing', async () => {
    const requests = service.exchanges.length;
    const document = await openDocument(uriOf(service.connection, 'acme'));
    await replaceText(document, '{ "user_group_id": "acme", ');
    assert.equal(await document.save(), true);
    assert.equal(document.isDirty, false);
    assert.equal(
      new TextDecoder().decode(await vscode.workspace.fs.readFile(document.uri)),
      '{ "user_group_id": "acme", ',
    );
    assert.equal(service.exchanges.length, requests);
  });

  it('keeps every letter, whatever encoding the files of the person are in', async () => {
    const files = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('files');
    const text = '{ "user_group_id": "acme", "name": "Città 東京", "mapping": { "40": "213" }, "properties": {} }';
    await files().update('encoding', 'windows1252', vscode.ConfigurationTarget.Workspace);
    try {
      const document = await openDocument(uriOf(service.connection, 'acme'));
      await replaceText(document, text);
      assert.equal(await document.save(), true);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await vscode.commands.executeCommand('userGroups.update', {
        connection: service.connection,
        user_group_id: 'acme',
      });
      assert.equal((await openDocument(document.uri)).getText(), text);
      assert.equal(service.group('acme')?.name, 'Città 東京');
    } finally {
      await files().update('encoding', undefined, vscode.ConfigurationTarget.Workspace);
    }
  });

  it('is part of sending: what the editor shows is saved, then sent', async () => {
    const document = await openDocument(uriOf(service.connection, 'acme'));
    await replaceText(
      document,
      '{ "user_group_id": "acme", "name": "Shown", "mapping": {"134":"386","40":"213"}, "properties": {"n": 12345678901234567890} }',
    );
    assert.equal(document.isDirty, true);
    await vscode.commands.executeCommand('userGroups.update', {
      connection: service.connection,
      user_group_id: 'acme',
    });
    assert.equal(document.isDirty, false);
    assert.equal(service.group('acme')?.name, 'Shown');
    assert.equal(service.group('acme')?.properties, '{"n": 12345678901234567890}');
  });

  it('leaves the time of change alone when the text stays the same, so that another window sees no conflict', async () => {
    const { uri } = await openDocument(uriOf(service.connection, 'acme'));
    const { mtime } = await vscode.workspace.fs.stat(uri);
    await vscode.commands.executeCommand('userGroups.fetch', { connection: service.connection, user_group_id: 'acme' });
    await vscode.workspace.fs.writeFile(uri, await vscode.workspace.fs.readFile(uri));
    assert.equal((await vscode.workspace.fs.stat(uri)).mtime, mtime);
  });

  it('is seen by a clean editor when the text changes under it', async () => {
    const document = await openDocument(uriOf(service.connection, 'acme'));
    const changed = until(vscode.workspace.onDidChangeTextDocument, () =>
      document.getText().includes('"from": "a task"'),
    );
    await vscode.commands.executeCommand('userGroups.update', {
      connection: service.connection,
      user_group_id: 'acme',
      properties: { from: 'a task' },
    });
    await changed;
    assert.equal(document.isDirty, false);
  });
});

describe('A document that was not sent yet', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.end());

  it('becomes its group by its first sending, in the same tab', async () => {
    await vscode.commands.executeCommand('userGroups.new', { connection: service.connection });
    const document = await vscode.workspace.openTextDocument(activeUri()!);
    assert.match(document.uri.path, /\/~new\/1\.usergroup\.json$/);
    await replaceText(
      document,
      '{\n  "user_group_id": "newco",\n  "name": "New Co",\n  "mapping": {},\n  "properties": {}\n}\n',
    );
    const renamed = until(
      vscode.window.tabGroups.onDidChangeTabs,
      () => activeUri()?.path === uriOf(service.connection, 'newco').path,
    );
    await vscode.commands.executeCommand('userGroups.getOrCreate', document.uri);
    await renamed;
    assert.equal(service.group('newco')?.name, 'New Co');
    assert.deepEqual(
      await vscode.workspace.fs.readDirectory(
        uriOf(service.connection, 'newco').with({ path: document.uri.path.split('/').slice(0, 2).join('/') }),
      ),
      [['newco.usergroup.json', vscode.FileType.File]],
    );
  });
});

function activeUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
}
