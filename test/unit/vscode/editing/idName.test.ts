// A service's own name of the ID: wherever the user sees or gives the text of a group, and nowhere in the store.

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readCsvHead } from '../../../../src/bulk/csvHead.ts';
import { idColumnOf } from '../../../../src/bulk/changes/readColumn.ts';
import { readImport } from '../../../../src/bulk/readImport.ts';
import { namesOf } from '../../../../src/core/connection.ts';
import { compare } from '../../../../src/vscode/editing/compare.ts';
import { currentText } from '../../../../src/vscode/editing/documents/openDocuments.ts';
import { UserGroupFileSystem } from '../../../../src/vscode/editing/documents/userGroupFileSystem.ts';
import type { EditingContext } from '../../../../src/vscode/editing/editingContext.ts';
import { openedAs, shownOf, subjectOf } from '../../../../src/vscode/editing/form/formSubject.ts';
import { formState } from '../../../../src/vscode/editing/form/formState.ts';
import { groupOf } from '../../../../src/vscode/editing/schemas/groupOf.ts';
import { warningsOf } from '../../../../src/vscode/editing/schemas/warningsOf.ts';
import { compareTwo } from '../../../../src/vscode/groups/compareTwo.ts';
import { groupUri, newDraftUri } from '../../../../src/vscode/platform/documentUris.ts';
import { compareVersion } from '../../../../src/vscode/sending/historyTab.ts';
import { copyAsCurl } from '../../../../src/vscode/sending/copyAsCurl.ts';
import { noAppliedStates } from '../../../support/editor/noAppliedStates.ts';
import { editingContextOf } from '../../../support/editor/editingContextOf.ts';
import { env, workspace } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { describeService, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const STORED = '{"user_group_id":"acme","mapping":{"40":""}}';
const SHOWN = '{"tenant_key":"acme","mapping":{"40":""}}';
const ACME = groupUri('staging', 'acme');
const NEW = newDraftUri('staging', 1);
const ABOUT = { connection: 'staging', user_group_id: 'acme' };
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('The name that a service gives the ID', () => {
  const start = productStarter();
  let product: Product;
  let compared: unknown[];
  let context: EditingContext;

  beforeEach(async () => {
    product = await start();
    await product.services.sending.getOrCreate(product.connection, STORED);
    describeService(product, { request: { id: 'tenant_key' } });
    compared = [];
    context = editingContextOf(product, new PlayedPerson(), {
      comparisons: standIn<EditingContext['comparisons']>({
        show: (_title, ...texts) => Promise.resolve(void compared.push(...texts.slice(0, 2))),
      }),
    });
  });
  afterEach(() => {
    workspace.textDocuments = [];
  });

  const opened = (uri: vscode.Uri, text: string, isDirty = false): vscode.TextDocument => {
    const document = standIn<vscode.TextDocument>({
      uri,
      isDirty,
      isClosed: false,
      encoding: 'utf8',
      getText: () => text,
      positionAt: (offset) => new vscode.Position(0, offset),
    });
    workspace.textDocuments = [document];
    return document;
  };
  const record = () => product.services.groups.find(product.ref('acme'));

  it('is in the document that is opened, and not in the one that is stored', async () => {
    const files = new UserGroupFileSystem(() => Promise.resolve(product.services));
    const read = async (uri: vscode.Uri): Promise<string> => new TextDecoder().decode(await files.readFile(uri));
    assert.equal(await read(ACME), SHOWN);
    assert.equal(Math.floor((await files.stat(ACME)).size), SHOWN.length);

    await files.writeFile(ACME, bytes(SHOWN.replace('40', '41')));
    assert.equal(record()?.draft?.text, STORED.replace('40', '41'));
    await files.writeFile(ACME, bytes(SHOWN));
    assert.equal(record()?.draft, undefined);
    product.services.groups.addNewDraft(product.connection);
    await files.writeFile(NEW, bytes(SHOWN));
    assert.equal(product.services.groups.newDraft(product.connection.id, 1)?.text, STORED);
    assert.equal(await read(NEW), SHOWN);
    files.dispose();
  });

  it('is not in the text that is taken from an open document', async () => {
    const { services, connection } = product;
    const typed = (text: string): string => text.replaceAll('acme', 'typed');
    opened(groupUri('staging', 'typed'), typed(SHOWN));
    assert.equal(await context.documents.textToSend(services.groups, connection, 'typed'), typed(STORED));
    opened(ACME, typed(SHOWN), true);
    const current = await currentText(context.documents, services.groups, { connection, userGroupId: 'acme' });
    assert.equal(current, typed(STORED));
  });

  it('is in what is compared with a document that is opened', async () => {
    const target = { connection: product.connection, userGroupId: 'acme' };
    await compare(context, target, 'sent');
    await compare(context, target, 'answered');
    assert.deepEqual([compared[0], /"(\w+)": "acme"/.exec(String(compared[2]))?.[1]], [SHOWN, 'tenant_key']);
  });

  it('is in both sides of a comparison of groups, and of versions', async () => {
    await compareTwo(context, { origin: 'argument', input: { ...ABOUT, with: 'acme' } });
    const [version] = product.services.groups.versions({ limit: 1 });
    await compareVersion(
      context,
      { ...version!, text: STORED },
      '',
      { applied: { at: 1, text: () => STORED.replace('40', '41') }, isUncertain: false } as never,
      vscode.ViewColumn.One,
    );
    assert.deepEqual(compared, [SHOWN, SHOWN, SHOWN.replace('40', '41'), SHOWN]);
  });

  it('is in a request that is copied, of a group and of a new document', async () => {
    await copyAsCurl(context, { origin: 'argument', input: { ...ABOUT, operation: 'update' } });
    assert.ok((await env.clipboard.readText()).includes(`'${SHOWN}'`));
    opened(NEW, SHOWN.replace('acme', 'new'), true);
    await copyAsCurl(context, { origin: 'document', input: { connection: 'staging' }, newNumber: 1 });
    assert.ok((await env.clipboard.readText()).includes(`'${SHOWN.replace('acme', 'new')}'`));
  });

  it('is in files that are saved and sent', async () => {
    const { services, connection, ref } = product;
    const folder = {
      entries: [{ name: 'mine.usergroup.json', kind: 'document' }],
      read: () => Promise.resolve(bytes(SHOWN)),
    } as const;
    const names = await services.groupFiles.namesIn(connection, folder);
    for await (const file of services.groupFiles.toSave(connection, [ref('acme')], folder, names))
      assert.deepEqual([file.name, file.text, file.kind], ['mine.usergroup.json', SHOWN, 'same']);
    for await (const file of services.groupFiles.toSend(connection, folder))
      assert.deepEqual([file.kind, 'userGroupId' in file && file.userGroupId], ['same', 'acme']);
  });

  it('is the one by which rows are imported, and stands in no row', async () => {
    const names = namesOf(product.connection);
    for (const source of [
      { kind: 'json', bytes: bytes(`[${SHOWN}]`) },
      { kind: 'jsonLines', bytes: bytes(SHOWN) },
      { kind: 'folder', files: [{ name: 'a.usergroup.json', bytes: bytes(SHOWN) }] },
    ] as const) {
      const { rows } = await readImport(source, names);
      assert.deepEqual(
        rows.map(({ userGroupId, text }) => [userGroupId, JSON.parse(text) as unknown]),
        [['acme', JSON.parse(STORED)]],
      );
    }
    const csv = bytes('id,tenant_key\n1,acme\n');
    const { rows } = await readImport({ kind: 'csv', bytes: csv }, names);
    assert.deepEqual(
      rows.map(({ userGroupId }) => userGroupId),
      ['acme'],
    );
    assert.deepEqual(
      (await readCsvHead(csv, {}, names)).columns.map(({ use }) => use.as),
      ['property', 'user_group_id'],
    );
    assert.equal(idColumnOf({ header: ['id', 'tenant_key'] }, names), 'tenant_key');
  });

  it('names the group of a new document and of a file', async () => {
    const { services, connection } = product;
    const file = opened(vscode.Uri.file('/work/a.usergroup.json'), SHOWN);
    const dependencies = { services: () => Promise.resolve(services), connectionOf: () => Promise.resolve(connection) };
    assert.equal((await groupOf(file, dependencies))?.userGroupId, 'acme');
    const subjects = standIn<Parameters<typeof shownOf>[2]>({
      services,
      fileConnections: standIn({ of: () => Promise.resolve(connection) }),
      appliedStates: noAppliedStates,
      sendings: context.sendings,
      trust: standIn({ isTrusted: () => true }),
    });
    const subject = await subjectOf(file, subjects);
    assert.deepEqual([subject.userGroupId, (await openedAs(file, subjects)).userGroupId], ['acme', 'acme']);
    const shown = await shownOf(file, subject, subjects);
    assert.deepEqual([shown.hasChanges, formState(shown, 0).names.id], [false, 'tenant_key']);
    assert.equal((await subjectOf(opened(NEW, SHOWN), subjects)).userGroupId, 'acme');
  });

  it('makes no change to a new document that nobody typed into', async () => {
    const { services, connection } = product;
    services.groups.addNewDraft(connection);
    const files = new UserGroupFileSystem(() => Promise.resolve(services));
    const text = new TextDecoder().decode(await files.readFile(NEW));
    assert.match(text, /^\{\n {2}"tenant_key": "",\n/);
    const dependencies = { services: () => Promise.resolve(services), connectionOf: () => Promise.resolve(connection) };
    assert.deepEqual(await warningsOf(opened(NEW, text), dependencies), []);
    files.dispose();
  });
});
