// A sending as its commands do it: asked about first, and called sending only while a request is on its way.

import assert from 'node:assert/strict';
import { Sendings } from '../../../src/vscode/sendings.ts';
import { groupUri, newDraftUri } from '../../../src/vscode/documents/documentUris.ts';
import type { Desk } from '../../../src/vscode/commands/desk.ts';
import { GET_OR_CREATE, send } from '../../../src/vscode/commands/sendGetOrCreate.ts';
import { updateGroup } from '../../../src/vscode/commands/update.ts';
import type { Question } from '../../../src/vscode/messages.ts';
import { documentOf, productStarter, type Product } from '../../support/product.ts';

const call = { origin: 'document', given: {} } as const;
const sent = documentOf({ mapping: { 40: '213' }, properties: {} });

interface AskingDesk {
  readonly desk: Desk;
  /** What was asked, as its lines. */
  readonly asked: string[];
  /** What happens while a question waits. */
  whileAsked: () => void;
}

/** Every question is agreed to. */
function askingDesk({ services }: Product, confirm: 'always' | 'never' = 'always'): AskingDesk {
  const asked: string[] = [];
  const messages = {
    ask: ({ title, detail, answers }: Question) => {
      asked.push([title, ...detail].join('\n'));
      made.whileAsked();
      return Promise.resolve(answers[0]);
    },
    status: () => undefined,
    warn: () => Promise.resolve(undefined),
  };
  const desk = {
    services,
    messages,
    settings: { confirmSend: () => confirm, schemaErrors: () => 'warn' },
    sendings: new Sendings(messages as unknown as Desk['messages']),
  } as unknown as Desk;
  const made: AskingDesk = { desk, asked, whileAsked: () => undefined };
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

  it('of an update is not under way while a question waits, be it after the service was asked', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, sent);
    await changeElsewhere(product);
    const made = askingDesk(product);
    const { desk, asked } = made;
    const document = groupUri('staging', 'acme');
    const seen: string[] = [];
    const see = (when: string): void => {
      seen.push(
        `${when}: ${desk.sendings.isBusy(document) ? 'busy' : 'free'}${desk.sendings.isSending(document) ? ', sending' : ''}`,
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
    const text = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });
    await desk.sendings.oneAtATime(call, document, () =>
      updateGroup(desk, call, { connection: product.connection, userGroupId: 'acme' }, { text, document }),
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

  it('of a new document is not under way while a question waits', async () => {
    const product = await start();
    const made = askingDesk(product);
    const { desk } = made;
    const document = newDraftUri('staging', 1);
    const seen: boolean[] = [];
    made.whileAsked = () => {
      seen.push(desk.sendings.isSending(document));
    };
    product.meanwhile.happens = () => {
      seen.push(desk.sendings.isSending(document));
    };
    await desk.sendings.oneAtATime(call, document, () => send(desk, product.connection, sent, GET_OR_CREATE, document));
    assert.deepEqual([...seen, desk.sendings.isSending(document)], [false, true, false]);
  });

  it('is over for the form, too, when it failed', async () => {
    const product = await start();
    const { desk } = askingDesk(product, 'never');
    product.remote.misbehave('status403');
    await assert.rejects(send(desk, product.connection, sent, GET_OR_CREATE));
    assert.equal(desk.sendings.isSending(groupUri('staging', 'acme')), false);
  });

  it('asks first about white space at the edge of an id, whatever the settings say', async () => {
    const product = await start();
    const { desk, asked } = askingDesk(product, 'never');
    await send(desk, product.connection, documentOf({ mapping: { 40: '213  ' } }), GET_OR_CREATE);
    const text = documentOf({ mapping: { ' 40': '213' }, properties: {} });
    await updateGroup(
      desk,
      call,
      { connection: product.connection, userGroupId: 'acme' },
      { text, document: groupUri('staging', 'acme') },
    );
    assert.deepEqual(
      asked.map((question) => question.split('\n').filter((line) => line.includes('white space'))),
      [
        ['Data source ID "213␠␠" has leading or trailing white space: the service may not know it.'],
        ['Schema ID "␠40" has leading or trailing white space: the service may not know it.'],
      ],
    );
  });

  it('asks nothing of a mapping without white space at its edges', async () => {
    const product = await start();
    const { desk, asked } = askingDesk(product, 'never');
    await send(desk, product.connection, sent, GET_OR_CREATE);
    assert.deepEqual(asked, []);
  });
});
