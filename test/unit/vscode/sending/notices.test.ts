// What pops up after a sending: one notice at most, each with a verb, and none for what was done as asked.

import assert from 'node:assert/strict';
import { showAnswerNotice } from '../../../../src/vscode/command/answerNotice.ts';
import { ActiveSends } from '../../../../src/vscode/editing/documents/activeSends.ts';
import type { EditingContext } from '../../../../src/vscode/editing/editingContext.ts';
import type { Messages } from '../../../../src/vscode/platform/messages.ts';
import { getOrCreateHandlers } from '../../../../src/vscode/sending/getOrCreate.ts';
import { update } from '../../../../src/vscode/sending/update.ts';
import { ask, groupBody } from '../../sandbox/ask.ts';
import { commands, nextBox, TabInputCustom, tabs } from '../../../support/editor/fakeVscode.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const ACME = { connection: 'staging', user_group_id: 'acme' };

describe('The notices of a sending', () => {
  const start = productStarter();
  let opening: { readonly dispose: () => void };
  beforeEach(() => {
    opening = commands.registerCommand('vscode.open', (uri) => {
      tabs.active = { input: new TabInputCustom(uri) };
    });
  });
  afterEach(() => {
    opening.dispose();
    tabs.active = undefined;
  });

  interface Sending {
    readonly context: EditingContext;
    /** Each with its buttons; questions by their title alone. */
    readonly shown: string[];
  }

  /** Every question is agreed to, unless `isDeclined`. */
  function sendingOf({ services }: Pick<Product, 'services'>, isDeclined = false): Sending {
    const shown: string[] = [];
    const notice = (text: string, ...buttons: readonly string[]): Promise<undefined> => {
      shown.push([text, ...buttons].join(' | '));
      return Promise.resolve(undefined);
    };
    const messages = standIn<Messages>({
      info: notice,
      warn: notice,
      status: () => undefined,
      ask: ({ title, answers }) => {
        shown.push(title);
        return Promise.resolve(isDeclined ? undefined : answers[0]);
      },
    });
    const context = standIn<EditingContext>({
      services,
      messages,
      schemas: standIn({}),
      settings: standIn({ confirmSend: () => 'never', schemaErrors: () => 'warn' }),
      sendings: new ActiveSends(messages),
      run: () => Promise.resolve(),
      files: standIn({ noteArrival: () => undefined }),
      documents: standIn({
        savedText: () => Promise.resolve(undefined),
        textToSend: () => Promise.resolve(documentOf({ name: 'Changed', properties: {} })),
      }),
    });
    return { context, shown };
  }

  async function added({ context }: Sending, id: string, name: string): Promise<unknown> {
    const adding = getOrCreateHandlers(context)['userGroups.addExisting']({
      origin: 'item',
      input: { connection: 'staging' },
    });
    for (const text of [id, name]) {
      const box = await nextBox();
      box.type(text);
      box.accept();
    }
    return adding;
  }

  it('are none of a group that was added as it is', async () => {
    const product = await start();
    await ask(product.remote, 'GET', groupBody({ user_group_id: 'acme', name: 'Acme' }));
    const sending = sendingOf(product);
    await added(sending, 'acme', 'Acme');
    assert.deepEqual(sending.shown, []);
  });

  it('are one of a name that was not applied, without a button for the form that has just opened', async () => {
    const product = await start();
    await ask(product.remote, 'GET', groupBody({ user_group_id: 'acme', name: 'Acme' }));
    const sending = sendingOf(product);
    await added(sending, 'acme', 'Acme Inc.');
    assert.deepEqual(sending.shown, [
      '"acme" on staging already exists. Not applied, but kept as a draft: name: "Acme" → "Acme Inc." | Update Now',
    ]);
  });

  it('are one of a group that was created by surprise, which can leave the list again', async () => {
    const product = await start();
    const sending = sendingOf(product);
    await added(sending, 'acme', 'Acme');
    assert.deepEqual(sending.shown, [`"acme" on staging didn't exist and was created. | userGroups.removeFromList`]);
  });

  it('are none of an ID that looks like another: that is asked about before it is created', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    const sending = sendingOf(product, true);
    await assert.rejects(added(sending, 'ACME', ''), { kind: 'cancelled' });
    assert.deepEqual(sending.shown, ['Add "ACME" on staging?']);
    assert.equal(product.record('ACME'), undefined);
  });

  it('are none of such an ID that a caller gives, who is no person', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    const { context, shown } = sendingOf(product);
    const getOrCreate = getOrCreateHandlers(context)['userGroups.getOrCreate'];
    await getOrCreate({ origin: 'argument', input: { connection: 'staging', user_group_id: 'ACME' } });
    assert.deepEqual(shown, []);
    assert.ok(product.record('ACME'));
  });

  it('are one of a new document whose ID is in the list, with a button that opens that', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    const { number } = product.services.groups.addNewDraft(product.connection, documentOf());
    const { context, shown } = sendingOf(product);
    const getOrCreate = getOrCreateHandlers(context)['userGroups.getOrCreate'];
    const sent = getOrCreate({ origin: 'document', input: { connection: 'staging' }, newNumber: number });
    await assert.rejects(async () => sent, { kind: 'cancelled' });
    assert.deepEqual(shown, ['"acme" on staging is already in the list. | Open']);
  });

  it('are one of an update that the service answered otherwise', async () => {
    const product = await start({ entry: { checkBeforeUpdate: false } });
    await product.services.sending.getOrCreate(product.connection, documentOf({ properties: {} }));
    const { context, shown } = sendingOf(product);
    product.remote.misbehave('hugeTeamId', { operation: 'update' });
    await update(context, { origin: 'document', input: ACME });
    const notices = shown.filter((each) => each.includes(' | '));
    assert.equal(notices.length, 1, shown.join('\n'));
    assert.match(notices[0] ?? '', /so this is another group than before\. \| userGroups\.showLog$/);
  });

  it('lead to the API token where an answer contradicts it', async () => {
    const { connection, services } = await start();
    const { context, shown } = sendingOf({ services });
    const mismatch = { about: 'environment', reason: '' } as const;
    services.connections.withId = () => ({ ...connection, mismatch });
    showAnswerNotice(context, connection, { notes: ['It is declared Customer.'] });
    assert.deepEqual(shown, ['It is declared Customer. | userGroups.reviewApiToken']);
  });

  it('say in one what became of it and what else is to know', async () => {
    const product = await start();
    const { context, shown } = sendingOf(product);
    showAnswerNotice(context, product.connection, {
      text: 'The service has other values: name',
      buttons: [{ label: 'Compare', run: () => Promise.resolve() }],
      notes: ['It returned fields that nobody knows.', 'It returned another team.'],
    });
    assert.deepEqual(shown, [
      'The service has other values: name. It returned fields that nobody knows. It returned another team. | Compare | userGroups.showLog',
    ]);
  });
});
