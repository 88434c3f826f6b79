// Groups as files where a repository has prepared links: nothing is written or read through them, and they are named.

import assert from 'node:assert/strict';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { readImport } from '../../../../src/bulk/readImport.ts';
import type { UserGroupsError } from '../../../../src/core/errors.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import type { BulkContext } from '../../../../src/vscode/bulk/bulkContext.ts';
import { exportList } from '../../../../src/vscode/bulk/listFiles.ts';
import { saveGroupsToFolder } from '../../../../src/vscode/files/saveGroupsToFolder.ts';
import { saveToWorkspace } from '../../../../src/vscode/files/saveToWorkspace.ts';
import { readSource } from '../../../../src/vscode/bulk/imports/importSource.ts';
import { Uri, window, workspace } from '../../../support/editor/fakeVscode.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const FILE = 'acme.usergroup.json';
const { showSaveDialog } = window;

describe('Groups that are saved as files', () => {
  const start = productStarter();
  let folder = '';
  let outside = '';
  let product: Product;
  /** Titles of the questions, each of which is answered by its first answer. */
  let asked: string[];

  beforeEach(async () => {
    [folder, outside, asked] = [temporaryFolder('user-groups-repository-'), temporaryFolder('user-groups-home-'), []];
    writeFileSync(join(outside, 'profile'), 'mine');
    workspace.workspaceFolders = [{ uri: Uri.file(folder) }];
    product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
  });
  afterEach(() => {
    workspace.workspaceFolders = undefined;
    window.showSaveDialog = showSaveDialog;
    for (const made of [folder, outside]) rmSync(made, { recursive: true });
  });

  const context = (): BulkContext =>
    standIn<BulkContext>({
      services: product.services,
      tree: standIn({}),
      messages: standIn({
        status: () => undefined,
        ask: ({ title, answers }) => {
          asked.push(title);
          return Promise.resolve(answers[0]);
        },
      }),
      documents: standIn({ textToSend: () => Promise.resolve(documentOf()) }),
      fileConnections: standIn({ choose: () => Promise.resolve() }),
    });
  const invocation = (input: object): Invocation => ({
    origin: 'argument',
    input: { connection: 'staging', ...input },
  });
  const save = (): ReturnType<typeof saveGroupsToFolder> => saveGroupsToFolder(context(), invocation({ folder }));
  const choose = (name: string): void => {
    window.showSaveDialog = () => Promise.resolve(Uri.file(join(folder, name)));
  };
  const saveOne = (): Promise<void> => saveToWorkspace(context(), invocation({ user_group_id: 'acme' }));
  const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');
  /** That nothing came of it, beside links that are as they were. */
  const nothingWritten = (): void => {
    assert.deepEqual(
      [
        readFileSync(join(outside, 'profile'), 'utf8'),
        readdirSync(outside),
        lstatSync(join(folder, FILE)).isSymbolicLink(),
      ],
      ['mine', ['profile'], true],
    );
  };
  const isNamed = ({ kind, message }: UserGroupsError): void => {
    assert.deepEqual(
      [
        kind,
        message.includes(
          `. "${FILE}" is a symbolic link, through which no file is written. Remove the link, or choose another place.`,
        ),
      ],
      ['conflict', true],
      message,
    );
  };

  for (const [what, target] of [
    ['to nothing', 'new'],
    ['to a file', 'profile'],
  ] as const) {
    it(`to a folder are not written through a link ${what}, which is named`, async () => {
      symlinkSync(join(outside, target), join(folder, FILE));
      isNamed(await failureOf(save()));
      nothingWritten();
      assert.deepEqual([asked, readdirSync(folder)], [[], [FILE]]);
    });

    it(`to the workspace are not written through a link ${what}, which is named`, async () => {
      symlinkSync(join(outside, target), join(folder, FILE));
      choose(FILE);
      isNamed(await failureOf(saveOne()));
      nothingWritten();
    });
  }

  it('to a folder get another name where a folder has theirs, and are beside links of other names', async () => {
    mkdirSync(join(folder, FILE));
    symlinkSync(join(outside, 'new'), join(folder, 'link'));
    assert.deepEqual(await save(), { written: 1, same: 0, kept: 0 });
    assert.match(readdirSync(folder).join(' '), /^acme-[0-9a-f]{8}\.usergroup\.json acme\.usergroup\.json link$/);
    assert.ok(!existsSync(join(outside, 'new')));
  });

  it("to the workspace have a name to which VS Code's own dialog adds nothing", async () => {
    let proposed: { readonly name: string; readonly extensions: readonly string[] } | undefined;
    window.showSaveDialog = ({ defaultUri, filters }) => {
      proposed = { name: defaultUri.path.split('/').at(-1)!, extensions: Object.values(filters).flat() };
      return Promise.resolve(undefined);
    };
    await saveOne();
    assert.equal(proposed?.name, FILE);
    // It treats what follows the last dot as the extension, and adds the first one here unless this is among them.
    assert.deepEqual([proposed.extensions[0], proposed.extensions.includes('json')], ['usergroup.json', true]);
  });

  it('are not read through links when the files of a folder are imported', async () => {
    writeFileSync(join(outside, 'secret.usergroup.json'), documentOf({ user_group_id: 'theirs' }));
    symlinkSync(join(outside, 'secret.usergroup.json'), join(folder, 'linked.usergroup.json'));
    await save();
    const { rows } = await readImport(await readSource({ uris: [vscode.Uri.file(folder)], isFolder: true }));
    assert.deepEqual(
      rows.map(({ file, userGroupId, problems }) => [file, userGroupId, problems.map(({ reason }) => reason)]),
      [
        [FILE, 'acme', []],
        ['linked.usergroup.json', undefined, ['It is a symbolic link, which is not followed.']],
      ],
    );
  });

  it('as a list replace a link, and nothing is written to its target', async () => {
    for (const name of ['list', 'list.part']) symlinkSync(join(outside, 'profile'), join(folder, name));
    await exportList(context(), invocation({ file: join(folder, 'list') }));
    assert.deepEqual(
      [
        readFileSync(join(outside, 'profile'), 'utf8'),
        lstatSync(join(folder, 'list')).isFile(),
        textOf('list').includes('acme'),
      ],
      ['mine', true, true],
    );
  });
});
