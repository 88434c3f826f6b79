import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { UserGroupsError, type Failure } from '../../../../src/core/errors.ts';
import { failureButtons } from '../../../../src/vscode/command/failureButtons.ts';
import { standIn } from '../../../support/standIn.ts';

const group = { connection: 'staging', userGroupId: 'acme' };
const onGroup = { connection: 'staging', user_group_id: 'acme' };
const onConnection = { connection: 'staging' };
const unstored = { connectionId: 'c1', userGroupId: 'acme' };

/** A button is titled by its command. */
const LOG = ['userGroups.showLog', {}];
const RETRY = ['Retry', 'again'];

const ROWS: readonly (readonly [what: string, failure: Partial<Failure>, buttons: readonly unknown[]])[] = [
  ['a token that is not stored', { unstored, about: group }, [['Copy Token', 'userGroups.copyToken', onGroup], LOG]],
  ['a damaged file', { remedy: 'reloadWindow', kind: 'unavailable' }, [['Reload Window', 'reload'], LOG]],
  [
    'an unverified API token',
    { remedy: 'reviewApiToken', about: group },
    [['userGroups.reviewApiToken', onConnection]],
  ],
  [
    'no connection',
    { remedy: 'addConnection' },
    [
      ['userGroups.startSandbox', {}, 'again'],
      ['userGroups.addConnection', {}],
    ],
  ],
  [
    'a connection that changed in the settings',
    { remedy: 'resolveConnection', kind: 'conflict', about: group },
    [['userGroups.resolveConnection', onConnection]],
  ],
  [
    'a group that is not in the list',
    { remedy: 'addExisting', kind: 'notFound', about: group },
    [['userGroups.addExisting', onConnection]],
  ],
  [
    'an unresolved rotation',
    { remedy: 'resolveRotation', kind: 'outcomeUnknown', about: group },
    [['userGroups.resolveRotation', onGroup], LOG],
  ],
  [
    'an unresolved rotation without a group in the list',
    { remedy: 'resolveRotation', about: { connection: 'staging' } },
    [['userGroups.resolveRotation', onConnection], LOG],
  ],
  ['an unresolved rotation of nobody knows what', { remedy: 'resolveRotation' }, [LOG]],
  ['a refused API token', { kind: 'unauthorized', about: group }, [['userGroups.setApiToken', onConnection]]],
  ['no answer', { kind: 'unavailable' }, [RETRY]],
  ['an answer that the service is down', { kind: 'unavailable', status: 503 }, [LOG]],
  ['too many requests', { kind: 'rateLimited', status: 429 }, [['Try Now', 'again']]],
  ['an unknown outcome', { kind: 'outcomeUnknown', about: group }, [['userGroups.fetch', onGroup], LOG]],
  ['an unknown outcome of no group', { kind: 'outcomeUnknown', about: { connection: 'staging' } }, [LOG]],
  ['an answer that is not understood', { kind: 'unexpectedResponse' }, [LOG]],
  ...(['forbidden', 'notFound', 'conflict', 'invalid', 'cancelled'] as const).map(
    (kind) => [kind, { kind, about: group }, []] as const,
  ),
];

/** Each button's label, and what it does when it is pressed. */
async function pressed(error: Error): Promise<unknown[]> {
  let done: unknown[] = [];
  const runner = {
    run: (id: string, read: () => { readonly input: unknown }) => Promise.resolve(done.push(id, read().input)),
    executeOnItem: (id: string, input: unknown) => {
      done.push(id, input);
      return Promise.resolve();
    },
  };
  const buttons = failureButtons(error, runner, () => Promise.resolve(done.push('again')));
  const reload = vscode.commands.registerCommand('workbench.action.reloadWindow', () => void done.push('reload'));
  const rows: unknown[] = [];
  for (const { label, run } of buttons) {
    done = [];
    await run();
    rows.push(label === done[0] ? done : [label, ...done]);
  }
  reload.dispose();
  return rows;
}

describe('the buttons of a failure', () => {
  for (const [what, failure, buttons] of ROWS) {
    it(`lead to what helps: ${what}`, async () => {
      const error = new UserGroupsError('conflict', 'It happened.').with(failure);
      assert.deepEqual(await pressed(error), buttons);
    });
  }

  it('ask again at once, without the wait that the service asks for', async () => {
    const done: string[] = [];
    const error = new UserGroupsError('rateLimited', 'The service asks to wait.', undefined, {
      endHold: () => done.push('ends the wait'),
    });
    const [tryNow] = failureButtons(error.while('Doing.'), standIn({}), () => Promise.resolve(done.push('again')));
    await tryNow!.run();
    assert.deepEqual(done, ['ends the wait', 'again']);
  });

  it('lead to the log of a bug', async () => {
    assert.deepEqual(await pressed(new Error('a bug')), [LOG]);
  });
});
