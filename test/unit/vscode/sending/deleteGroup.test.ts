// Delete from Service…: what is asked, in every case, and what is said.

import assert from 'node:assert/strict';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import { contextKeys } from '../../../../src/vscode/contextKeys.ts';
import { forget } from '../../../../src/vscode/groups/groupCommands.ts';
import type { EditingContext } from '../../../../src/vscode/editing/editingContext.ts';
import { deleteGroup } from '../../../../src/vscode/sending/deleteGroup.ts';
import { askToSend, GET_OR_CREATE } from '../../../../src/vscode/sending/sendGetOrCreate.ts';
import { getOrCreateHandlers } from '../../../../src/vscode/sending/getOrCreate.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { nextBox } from '../../../support/editor/fakeVscode.ts';
import { editingContextOf } from '../../../support/editor/editingContextOf.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

describe('Delete from Service…', () => {
  const start = productStarter();

  async function customer(entry: object = {}): Promise<Product> {
    const product = await start({ entry: { api: 'customer', environment: 'Testing', ...entry } });
    await product.services.sending.getOrCreate(product.connection, documentOf());
    return product;
  }
  const contextOf = ({ services }: Product, { messages, run }: PlayedPerson) =>
    standIn<CommandContext>({ services, messages, run });
  const remove = (product: Product, person: PlayedPerson, origin: Invocation['origin'] = 'item') =>
    deleteGroup(contextOf(product, person), { origin, input: { connection: 'staging', user_group_id: 'acme' } });

  for (const origin of ['item', 'palette', 'argument'] as const) {
    it(`asks before anything is sent, also where nothing else is asked (${origin})`, async () => {
      const product = await customer();
      const person = new PlayedPerson([undefined]);
      assert.equal((await failureOf(remove(product, person, origin))).kind, 'cancelled');
      assert.deepEqual(person.shown, [
        '? Delete "acme" on staging from the service?',
        '  Its viewers may lose access at once. Created again, it has a new token.',
        '  Its document and history stay on this machine.',
        '  [Delete]',
      ]);
      assert.ok(product.remote.group('acme'));
    });
  }

  it('says that it was deleted, and offers to remove it from the list', async () => {
    const product = await customer();
    const person = new PlayedPerson(['Delete'], 'userGroups.removeFromList');
    assert.deepEqual(await remove(product, person), { deleted: true });
    await person.settled();
    assert.deepEqual(person.shown.slice(4), [
      'info: "acme" on staging was deleted from the service. It stays in the list. [userGroups.removeFromList]',
    ]);
    assert.deepEqual(person.ran, ['userGroups.removeFromList {"connection":"staging","user_group_id":"acme"}']);
    assert.equal(product.remote.group('acme'), undefined);
  });

  it('says it to a caller in the status bar', async () => {
    const product = await customer();
    const person = new PlayedPerson(['Delete']);
    assert.deepEqual(await remove(product, person, 'argument'), { deleted: true });
    assert.deepEqual(person.shown.slice(4), [
      'status: "acme" on staging was deleted from the service. It stays in the list.',
    ]);
  });

  it('has the name of a guarded connection typed', async () => {
    const product = await customer({ environment: 'Customer' });
    const person = new PlayedPerson(['Delete', undefined]);
    const removing = remove(product, person);
    const box = await nextBox();
    assert.equal(box.title, 'Delete "acme" on staging (PRODUCTION)');
    box.type('stagin');
    box.accept();
    assert.ok(product.remote.group('acme'));
    box.type('staging');
    box.accept();
    await removing;
    assert.ok(person.shown.includes('  Environment: PRODUCTION.'));
    assert.equal(product.remote.group('acme'), undefined);
  });

  it('is refused before it asks', async () => {
    const product = await customer({ locked: 'rotation' });
    const person = new PlayedPerson([]);
    assert.equal((await failureOf(remove(product, person))).kind, 'forbidden');
    assert.deepEqual(person.shown, []);
  });

  describe('without an answer', () => {
    async function unanswered(): Promise<Product> {
      const product = await customer();
      product.remote.misbehave('resetBeforeAnswer', { operation: 'delete' });
      await failureOf(remove(product, new PlayedPerson(['Delete'])));
      product.remote.misbehave(undefined);
      return product;
    }

    it('says so before it is tried again', async () => {
      const product = await unanswered();
      const person = new PlayedPerson([undefined]);
      await failureOf(remove(product, person));
      assert.ok(person.shown.includes('  An earlier request got no response, so it may be gone already.'));
    });

    it('asks before the group is created again, whoever asks', async () => {
      for (const [command, origin] of [
        ['userGroups.getOrCreate', 'item'],
        ['userGroups.getOrCreate', 'argument'],
        ['userGroups.fetch', 'item'],
        ['userGroups.fetch', 'argument'],
        ['userGroups.addExisting', 'argument'],
      ] as const) {
        const product = await unanswered();
        const asked = product.requests.length;
        const about = { origin, input: { connection: 'staging', user_group_id: 'acme' } };
        const declined = new PlayedPerson([undefined]);
        const handlers = (person: PlayedPerson) => getOrCreateHandlers(editingContextOf(product, person));
        assert.equal((await failureOf(Promise.resolve(handlers(declined)[command](about)))).kind, 'cancelled');
        assert.equal(
          declined.shown[1],
          '  The deletion of "acme" got no response. If it was deleted, it is created again, with a new token.',
        );
        assert.equal(product.requests.length, asked);
        const button = declined.shown.at(-1)?.trim().slice(1, -1);
        await handlers(new PlayedPerson([button]))[command](about);
        assert.ok(product.remote.group('acme'));
      }
    });

    it('may still be on the service when it is removed from the list', async () => {
      assert.equal(await removing(await unanswered()), '  The group may still be on the service.');
    });
  });

  it('tells afterwards what creating or removing it does', async () => {
    const product = await customer();
    await remove(product, new PlayedPerson(['Delete', undefined]));
    const person = new PlayedPerson([undefined]);
    const context = contextOf(product, person);
    await failureOf(askToSend(context, product.connection, 'acme', GET_OR_CREATE, []));
    assert.equal(person.shown[1], '  "acme" was deleted from the service. It is created again, with a new token.');
    assert.equal(await removing(product), '  The group was deleted from the service.');
  });

  /** What is said of the service when the group is to be removed from the list. */
  async function removing({ services }: Product): Promise<string | undefined> {
    const person = new PlayedPerson([undefined]);
    const context = standIn<EditingContext>({ services, messages: person.messages });
    await failureOf(forget(context, { origin: 'item', input: { connection: 'staging', user_group_id: 'acme' } }));
    return person.shown[1];
  }

  it('says of a service that cannot delete that what is created stays', async () => {
    for (const [entry, said] of [
      [{}, `  "new" is not in the list. If it doesn't exist, it is created.`],
      [
        { api: undefined },
        `  "new" is not in the list. If it doesn't exist, it is created and can't be deleted from here.`,
      ],
    ] as const) {
      const product = await customer(entry);
      const person = new PlayedPerson([undefined]);
      await failureOf(askToSend(contextOf(product, person), product.connection, 'new', GET_OR_CREATE, []));
      assert.equal(person.shown[1], said);
    }
  });

  it('is in the palette where a service can delete', async () => {
    for (const api of ['customer', undefined]) {
      const { services } = await customer({ api });
      assert.equal(contextKeys(services)['userGroups.hasDeletions'], api === 'customer');
    }
  });
});
