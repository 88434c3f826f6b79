// A workspace that is not trusted: nothing of it reaches the network, nor the list, from which it would be sent later.

import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importReader } from '../../../../src/bulk/importReader.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import { editMany } from '../../../../src/vscode/bulk/editMany.ts';
import type { BulkContext } from '../../../../src/vscode/bulk/bulkContext.ts';
import { importGroups } from '../../../../src/vscode/bulk/importGroups.ts';
import { exportList, importList } from '../../../../src/vscode/bulk/listFiles.ts';
import { Uri, workspace } from '../../../support/editor/fakeVscode.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const trust = (isTrusted: boolean): BulkContext['trust'] => ({
  isTrusted: () => isTrusted,
  onDidChange: () => ({ dispose: () => undefined }),
});
const TRUST =
  'The workspace is not trusted. Trust the workspace first (Workspaces: Manage Workspace Trust), or use the local sandbox.';

describe('A file of a workspace that is not trusted', () => {
  const start = productStarter();
  const NAMES = ['groups.json', 'list.jsonl', 'values.csv'];
  let base = '';
  let product: Product;

  /** Two folders, of which one is the workspace's, both with the same files. */
  beforeEach(async () => {
    base = temporaryFolder('user-groups-restricted-');
    const other = await start();
    await other.services.sending.getOrCreate(other.connection, documentOf());
    for (const folder of ['workspace', 'elsewhere']) {
      mkdirSync(join(base, folder));
      writeFileSync(join(base, folder, 'groups.json'), JSON.stringify([{ user_group_id: 'acme' }]));
      writeFileSync(join(base, folder, 'values.csv'), 'user_group_id,region\nglobex,DE\n');
      await exportList(contextOf(other, true), invocation({ file: join(base, folder, 'list.jsonl') }));
    }
    product = await start();
    await product.services.sending.getOrCreate(
      product.connection,
      documentOf({ user_group_id: 'globex', mapping: {}, properties: { region: 'EU' } }),
    );
    workspace.workspaceFolders = [{ uri: Uri.file(join(base, 'workspace')) }];
  });
  afterEach(() => {
    workspace.workspaceFolders = undefined;
    rmSync(base, { recursive: true });
  });

  const contextOf = ({ services, settings }: Product, isTrusted: boolean): BulkContext =>
    standIn<BulkContext>({
      services,
      settings,
      tree: standIn({}),
      documents: standIn({ unsavedText: () => Promise.resolve(undefined) }),
      schemas: standIn({}),
      trust: trust(isTrusted),
      importReader: () => Promise.resolve(importReader),
      openTable: () => standIn({ update: () => undefined, onDidClose: () => ({ dispose: () => undefined }) }),
      messages: standIn({
        status: () => undefined,
        warn: () => Promise.resolve(undefined),
        ask: ({ answers }) => Promise.resolve(answers[0]),
      }),
    });
  const invocation = (input: object): Invocation => ({
    origin: 'argument',
    input: { connection: 'staging', ...input },
  });
  const fileIn = (folder: string, name: string): string => join(base, folder, name);
  const change = (file: string): object => ({
    user_group_ids: ['globex'],
    on_failure: 'stop',
    change: {
      action: 'set',
      property: 'region',
      file,
      id_column: 'user_group_id',
      value_column: 'region',
      cells: 'text',
    },
  });
  const uses: Readonly<Record<string, (folder: string, isTrusted: boolean) => Promise<unknown>>> = {
    'Couldn\'t import "groups.json" into the list of staging': (folder, isTrusted) =>
      importGroups(contextOf(product, isTrusted), invocation({ file: fileIn(folder, 'groups.json'), way: 'listOnly' })),
    'Couldn\'t import "list.jsonl" into the list of staging': (folder, isTrusted) =>
      importList(contextOf(product, isTrusted), invocation({ file: fileIn(folder, 'list.jsonl') })),
    'Couldn\'t read "values.csv" for groups of staging': (folder, isTrusted) =>
      editMany(contextOf(product, isTrusted), invocation(change(fileIn(folder, 'values.csv')))),
  };

  for (const [words, use] of Object.entries(uses)) {
    it(`waits for trust: ${words}`, async () => {
      const { kind, message } = await failureOf(use('workspace', false));
      assert.deepEqual([kind, message.startsWith(`${words}. ${TRUST}`)], ['forbidden', true], message);
      assert.equal(product.record('acme'), undefined);
    });

    it(`waits for trust by any path that leads to it: ${words}`, async () => {
      symlinkSync(join(base, 'workspace'), join(base, 'linked folder'));
      mkdirSync(join(base, 'links'));
      for (const name of NAMES) symlinkSync(fileIn('workspace', name), fileIn('links', name));
      for (const folder of ['linked folder', 'links'])
        assert.equal((await failureOf(use(folder, false))).kind, 'forbidden', folder);
      workspace.workspaceFolders = [{ uri: Uri.file(join(base, 'linked folder')) }];
      assert.equal((await failureOf(use('workspace', false))).kind, 'forbidden');
      assert.equal(product.record('acme'), undefined);
    });
  }

  it("is imported once the workspace is trusted, and one that lies elsewhere is the user's own", async () => {
    await importGroups(
      contextOf(product, true),
      invocation({ file: fileIn('workspace', 'groups.json'), way: 'listOnly' }),
    );
    assert.ok(product.record('acme'));
    await importList(contextOf(product, false), invocation({ file: fileIn('elsewhere', 'list.jsonl') }));
    const planned = await editMany(contextOf(product, false), invocation(change(fileIn('elsewhere', 'values.csv'))));
    assert.deepEqual(planned, { changed: 1, same: 0, skipped: 0 });
  });

  it('is imported into the list of the sandbox', async () => {
    const sandbox = await product.services.sandbox.start();
    assert.deepEqual(
      await importGroups(
        contextOf(product, false),
        invocation({ connection: sandbox.name, file: fileIn('workspace', 'groups.json'), way: 'listOnly' }),
      ),
      {
        known: 0,
        notKnown: 1,
        invalid: 0,
        added: 1,
        same: 0,
        different: 0,
      },
    );
  });
});
