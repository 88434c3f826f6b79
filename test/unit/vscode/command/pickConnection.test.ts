// Which connection and which group a command takes, where it asks for one; and the notice about an answer.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import { showAnswerNotice, type AnswerNotice } from '../../../../src/vscode/command/answerNotice.ts';
import { BACK } from '../../../../src/vscode/command/ask.ts';
import type { Invocation } from '../../../../src/vscode/command/invocation.ts';
import {
  isConfigured,
  isReady,
  listedGroup,
  pickConnection,
  required,
  targetGroup,
} from '../../../../src/vscode/command/targets.ts';
import { nextList } from '../../../support/editor/fakeVscode.ts';
import { editingContextOf } from '../../../support/editor/editingContextOf.ts';
import { PlayedPerson } from '../../../support/editor/playedPerson.ts';
import { PRODUCTION, SANDBOX, TESTING } from '../../../support/connections.ts';
import { documentOf, productStarter } from '../../../support/product.ts';

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
    await list.cancel(picking);
  });

  it('is under the cursor unless it is guarded', async () => {
    for (const [connections, active, label] of [
      [[PRODUCTION], undefined, undefined],
      [[TESTING, PRODUCTION], PRODUCTION, undefined],
      [[TESTING, SANDBOX], SANDBOX, '$(beaker) Sandbox'],
    ] as const) {
      const picking = pickConnection(connections, PLACE, active);
      const list = await nextList();
      assert.equal(list.active, label);
      await list.cancel(picking);
    }
  });

  it('cannot be chosen where there is none, which leads to adding one', async () => {
    const happened = 'No connection can be used for this.';
    const next = 'Use "Add Connection…", or "Start Local Sandbox" to try it without a service.';
    await assert.rejects(pickConnection([], PLACE), {
      message: `${happened} ${next}`,
      failure: { kind: 'notFound', happened, next, remedy: 'addConnection' },
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
  it('is the one that the call names, or is chosen; for some commands it must be in the list', async () => {
    const product = await start();
    const { services, connection } = product;
    await services.sending.getOrCreate(connection, documentOf());
    const { connection: of, userGroupId } = await targetGroup(services, call({ user_group_id: 'other' }), 'Title');
    assert.deepEqual([of.id, userGroupId], [connection.id, 'other']);
    const choosing = targetGroup(services, call({}, 'palette'), 'Title');
    const list = await nextList();
    assert.match(list.title, /^Title/);
    list.choose('Acme');
    assert.equal((await choosing).userGroupId, 'acme');
    const { ref } = await listedGroup(services, call({ user_group_id: 'acme' }), 'Title');
    assert.deepEqual(ref, product.ref('acme'));
    await assert.rejects(listedGroup(services, call({ user_group_id: 'other' }), 'Title'), {
      kind: 'notFound',
      message: '"other" on staging is not in the list. Use "Add Existing User Group…".',
    });
  });
});

describe('The notice about an answer', () => {
  const start = productStarter();
  const button = { label: 'Compare', run: () => Promise.resolve() };
  const text = 'Updated.';
  const LOG = '[userGroups.showLog]';
  const ROWS: readonly (readonly [AnswerNotice, readonly string[]])[] = [
    [{ text, notes: [] }, []],
    [{ text, buttons: [button], notes: [] }, ['warning: Updated. [Compare]']],
    [{ text, buttons: [button], how: 'info', notes: [] }, ['info: Updated. [Compare]']],
    [{ notes: ['Another team'] }, [`warning: Another team ${LOG}`]],
    [{ text, buttons: [button], how: 'info', notes: ['One', 'Two'] }, [`warning: Updated. One. Two [Compare] ${LOG}`]],
  ];

  it('is one, whatever there is to say, and leads to the log', async () => {
    const product = await start();
    for (const [notice, shown] of ROWS) {
      const person = new PlayedPerson([], 'userGroups.showLog');
      showAnswerNotice(editingContextOf(product, person), product.connection, notice);
      await person.settled();
      assert.deepEqual(person.shown, shown);
      assert.deepEqual(person.ran, notice.notes.length > 0 ? ['userGroups.showLog {}'] : []);
    }
  });
});
