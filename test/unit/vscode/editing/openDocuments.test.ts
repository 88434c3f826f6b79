// Documents that are open in the editor: their text, saved before it is sent, and one sending at a time.

import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import { ViewColumn } from 'vscode';
import type * as vscode from 'vscode';
import { ActiveSends } from '../../../../src/vscode/editing/documents/activeSends.ts';
import {
  currentText,
  isInView,
  openGroup,
  OpenDocuments,
} from '../../../../src/vscode/editing/documents/openDocuments.ts';
import { isOfWorkspace, isWithin } from '../../../../src/vscode/editing/documents/workspaceFiles.ts';
import { compare } from '../../../../src/vscode/editing/compare.ts';
import { UserGroupFileSystem } from '../../../../src/vscode/editing/documents/userGroupFileSystem.ts';
import { groupUri, SCHEME } from '../../../../src/vscode/platform/documentUris.ts';
import { editingContextOf } from '../../../support/editor/editingContextOf.ts';
import {
  commands,
  documentSaved,
  TabInputCustom,
  TabInputText,
  TabInputTextDiff,
  tabs,
  Uri,
  workspace,
} from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const ACME = groupUri('staging', 'acme');
const fileOf = (path: string): vscode.Uri => Uri.file(path) as never;

/** A document that the editor shows. */
class OpenDocument {
  readonly uri: vscode.Uri = ACME;
  isClosed = false;
  isDirty = true;
  getText = (): string => 'typed';
}

describe('An open document', () => {
  let document: OpenDocument;
  let flushed: string[];
  let isSaved: boolean;
  let forms: ConstructorParameters<typeof OpenDocuments>[0];
  let documents: OpenDocuments;

  beforeEach(() => {
    document = new OpenDocument();
    workspace.textDocuments = [document];
    flushed = [];
    isSaved = true;
    forms = {
      flush: (uri) => Promise.resolve(void flushed.push(String(uri))),
      saveFlushed: () => Promise.resolve(isSaved),
    };
    documents = new OpenDocuments(forms);
  });
  afterEach(() => {
    workspace.textDocuments = [];
    tabs.active = undefined;
    mock.timers.reset();
  });

  it('gives its unsaved text as it is, with what its form holds', async () => {
    isSaved = false;
    document.isDirty = false;
    forms.flush = () => Promise.resolve(void (document.isDirty = true));
    assert.equal(await documents.unsavedText(ACME), 'typed');
  });

  it('is none where it is closed, or another one', async () => {
    document.isClosed = true;
    assert.deepEqual([await documents.unsavedText(ACME), await documents.savedText(ACME)], [undefined, undefined]);
    document.isClosed = false;
    assert.equal(await documents.unsavedText(groupUri('staging', 'beta')), undefined);
  });

  it('needs no saving without unsaved changes, also where nothing is stored', async () => {
    document.isDirty = false;
    forms.saveFlushed = () => assert.fail('It is saved.');
    assert.equal(await documents.savedText(ACME), 'typed');
    assert.equal(await documents.unsavedText(ACME), undefined);
  });

  it('is saved when the editor, which is just saving it, has done so', async () => {
    isSaved = false;
    const text = documents.savedText(ACME);
    await new Promise(setImmediate);
    documentSaved.fire({ uri: groupUri('staging', 'beta') });
    document.isDirty = false;
    documentSaved.fire(document);
    assert.equal(await text, 'typed');
  });

  it('is not sent where it can’t be saved in three seconds, and is discarded all the same', async () => {
    isSaved = false;
    for (const work of [() => documents.savedText(ACME), () => documents.settle(ACME)]) {
      mock.timers.enable({ apis: ['setTimeout'] });
      const saving = Promise.allSettled([work()]);
      await new Promise(setImmediate);
      mock.timers.tick(3000);
      const [outcome] = await saving;
      mock.timers.reset();
      flushed.push(outcome.status === 'rejected' ? String(outcome.reason) : 'settled');
    }
    assert.deepEqual(
      [flushed[1], flushed[3]],
      ["conflict: Its document couldn't be saved. Save it, then send it again.", 'settled'],
    );
  });

  describe('that is a file', () => {
    let path: string;
    beforeEach(async () => {
      path = join(temporaryFolder('user-groups-open-'), 'acme.usergroup.json');
      writeFileSync(path, 'as read');
      Object.assign(document, { uri: fileOf(path) });
      await readAgain();
      documents.noteFile(document as never);
    });

    const readAgain = async (): Promise<void> => {
      document.isDirty = false;
      documents.noteFile(document as never);
      document.isDirty = true;
      await documents.savedText(fileOf(path));
    };

    it('is not saved for its sending where the disk has another text by now', async () => {
      writeFileSync(path, 'AS READ');
      await assert.rejects(documents.savedText(fileOf(path)), {
        kind: 'conflict',
        message:
          'The file was changed on disk while you typed. Compare it with the saved file, then save it and send it again.',
      });
    });

    it('is saved where the disk has what was read, once more after each save, and where it is gone', async () => {
      assert.equal(await documents.savedText(fileOf(path)), 'as read');
      writeFileSync(path, 'saved');
      await readAgain();
      assert.equal(await documents.savedText(fileOf(path)), 'saved');
      rmSync(path);
      assert.equal(await documents.savedText(fileOf(path)), 'typed');
    });
  });

  describe('of a group', () => {
    const startProduct = productStarter();
    let ends: (() => void)[];
    const start = async (): Promise<Product> => {
      const product = await startProduct();
      const files = new UserGroupFileSystem(() => Promise.resolve(product.services));
      const registered = workspace.registerFileSystemProvider(SCHEME, files, {});
      ends = [() => registered.dispose(), () => files.dispose()];
      return product;
    };
    afterEach(() => ends.forEach((end) => end()));

    it('is not asked for its text where another one is stored that the editor has not read again', async () => {
      const { services, connection } = await start();
      await services.sending.getOrCreate(connection, documentOf());
      document.isDirty = false;
      assert.deepEqual(
        [
          await documents.savedText(ACME),
          await documents.textToSend(services.groups, connection, 'acme'),
          await currentText(documents, services.groups, { connection, userGroupId: 'acme' }),
        ],
        [documentOf(), documentOf(), documentOf()],
      );
    });

    it('is saved before it is sent also where it only calls itself clean, since it was typed into during a save', async () => {
      const { services, connection } = await start();
      await services.sending.getOrCreate(connection, documentOf());
      document.isDirty = false;
      forms.saveFlushed = () => {
        services.groups.saveDraft(connection, 'acme', 'typed');
        return Promise.resolve(true);
      };
      assert.equal(await documents.textToSend(services.groups, connection, 'acme'), 'typed');
    });

    it('is sent as it is, another as stored, and none that is not in the list', async () => {
      const { services, connection } = await start();
      const toSend = (id: string): Promise<string> => documents.textToSend(services.groups, connection, id);
      await services.sending.getOrCreate(connection, documentOf({ user_group_id: 'beta' }));
      assert.deepEqual([await toSend('acme'), await toSend('beta')], ['typed', documentOf({ user_group_id: 'beta' })]);
      await assert.rejects(toSend('gamma'), {
        kind: 'notFound',
        message: '"gamma" on staging is not in the list. Use "Add Existing User Group…".',
      });
      const current = (userGroupId: string): Promise<string> =>
        currentText(documents, services.groups, { connection, userGroupId });
      assert.deepEqual(
        [await current('acme'), await current('beta'), await current('gamma')],
        ['typed', documentOf({ user_group_id: 'beta' }), ''],
      );
    });

    it('is compared with what was sent or answered, as far as that is known', async () => {
      const product = await start();
      const { services, connection } = product;
      const person = new PlayedPerson();
      const comparing = (side: 'sent' | 'answered' | 'nothing', userGroupId = 'acme'): Promise<void> =>
        compare(editingContextOf(product, person), { connection, userGroupId }, side);
      await services.sending.getOrCreate(connection, documentOf());
      await comparing('sent');
      await comparing('answered');
      assert.deepEqual(person.shown, [
        'difference: "acme" on staging: sent 12 May 2025 ↔ draft',
        'difference: "acme" on staging: service response 12 May 2025, without mapping ↔ draft',
      ]);
      services.groups.saveDraft(connection, 'draft', documentOf({ user_group_id: 'draft' }));
      for (const [side, happened] of [
        ['sent', 'Nothing sent from this machine was applied.'],
        ['nothing', 'Nothing sent from this machine was applied.'],
        ['answered', 'No service response is stored.'],
      ] as const)
        await assert.rejects(comparing(side, 'draft'), {
          kind: 'notFound',
          message: `Couldn't compare "draft" on staging. ${happened}`,
        });
    });
  });

  it('is in view as a form or as a text', () => {
    for (const [input, isSeen] of [
      [new TabInputCustom(ACME), true],
      [new TabInputText(ACME), true],
      [new TabInputTextDiff(ACME, ACME), false],
      [new TabInputCustom(groupUri('staging', 'beta')), false],
      [{ uri: ACME }, false],
    ] as const) {
      tabs.active = { input };
      assert.equal(isInView(ACME), isSeen);
    }
    tabs.active = undefined;
    assert.equal(isInView(ACME), false);
  });

  it('is opened by its editor, or as text', async () => {
    const shown: unknown[] = [];
    const opening = ['vscode.open', 'vscode.openWith'].map((id) =>
      commands.registerCommand(id, (...given) => shown.push([id, ...given.map(String)])),
    );
    const connection = { name: 'staging' } as Parameters<typeof openGroup>[0];
    await openGroup(connection, 'acme', 'default', ViewColumn.Two);
    await openGroup(connection, 'acme', 'text', ViewColumn.One);
    for (const each of opening) each.dispose();
    assert.deepEqual(shown, [
      ['vscode.open', String(ACME), '2'],
      ['vscode.openWith', String(ACME), 'default', '1'],
    ]);
  });

  describe('is sent', () => {
    it('once at a time, whoever asks', async () => {
      const person = new PlayedPerson();
      const sends = new ActiveSends(person.messages);
      const changed: boolean[] = [];
      sends.onDidChange(() => changed.push(sends.isBusy(ACME)));
      const first = Promise.withResolvers<string>();
      const sending = sends.oneAtATime({ origin: 'item', input: {} }, ACME, () => first.promise);
      const again = (origin: 'item' | 'argument'): Promise<unknown> =>
        sends.oneAtATime({ origin, input: {} }, ACME, () => Promise.resolve());
      await assert.rejects(again('item'), { kind: 'cancelled' });
      await assert.rejects(again('argument'), {
        kind: 'conflict',
        message: 'This group is already being sent. Wait for it to complete.',
      });
      assert.deepEqual(person.shown, ['status: This group is already being sent']);
      first.resolve('sent');
      assert.deepEqual([await sending, sends.isBusy(ACME), changed], ['sent', false, [true, false]]);
      sends.dispose();
      await again('item');
      assert.equal(changed.length, 2);
    });
  });

  describe('belongs to the workspace', () => {
    afterEach(() => {
      workspace.workspaceFolders = undefined;
    });

    const real = (paths: Readonly<Record<string, string>>) => ({
      realPath: (path: string) =>
        path in paths ? Promise.resolve(paths[path] ?? '') : Promise.reject(new Error(`${path} is not there`)),
    });

    for (const [words, path, paths, isInside] of [
      ['by its folder', '/work/a.json', {}, true],
      ['by the folder that a link leads to', '/real/a', { '/work': '/real', '/real/a': '/real/a' }, true],
      ['by the file that a link leads to', '/home/link', { '/work': '/work', '/home/link': '/work/a.json' }, true],
      ['not from elsewhere', '/home/a.json', { '/work': '/work', '/home/a.json': '/home/a.json' }, false],
      ['not where a folder’s name begins alike', '/working/a', { '/work': '/work', '/working/a': '/working/a' }, false],
      ['not where it is not there', '/home/a.json', { '/work': '/work' }, false],
      ['not where the folder is not there', '/home/a.json', { '/home/a.json': '/home/a.json' }, false],
    ] as const) {
      it(words, async () => {
        workspace.workspaceFolders = [{ uri: Uri.file('/work') }];
        assert.equal(await isOfWorkspace(real(paths), fileOf(path)), isInside);
      });
    }

    it('not without a folder, and not as a document of another kind', async () => {
      assert.equal(await isOfWorkspace(real({ '/a': '/a' }), fileOf('/a')), false);
      workspace.workspaceFolders = [{ uri: Uri.file('/staging') }];
      assert.equal(await isOfWorkspace(real({}), ACME), true);
      workspace.workspaceFolders = [{ uri: Uri.file('/elsewhere') }];
      assert.equal(await isOfWorkspace(real({ [ACME.path]: '/elsewhere/a', '/elsewhere': '/elsewhere' }), ACME), false);
    });

    it('in a folder that is written with a slash at its end, and as the folder itself', () => {
      assert.ok(isWithin(fileOf('/work/'), fileOf('/work/a')) && isWithin(fileOf('/work'), fileOf('/work')));
      assert.ok(!isWithin(fileOf('/work'), fileOf('/working')));
    });
  });
});
