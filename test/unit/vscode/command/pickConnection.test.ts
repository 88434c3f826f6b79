// Which connection and which group a command takes, where it asks for one; and the notice about an answer.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import { showAnswerNotice, type AnswerNotice } from '../../../../src/vscode/command/answerNotice.ts';
import { BACK } from '../../../../src/vscode/command/ask.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import {
  hasSeveralConnections,
  isConfigured,
  isReady,
  listedGroup,
  pickConnection,
  required,
  targetGroup,
} from '../../../../src/vscode/command/targets.ts';
import { nextList } from '../../../support/editor/fakeVscode.ts';
import { playedWindows } from '../../../support/editor/playedWindow.ts';
import { PRODUCTION, SANDBOX, TESTING } from '../../../support/connections.ts';
import { documentOf, productStarter, type Product } from '../../../support/product.ts';

const PLACE = { title: 'Wizard' };

describe('A connection that is asked for', () => {
  it('is one that is not guarded first, each with its environment and where it is', async () => {
    const picking = pickConnection([PRODUCTION, TESTING, SANDBOX], PLACE);
    const list = await nextList();
    assert.deepEqual(
      [list.placeholder, list.active, list.items.map(({ label, description }) => `${label}: ${description}`)],
      [
        'Select a connection',
        '$(server) staging',
        [
          '$(server) staging: Testing · https://staging.example.com',
          '$(beaker) Sandbox: local',
          '$(server-environment) production: PRODUCTION · https://staging.example.com',
        ],
      ],
    );
    list.choose('$(server-environment) production');
    assert.equal(await picking, PRODUCTION);
  });

  it('is first the one that has the group, which is not under the cursor where it is guarded', async () => {
    const picking = pickConnection([TESTING, PRODUCTION], { ...PLACE, likely: [PRODUCTION] });
    const list = await nextList();
    assert.deepEqual(
      [list.active, list.items.map(({ label, description }) => `${label}: ${description}`)],
      [
        undefined,
        [
          '$(server-environment) production: PRODUCTION · https://staging.example.com · has this group',
          '$(server) staging: Testing · https://staging.example.com',
        ],
      ],
    );
    list.close();
    await assert.rejects(picking, { kind: 'cancelled' });
  });

  for (const [what, connections, active, label] of [
    ['a guarded one', [PRODUCTION], undefined, undefined],
    ['a guarded one that was chosen before', [TESTING, PRODUCTION], PRODUCTION, undefined],
    ['one that was chosen before', [TESTING, SANDBOX], SANDBOX, '$(beaker) Sandbox'],
  ] as const)
    it(`is under the cursor unless it is guarded: ${what}`, async () => {
      const picking = pickConnection(connections, PLACE, active);
      const list = await nextList();
      assert.equal(list.active, label);
      list.close();
      await assert.rejects(picking, { kind: 'cancelled' });
    });

  it('cannot be chosen where there is none, which leads to adding one', async () => {
    await assert.rejects(pickConnection([], PLACE), {
      kind: 'notFound',
      message:
        'No connection can be used for this. Use "Add Connection…", or "Start Local Sandbox" to try it without a service.',
      failure: {
        kind: 'notFound',
        happened: 'No connection can be used for this.',
        next: 'Use "Add Connection…", or "Start Local Sandbox" to try it without a service.',
        remedy: 'addConnection',
      },
    });
  });

  it('fits a command by its status, or by having settings', () => {
    const moved: Connection = { ...TESTING, status: 'moved' };
    const forgotten: Connection = { ...TESTING, status: 'notInSettings' };
    const all = [TESTING, SANDBOX, moved, forgotten];
    assert.deepEqual(
      [all.map(isReady), all.map(isConfigured)],
      [
        [true, true, false, false],
        [true, false, true, false],
      ],
    );
  });

  it('without a way back is none where the person goes back', () => {
    assert.equal(required(TESTING), TESTING);
    assert.throws(() => required(BACK), { kind: 'cancelled' });
  });
});

describe('The group of a command', () => {
  const start = productStarter();
  const call = (input: Invocation['input'], origin: Invocation['origin'] = 'argument'): Invocation => ({
    origin,
    input,
  });
  const withGroup = async (): Promise<Product> => {
    const product = await start();
    await product.services.sending.getOrCreate(product.connection, documentOf());
    return product;
  };

  it('is the one that the call names, in the list or not', async () => {
    const { services, connection } = await withGroup();
    const { connection: of, userGroupId } = await targetGroup(services, call({ user_group_id: 'other' }), 'Title');
    assert.deepEqual([of.id, userGroupId], [connection.id, 'other']);
  });

  it('is chosen among those in the list where the call names none', async () => {
    const { services } = await withGroup();
    const choosing = targetGroup(services, call({}, 'palette'), 'Title');
    const list = await nextList();
    assert.match(list.title, /^Title/);
    list.choose('Acme');
    assert.equal((await choosing).userGroupId, 'acme');
  });

  it('must be in the list for some commands', async () => {
    const product = await withGroup();
    const { ref } = await listedGroup(product.services, call({ user_group_id: 'acme' }), 'Title');
    assert.deepEqual(ref, product.ref('acme'));
    await assert.rejects(listedGroup(product.services, call({ user_group_id: 'other' }), 'Title'), {
      kind: 'notFound',
      message: '"other" on staging is not in the list. Use "Add Existing User Group…".',
    });
  });

  it('can be copied to another connection where there are several that can be used', async () => {
    const product = await withGroup();
    const several = [hasSeveralConnections(product.services)];
    product.settings.edit([
      ...product.settings.entries,
      { name: 'second', baseUrl: 'https://second.example.com', environment: 'Testing' },
    ]);
    several.push(hasSeveralConnections(product.services));
    assert.deepEqual(several, [false, true]);
  });
});

describe('The notice about an answer', () => {
  const start = productStarter();
  const playedWindow = playedWindows();
  const button = { label: 'Compare', run: () => Promise.resolve() };
  for (const [what, notice, said] of [
    ['nothing to say', { text: 'Updated.', notes: [] }, []],
    ['a button alone', { text: 'Updated.', buttons: [button], notes: [] }, ['warn: Updated. | Compare']],
    [
      'a button in passing',
      { text: 'Updated.', buttons: [button], how: 'info', notes: [] },
      ['info: Updated. | Compare'],
    ],
    ['a note alone', { notes: ['Another team'] }, ['warn: Another team | userGroups.showLog']],
    [
      'all of it, which is a warning then',
      { text: 'Updated.', buttons: [button], how: 'info', notes: ['One', 'Two'] },
      ['warn: Updated. One. Two | Compare | userGroups.showLog'],
    ],
  ] as const satisfies readonly (readonly [string, AnswerNotice, readonly string[]])[])
    it(`is one, whatever there is to say: ${what}`, async () => {
      const product = await start();
      const { context, said: shown } = playedWindow(product);
      showAnswerNotice(context, product.connection, notice);
      assert.deepEqual(shown, said);
    });

  it('leads to the log', async () => {
    const product = await start();
    const { context, ran } = playedWindow(product, ['userGroups.showLog']);
    showAnswerNotice(context, product.connection, { notes: ['Another team'] });
    await Promise.resolve();
    await Promise.resolve();
    assert.deepEqual(ran, ['userGroups.showLog {}']);
  });
});
