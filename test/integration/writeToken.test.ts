// Write Token to… in the editor: a .env file of the workspace that Git ignores, and a terminal that is not kept.

import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { gitRepository } from '../support/gitRepository.ts';
import { startService, type Service } from './support/service.ts';

type Show = 'createQuickPick' | 'createInputBox' | 'setStatusBarMessage' | 'showWarningMessage';

/** The person chooses what begins so, one list after the other, accepts each box as it is, and agrees to dialogs. */
class Person {
  readonly seen: string[] = [];
  choices: string[] = [];
  readonly #window = vscode.window as unknown as Record<Show, unknown>;
  readonly #own = {
    createQuickPick: vscode.window.createQuickPick,
    createInputBox: vscode.window.createInputBox,
    setStatusBarMessage: vscode.window.setStatusBarMessage,
    showWarningMessage: vscode.window.showWarningMessage,
  };

  attend(): void {
    const { createQuickPick, createInputBox } = this.#own;
    this.#window.createQuickPick = () => this.#answered(createQuickPick(), (pick) => this.#choose(pick));
    this.#window.createInputBox = () => this.#answered(createInputBox(), () => undefined);
    this.#window.setStatusBarMessage = (text: string) => {
      this.seen.push(text);
      return new vscode.Disposable(() => undefined);
    };
    this.#window.showWarningMessage = (text: string, options: vscode.MessageOptions, first: string) => {
      this.seen.push(`${text} ${options.detail ?? ''}`);
      return Promise.resolve(first);
    };
  }

  leave(): void {
    Object.assign(this.#window, this.#own);
  }

  #choose(pick: vscode.QuickPick<vscode.QuickPickItem>): void {
    const wanted = this.choices.shift() ?? '';
    const item = pick.items.find(({ label }) => label.includes(wanted));
    assert.ok(item, `${wanted} is among ${pick.items.map(({ label }) => label).join(', ')}`);
    pick.activeItems = [item];
  }

  #answered<Q extends vscode.QuickInput>(question: Q, answer: (question: Q) => void): Q {
    const accepted = new vscode.EventEmitter<void>();
    return new Proxy(question, {
      get: (target, name) => {
        if (name === 'onDidAccept') return accepted.event;
        if (name === 'show')
          return () => {
            answer(target);
            target.show();
            queueMicrotask(() => {
              accepted.fire();
            });
          };
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value as (...given: unknown[]) => unknown).bind(target) : value;
      },
      set: (target, name, value) => Reflect.set(target, name, value),
    });
  }
}

describe('Write Token to…', () => {
  const person = new Person();
  let service: Service;
  let folder = '';
  const at = (name: string): string => join(folder, name);
  const about = () => ({ connection: service.connection, user_group_id: 'acme' });
  const run = (command: string, argument: object): Thenable<unknown> =>
    vscode.commands.executeCommand(`userGroups.${command}`, argument);
  const token = (): string => service.group('acme')!.token;

  beforeEach(async () => {
    service = await startService();
    await run('getOrCreate', { ...about(), name: 'Acme' });
    folder = join(vscode.workspace.workspaceFolders![0]!.uri.fsPath, 'tokens');
    mkdirSync(folder);
    gitRepository(folder);
    writeFileSync(at('.gitignore'), '.env\n');
    writeFileSync(at('.env'), 'A=1\r\nexport ACME_TOKEN = "old" # of acme\r\n');
    person.seen.length = 0;
    person.attend();
  });
  afterEach(async () => {
    person.leave();
    for (const terminal of vscode.window.terminals) terminal.dispose();
    await service.end();
    rmSync(folder, { recursive: true });
  });

  it('changes one variable of a file of the workspace, and writes the next token there as well', async () => {
    person.choices = ['.env File…', 'tokens/.env'];
    await run('writeToken', about());
    assert.equal(readFileSync(at('.env'), 'utf8'), `A=1\r\nexport ACME_TOKEN = "${token()}" # of acme\r\n`);
    assert.match(person.seen.join('\n'), /ACME_TOKEN has a value that isn't a known token of this group\./);
    assert.match(person.seen.at(-1) ?? '', /Token of "acme" on .+ written to ACME_TOKEN in "tokens\/\.env"\.$/);
    await run('rotateToken', about());
    await run('writeToken', { ...about(), to: 'last' });
    assert.ok(readFileSync(at('.env'), 'utf8').includes(token()));
    assert.ok(!person.seen.join('\n').includes(token()));
  });

  it('refuses a file that Git does not ignore', async () => {
    writeFileSync(at('.gitignore'), '');
    person.choices = ['.env File…', 'tokens/.env'];
    await assert.rejects(async () => run('writeToken', about()), {
      name: 'conflict',
      message: `Couldn't use "tokens/.env". Git doesn't ignore the file in "${realpathSync(folder)}". Add it to .gitignore there, then try again.`,
    });
    assert.ok(!readFileSync(at('.env'), 'utf8').includes(token()));
  });

  it('opens a terminal that has the token in one variable, and that VS Code does not keep', async () => {
    person.choices = ['New Terminal…'];
    await run('writeToken', about());
    const options = vscode.window.terminals.at(-1)?.creationOptions as vscode.TerminalOptions;
    assert.deepEqual(
      [options.name, options.env, options.isTransient],
      [`ACME_TOKEN: acme (${service.connection})`, { ACME_TOKEN: token() }, true],
    );
    assert.ok(!vscode.window.terminals.some(({ name }) => name.includes(token())));
  });
});
