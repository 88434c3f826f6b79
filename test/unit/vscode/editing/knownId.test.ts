// The id of a new document that is known already: noticed while it is typed, with a way to its group.

import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { FormState } from '../../../../src/protocol/formProtocol.ts';
import { ActiveSends } from '../../../../src/vscode/editing/documents/activeSends.ts';
import { runAction } from '../../../../src/vscode/editing/form/formActions.ts';
import { formState } from '../../../../src/vscode/editing/form/formState.ts';
import {
  shownOf,
  subjectOf,
  type Subject,
  type SubjectDependencies,
} from '../../../../src/vscode/editing/form/formSubject.ts';
import type { EditingContext } from '../../../../src/vscode/editing/editingContext.ts';
import { groupUri, newDraftUri } from '../../../../src/vscode/platform/documentUris.ts';
import { getOrCreateHandlers } from '../../../../src/vscode/sending/getOrCreate.ts';
import { noAppliedStates } from '../../../support/editor/noAppliedStates.ts';
import { commands } from '../../../support/editor/fakeVscode.ts';
import type { Messages } from '../../../../src/vscode/platform/messages.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const uri = newDraftUri('staging', 1);

interface Form {
  readonly subject: Subject;
  readonly state: FormState;
}

async function formOf(
  product: Product,
  text: string,
  sendings = new ActiveSends(standIn<Messages>({})),
): Promise<Form> {
  const document = standIn<vscode.TextDocument>({ uri, getText: () => text, isDirty: true });
  const dependencies = standIn<SubjectDependencies>({
    services: product.services,
    appliedStates: noAppliedStates,
    sendings,
    trust: { isTrusted: () => true, onDidChange: product.settings.onDidChange },
    fileConnections: standIn({}),
  });
  const subject = await subjectOf(document, dependencies);
  return { subject, state: formState(await shownOf(document, subject, dependencies), product.clock.now) };
}

describe('The ID of a new document', () => {
  const start = productStarter();
  let product: Product;
  beforeEach(async () => {
    product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
  });

  it('that a group in the list has is noticed, and leads to that group', async () => {
    const { subject, state } = await formOf(product, documentOf());
    assert.deepEqual([state.isIdKnown, state.actions.includes('openKnown')], [true, true]);
    const ran: unknown[] = [];
    const run = (...called: unknown[]): Promise<void> => {
      ran.push(called);
      return Promise.resolve();
    };
    await runAction(run, 'openKnown', uri, subject, undefined);
    assert.deepEqual(ran, [['userGroups.open', { connection: 'staging', user_group_id: 'acme' }]]);
  });

  it('that is new, empty, or not yet readable is none', async () => {
    for (const text of [
      documentOf({ user_group_id: 'acme-2' }),
      documentOf({ user_group_id: '' }),
      '{"user_group_id"',
    ]) {
      const { state } = await formOf(product, text);
      assert.deepEqual([state.isIdKnown, state.actions.includes('openKnown')], [false, false]);
    }
  });

  it('is not called known while the document itself is sent', async () => {
    const sendings = new ActiveSends(standIn<Messages>({}));
    await sendings.whileSending(uri, async () => {
      assert.equal((await formOf(product, documentOf(), sendings)).state.isIdKnown, false);
    });
  });

  it('that was sent all the same opens the group by the button of its message, and sends nothing', async () => {
    const shown: (readonly string[])[] = [];
    const messages = standIn<Messages>({
      warn: (...words) => {
        shown.push(words);
        return Promise.resolve(words[1]);
      },
    });
    const opened: string[] = [];
    const opening = commands.registerCommand('vscode.open', (group) => {
      opened.push(String(group));
    });
    const context = standIn<EditingContext>({
      services: product.services,
      documents: standIn({ savedText: () => Promise.resolve(documentOf()) }),
      sendings: new ActiveSends(messages),
      messages,
    });
    const sent = product.requests.length;
    const handler = getOrCreateHandlers(context)['userGroups.getOrCreate'];
    const invocation = { origin: 'document', input: { connection: 'staging' }, newNumber: 1 } as const;
    await assert.rejects(async () => handler(invocation), { kind: 'cancelled' });
    await new Promise(setImmediate);
    opening.dispose();
    assert.deepEqual(shown, [['"acme" on staging is already in the list.', 'Open']]);
    assert.deepEqual([opened, product.requests.length], [[String(groupUri('staging', 'acme'))], sent]);
  });
});
