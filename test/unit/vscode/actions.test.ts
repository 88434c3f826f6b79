// Everything that can be done with a group, in one list.

import assert from 'node:assert/strict';
import { showActions } from '../../../src/vscode/actions.ts';
import type { CommandContext } from '../../../src/vscode/command/commandContext.ts';
import { installThisExtension } from '../../support/editor/thisExtension.ts';
import { nextList, QuickPickItemKind } from '../../support/editor/fakeVscode.ts';
import { documentOf, productStarter } from '../../support/product.ts';
import { standIn } from '../../support/standIn.ts';

const ACME = { connection: 'staging', user_group_id: 'acme' };

describe('Show Group Actions…', () => {
  installThisExtension();
  const start = productStarter();

  it('copies a group to another connection where there is one', async () => {
    const { services, settings, connection } = await start();
    await services.sending.getOrCreate(connection, documentOf());
    const offers = async (): Promise<boolean> => {
      const shown = showActions(standIn<CommandContext>({ services }), { origin: 'item', input: ACME });
      const list = await nextList();
      await list.cancel(shown);
      return list.labels.includes('Copy to Connection…');
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
      list.items.map(({ label, kind }) => (kind === QuickPickItemKind.Separator ? `# ${label}` : label)),
      [
        ...['Open User Group', 'Update User Group…', 'Copy User Group Token', 'Check Why a Group Sees No Data…'],
        ...['# Token', 'Rotate User Group Token…', 'Write Token to…', 'Copy Previous User Group Token'],
        'Mark as Deployed…',
        ...['# Compare', 'Compare with Last Sent', 'Compare with Service Response', 'Compare with…'],
        ...['# Bulk', 'Edit Multiple Groups…', 'Rotate Multiple Tokens…', 'Save Groups to Folder…'],
        ...['# More', 'Open User Group as JSON', 'Save to Workspace…', 'Show History', 'Fetch from Service…'],
        ...['Duplicate Group…', 'Copy as cURL', 'Copy Link', 'Remove from List…'],
      ],
    );
    assert.equal(list.title, 'Acme ("acme" on staging)');
    list.choose('Edit Multiple Groups…');
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
      return [list.placeholder, list.labels];
    };
    const labels = [
      ...['Open User Group', 'Get or Create User Group…'],
      ...['More', 'Open User Group as JSON', 'Copy as cURL', 'Discard Draft…'],
    ];
    assert.deepEqual(await shownFor(), ['Not sent', labels]);
    services.groups.saveNewDraft(connection, number, documentOf());
    assert.deepEqual(await shownFor(), ['Unsent changes', labels]);
  });
});
