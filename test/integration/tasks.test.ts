// The tasks of a folder in the real editor: the command line runs, and the Problems panel says what it found.

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { problemsBecome } from './support/problems.ts';

const folder = (): vscode.Uri => vscode.workspace.workspaceFolders![0]!.uri;
const fileUri = (name: string): vscode.Uri => vscode.Uri.joinPath(folder(), name);

function writeFile(name: string, content: unknown): Thenable<void> {
  return vscode.workspace.fs.writeFile(
    fileUri(name),
    new TextEncoder().encode(typeof content === 'string' ? content : JSON.stringify(content)),
  );
}

/** Resolves with its exit code. */
async function run(task: vscode.Task): Promise<number | undefined> {
  const ended = new Promise<number | undefined>((resolve) => {
    const subscription = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
      if (execution.task.name !== task.name) return;
      subscription.dispose();
      resolve(exitCode);
    });
  });
  await vscode.tasks.executeTask(task);
  return ended;
}

describe('The tasks of a folder', () => {
  const CONFIG = 'usergroups.config.json';
  const BAD = 'task-groups/bad.usergroup.json';

  afterEach(async () => {
    for (const name of [CONFIG, 'task-groups', '.usergroups'])
      await vscode.workspace.fs
        .delete(fileUri(name), { recursive: true, useTrash: false })
        .then(undefined, () => undefined);
  });

  it('are offered where there is a configuration, and none otherwise', async () => {
    const names = async (): Promise<string[]> =>
      (await vscode.tasks.fetchTasks({ type: 'user-groups' })).map(({ name }) => name);
    assert.deepEqual(await names(), []);
    await writeFile(CONFIG, {});
    assert.deepEqual(await names(), ['Validate']);
  });

  it('check its documents, and name each problem at its place', async () => {
    await writeFile(CONFIG, {
      connections: [{ name: 'staging', baseUrl: 'https://staging.example', folder: 'task-groups' }],
    });
    await writeFile(BAD, { user_group_id: 'bad', name: 5 });
    const [task] = await vscode.tasks.fetchTasks({ type: 'user-groups' });
    assert.equal(await run(task!), 1);
    await problemsBecome(fileUri(BAD), '"name" must be a string.');
    assert.deepEqual(vscode.languages.getDiagnostics(fileUri(BAD))[0]?.range.start, new vscode.Position(0, 30));
    await writeFile(BAD, { user_group_id: 'bad' });
    assert.equal(await run(task!), 0);
    await problemsBecome(fileUri(BAD));
  });
});
