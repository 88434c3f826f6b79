// The documents of groups as files: what is read, what is written, and what may be deleted or renamed.

import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { UserGroupFileSystem } from '../../../../src/vscode/editing/documents/userGroupFileSystem.ts';
import { connectionUri, groupUri, newDraftUri, SCHEME } from '../../../../src/vscode/platform/documentUris.ts';
import {
  commands,
  configuration,
  FileChangeType,
  FileType,
  TabInputCustom,
  TabInputText,
  tabs,
  Uri,
  window,
  workspace,
} from '../../../support/editor/fakeVscode.ts';
import { EditedDocument } from '../../../support/editor/editedDocument.ts';
import { DAY, documentOf, productStarter, type Product } from '../../../support/product.ts';

const ACME = groupUri('staging', 'acme');
const NEW = newDraftUri('staging', 1);
const at = (path: string): vscode.Uri => Uri.from({ scheme: SCHEME, path }) as never;
const inFront = (): unknown => tabs.active?.input;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('The document of a group', () => {
  const start = productStarter();
  let product: Product;
  let files: UserGroupFileSystem;
  let changes: string[];
  const { rename } = workspace.fs;

  beforeEach(async () => {
    product = await start();
    files = new UserGroupFileSystem(() => Promise.resolve(product.services));
    changes = [];
    files.onDidChangeFile((events) => changes.push(...events.map(({ type, uri }) => `${type} ${uri.path}`)));
  });
  afterEach(() => {
    files.dispose();
    workspace.textDocuments = [];
    workspace.fs.rename = rename;
    window.activeTextEditor = undefined;
    tabs.active = undefined;
    configuration.set('files.encoding', 'utf8');
  });

  const textAt = async (uri: vscode.Uri): Promise<string> =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(await files.readFile(uri));

  const send = async (id = 'acme'): Promise<void> => {
    await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: id }));
  };

  const opened = (...uris: readonly (vscode.Uri & { readonly isDirty?: boolean })[]): void => {
    workspace.textDocuments = uris.map((uri) => ({ uri, isDirty: false }));
  };

  describe('is read', () => {
    it('as its draft, or as it was sent', async () => {
      await send();
      assert.equal(await textAt(ACME), documentOf());
      product.services.groups.saveDraft(product.connection, 'acme', documentOf({ name: 'Draft' }));
      assert.equal(await textAt(ACME), documentOf({ name: 'Draft' }));
    });

    it('as UTF-8, which is marked where the editor would expect another encoding', async () => {
      await send();
      configuration.set('files.encoding', 'windows1252');
      assert.equal(await textAt(ACME), `\uFEFF${documentOf()}`);
      const { size } = await files.stat(ACME);
      assert.equal(Math.floor(size), bytesOf(documentOf()).length + 3);
    });

    it('with its size and its time, which changes with it', async () => {
      await send();
      const before = await files.stat(ACME);
      assert.deepEqual(
        [before.type, Math.floor(before.size), before.permissions],
        [FileType.File, bytesOf(documentOf()).length, undefined],
      );
      assert.deepEqual(await files.stat(ACME), before);
      product.services.groups.saveDraft(product.connection, 'acme', documentOf({ name: 'Draft' }));
      assert.notEqual((await files.stat(ACME)).mtime, before.mtime);
    });

    it('only, where its connection can’t be used', async () => {
      await send();
      product.settings.edit([{ name: 'staging', baseUrl: 'https://moved.example.com', environment: 'Testing' }]);
      assert.equal((await files.stat(ACME)).permissions, 1);
    });

    it('not where the list has no such group, no such connection, or no such address', async () => {
      for (const [uri, message] of [
        [ACME, '"acme" on staging is not in the list'],
        [NEW, /is not there$/],
        [groupUri('nowhere', 'acme'), '"acme" on nowhere is not in the list'],
        [at('/staging/acme/more'), /is not there$/],
      ] as const) {
        await assert.rejects(files.readFile(uri), { code: 'FileNotFound', message });
        await assert.rejects(files.stat(uri), { code: 'FileNotFound' });
      }
    });
  });

  describe('is in a folder', () => {
    it('of its connection, which has one for new documents', async () => {
      product.settings.edit([
        ...product.settings.entries,
        { name: 'a/b', baseUrl: 'https://other.example.com', environment: 'Testing' },
      ]);
      for (const uri of [at('/'), connectionUri('staging'), at('/staging/~new'), connectionUri('a/b')])
        assert.equal((await files.stat(uri)).type, FileType.Directory, uri.path);
      for (const uri of [at('/nowhere'), at('/staging/other'), at('/nowhere/~new')])
        await assert.rejects(files.stat(uri), { code: 'FileNotFound' }, uri.path);
      assert.deepEqual(await files.readDirectory(at('/')), [
        ['staging', FileType.Directory],
        ['a%2Fb', FileType.Directory],
      ]);
    });

    it('with the others', async () => {
      await send();
      await send('a/b');
      assert.deepEqual(
        (await files.readDirectory(connectionUri('staging'))).toSorted(([one], [other]) => one.localeCompare(other)),
        [
          [ACME.path.split('/')[2], FileType.File],
          [groupUri('staging', 'a/b').path.split('/')[2], FileType.File],
        ].toSorted(([one], [other]) => String(one).localeCompare(String(other))),
      );
      await assert.rejects(files.readDirectory(at('/nowhere')), { code: 'FileNotFound' });
    });
  });

  describe('is written', () => {
    it('as a draft, without any request', async () => {
      await send();
      product.requests.length = 0;
      await files.writeFile(ACME, bytesOf(documentOf({ name: 'Typed' })));
      assert.equal(product.record('acme')?.draft?.text, documentOf({ name: 'Typed' }));
      assert.deepEqual(product.requests, []);
    });

    it('not at an address that is none, on no connection, and not in another encoding', async () => {
      await assert.rejects(files.writeFile(at('/staging/acme.json'), bytesOf('{}')), {
        code: 'NoPermissions',
        message: 'Only groups can be saved here, as <connection>/<ID>.usergroup.json',
      });
      await assert.rejects(files.writeFile(groupUri('nowhere', 'acme'), bytesOf('{}')), { code: 'FileNotFound' });
      await assert.rejects(files.writeFile(ACME, Uint8Array.of(0x7b, 0xff, 0x7d)), {
        code: 'NoPermissions',
        message: 'Groups are stored as UTF-8. Use "Save with Encoding" and choose UTF-8.',
      });
    });

    it('and a failure is said by its sentence, which VS Code shows', async () => {
      product.settings.edit([{ name: 'staging', baseUrl: 'nowhere' }]);
      await assert.rejects(files.writeFile(ACME, bytesOf('{}')), {
        name: 'Error',
        code: 'Unknown',
        message: /staging/,
      });
    });
  });

  describe('that is typed into, and has another text elsewhere,', () => {
    /** Of one length. */
    const mapped = (source: string): string => documentOf({ mapping: { 40: source } });
    const [SENT, HERE, ELSEWHERE] = [mapped('213'), mapped('215'), mapped('214')];
    const open = (uri = ACME): Promise<EditedDocument> => EditedDocument.open(files, uri);
    const otherWindow = (): UserGroupFileSystem => {
      const { services } = product.anotherWindow();
      return new UserGroupFileSystem(() => Promise.resolve(services));
    };

    beforeEach(async () => {
      await product.services.sending.getOrCreate(product.connection, SENT);
    });

    const isKept = async (document: EditedDocument, uri = ACME): Promise<void> => {
      assert.equal(await document.save(HERE), 'conflict');
      assert.equal(await textAt(uri), ELSEWHERE);
      // Comparing reads it, and still decides nothing.
      assert.equal(await document.save(HERE), 'conflict');
      assert.equal(await document.save(HERE, 'overwrite'), 'saved');
      assert.equal(await textAt(uri), HERE);
      assert.equal(await document.save(SENT), 'saved');
    };

    it('is not written over a text of the same length from another window, unless you say so', async () => {
      const document = await open();
      const other = await EditedDocument.open(otherWindow(), ACME);
      assert.equal(await other.save(ELSEWHERE), 'saved');
      await isKept(document);
    });

    it('nor over what was sent in this one', async () => {
      const document = await open();
      await product.services.sending.update(product.connection, ELSEWHERE);
      await isKept(document);
    });

    it('nor in a window that VS Code has restored with what was typed', async () => {
      const document = await open();
      await product.services.sending.update(product.connection, ELSEWHERE);
      files = otherWindow();
      await isKept(document.restoredBy(files));
    });

    it('nor over a group that was removed and added again, with a clock that was put back', async () => {
      const document = await open();
      product.services.groups.remove(product.ref('acme'));
      product.clock.now -= DAY;
      await product.services.sending.getOrCreate(product.connection, ELSEWHERE);
      await isKept(document);
    });

    it('nor over a new document of another window', async () => {
      product.services.groups.addNewDraft(product.connection, SENT);
      const document = await open(NEW);
      assert.equal(await (await EditedDocument.open(otherWindow(), NEW)).save(ELSEWHERE), 'saved');
      await isKept(document, NEW);
    });

    for (const [words, uri] of [
      ['of a group', ACME],
      ['that is new', NEW],
    ] as const) {
      const saveElsewhere = async (): Promise<void> => {
        await (await EditedDocument.open(otherWindow(), uri)).save(ELSEWHERE);
      };

      it(`nor where the other one comes between VS Code’s look and its writing: ${words}`, async () => {
        product.services.groups.addNewDraft(product.connection, SENT);
        const document = await open(uri);
        await assert.rejects(document.save(HERE, undefined, { beforeWriting: saveElsewhere }), {
          message: /The document was changed elsewhere at the same time\. Try again\.$/,
        });
        await isKept(document, uri);
      });

      it(`nor where the other one comes between VS Code’s writing and its look at that: ${words}`, async () => {
        product.services.groups.addNewDraft(product.connection, SENT);
        const document = await open(uri);
        assert.equal(await document.save('{}', undefined, { afterWriting: saveElsewhere }), 'saved');
        opened(uri);
        await files.announceChanges();
        assert.deepEqual(changes, [`${FileChangeType.Changed} ${uri.path}`]);
        await isKept(document, uri);
      });
    }

    it('is written where only its time has changed', async () => {
      const document = await open();
      product.services.groups.saveDraft(product.connection, 'acme', ELSEWHERE);
      product.services.groups.discardDraft(product.connection, 'acme');
      assert.equal(await document.save(HERE), 'saved');
    });

    it('is written where it is gone from the list, which it joins again', async () => {
      const document = await open();
      product.services.groups.remove(product.ref('acme'));
      assert.equal(await document.save(HERE), 'saved');
      assert.equal(product.record('acme')?.draft?.text, HERE);
    });
  });

  describe('is deleted', () => {
    it('where it was never sent', async () => {
      product.services.groups.addNewDraft(product.connection, documentOf());
      await files.delete(NEW);
      assert.equal(product.services.groups.newDraft(product.connection.id, 1), undefined);
    });

    it('not where it is in the list', async () => {
      await send();
      for (const uri of [ACME, at('/staging')])
        await assert.rejects(files.delete(uri), { code: 'NoPermissions', message: 'Use "Remove from List…" instead.' });
      assert.ok(product.record('acme'));
    });
  });

  describe('is renamed', () => {
    beforeEach(() => {
      product.services.groups.addNewDraft(product.connection, documentOf());
    });

    it('from a new document to the group that it has become, with what was typed meanwhile', async () => {
      await send();
      await files.stat(NEW);
      await files.rename(NEW, ACME);
      opened(NEW);
      await files.announceChanges();
      assert.deepEqual(changes, []);
      assert.deepEqual(
        [product.record('acme')?.draft, product.services.groups.newDraft(product.connection.id, 1)],
        [undefined, undefined],
      );
      const { number } = product.services.groups.addNewDraft(product.connection, documentOf({ name: 'Typed' }));
      await files.rename(newDraftUri('staging', number), ACME);
      assert.equal(product.record('acme')?.draft?.text, documentOf({ name: 'Typed' }));
    });

    it('from a new document to one of another connection', async () => {
      const sandbox = await product.services.sandbox.start();
      product.services.groups.addNewDraft(sandbox);
      await files.rename(NEW, newDraftUri(sandbox.name, 1));
      assert.equal(product.services.groups.newDraft(sandbox.id, 1)?.text, documentOf());
      assert.equal(product.services.groups.newDraft(product.connection.id, 1), undefined);
    });

    it('in no other way', async () => {
      await send();
      for (const [from, to] of [
        [ACME, groupUri('staging', 'other')],
        [at('/staging'), NEW],
        [NEW, at('/staging')],
      ] as const)
        await assert.rejects(files.rename(from, to), {
          code: 'NoPermissions',
          message: "The ID can't be changed after creation.",
        });
      for (const [from, to] of [
        [newDraftUri('staging', 9), ACME],
        [NEW, groupUri('staging', 'unlisted')],
      ] as const)
        await assert.rejects(files.rename(from, to), { code: 'FileNotFound' });
      assert.ok(product.services.groups.newDraft(product.connection.id, 1));
    });
  });

  describe('is announced to the editor', () => {
    it('where it has changed since it was read, and is open', async () => {
      await send();
      await send('beta');
      const beta = groupUri('staging', 'beta');
      await files.stat(ACME);
      await files.stat(beta);
      opened(ACME, beta, Uri.file('/work/a.json') as never);
      await files.announceChanges();
      assert.deepEqual(changes, []);
      product.services.groups.saveDraft(product.connection, 'acme', documentOf({ name: 'Elsewhere' }));
      await files.announceChanges();
      assert.deepEqual(changes, [`${FileChangeType.Changed} ${ACME.path}`]);
    });

    it('where it is gone', async () => {
      await send();
      await files.stat(ACME);
      opened(ACME, groupUri('staging', 'never-read'));
      product.services.groups.remove(product.ref('acme'));
      await files.announceChanges();
      assert.deepEqual(changes, [`${FileChangeType.Deleted} ${ACME.path}`]);
    });

    it('not where the editor itself has written it', async () => {
      await files.writeFile(ACME, bytesOf(documentOf()));
      opened(ACME);
      await files.announceChanges();
      assert.deepEqual(changes, []);
    });
  });

  describe('of a new document that is gone', () => {
    for (const [words, input, isDirty, isClosed] of [
      ['loses its text editor', new TabInputText(NEW), false, true],
      ['loses its form', new TabInputCustom(NEW), false, true],
      ['keeps a tab with unsaved changes', new TabInputCustom(NEW), true, false],
      ['closes no tab of a group', new TabInputCustom(ACME), false, false],
      ['closes no tab of another connection', new TabInputCustom(newDraftUri('nowhere', 1)), false, false],
      ['closes no tab of a file', new TabInputText(Uri.file('/a/notes.md')), false, false],
      ['closes no other tab', { uri: NEW }, false, false],
    ] as const) {
      it(words, async () => {
        tabs.active = { input, isDirty };
        await files.announceChanges();
        assert.equal(inFront() === undefined, isClosed);
      });
    }

    it('keeps a tab whose document has unsaved changes, and one that is there', async () => {
      tabs.active = { input: new TabInputCustom(NEW), isDirty: false };
      workspace.textDocuments = [{ uri: NEW, isDirty: true }];
      await files.announceChanges();
      assert.ok(tabs.active);
      workspace.textDocuments = [];
      product.services.groups.addNewDraft(product.connection, documentOf());
      await files.announceChanges();
      assert.ok(tabs.active);
    });

    it('loses a tab that VS Code has restored as unsaved, though its document has no unsaved changes', async () => {
      tabs.active = { input: new TabInputCustom(NEW), isDirty: true };
      workspace.textDocuments = [{ uri: NEW, isDirty: false }];
      await files.announceChanges();
      assert.equal(inFront(), undefined);
    });
  });

  describe('becomes that of its group', () => {
    const shown: string[] = [];
    let opening: { readonly dispose: () => void };
    beforeEach(async () => {
      shown.length = 0;
      opening = commands.registerCommand('vscode.open', (uri) => shown.push(String(uri)));
      product.services.groups.addNewDraft(product.connection, documentOf());
      await send();
      workspace.fs.rename = (from, to) => files.rename(from as never, to as never);
    });
    afterEach(() => {
      opening.dispose();
    });

    it('as a form, which is opened and told once', async () => {
      tabs.active = { input: new TabInputCustom(NEW) };
      await files.become(NEW, ACME);
      assert.deepEqual([shown, files.takeArrival(ACME), files.takeArrival(ACME)], [[String(ACME)], true, false]);
    });

    it('as a text', async () => {
      window.activeTextEditor = { document: { uri: NEW } };
      tabs.active = { input: new TabInputText(NEW) };
      await files.become(NEW, ACME);
      assert.deepEqual([inFront(), shown, files.takeArrival(ACME)], [new TabInputText(ACME), [], false]);
    });

    it('behind another tab, which stays in front', async () => {
      window.activeTextEditor = { document: { uri: ACME } };
      tabs.active = { input: new TabInputCustom(groupUri('staging', 'other')) };
      await files.become(NEW, ACME);
      assert.deepEqual([shown, files.takeArrival(ACME)], [[], false]);
    });

    it('while the group is not there for the editor, which would refuse to overwrite it', async () => {
      workspace.fs.rename = async (from, to) => {
        await assert.rejects(files.stat(ACME), { code: 'FileNotFound' });
        await files.rename(from as never, to as never);
      };
      await files.become(NEW, ACME);
      assert.equal((await files.stat(ACME)).type, FileType.File);
    });

    it('and its old tab is not closed, until the number is used again', async () => {
      tabs.active = { input: new TabInputCustom(NEW) };
      await files.become(NEW, ACME);
      await files.announceChanges();
      assert.ok(tabs.active);
      await product.services.localData.deleteAll();
      product.services.groups.addNewDraft(product.connection, documentOf());
      await files.stat(NEW);
      product.services.groups.removeNewDraft(product.connection.id, 1);
      await files.announceChanges();
      assert.equal(tabs.active, undefined);
    });

    it('or stays as it was where the editor refuses', async () => {
      workspace.fs.rename = () => Promise.reject(new Error('refused'));
      tabs.active = { input: new TabInputCustom(NEW) };
      await assert.rejects(files.become(NEW, ACME), /refused/);
      assert.deepEqual([shown, files.takeArrival(ACME)], [[], false]);
      assert.equal((await files.stat(ACME)).type, FileType.File);
      product.services.groups.removeNewDraft(product.connection.id, 1);
      await files.announceChanges();
      assert.equal(tabs.active, undefined);
    });
  });
});
