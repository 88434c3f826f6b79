// Everything that can be done with a group, in one list.

import assert from 'node:assert/strict';
import { showActions } from '../../../src/vscode/actions.ts';
import type { CommandContext } from '../../../src/vscode/command/commandContext.ts';
import { nextList } from '../../support/editor/fakeVscode.ts';
import { documentOf, productStarter } from '../../support/product.ts';
import { standIn } from '../../support/standIn.ts';

const ACME = { connection: 'staging', user_group_id: 'acme' };

describe('Show Group Actions…', () => {
  const start = productStarter();

  it('copies a group to another connection where there is one', async () => {
    const { services, settings, connection } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    const offers = async (): Promise<boolean> => {
      const shown = showActions(standIn<CommandContext>({ services }), { origin: 'item', input: ACME });
      const list = await nextList();
      await list.cancel(shown);
      return list.labels.includes('userGroups.copyToConnection');
    };
    assert.equal(await offers(), false);
    settings.edit([...settings.entries, { name: 'second', baseUrl: 'https://b.example', environment: 'Testing' }]);
    assert.equal(await offers(), true);
  });

  it('begins with what is done most, and has the sections of the context menu', async () => {
    const { services, connection } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    await services.rotation.rotate(connection, 'acme');
    const ran: unknown[] = [];
    const context = standIn<CommandContext>({
      services,
      run: (...called) => {
        ran.push(called);
        return Promise.resolve();
      },
    });
    const shown = showActions(context, { origin: 'item', input: ACME });
    const list = await nextList();
    assert.deepEqual(
      list.labels.map((label) => label.replace('userGroups.', '- ')),
      [
        ...['- open', '- update', '- copyToken', '- checkUserGroup'],
        ...['Token', '- rotateToken', '- writeToken', '- copyPreviousToken', '- markAsDeployed'],
        ...['Compare', '- compareWithSent', '- compareWithAnswered', '- compareWith'],
        ...['Bulk', '- editMany', '- rotateMany', '- saveGroupsToFolder'],
        ...['More', '- openAsText', '- saveToWorkspace', '- showHistory', '- fetch', '- duplicate', '- copyAsCurl'],
        '- copyLink',
        '- removeFromList',
      ],
    );
    assert.equal(list.title, 'Acme ("acme" on staging)');
    list.choose('userGroups.editMany');
    await shown;
    assert.deepEqual(ran, [['userGroups.editMany', { ...ACME, user_group_ids: ['acme'] }]]);
  });

  it('has the same sections for a document that was not sent, and says what is true of it', async () => {
    const { services, connection } = await start();
    const { number } = services.groups.addNewDraft(connection);
    const shownFor = async (): Promise<[string | undefined, readonly string[]]> => {
      const shown = showActions(standIn<CommandContext>({ services }), {
        origin: 'document',
        input: { connection: 'staging' },
        newNumber: number,
      });
      const list = await nextList();
      await list.cancel(shown);
      return [list.placeholder, list.labels.map((label) => label.replace('userGroups.', '- '))];
    };
    const labels = ['- open', '- getOrCreate', 'More', '- openAsText', '- copyAsCurl', '- discardDraft'];
    assert.deepEqual(await shownFor(), ['Not sent', labels]);
    services.groups.saveNewDraft(connection, number, documentOf());
    assert.deepEqual(await shownFor(), ['Unsent changes', labels]);
  });
});
