// The questions for a group: which are asked, and what is said while an ID is typed.

import assert from 'node:assert/strict';
import { askGroup } from '../../../../src/vscode/groups/askGroup.ts';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import { nextBox, nextList } from '../../../support/editor/fakeVscode.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const PALETTE: Invocation = { origin: 'palette', input: {} };
const ask = ({ services }: Product, options = {}, invocation = PALETTE): ReturnType<typeof askGroup> =>
  askGroup(standIn<CommandContext>({ services }), invocation, 'Get or Create User Group', options);

describe('The questions for a group', () => {
  const start = productStarter();

  it('ask for the connection where the only one is guarded, or there are two', async () => {
    for (const others of [[], [{ name: 'second', baseUrl: 'https://b.example', environment: 'Testing' as const }]]) {
      const product = await start({ entry: { environment: others.length === 0 ? 'Customer' : 'Testing' } });
      product.settings.edit([...product.settings.entries, ...others]);
      const asking = ask(product);
      const list = await nextList();
      assert.equal(list.placeholder, 'Select a connection');
      await list.cancel(asking);
    }
  });

  it('name the only connection, lead back, and end with whether to edit first where that is asked', async () => {
    const asking = ask(await start(), { asksWhetherToEdit: true });
    const box = await nextBox();
    assert.equal(box.title, 'Get or Create User Group (staging): ID');
    box.enter('acme');
    (await nextBox()).back();
    const again = await nextBox();
    assert.equal(again.value, 'acme');
    again.accept();
    (await nextBox()).accept();
    const list = await nextList();
    assert.equal(list.placeholder, '"acme" on staging');
    list.choose('Get or Create Now');
    const { connection, userGroupId, name, isToEdit } = await asking;
    assert.deepEqual([connection.name, userGroupId, name, isToEdit], ['staging', 'acme', '', false]);
  });

  it('are not asked where an argument answers them', async () => {
    const product = await start();
    const nameOf = async (name: unknown): Promise<string> =>
      (await ask(product, {}, { origin: 'argument', input: { connection: 'staging', user_group_id: 'acme', name } }))
        .name;
    assert.deepEqual([await nameOf('Acme'), await nameOf(7)], ['Acme', '']);
  });

  it('say nothing of other ids before anything is typed, and then what is alike', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: '6' }));
    await product.services.sending.getOrCreate(product.connection, documentOf());
    const asking = ask(product);
    const box = await nextBox();
    const hints = [undefined, 'acne', 'acme', 'ACME', 'zebra ', 'zebra'].map((typed) => {
      if (typed !== undefined) box.type(typed);
      return box.validationMessage?.message;
    });
    assert.deepEqual(hints, [
      undefined,
      'Did you mean "acme"?',
      'Already in the list as "Acme".',
      '"acme" is in the list and differs only in letter case or in leading or trailing spaces.',
      'A leading or trailing space is part of the ID.',
      undefined,
    ]);
    await box.cancel(asking);
  });
});
