// Rotate Multiple Tokens in the editor: each new token goes to a command of the person's own before the next is
// rotated, and none is lost where that fails.

import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { changeConnections, startService, type Service } from './support/service.ts';

const run = (command: string, argument: object): Thenable<unknown> =>
  vscode.commands.executeCommand(`userGroups.${command}`, argument);
const IDS = Array.from({ length: 5 }, (_, index) => `customer-${index + 1}`);

/** Writes each token beside its id; the third time it is run it fails, without having read its input. */
const SCRIPT = `
  import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
  const { USER_GROUP_ID: id, USER_GROUP_CONNECTION: connection } = process.env;
  const file = process.argv[2];
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\\n').length - 1 : 0;
  if (lines === 2 && !existsSync(file + '.failed')) { writeFileSync(file + '.failed', ''); process.exit(3); }
  appendFileSync(file, JSON.stringify([id, connection, readFileSync(0, 'utf8')]) + '\\n');`;

/** The person: boxes are filled in, modal questions answered by their first button, others by none. */
class Person {
  readonly reported: string[] = [];
  typed = '';
  readonly #window = vscode.window as Record<string, unknown>;
  readonly #own = {
    showWarningMessage: this.#window.showWarningMessage,
    createInputBox: this.#window.createInputBox as typeof vscode.window.createInputBox,
  };

  attend(): void {
    this.#window.showWarningMessage = (message: string, ...rest: readonly unknown[]): Promise<unknown> => {
      const [options, first] = rest as readonly (vscode.MessageOptions | string | undefined)[];
      this.reported.push(typeof options === 'object' ? [message, options.detail].join('\n') : message);
      return Promise.resolve(typeof options === 'object' ? first : undefined);
    };
    this.#window.createInputBox = () => this.#filledIn(this.#own.createInputBox());
  }

  leave(): void {
    Object.assign(this.#window, this.#own);
  }

  #filledIn(box: vscode.InputBox): vscode.InputBox {
    const accepted = new vscode.EventEmitter<void>();
    return new Proxy(box, {
      get: (target, name) => {
        if (name === 'onDidAccept') return accepted.event;
        if (name === 'show') {
          return () => {
            this.reported.push(`${target.title ?? ''}\n${target.prompt ?? ''}`);
            target.value = this.typed;
            target.show();
            // What was not accepted is closed.
            queueMicrotask(() => {
              accepted.fire();
              target.hide();
            });
          };
        }
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value as (...given: unknown[]) => unknown).bind(target) : value;
      },
      set: (target, name, value) => Reflect.set(target, name, value),
    });
  }
}

describe('Rotate Multiple Tokens', () => {
  const person = new Person();
  const configuration = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('userGroups');
  let service: Service;
  let folder = '';
  let file = '';

  beforeEach(async () => {
    service = await startService();
    folder = temporaryFolder('user-groups-rotate-many-');
    file = join(folder, 'tokens.jsonl');
    writeFileSync(join(folder, 'deploy.mjs'), SCRIPT);
    await configuration().update(
      'deliveryCommand',
      ['node', join(folder, 'deploy.mjs'), file],
      vscode.ConfigurationTarget.Global,
    );
    for (const id of IDS) await run('getOrCreate', { connection: service.connection, user_group_id: id, name: id });
    person.reported.length = 0;
    person.typed = service.connection;
    person.attend();
  });
  afterEach(async () => {
    person.leave();
    await configuration().update('deliveryCommand', undefined, vscode.ConfigurationTarget.Global);
    await service.end();
    rmSync(folder, { recursive: true });
  });

  const rotations = (): number => service.exchanges.filter(({ operation }) => operation === 'rotate').length;
  /** By whole lines: the last one may just be written. */
  const handed = (): unknown[] =>
    readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line): unknown => JSON.parse(line));

  it('stops at the third token, which the command refuses; delivered again it goes on, and every token is where it belongs', async () => {
    const argument = { connection: service.connection, user_group_ids: IDS, deliver: 'command' };
    const stopped = (await run('rotateMany', argument)) as { readonly run: number };
    assert.deepEqual(stopped, { run: stopped.run, groups: 5, rotated: 3, delivered: 2 });
    assert.equal(rotations(), 3);
    const [first = '', typed = '', notice = ''] = person.reported;
    assert.match(first, /^Has the API token been replaced\?/);
    assert.ok(first.includes(JSON.stringify(join(folder, 'deploy.mjs'))), 'the command is shown in full');
    assert.ok(typed.includes(`Rotate 5 tokens on ${service.connection}`), typed);
    assert.ok(typed.includes(`Type "${service.connection}" to confirm.`), typed);
    assert.ok(
      notice.startsWith(`Rotation stopped at "customer-3" on ${service.connection}.`) && notice.includes('exit code 3'),
      notice,
    );
    assert.deepEqual(await run('rotateMany', { run: stopped.run, deliver: 'command' }), {
      run: stopped.run,
      groups: 5,
      rotated: 5,
      delivered: 5,
    });
    assert.match(person.reported.at(-1) ?? '', /^Continue rotating tokens on /);
    assert.match(person.reported.at(-1) ?? '', /2 tokens are left\.\nNot delivered yet, and first: "customer-3"\./);
    assert.equal(rotations(), 5);
    assert.deepEqual(
      handed(),
      IDS.map((id) => [id, service.connection, service.group(id)?.token]),
    );
    const tokens = IDS.map((id) => service.group(id)?.token ?? '');
    assert.ok(tokens.every((token) => token !== '' && !person.reported.join('\n').includes(token)));
  }).timeout(300_000);

  it('rotates nothing where the name is not typed, where the connection is locked, or for groups that are not in the list', async () => {
    person.typed = 'another name';
    await assert.rejects(
      async () => run('rotateMany', { connection: service.connection, user_group_ids: IDS, deliver: 'clipboard' }),
      { name: 'cancelled' },
    );
    await assert.rejects(
      async () =>
        run('rotateMany', {
          connection: service.connection,
          user_group_ids: ['customer-1', 'nobody'],
          deliver: 'clipboard',
        }),
      { name: 'notFound' },
    );
    await assert.rejects(
      async () => run('rotateMany', { connection: service.connection, user_group_ids: 'customer-1' }),
      { name: 'invalid' },
    );
    await changeConnections((kept) =>
      kept.map((entry) => ({ ...entry, ...(entry.name === service.connection && { locked: 'rotation' }) })),
    );
    person.reported.length = 0;
    await assert.rejects(
      async () => run('rotateMany', { connection: service.connection, user_group_ids: IDS, deliver: 'clipboard' }),
      { name: 'forbidden' },
    );
    assert.deepEqual(person.reported, []);
    assert.equal(rotations(), 0);
  });
});
