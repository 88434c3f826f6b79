// What other extensions get of tokens: no command gives one away while the person has not agreed.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { CommandId } from '../../src/vscode/command/commandMap.ts';
import { commandIds } from '../../src/vscode/platform/manifest.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { changeConnections, startService, type Service } from './support/service.ts';

const run = (command: string, argument: object): Thenable<unknown> =>
  vscode.commands.executeCommand(`userGroups.${command}`, argument);
const extension = (): vscode.Extension<unknown> => vscode.extensions.getExtension('embedded-dashboards.user-groups')!;

/**
 * The person: what is shown is recorded, boxes are closed, and modal questions answered by the button of that name.
 */
class Person {
  readonly reported: string[] = [];
  answers: string | undefined;
  readonly #window = vscode.window as Record<string, unknown>;
  readonly #own = { ...this.#window };

  attend(): void {
    const showMessage = (message: string, ...rest: unknown[]): Promise<string | undefined> => {
      const modal = rest.find((part): part is vscode.MessageOptions => typeof part === 'object');
      this.reported.push([message, modal?.detail].join('\n'));
      return Promise.resolve(
        modal?.modal === true && this.answers !== undefined && rest.includes(this.answers) ? this.answers : undefined,
      );
    };
    for (const name of ['showInformationMessage', 'showWarningMessage', 'showErrorMessage'])
      this.#window[name] = showMessage;
    const setStatus = (text: string): vscode.Disposable => {
      this.reported.push(text);
      return new vscode.Disposable(() => undefined);
    };
    this.#window.setStatusBarMessage = setStatus;
    const createInputBox = this.#own.createInputBox as typeof vscode.window.createInputBox;
    this.#window.createInputBox = () => closedAtOnce(createInputBox());
  }

  leave(): void {
    for (const name of [
      'showInformationMessage',
      'showWarningMessage',
      'showErrorMessage',
      'setStatusBarMessage',
      'createInputBox',
    ])
      this.#window[name] = this.#own[name];
  }
}

function closedAtOnce(box: vscode.InputBox): vscode.InputBox {
  const show = box.show.bind(box);
  box.show = () => {
    show();
    box.hide();
  };
  return box;
}

describe('What other extensions get', () => {
  const person = new Person();
  let service: Service;
  beforeEach(async () => {
    service = await startService();
    person.reported.length = 0;
    person.answers = undefined;
    person.attend();
  });
  afterEach(async () => {
    person.leave();
    await service.end();
  });

  it('is no interface but the commands', async () => {
    assert.equal(await extension().activate(), undefined);
    assert.equal(extension().exports, undefined);
  });

  it('is no token, from any command, and what can hurt is not done while nobody says yes', async () => {
    await run('getOrCreate', { connection: service.connection, user_group_id: 'acme', name: 'Acme' });
    const { token } = service.group('acme')!;
    const folder = temporaryFolder('user-groups-any-command-');
    const argument = {
      connection: service.connection,
      user_group_id: 'acme',
      query: 'acme',
      operation: 'rotate',
      with: { user_group_id: 'acme' },
      file: join(folder, 'list.jsonl'),
      folder,
      change: { action: 'set', property: 'region', value: 'EU' },
      on_failure: 'stop',
      deliver: 'clipboard',
      api: 'customer',
      by: 'name',
    };
    const results: string[] = [];
    for (const id of (commandIds() as CommandId[]).filter((command) => !WAITS_FOR_A_CHOICE.includes(command))) {
      try {
        results.push(
          JSON.stringify([await vscode.commands.executeCommand(id, { ...argument, ...OF_ONE_COMMAND[id] })]),
        );
      } catch (error) {
        results.push(String(error));
      }
    }
    await run('clearFilter', {});
    for (const name of readdirSync(folder)) results.push(readFileSync(join(folder, name), 'utf8'));
    rmSync(folder, { recursive: true });
    const reported = [...results, ...person.reported].join('\n');
    assert.deepEqual(
      [token, service.apiToken].filter((secret) => reported.includes(secret)),
      [],
    );
    assert.equal(service.group('acme')?.token, token);
    await run('copyToken', { connection: service.connection, user_group_id: 'acme' });
    assert.equal(await vscode.env.clipboard.readText(), token);
  });

  it("is no token of production before the person agrees, though VS Code gives the list's own row to any command", async () => {
    await run('getOrCreate', { connection: service.connection, user_group_id: 'acme', name: 'Acme' });
    await changeConnections((entries) =>
      entries.map((entry) => ({ ...entry, ...(entry.name === service.connection && { environment: 'Customer' }) })),
    );
    await vscode.env.clipboard.writeText('of before');
    let row: unknown;
    const another = vscode.commands.registerCommand('another.extension', (handed) => {
      row = handed;
    });
    await vscode.commands.executeCommand('userGroups.tree.focus');
    const args = [
      {
        $treeViewId: 'userGroups.tree',
        $treeItemHandle: `1/${['group', service.connection, 'acme'].map(encodeURIComponent).join('/')}`,
      },
    ];
    // Until the list has drawn it.
    while (row === undefined || row === null)
      await vscode.commands.executeCommand('runCommands', { commands: [{ command: 'another.extension', args }] });
    another.dispose();
    person.answers = undefined;
    person.reported.length = 0;
    await vscode.commands.executeCommand('userGroups.copyToken', row);
    assert.match(
      person.reported.join('\n'),
      /^Copy the token of "acme" on .* to the clipboard\?\nEnvironment: PRODUCTION\./,
    );
    assert.equal(await vscode.env.clipboard.readText(), 'of before');
  });
});

/** What some commands are given beside what all are. */
const OF_ONE_COMMAND: Partial<Record<CommandId, object>> = {
  'userGroups.undoRun': { run: -1 },
  'userGroups.writeToken': { to: 'last' },
};

/** They show a list of their own, or the editor's own dialog, and answer nothing. */
const WAITS_FOR_A_CHOICE: readonly CommandId[] = [
  'userGroups.actions',
  'userGroups.goTo',
  'userGroups.showHistory',
  'userGroups.showHistoryOfAll',
  'userGroups.saveToWorkspace',
  'userGroups.startSandbox',
  'userGroups.stopSandbox',
];
