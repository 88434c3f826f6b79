// What is said of a rotated token: a toast that copies it, unless the form in view has that as its next step.

import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/core/connection.ts';
import { UserGroupsError } from '../../../../src/core/errors.ts';
import type { TokenDestination } from '../../../../src/core/tokenDestination.ts';
import type { Services } from '../../../../src/services/services.ts';
import type { CommandContext } from '../../../../src/vscode/command/commandContext.ts';
import type { Messages } from '../../../../src/vscode/platform/messages.ts';
import { groupUri } from '../../../../src/vscode/platform/documentUris.ts';
import { reportRotated } from '../../../../src/vscode/rotation/rotateToken.ts';
import { TabInputCustom, TabInputText, tabs, window } from '../../../support/editor/fakeVscode.ts';
import { standIn } from '../../../support/standIn.ts';

function saidOf(
  origin: 'item' | 'argument',
  last?: TokenDestination,
  find: () => TokenDestination | undefined = () => last,
): string[] {
  const said: string[] = [];
  const messages = standIn<Messages>({
    status: (text: string) => said.push(`status: ${text}`),
    info: (text: string, ...buttons: readonly string[]) => {
      said.push([`toast: ${text}`, ...buttons].join(' | '));
      return Promise.resolve(undefined);
    },
  });
  const connection = standIn<Connection>({ id: '1', name: 'staging', environment: 'Testing', kind: 'service' });
  const target = { connection, userGroupId: 'acme' };
  reportRotated(
    standIn<CommandContext>({
      services: standIn<Services>({ destinations: standIn({ find }) }),
      messages,
      run: () => Promise.resolve(undefined),
    }),
    { origin, input: {} },
    target,
    [],
  );
  return said;
}

describe('A token that was rotated', () => {
  afterEach(() => {
    tabs.active = undefined;
  });

  it('is offered to be copied by a toast where its form is not in view', () => {
    const toast = 'toast: Token of "acme" on staging rotated and stored. Deploy it now. | Copy New Token';
    assert.deepEqual(saidOf('item'), [toast]);
    for (const input of [
      new TabInputCustom(groupUri('staging', 'other')),
      new TabInputText(groupUri('staging', 'acme')),
    ]) {
      tabs.active = { input };
      assert.deepEqual(saidOf('item'), [toast]);
    }
  });

  const status = ['status: Token of "acme" on staging rotated and stored.'];

  it('is said in passing where its form has the next step', () => {
    tabs.active = { input: new TabInputCustom(groupUri('staging', 'acme')) };
    assert.deepEqual(saidOf('item'), status);
  });

  it('is said in passing where its form is in view beside other tabs', () => {
    tabs.active = { input: new TabInputCustom(groupUri('staging', 'acme')) };
    const empty = { ...window.tabGroups.activeTabGroup, activeTab: undefined };
    window.tabGroups.all.push(empty);
    const said = saidOf('item');
    window.tabGroups.all.pop();
    assert.deepEqual(said, status);
  });

  it('is said also where the place of the last one can not be read', () => {
    const fail = (): never => {
      throw new UserGroupsError('unavailable', 'The file is damaged.');
    };
    assert.deepEqual(saidOf('item', undefined, fail), saidOf('item'));
  });

  for (const [last, label] of [
    [{ kind: 'envFile', file: 'file:///app/.env.local', variable: 'TOKEN' }, 'Write to .env.local'],
    [{ kind: 'terminal', variable: 'TOKEN' }, 'Write to New Terminal'],
    [{ kind: 'command' }, 'Deliver by Command'],
  ] as const)
    it(`can be delivered as the last one was: ${label}`, () => {
      const toast = 'toast: Token of "acme" on staging rotated and stored. Deploy it now.';
      assert.deepEqual(saidOf('item', last), [`${toast} | Copy New Token | ${label}`]);
      assert.deepEqual(saidOf('argument', last), status);
      tabs.active = { input: new TabInputCustom(groupUri('staging', 'acme')) };
      assert.deepEqual(saidOf('item', last), [`${toast} | ${label}`]);
    });
});
