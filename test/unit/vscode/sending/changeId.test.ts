// Change ID…: what is asked, in every case, and what is said.

import assert from 'node:assert/strict';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import { contextKeys } from '../../../../src/vscode/contextKeys.ts';
import { changeId } from '../../../../src/vscode/sending/changeId.ts';
import { getOrCreateHandlers } from '../../../../src/vscode/sending/getOrCreate.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { editingContextOf } from '../../../support/editor/editingContextOf.ts';
import { nextBox } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

const ABOUT = { connection: 'staging', user_group_id: 'acme' };

describe('Change ID…', () => {
  const start = productStarter();

  async function customer(entry: object = {}): Promise<Product> {
    const product = await start({ entry: { api: 'customer', environment: 'Testing', ...entry } });
    await product.services.sending.getOrCreate(product.connection, documentOf());
    return product;
  }
  const begin = (product: Product, person: PlayedPerson, { input = {}, origin = 'item' }: Partial<Invocation> = {}) =>
    changeId(editingContextOf(product, person), { origin, input: { ...ABOUT, ...input } });
  async function typed(newId: string): Promise<void> {
    const box = await nextBox();
    box.type(newId);
    box.accept();
  }

  it('asks for the ID, with the present one to edit, and says why it cannot be one', async () => {
    const product = await customer();
    const person = new PlayedPerson(['Change ID']);
    const changing = begin(product, person);
    const box = await nextBox();
    assert.deepEqual([box.title, box.value], ['Change ID: "acme" on staging: New ID', 'acme']);
    const said = ['', 'acme'].map((value) => {
      box.type(value);
      box.accept();
      return (box.validationMessage as { message: string }).message;
    });
    assert.deepEqual(said, ['Enter the ID.', 'Enter another ID.']);
    box.type('acme-2');
    box.accept();
    const { user_group: group } = await changing;
    assert.equal(group.provided_id, 'acme-2');
    assert.deepEqual(person.shown, [
      '? Change the ID of "acme" on staging to "acme-2"?',
      '  Everything that uses the ID needs the new one. Files and bulk operations with "acme" would create it again.',
      '  [Change ID]',
      'info: "acme" on staging now has the ID "acme-2". The former ID stays in the list. [userGroups.removeFromList]',
    ]);
    assert.ok(product.remote.group('acme-2'));
  });

  for (const origin of ['item', 'palette', 'argument'] as const)
    it(`asks before anything is sent (${origin})`, async () => {
      const product = await customer();
      const person = new PlayedPerson([undefined]);
      const changing = failureOf(begin(product, person, { origin, input: { new_id: 'acme-2' } }));
      const box = await nextBox();
      assert.equal(box.value, 'acme-2');
      box.accept();
      assert.equal((await changing).kind, 'cancelled');
      assert.ok(product.remote.group('acme'));
    });

  it('has the name of a guarded connection typed', async () => {
    const product = await customer({ environment: 'Customer' });
    const changing = begin(product, new PlayedPerson(['Change ID']));
    await typed('acme-2');
    const box = await nextBox();
    assert.equal(box.title, 'Change the ID of "acme" on staging (PRODUCTION)');
    assert.ok(product.remote.group('acme'));
    box.type('staging');
    box.accept();
    await changing;
    assert.ok(product.remote.group('acme-2'));
  });

  it('is refused before it asks', async () => {
    const product = await customer({ locked: 'rotation' });
    const person = new PlayedPerson([]);
    assert.equal((await failureOf(begin(product, person))).kind, 'forbidden');
    assert.deepEqual(person.shown, []);
  });

  it('without an answer says so before it is tried again, and before the former ID is created again', async () => {
    const product = await customer();
    product.remote.misbehave('resetBeforeAnswer', { operation: 'update' });
    const failing = failureOf(begin(product, new PlayedPerson(['Change ID'])));
    await typed('acme-2');
    assert.equal((await failing).kind, 'outcomeUnknown');
    product.remote.misbehave(undefined);
    const again = new PlayedPerson([undefined]);
    const declining = failureOf(begin(product, again));
    await typed('acme-3');
    await declining;
    assert.ok(again.shown.includes('  An earlier request got no response, so it may have another ID already.'));
    const fetching = new PlayedPerson([undefined]);
    const fetch = getOrCreateHandlers(editingContextOf(product, fetching))['userGroups.fetch'];
    assert.equal((await failureOf(Promise.resolve(fetch({ origin: 'item', input: ABOUT })))).kind, 'cancelled');
    assert.equal(
      fetching.shown[1],
      '  The change of the ID "acme" got no response. If it was changed, a new group has this ID.',
    );
  });

  it('is asked about where the list has almost the same ID', async () => {
    const product = await customer();
    await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: 'Beta' }));
    const person = new PlayedPerson([undefined]);
    const declining = failureOf(begin(product, person));
    await typed('beta');
    await declining;
    assert.ok(person.shown.includes('  The list has almost the same ID, with other case or spaces: "Beta".'));
  });

  it('is in the palette where a service can do it', async () => {
    for (const api of ['customer', undefined]) {
      const { services } = await customer({ api });
      assert.equal(contextKeys(services)['userGroups.hasIdChanges'], api === 'customer');
    }
  });
});
