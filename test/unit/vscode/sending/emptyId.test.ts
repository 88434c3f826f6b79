// A group without an id could neither be named nor deleted: it is refused in every way in, and nothing is asked of the
// service.

import assert from 'node:assert/strict';
import { STORED_NAMES } from '../../../../src/document/idName.ts';
import { requestBody } from '../../../../src/document/requestBody.ts';
import { readSendable } from '../../../../src/document/userGroupDocument.ts';
import type { EditingContext } from '../../../../src/vscode/editing/editingContext.ts';
import { saveToWorkspace } from '../../../../src/vscode/files/saveToWorkspace.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const EMPTY = documentOf({ user_group_id: '' });

type WayIn = (product: Product) => unknown;

/** As an older version may have left it. */
function inList({ store, ref, clock }: Product): void {
  store.journal.beginSend(ref(''), { operation: 'getOrCreate', text: EMPTY, at: clock.now });
}

const WAYS_IN: Readonly<Record<string, WayIn>> = {
  'Get or create': ({ services, connection }) => services.sending.getOrCreate(connection, EMPTY),
  'an update': ({ services, connection }) => services.sending.update(connection, EMPTY),
  'the plan of an update': ({ services, connection }) => services.sending.planUpdate(connection, EMPTY),
  'what is checked before anybody is asked': ({ services, connection }) =>
    services.sending.requireSendable(connection, '', 'fetch'),
  'a group without an id that is in the list already, fetched': async (product) => {
    inList(product);
    await product.services.sending.fetch(product.connection, '');
  },
  'saving to the workspace': (product) => {
    inList(product);
    const { services, connection } = product;
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

describe('An empty user_group_id', () => {
  const start = productStarter();

  for (const [method, enter] of Object.entries(WAYS_IN)) {
    it(`is invalid, and nothing leaves: ${method}`, async () => {
      const product = await start();
      const { kind, message } = await failureOf(Promise.resolve(product).then(enter));
      assert.equal(kind, 'invalid');
      assert.match(message, /(?:The ID|"user_group_id") is empty/);
      assert.deepEqual(product.requests, []);
    });
  }

  it('is reported with its place in the text, and what to do', async () => {
    const { services, connection } = await start();
    assert.equal(
      (await failureOf(services.sending.getOrCreate(connection, '{"user_group_id":""}'))).message,
      `Couldn't send the document on staging. The ID is empty. Enter the ID by which you know this customer.`,
    );
  });

  it('is not what white space is: that is sent unchanged', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: ' ' }));
    assert.equal(product.remote.group(' ')?.name, 'Acme');
    assert.equal(requestBody(readSendable('{"user_group_id":" "}'), STORED_NAMES), '{"user_group_id":" "}');
  });
});
