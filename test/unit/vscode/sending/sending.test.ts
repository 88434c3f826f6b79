// A sending as its commands do it: asked about first, and called sending only while a request is on its way.

import assert from 'node:assert/strict';
import { readSendable } from '../../../../src/document/userGroupDocument.ts';
import { ActiveSends } from '../../../../src/vscode/editing/documents/activeSends.ts';
import type { OpenDocuments } from '../../../../src/vscode/editing/documents/openDocuments.ts';
import type { UserGroupFileSystem } from '../../../../src/vscode/editing/documents/userGroupFileSystem.ts';
import { groupUri, newDraftUri } from '../../../../src/vscode/platform/documentUris.ts';
import type { EditingContext } from '../../../../src/vscode/editing/editingContext.ts';
import { getOrCreateHandlers } from '../../../../src/vscode/sending/getOrCreate.ts';
import { GET_OR_CREATE, send } from '../../../../src/vscode/sending/sendGetOrCreate.ts';
import { update, updateGroup } from '../../../../src/vscode/sending/update.ts';
import { shownLines, type Messages } from '../../../../src/vscode/platform/messages.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const invocation = { origin: 'document', input: {} } as const;
const sent = readSendable(documentOf({ mapping: { 40: '213' }, properties: {} }));

interface AskingContext {
  readonly context: EditingContext;
  /** What was asked, as its lines. */
  readonly asked: string[];
  /** What happens while a question waits. */
  whileAsked: () => void;
}

/** Every question is agreed to. */
function askingContext({ services }: Product, confirm: 'always' | 'never' = 'always'): AskingContext {
  const asked: string[] = [];
  const messages = standIn<Messages>({
    ask: ({ title, detail, answers }) => {
      asked.push([title, ...shownLines(detail)].join('\n'));
      made.whileAsked();
      return Promise.resolve(answers[0]);
    },
    status: () => undefined,
    warn: () => Promise.resolve(undefined),
  });
  const context = standIn<EditingContext>({
    services,
    messages,
    schemas: standIn({}),
    settings: standIn({ confirmSend: () => confirm, schemaErrors: () => 'warn' }),
    sendings: new ActiveSends(messages),
  });
  const made: AskingContext = { context, asked, whileAsked: () => undefined };
  return made;
}

async function changeElsewhere({ remote }: Product): Promise<void> {
  await fetch(`${remote.baseUrl}/api/user`, {
    method: 'PUT',
    headers: { Authorization: `Token ${remote.apiToken}`, 'Content-Type': 'application/json' },
    body: documentOf({ name: 'Changed elsewhere' }),
  });
}

describe('A sending', () => {
  const start = productStarter();

  it('of an update is not in progress while a question waits, even after the service was asked', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, sent);
    await changeElsewhere(product);
    const made = askingContext(product);
    const { context, asked } = made;
    const uri = groupUri('staging', 'acme');
    const seen: string[] = [];
    const see = (when: string): void => {
      seen.push(
        `${when}: ${context.sendings.isBusy(uri) ? 'busy' : 'free'}${context.sendings.isSending(uri) ? ', sending' : ''}`,
      );
    };
    made.whileAsked = () => {
      see('asked');
    };
    product.meanwhile.happens = () => {
      see('answering');
      product.meanwhile.happens = () => {
        see('answering');
      };
    };
    const document = readSendable(documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } }));
    await context.sendings.oneAtATime(invocation, uri, () =>
      updateGroup(context, invocation, { connection: product.connection, userGroupId: 'acme' }, { document, uri }),
    );
    see('after');
    assert.deepEqual(seen, [
      'asked: busy',
      'answering: busy, sending',
      'asked: busy',
      'answering: busy, sending',
      'after: free',
    ]);
    assert.equal(asked.length, 2);
  });

  it('of a new document is not in progress while a question waits', async () => {
    const product = await start();
    const made = askingContext(product);
    const { context } = made;
    const document = newDraftUri('staging', 1);
    const seen: boolean[] = [];
    made.whileAsked = () => {
      seen.push(context.sendings.isSending(document));
    };
    product.meanwhile.happens = () => {
      seen.push(context.sendings.isSending(document));
    };
    await context.sendings.oneAtATime(invocation, document, () =>
      send(context, product.connection, sent, GET_OR_CREATE, document),
    );
    assert.deepEqual([...seen, context.sendings.isSending(document)], [false, true, false]);
  });

  it('is over for the form, too, when it failed', async () => {
    const product = await start();
    const { context } = askingContext(product, 'never');
    product.remote.misbehave('status403');
    await assert.rejects(send(context, product.connection, sent, GET_OR_CREATE));
    assert.equal(context.sendings.isSending(groupUri('staging', 'acme')), false);
  });

  it('asks first about white space at the edge of an id, regardless of the settings', async () => {
    const product = await start();
    const { context, asked } = askingContext(product, 'never');
    await send(context, product.connection, readSendable(documentOf({ mapping: { 40: '213  ' } })), GET_OR_CREATE);
    const document = readSendable(documentOf({ mapping: { ' 40': '213' }, properties: {} }));
    await updateGroup(
      context,
      invocation,
      { connection: product.connection, userGroupId: 'acme' },
      { document, uri: groupUri('staging', 'acme') },
    );
    assert.deepEqual(
      asked.map((question) => question.split('\n').filter((line) => line.includes('trailing spaces'))),
      [
        ['Data source ID "213␠␠" has leading or trailing spaces. The service may not know it.'],
        ['Schema ID "␠40" has leading or trailing spaces. The service may not know it.'],
      ],
    );
  });

  it('asks first about a name or an ID that several cells were pasted into', async () => {
    const product = await start();
    const { context, asked } = askingContext(product, 'never');
    const document = readSendable(documentOf({ name: 'A\nB', mapping: { 40: '386\n387' } }));
    await send(context, product.connection, document, GET_OR_CREATE);
    const words = asked.flatMap((question) => question.split('\n'));
    assert.ok(words.includes('• "name" has a line break or tab, and may be several values: "A⏎B".'), words.join());
    assert.ok(
      words.some((line) => line.startsWith('• Data source ID "386⏎387" looks like several IDs')),
      words.join(),
    );
  });

  it('reads its document once', async () => {
    const product = await start({ entry: { checkBeforeUpdate: false } });
    const { context } = askingContext(product, 'never');
    const changed = documentOf({ name: 'Changed' });
    const documents = standIn<OpenDocuments>({
      savedText: () => Promise.resolve(sent.text),
      textToSend: () => Promise.resolve(changed),
    });
    const files = standIn<UserGroupFileSystem>({ become: () => Promise.resolve() });
    const readings: string[] = [];
    const { sending, groups } = product.services;
    const read = sending.read.bind(sending);
    sending.read = (connection, document) => {
      if (typeof document === 'string') readings.push(document);
      return read(connection, document);
    };
    const about = standIn<EditingContext>({ ...context, documents, files });
    const { number } = groups.addNewDraft(product.connection);
    const getOrCreate = getOrCreateHandlers(about)['userGroups.getOrCreate'];
    await getOrCreate({ origin: 'document', input: { connection: 'staging' }, newNumber: number });
    await update(about, { origin: 'document', input: { connection: 'staging', user_group_id: 'acme' } });
    assert.equal(readings.length, 2);
  });
});
