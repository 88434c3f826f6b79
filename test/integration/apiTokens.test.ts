// API tokens and other tokens in a person's hand: the questions about them, and that no command gives one away.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { COMMAND_IDS, type CommandId } from '../../src/vscode/command/commandMap.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { changeConnections, startService, type Service } from './support/service.ts';

const run = (command: string, argument: object): Thenable<unknown> =>
  vscode.commands.executeCommand(`userGroups.${command}`, argument);
const extension = (): vscode.Extension<unknown> => vscode.extensions.getExtension('embedded-dashboards.user-groups')!;

/**
 * The person: what is shown is recorded, boxes are filled in, and modal questions answered by the button of that name.
 */
class Person {
  readonly reported: string[] = [];
  typed = '';
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
    this.#window.createInputBox = () => this.#filledIn(createInputBox());
  }

  /** Of each list that is shown from now on, the first is chosen. */
  chooseFirst(): void {
    const createQuickPick = this.#own.createQuickPick as typeof vscode.window.createQuickPick;
    this.#window.createQuickPick = () => {
      const pick = createQuickPick();
      const accepted = new vscode.EventEmitter<void>();
      const own: Record<string | symbol, () => unknown> = {
        onDidAccept: () => accepted.event,
        activeItems: () => pick.items.slice(0, 1),
        show: () => () => {
          queueMicrotask(() => {
            accepted.fire();
          });
          pick.show();
        },
      };
      return new Proxy(pick, {
        get: (target, name) => {
          const value: unknown = own[name] === undefined ? Reflect.get(target, name) : own[name]();
          return typeof value === 'function' ? (value as (...given: unknown[]) => unknown).bind(target) : value;
        },
        set: (target, name, value) => Reflect.set(target, name, value),
      });
    };
  }

  leave(): void {
    for (const name of [
      'showInformationMessage',
      'showWarningMessage',
      'showErrorMessage',
      'setStatusBarMessage',
      'createInputBox',
      'createQuickPick',
    ])
      this.#window[name] = this.#own[name];
  }

  /** A box in which the text stands, and Enter is pressed, as soon as it is shown. */
  #filledIn(box: vscode.InputBox): vscode.InputBox {
    const accepted = new vscode.EventEmitter<void>();
    const isFilledIn = this.typed !== '';
    return new Proxy(box, {
      get: (target, name) => {
        if (name === 'onDidAccept') return accepted.event;
        if (name === 'show')
          return () => {
            if (isFilledIn) {
              target.value = this.typed;
              queueMicrotask(() => {
                accepted.fire();
              });
            } else target.hide();
            target.show();
            if (!isFilledIn) target.hide();
          };
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value as (...given: unknown[]) => unknown).bind(target) : value;
      },
      set: (target, name, value) => Reflect.set(target, name, value),
    });
  }
}

describe('A token in the hand', () => {
  const person = new Person();
  let first: Service;
  let second: Service;
  beforeEach(async () => {
    [first, second] = [await startService(), await startService()];
    person.reported.length = 0;
    person.attend();
  });
  afterEach(async () => {
    person.leave();
    await first.end();
    await second.end();
  });

  it("that is another connection's API token is set only if the person says so", async () => {
    person.typed = second.apiToken;
    person.answers = undefined;
    await assert.rejects(async () => run('setApiToken', { connection: first.connection }), { name: 'cancelled' });
    assert.match(
      person.reported.join('\n'),
      new RegExp(`^This is the API token of "${second.connection}"\\. Set it for "${first.connection}"\\?`),
    );
    // That of the variable is used still.
    await run('getOrCreate', { connection: first.connection, user_group_id: 'acme' });
    person.answers = 'Set Anyway';
    await run('setApiToken', { connection: first.connection });
    await assert.rejects(async () => run('fetch', { connection: first.connection, user_group_id: 'acme' }), {
      name: 'unauthorized',
    });
  });

  it('that is a user group token is set as an API token only if the person says so', async () => {
    await run('getOrCreate', { connection: first.connection, user_group_id: 'acme' });
    person.typed = first.group('acme')!.token;
    person.answers = undefined;
    await assert.rejects(async () => run('setApiToken', { connection: second.connection }), { name: 'cancelled' });
    assert.match(person.reported.join('\n'), /This is the group token of "acme", not an API token\./);
  });

  it('that is an API token is recognised, and neither shown nor sent as one that leaked', async () => {
    person.typed = first.apiToken;
    person.answers = undefined;
    await run('whoseToken', {});
    assert.match(
      person.reported.join('\n'),
      new RegExp(`This is the API token of "${first.connection}", not the token of a group\\.`),
    );
    await assert.rejects(
      async () => run('rotateLeakedToken', { connection: first.connection }),
      /not the token of a group/,
    );
    assert.deepEqual([first.exchanges.length, person.reported.join('\n').includes(first.apiToken)], [0, false]);
  });
});

describe('What other extensions get', () => {
  const person = new Person();
  let service: Service;
  beforeEach(async () => {
    service = await startService();
    person.reported.length = 0;
    person.typed = '';
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
      handOver: 'clipboard',
      api: 'customer',
      by: 'name',
    };
    const results: string[] = [];
    for (const id of COMMAND_IDS.filter((command) => !WAITS_FOR_A_CHOICE.includes(command))) {
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
});

describe('The token in a variable', () => {
  const person = new Person();
  let service: Service;
  let other: Service;
  beforeEach(async () => {
    [service, other] = [await startService(), await startService()];
    person.reported.length = 0;
    person.attend();
  });
  afterEach(async () => {
    person.leave();
    await service.end();
    await other.end();
  });

  it('goes to a new address only if the person says so, though the same service moved', async () => {
    await run('getOrCreate', { connection: service.connection, user_group_id: 'acme' });
    await changeConnections((entries) =>
      entries.map((entry) => ({ ...entry, ...(entry.name === service.connection && { baseUrl: other.baseUrl }) })),
    );
    person.chooseFirst();
    await run('resolveConnection', { connection: service.connection });
    const fetch = async (): Promise<unknown> => run('fetch', { connection: service.connection, user_group_id: 'acme' });
    await assert.rejects(fetch, /was used for another address and is not sent to/);
    person.answers = undefined;
    await assert.rejects(async () => run('setApiToken', { connection: service.connection }), { name: 'cancelled' });
    assert.match(person.reported.at(-1)!, new RegExp(`^Send the API token in \\w+ to ${other.baseUrl}\\?`));
    await assert.rejects(fetch, { name: 'unauthorized' });
    assert.equal(other.exchanges.length, 0);
    person.answers = 'Use Token';
    person.typed = service.connection;
    await run('setApiToken', { connection: service.connection });
    // It is another service in truth, which does not know this token: it was asked.
    await assert.rejects(fetch, { name: 'unauthorized' });
    assert.equal(other.exchanges.length, 1);
  });
});

describe("Production's guard", () => {
  const person = new Person();
  let service: Service;
  beforeEach(async () => {
    service = await startService();
    person.reported.length = 0;
    person.attend();
  });
  afterEach(async () => {
    person.leave();
    await service.end();
  });

  it('is taken off, and its tokens are in the clipboard, only if the person says so to whoever gives an argument object', async () => {
    const about = { connection: service.connection, user_group_id: 'acme' };
    await run('getOrCreate', { ...about, name: 'Acme' });
    const replaced = service.group('acme')!.token;
    person.answers = 'Rotate Token';
    await run('rotateToken', about);
    await changeConnections((entries) =>
      entries.map((entry) => ({ ...entry, ...(entry.name === service.connection && { environment: 'Customer' }) })),
    );
    await vscode.env.clipboard.writeText('of before');
    const edits = [
      { connection: service.connection, environment: 'Testing' },
      { connection: service.connection, baseUrl: `${service.baseUrl}/other` },
    ];
    person.answers = undefined;
    for (const command of ['copyToken', 'copyReplacedToken'])
      await assert.rejects(async () => run(command, about), { name: 'cancelled' });
    for (const edit of edits) await assert.rejects(async () => run('editConnection', edit), { name: 'cancelled' });
    assert.match(person.reported.at(-1)!, new RegExp(`${service.baseUrl} → ${service.baseUrl}/other`));
    assert.equal(await vscode.env.clipboard.readText(), 'of before');
    person.answers = 'Copy';
    await run('copyReplacedToken', about);
    assert.equal(await vscode.env.clipboard.readText(), replaced);
    await run('copyToken', about);
    assert.equal(await vscode.env.clipboard.readText(), service.group('acme')!.token);
    person.answers = 'Change';
    assert.deepEqual(await run('editConnection', edits[0]!), {
      name: service.connection,
      baseUrl: service.baseUrl,
      environment: 'Testing',
    });
  });

  it("asks before a token is copied also where another extension has got hold of the list's own row, which VS Code gives to any command", async () => {
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
