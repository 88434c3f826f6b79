// Delete All Local Data…: says what goes and what stays, and wants a word typed.

import assert from 'node:assert/strict';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import { deleteLocalData } from '../../../../src/vscode/connections/deleteLocalData.ts';
import { nextBox } from '../../../support/editor/fakeVscode.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const KEEPS = '  Keeps settings, workspace files, unsaved editors, log files, and everything on the service.';

describe('Delete All Local Data…', () => {
  const start = productStarter();
  let cleared: number;
  beforeEach(() => {
    cleared = 0;
  });

  const contextOf = ({ services }: Product, { messages }: PlayedPerson): CommandContext =>
    standIn<CommandContext>({
      services,
      messages,
      clipboard: standIn<CommandContext['clipboard']>({
        clear: () => {
          cleared += 1;
          return Promise.resolve();
        },
      }),
    });

  async function withGroup(): Promise<Product> {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    return product;
  }

  const isThere = ({ record }: Product): boolean => record('acme') !== undefined;

  it('counts what it deletes, and deletes nothing when it is closed', async () => {
    const product = await withGroup();
    const person = new PlayedPerson();
    await assert.rejects(deleteLocalData(contextOf(product, person)), { kind: 'cancelled' });
    assert.deepEqual(person.shown, [
      '? Delete everything that User Groups stores on this machine?',
      '  Deletes, in all windows:',
      '  • 1 group',
      '  • 1 token',
      '  • 1 version',
      "  • API tokens, the sandbox's groups, and lists set aside as damaged",
      KEEPS,
      '  [Delete All Local Data]',
    ]);
    assert.deepEqual([isThere(product), cleared], [true, 0]);
  });

  for (const [count, words] of [
    [1, '1 removed connection'],
    [2, '2 removed connections'],
  ] as const) {
    it(`counts what could be restored, and names open rotations first: ${words}`, async () => {
      const product = await withGroup();
      const { services, connection, remote } = product;
      remote.misbehave('resetBeforeAnswer', { operation: 'rotate' });
      await assert.rejects(services.rotation.rotate(connection, 'acme'));
      for (let number = 1; number <= count; number += 1)
        await services.removed.remove(
          await services.connections.add({ name: `other ${number}`, baseUrl: 'https://other.example.com' }),
        );
      const person = new PlayedPerson();
      await assert.rejects(deleteLocalData(contextOf(product, person)));
      assert.match(person.shown[1] ?? '', /^ {2}Unresolved rotations are forgotten: .*"acme"/);
      assert.ok(person.shown.includes(`  • ${words}`));
    });
  }

  it('names a token that only this window has', async () => {
    const product = await start();
    product.meanwhile.happens = () => {
      product.sealing.failure = new Error('No secrets are kept.');
    };
    await product.services.sending.getOrCreate(product.connection, documentOf()).catch(() => undefined);
    const person = new PlayedPerson();
    await assert.rejects(deleteLocalData(contextOf(product, person)));
    assert.equal(person.shown[1], '  The token of "acme" on staging is only in the memory of this window.');
  });

  it('wants a word typed, and deletes nothing without it', async () => {
    const product = await withGroup();
    const deleting = deleteLocalData(contextOf(product, new PlayedPerson(['Delete All Local Data'])));
    const box = await nextBox();
    assert.deepEqual(
      [box.title, box.prompt],
      ['Delete All Local Data', `Type "delete" to confirm. It can't be undone.`],
    );
    box.type('yes');
    box.accept();
    box.close();
    await assert.rejects(deleting, { kind: 'cancelled' });
    assert.deepEqual([isThere(product), cleared], [true, 0]);
  });

  it('deletes all, and a token that is in the clipboard', async () => {
    const product = await withGroup();
    const person = new PlayedPerson(['Delete All Local Data']);
    const deleting = deleteLocalData(contextOf(product, person));
    const box = await nextBox();
    box.type('delete');
    box.accept();
    await deleting;
    assert.equal(product.services.groups.find({ connectionId: product.connection.id, userGroupId: 'acme' }), undefined);
    assert.deepEqual([cleared, person.shown.at(-1)], [1, 'status: All local data deleted.']);
  });
});
