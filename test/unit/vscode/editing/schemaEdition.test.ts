// What is served as a schema: files of the workspace folder, by any path and through any link.

import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { largeFiles } from '../../../../src/store/database/largeFiles.ts';
import { SchemaEdition } from '../../../../src/vscode/editing/schemas/schemaEdition.ts';
import { editionUri, parseEditionUri } from '../../../../src/vscode/editing/schemas/schemaUris.ts';
import { Uri, workspace } from '../../../support/editor/fakeVscode.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

describe('A schema', () => {
  let base = '';
  let edition: SchemaEdition;

  beforeEach(() => {
    base = temporaryFolder('user-groups-schemas-');
    mkdirSync(join(base, 'folder/rules'), { recursive: true });
    writeFileSync(join(base, 'folder/rules/near.json'), '{"near": 1}');
    writeFileSync(join(base, 'outside.json'), '{"outside": 1}');
    symlinkSync(join(base, 'folder'), join(base, 'linked'));
  });
  afterEach(() => {
    workspace.workspaceFolders = undefined;
    edition.dispose();
    rmSync(base, { recursive: true });
  });

  function open(folder: string, scheme = 'file'): void {
    workspace.workspaceFolders = [{ uri: Uri.from({ scheme, path: join(base, folder) }) }];
    edition = new SchemaEdition(
      1,
      (path) => largeFiles.realPath(path),
      () => undefined,
    );
  }

  const read = (file: string): Promise<string> => edition.read({ edition: 1, folder: 0, file });
  /** It is not served, and this is why. */
  async function refused(file: string, why: object | string): Promise<void> {
    await assert.rejects(read(file), { code: 'FileNotFound' }, file);
    const found = edition.unserved.get(file);
    assert.deepEqual(typeof found === 'object' ? { to: found.to, leadsTo: found.leadsTo } : found, why);
  }

  it('of the folder is served, also of one that was opened by a link, and by a link within it', async () => {
    symlinkSync(join(base, 'folder/rules/near.json'), join(base, 'folder/link.json'));
    for (const folder of ['folder', 'linked']) {
      open(folder);
      for (const file of ['rules/near.json', 'rules/../rules/near.json', 'link.json'])
        assert.equal(await read(file), '{"near": 1}', file);
      edition.dispose();
    }
  });

  it('is not served where its path leads out of the folder', async () => {
    open('folder');
    for (const file of ['../outside.json', 'rules/../../outside.json', '../folder of another name/x.json'])
      await refused(file, 'outside');
  });

  it('is not served where a link leads out of the folder', async () => {
    symlinkSync(join(base, 'outside.json'), join(base, 'folder/link.json'));
    symlinkSync(base, join(base, 'folder/rules/up'));
    open('folder');
    for (const file of ['link.json', 'rules/up/outside.json']) await refused(file, 'outside');
  });

  it('of a folder on another machine is served wherever a link leads there', async () => {
    symlinkSync(join(base, 'outside.json'), join(base, 'folder/link.json'));
    open('folder', 'vscode-vfs');
    assert.equal(await read('link.json'), '{"outside": 1}');
  });

  it('is not served where it refers to an address or to a file outside, which it names', async () => {
    const address = 'https://far.example.com/x.json';
    writeFileSync(join(base, 'folder/address.json'), JSON.stringify({ $ref: address }));
    writeFileSync(join(base, 'folder/rules/path.json'), JSON.stringify({ $ref: '%2e%2e/%2e%2e/outside.json' }));
    open('folder');
    await refused('address.json', { to: address, leadsTo: 'address' });
    await refused('rules/path.json', { to: '%2e%2e/%2e%2e/outside.json', leadsTo: 'outside' });
    await refused('missing.json', 'missing');
  });
});

describe('The address of a schema', () => {
  it('says its edition, its folder and its file', () => {
    const path = { edition: 12, folder: 10, file: 'rules of 2026/a#b.json' };
    assert.deepEqual(parseEditionUri(editionUri(path)), path);
  });
});
