// The list of what was sent: Enter compares a version and leaves the list, its button restores the one under the cursor.

import assert from 'node:assert/strict';
import type { EditingContext } from '../../../../src/vscode/editing/editingContext.ts';
import type { Messages } from '../../../../src/vscode/platform/messages.ts';
import { showHistory } from '../../../../src/vscode/sending/history.ts';
import { FakeList, nextQuestion } from '../../../support/editor/fakeVscode.ts';
import { documentOf, productStarter } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

describe('The list of what was sent', () => {
  const start = productStarter();

  it('stays while versions are compared, and restores the one under the cursor', async () => {
    const { services, connection, record } = await start();
    for (const region of ['EU', 'US'])
      await services.sending
        .getOrCreate(connection, documentOf({ properties: { region } }))
        .then(() => services.sending.update(connection, documentOf({ properties: { region } })));
    await services.rotation.rotate(connection, 'acme');
    const compared: string[] = [];
    const context = standIn<EditingContext>({
      services,
      messages: standIn<Messages>({ status: () => undefined }),
      documents: standIn({ savedText: () => Promise.resolve(undefined) }),
      comparisons: standIn({
        show: (_title: string, _before: string, after: unknown) => {
          compared.push(String(after));
          return Promise.resolve();
        },
      }),
    });
    const asked = nextQuestion();
    const shown = showHistory(context, { origin: 'item', input: { connection: 'staging', user_group_id: 'acme' } });
    const list = await asked;
    assert.ok(list instanceof FakeList);
    const versions = services.groups.versions({ ref: record('acme')!.ref, limit: 10 });
    for (const index of [0, 1, 4]) {
      list.activeItems = list.items.slice(index, index + 1);
      list.accept();
    }
    assert.deepEqual(compared, [versions[1]?.text, versions[4]?.text], 'a rotation has nothing to compare');
    assert.equal(list.isDisposed, false);
    list.press('Restore as Draft');
    await shown;
    assert.equal(record('acme')?.draft?.text, versions[4]?.text);
    assert.equal(list.isDisposed, true);
  });
});
