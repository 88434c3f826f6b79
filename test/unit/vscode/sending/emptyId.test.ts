// A group without an id could neither be named nor deleted: it is refused in every way in, and nothing is asked of the
// service.

import assert from 'node:assert/strict';
import { importReader } from '../../../../src/bulk/importReader.ts';
import type { UserGroupsError } from '../../../../src/core/errors.ts';
import { STORED_NAMES } from '../../../../src/document/idName.ts';
import { requestBody } from '../../../../src/document/requestBody.ts';
import { readSendable } from '../../../../src/document/userGroupDocument.ts';
import type { FileToSend } from '../../../../src/services/files/groupFiles.ts';
import type { EditingContext } from '../../../../src/vscode/editing/editingContext.ts';
import { saveToWorkspace } from '../../../../src/vscode/files/saveToWorkspace.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const EMPTY = documentOf({ user_group_id: '' });
const GO_ON = { stopAtFirstFailure: false };

type WayIn = (product: Product) => unknown;

const WAYS_IN: Readonly<Record<string, WayIn>> = {
  'Get or create': ({ services, connection }) => services.sending.getOrCreate(connection, EMPTY),
  'an update': ({ services, connection }) => services.sending.update(connection, EMPTY),
  'the plan of an update': ({ services, connection }) => services.sending.planUpdate(connection, EMPTY),
  'what is checked before anybody is asked': ({ services, connection }) =>
    services.sending.requireSendable(connection, '', 'fetch'),
  'a group without an id that is in the list already, fetched': async ({ services, store, connection, clock }) => {
    store.journal.beginSend(
      { connectionId: connection.id, userGroupId: '' },
      { operation: 'getOrCreate', text: EMPTY, at: clock.now },
    );
    await services.sending.fetch(connection, '');
  },
  'saving to the workspace': ({ services, store, connection, clock }) => {
    store.journal.beginSend(
      { connectionId: connection.id, userGroupId: '' },
      { operation: 'getOrCreate', text: EMPTY, at: clock.now },
    );
    const context = standIn<EditingContext>({
      services,
      documents: standIn({ textToSend: () => Promise.resolve(EMPTY) }),
    });
    return saveToWorkspace(context, { origin: 'argument', input: { connection: connection.name, user_group_id: '' } });
  },
  'a list file': ({ services, connection }) =>
    services.listExchange.takeOver(listFile(''), new Map([['staging', connection]]), 'mine'),
};

function listFile(userGroupId: string): () => AsyncGenerator<Uint8Array> {
  const lines = [
    {
      format: 'user-groups-list',
      version: 1,
      exported_at: '2025-05-12T12:00:00.000Z',
      connections: [{ name: 'staging', kind: 'service', base_url: 'https://a.example' }],
    },
    { connection: 'staging', user_group_id: userGroupId },
    { end: true, groups: 1 },
  ];
  return async function* () {
    yield await Promise.resolve(new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
  };
}

const failure = (work: () => unknown): Promise<UserGroupsError> => failureOf(Promise.resolve().then(work));

describe('An empty user_group_id', () => {
  const start = productStarter();

  for (const [method, enter] of Object.entries(WAYS_IN)) {
    it(`is invalid, and nothing leaves: ${method}`, async () => {
      const product = await start();
      const { kind, message } = await failure(() => enter(product));
      assert.equal(kind, 'invalid');
      assert.match(message, /(?:The ID|"user_group_id") is empty/);
      assert.deepEqual(product.requests, []);
    });
  }

  it('is reported with its place in the text, and what to do', async () => {
    const { services, connection } = await start();
    assert.equal(
      (await failure(() => services.sending.getOrCreate(connection, '{"user_group_id":""}'))).message,
      `Couldn't send the document on staging. The ID is empty. Enter the ID by which you know this customer.`,
    );
  });

  it('fails its item in a run, and the others are sent', async () => {
    const product = await start();
    const { runs } = product.services;
    const { id } = await runs.create(
      'getOrCreate',
      product.connection,
      [
        { userGroupId: '', text: EMPTY },
        { userGroupId: 'acme', text: documentOf() },
      ],
      GO_ON,
    );
    runs.start(id);
    await runs.whenLeft(id);
    const { items } = await runs.slice(id, { offset: 0, limit: 10 });
    assert.deepEqual(
      items.map(({ outcome }) => outcome),
      ['failed', 'new'],
    );
    assert.equal(product.requests.length, 1);
  });

  it('makes a changed file invalid', async () => {
    const { services, connection } = await start();
    const files: FileToSend[] = [];
    for await (const file of services.groupFiles.toSend(connection, {
      entries: [{ name: 'a.usergroup.json', kind: 'document' }],
      read: () => Promise.resolve(new TextEncoder().encode(EMPTY)),
    }))
      files.push(file);
    assert.deepEqual(
      files.map(({ kind }) => kind),
      ['invalid'],
    );
  });

  const sources = [
    ['csv', 'user_group_id,name\n"",Acme\n'],
    ['json', `[${EMPTY}]`],
    ['jsonLines', JSON.stringify(JSON.parse(EMPTY))],
  ] as const;
  for (const [kind, text] of sources) {
    it(`makes a row invalid: ${kind}`, async () => {
      const { services, connection } = await start();
      const { rows } = await importReader.readImport({ kind, bytes: new TextEncoder().encode(text) });
      const preview = await services.importPreview(connection, rows);
      assert.deepEqual(
        preview.rows.map((row) => row.class),
        ['invalid'],
      );
    });
  }

  it('is not what white space is: that is sent unchanged', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: ' ' }));
    assert.equal(product.remote.group(' ')?.name, 'Acme');
    assert.equal(requestBody(readSendable('{"user_group_id":" "}'), STORED_NAMES), '{"user_group_id":" "}');
  });
});
