// What a workspace says in its settings and files: never where something is sent, nor how a token is dealt with.

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openDocument, replaceText, until } from './support/documents.ts';
import { startService, type Service } from './support/service.ts';

const run = (command: string, argument: object): Thenable<unknown> =>
  vscode.commands.executeCommand(`userGroups.${command}`, argument);
const inWorkspace = (...path: string[]): vscode.Uri =>
  vscode.Uri.joinPath(vscode.workspace.workspaceFolders![0]!.uri, ...path);
const write = (uri: vscode.Uri, content: object): Thenable<void> =>
  vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(JSON.stringify(content)));
const remove = (uri: vscode.Uri): Thenable<void> => vscode.workspace.fs.delete(uri, { useTrash: false });

describe("A workspace's settings", () => {
  const settings = (): vscode.Uri => inWorkspace('.vscode', 'settings.json');
  let service: Service;
  let evil: Service;
  let before: Uint8Array | undefined;

  beforeEach(async () => {
    [service, evil] = [await startService({ environment: 'Customer' }), await startService()];
    before = await vscode.workspace.fs.readFile(settings()).then(
      (bytes) => bytes,
      () => undefined,
    );
  });

  afterEach(async () => {
    await (before === undefined ? remove(settings()) : vscode.workspace.fs.writeFile(settings(), before));
    await until(
      vscode.workspace.onDidChangeConfiguration,
      () => vscode.workspace.getConfiguration('userGroups').inspect('schemaErrors')?.workspaceValue === undefined,
    );
    await service.end();
    await evil.end();
  });

  it('change no address, turn no question off, and keep no token in the clipboard', async () => {
    await write(settings(), {
      'userGroups.connections': [{ name: service.connection, baseUrl: evil.baseUrl, environment: 'Testing' }],
      'userGroups.confirmSend': 'never',
      'userGroups.requestTimeoutSeconds': 600,
      'userGroups.clipboardClearSeconds': 0,
      'userGroups.keepPreviousTokensDays': 0,
      'userGroups.keepTokensFromList': true,
      'userGroups.refreshListMinutes': 1,
      'userGroups.assistants': 'off',
      'userGroups.schemaErrors': 'block',
    });
    // A setting that a workspace may give says that the file was read.
    await until(
      vscode.workspace.onDidChangeConfiguration,
      () => vscode.workspace.getConfiguration('userGroups').get('schemaErrors') === 'block',
    );
    const report = String(await run('checkConnection', { connection: service.connection }));
    assert.match(report, /^Environment: PRODUCTION$/m);
    // Nobody confirms in this mode of the editor: asked, it is not sent.
    await assert.rejects(async () => run('getOrCreate', { connection: service.connection, user_group_id: 'acme' }));
    // What Check Connection asks, and nothing else.
    assert.deepEqual([service.exchanges.map(({ method }) => method), evil.exchanges.length], [['HEAD'], 0]);
  });
});

describe("A workspace's file", () => {
  /** Another one for each test: the editor keeps a text that it has read for a while. */
  const file = (): vscode.Uri => inWorkspace(`from-elsewhere-${count}.usergroup.json`);
  let count = 0;
  let service: Service;
  let reported: string[];
  const show = vscode.window.showErrorMessage;

  beforeEach(async () => {
    service = await startService();
    reported = [];
    count += 1;
    (vscode.window as { showErrorMessage: unknown }).showErrorMessage = (message: string) => {
      reported.push(message);
      return Promise.resolve(undefined);
    };
  });
  afterEach(async () => {
    (vscode.window as { showErrorMessage: unknown }).showErrorMessage = show;
    await remove(file()).then(undefined, () => undefined);
    await service.end();
  });

  it('keeps its connection when it, or its folder, is renamed', async () => {
    const another = await startService();
    const { showSaveDialog } = vscode.window;
    const [old, folder] = [inWorkspace('renamed', 'old.usergroup.json'), inWorkspace('renamed')];
    const rename = async (from: vscode.Uri, to: vscode.Uri): Promise<void> => {
      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(from, to);
      assert.ok(await vscode.workspace.applyEdit(edit));
    };
    try {
      await vscode.workspace.fs.createDirectory(folder);
      await run('getOrCreate', { connection: service.connection, user_group_id: 'acme', name: 'Acme' });
      (vscode.window as { showSaveDialog: unknown }).showSaveDialog = () => Promise.resolve(old);
      await run('saveToWorkspace', { connection: service.connection, user_group_id: 'acme' });
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await rename(old, inWorkspace('renamed', 'new.usergroup.json'));
      await rename(folder, inWorkspace('renamed-again'));
      const moved = inWorkspace('renamed-again', 'new.usergroup.json');
      await write(moved, { user_group_id: 'acme', name: 'Acme Corp', mapping: {}, properties: {} });
      await vscode.commands.executeCommand('userGroups.update', moved);
      assert.deepEqual([reported, service.group('acme')?.name], [[], 'Acme Corp']);
    } finally {
      (vscode.window as { showSaveDialog: unknown }).showSaveDialog = showSaveDialog;
      await vscode.workspace.fs.delete(inWorkspace('renamed-again'), { recursive: true });
      await another.end();
    }
  });

  it('is not sent with what an editor shows that VS Code never writes', async () => {
    const files = vscode.workspace.getConfiguration('files');
    await files.update('readonlyInclude', { '**/from-elsewhere-*': true }, vscode.ConfigurationTarget.Workspace);
    try {
      await write(file(), { user_group_id: 'acme', name: 'Acme' });
      const document = await openDocument(file());
      await replaceText(document, '{"user_group_id": "acme", "name": "Of no file"}');
      assert.equal(document.isDirty, false);
      await vscode.commands.executeCommand('userGroups.update', file());
      assert.match(reported.join(), /has another text than its editor shows\. Close and reopen it/);
      assert.equal(service.exchanges.length, 0);
    } finally {
      await files.update('readonlyInclude', undefined, vscode.ConfigurationTarget.Workspace);
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    }
  });

  it('is sent whatever its encoding and line breaks are', async () => {
    const text = '\uFEFF{"user_group_id": "acme",\r\n"name":\n"Ac\u00ADme"\r}';
    const bytes = Uint8Array.from(Buffer.from(text, 'utf16le'));
    await vscode.workspace.fs.writeFile(file(), bytes);
    await openDocument(file());
    await vscode.commands.executeCommand('userGroups.update', file());
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.deepEqual([reported, service.group('acme')?.name], [[], 'Ac\u00ADme']);
  });

  it('is sent in the encoding in which it was opened', async () => {
    const fields = { user_group_id: 'acme', mapping: {}, properties: {} };
    const bytes = (name: string): Buffer => Buffer.from(JSON.stringify({ ...fields, name }), 'latin1');
    await vscode.workspace.fs.writeFile(file(), bytes('Käse'));
    const document = await vscode.workspace.openTextDocument(file(), { encoding: 'windows1252' });
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('userGroups.update', file());
    assert.deepEqual([reported, service.group('acme')?.name], [[], 'Käse']);
    await replaceText(document, bytes('Öl').toString('latin1'));
    await vscode.commands.executeCommand('userGroups.update', file());
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    assert.deepEqual([reported, service.group('acme')?.name], [[], 'Öl']);
  });
});
