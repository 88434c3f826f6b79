// What becomes of a command's result and of its failure, by who has called it.

import assert from 'node:assert/strict';
import { bugMessage } from '../../../../src/core/bugText.ts';
import { cancelled, UserGroupsError } from '../../../../src/core/errors.ts';
import {
  CommandRunner,
  registerCommands,
  type Executed,
  type Handlers,
} from '../../../../src/vscode/command/commandRunner.ts';
import { SELECTION, type Invocation } from '../../../../src/vscode/command/invocation.ts';
import { node, type TreeNode } from '../../../../src/vscode/command/treeNode.ts';
import { RUN_REPORT_STEP } from '../../../../src/vscode/platform/reportSteps.ts';
import { groupUri } from '../../../../src/vscode/platform/documentUris.ts';
import { CancellationError, commands } from '../../../support/editor/fakeVscode.ts';
import { standIn } from '../../../support/standIn.ts';

const GROUP = groupUri('staging', 'acme');
const LOCKED = new UserGroupsError('forbidden', 'It is locked.');
const GONE = new UserGroupsError('unavailable', 'Nobody answers.');

/** A runner whose commands fail one after the other, then do what they are asked. Notices get this answer. */
function runnerOf(failures: readonly unknown[], answer?: string) {
  const [invocations, shown, bugs, executed]: [Invocation[], string[], unknown[], Executed[]] = [[], [], [], []];
  const left = [...failures];
  const handler = (invocation: Invocation): undefined => {
    invocations.push(invocation);
    const [failure] = left.splice(0, 1);
    if (failure !== undefined) throw failure as Error;
  };
  const runner = new CommandRunner(
    () => Promise.resolve(standIn<Handlers>({ 'userGroups.removeFromList': handler, 'userGroups.showLog': handler })),
    standIn({
      error: (text, ...buttons) => {
        shown.push([text, ...buttons].join(' | '));
        return Promise.resolve(buttons.find((button) => button === answer));
      },
    }),
    standIn({ bug: (error) => void bugs.push(error) }),
  );
  runner.onDidExecute((done) => executed.push(done));
  return { runner, invocations, shown, bugs, executed };
}

const called = (origin: Invocation['origin']) => (): Invocation => ({ origin, input: { connection: 'staging' } });
const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('A command that fails', () => {
  it('rejects the promise of a caller with an argument object, and shows nothing', async () => {
    const { runner, shown, executed } = runnerOf([LOCKED]);
    await assert.rejects(runner.run('userGroups.removeFromList', called('argument')), LOCKED);
    assert.deepEqual([shown, executed], [[], []]);
  });

  it('is shown to a person', async () => {
    for (const origin of ['item', 'document', 'palette'] as const) {
      const { runner, shown, executed } = runnerOf([LOCKED]);
      assert.equal(await runner.run('userGroups.removeFromList', called(origin)), undefined);
      assert.deepEqual([shown, executed], [['It is locked.'], []]);
    }
  });

  it('because the person said no shows nothing, and tells a caller so', async () => {
    for (const failure of [cancelled(), new CancellationError()]) {
      const { runner, shown, bugs } = runnerOf([failure, failure]);
      await runner.run('userGroups.removeFromList', called('palette'));
      await assert.rejects(runner.run('userGroups.removeFromList', called('argument')), { kind: 'cancelled' });
      assert.deepEqual([shown, bugs], [[], []]);
    }
  });

  it('by a bug says only that, and the log has the rest', async () => {
    const bug = new TypeError('secret');
    const { runner, shown, bugs } = runnerOf([bug, bug]);
    await runner.run('userGroups.removeFromList', called('palette'));
    await assert.rejects(runner.run('userGroups.removeFromList', called('argument')), { message: bugMessage() });
    assert.deepEqual([shown, bugs], [[`${bugMessage()} | userGroups.showLog`], [bug, bug]]);
  });

  it('before its argument was understood rejects its promise', async () => {
    const { runner, shown } = runnerOf([]);
    const read = (): Invocation => {
      throw LOCKED;
    };
    await assert.rejects(runner.run('userGroups.removeFromList', read), LOCKED);
    assert.deepEqual(shown, []);
  });

  it('is tried again by its button as it was called, whatever is active by then', async () => {
    const { runner, invocations, shown, executed } = runnerOf([GONE], 'Retry');
    await runner.run('userGroups.removeFromList', called('document'));
    await settled();
    assert.deepEqual(shown, ['Nobody answers. | Retry']);
    assert.deepEqual(invocations, [called('document')(), called('document')()]);
    assert.deepEqual(
      executed.map(({ id, origin }) => [id, origin]),
      [['userGroups.removeFromList', 'document']],
    );
  });
});

describe('A command that a button runs', () => {
  it('is about the item, document or group that it names, and known to come from a form', async () => {
    const { runner, invocations } = runnerOf([]);
    const on = { connection: 'staging', user_group_id: 'acme' };
    await runner.executeOnItem('userGroups.removeFromList', on);
    await runner.executeOnSubject('userGroups.removeFromList', { document: GROUP });
    await runner.executeOnSubject('userGroups.removeFromList', { document: GROUP, isSendAnyway: true });
    await runner.executeOnSubject('userGroups.removeFromList', on);
    assert.deepEqual(invocations, [
      { origin: 'item', input: on },
      { origin: 'document', input: on, isSendAnyway: false, isFormButton: true },
      { origin: 'document', input: on, isSendAnyway: true, isFormButton: true },
      { origin: 'item', input: on, isFormButton: true },
    ]);
  });
});

describe('Commands that are registered', () => {
  const IDS = ['userGroups.removeFromList'] as const;
  const ROW = node({ kind: 'group', connection: 'staging', user_group_id: 'acme' } as TreeNode);

  it('are called with what VS Code gives them, until they are disposed of', async () => {
    const { runner, invocations } = runnerOf([]);
    const registered = registerCommands(runner, () => Promise.resolve(undefined), IDS);
    await commands.executeCommand('userGroups.removeFromList', ROW, [ROW]);
    await commands.executeCommand('userGroups.removeFromList', { connection: 'staging' });
    registered.dispose();
    await commands.executeCommand('userGroups.removeFromList', ROW);
    assert.deepEqual(
      invocations.map(({ origin, row, selection }) => [origin, row, selection?.length]),
      [
        ['item', ROW, 1],
        ['argument', undefined, undefined],
      ],
    );
  });

  it('by a key of the list are about its row, and about nothing where it has none', async () => {
    const { runner, invocations } = runnerOf([]);
    const rows = [ROW, undefined];
    const registered = registerCommands(runner, () => Promise.resolve(rows.shift()), IDS);
    await commands.executeCommand('userGroups.removeFromList', SELECTION);
    assert.equal(await commands.executeCommand('userGroups.removeFromList', SELECTION), undefined);
    registered.dispose();
    assert.deepEqual(
      invocations.map(({ row }) => row),
      [ROW],
    );
  });

  it('run the step that a report gives', async () => {
    const registered = registerCommands(runnerOf([]).runner, () => Promise.resolve(undefined));
    assert.equal(await commands.executeCommand(RUN_REPORT_STEP, () => Promise.resolve('done')), 'done');
    registered.dispose();
  });
});
