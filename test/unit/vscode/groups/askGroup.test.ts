// The questions for a group: what is not asked, since there is but one answer, and what is not said before anything is
// typed.

import assert from 'node:assert/strict';
import { askGroup, type Answers } from '../../../../src/vscode/groups/askGroup.ts';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import { nextBox, nextList } from '../../../support/editor/fakeVscode.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

function ask({ services }: Product, options = {}): Promise<Answers> {
  const context = standIn<CommandContext>({ services });
  return askGroup(context, { origin: 'palette', input: {} }, 'Get or Create User Group', options);
}

describe('The questions for a group', () => {
  const start = productStarter();

  it('do not ask for the connection where there is one, not guarded, and name it', async () => {
    const asking = ask(await start());
    const box = await nextBox();
    assert.equal(box.title, 'Get or Create User Group (staging): ID');
    box.type('acme');
    box.accept();
    (await nextBox()).accept();
    const { connection, userGroupId } = await asking;
    assert.deepEqual([connection.name, userGroupId], ['staging', 'acme']);
  });

  it('ask for the connection where the only one is guarded, or there are two', async () => {
    for (const others of [[], [{ name: 'second', baseUrl: 'https://b.example', environment: 'Testing' as const }]]) {
      const product = await start({ entry: { environment: others.length === 0 ? 'Customer' : 'Testing' } });
      product.settings.edit([...product.settings.entries, ...others]);
      const asking = ask(product);
      const list = await nextList();
      assert.equal(list.placeholder, 'Select a connection');
      list.close();
      await assert.rejects(asking, { kind: 'cancelled' });
    }
  });

  it('lead back, and end with whether to edit first where that is asked', async () => {
    const asking = ask(await start(), { asksWhetherToEdit: true });
    const box = await nextBox();
    box.type('acme');
    box.accept();
    (await nextBox()).back();
    const again = await nextBox();
    assert.equal(again.value, 'acme');
    again.accept();
    (await nextBox()).accept();
    const list = await nextList();
    assert.equal(list.placeholder, '"acme" on staging');
    list.choose('Get or Create Now');
    const { name, isToEdit } = await asking;
    assert.deepEqual([name, isToEdit], ['', false]);
  });

  it('are not asked where an argument answers them', async () => {
    const { services } = await start();
    const answers = async (name: unknown): Promise<unknown> => {
      const input = { connection: 'staging', user_group_id: 'acme', name };
      const { userGroupId, name: given } = await askGroup(
        standIn<CommandContext>({ services }),
        { origin: 'argument', input },
        'Get or Create User Group',
      );
      return [userGroupId, given];
    };
    assert.deepEqual(
      [await answers('Acme'), await answers(7)],
      [
        ['acme', 'Acme'],
        ['acme', ''],
      ],
    );
  });

  it('say nothing of other ids before anything is typed, and then what is alike', async () => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf({ user_group_id: '6' }));
    await product.services.sending.getOrCreate(product.connection, documentOf());
    const asking = ask(product);
    const box = await nextBox();
    const reported = (): string | undefined => box.validationMessage?.message;
    assert.equal(reported(), undefined);
    for (const [typed, hint] of [
      ['acne', 'Did you mean "acme"?'],
      ['acme', 'Already in the list as "Acme".'],
      ['ACME', '"acme" is in the list and differs only in letter case or in leading or trailing spaces.'],
      ['zebra ', 'A leading or trailing space is part of the ID.'],
      ['zebra', undefined],
    ]) {
      box.type(typed!);
      assert.equal(reported(), hint, typed);
    }
    box.close();
    await assert.rejects(asking, { kind: 'cancelled' });
  });
});
