// Two windows on one storage, at once: hundreds of commands on the same groups, and on groups of their own.

import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { inDepth, patience } from '../support/depth.ts';
import { actions, type Failure, type Window } from './support/windowActions.ts';
import { describeTwoWindows, openSecondWindow, type SecondWindow } from './support/secondWindow.ts';
import { openDocument, replaceText, uriOf } from './support/documents.ts';
import { startService, type Service } from './support/service.ts';

const LANES = 4;
const ROUNDS = inDepth(6);
const SHARED = Array.from({ length: 8 }, (_, index) => `shared ${index}`);
const COMMANDS = ['update', 'rotateToken', 'fetch', 'update', 'getOrCreate', 'rotateToken'] as const;
const ONE_AT_A_TIME: readonly string[] = ['update', 'rotateToken'];
const names = ['here', 'there'] as const;

interface Done {
  readonly command: string;
  readonly id: string;
  /** What was sent with it: of each command another one. */
  readonly mark: string;
  readonly failure: Failure | undefined;
}

/** The body of an update. */
interface Sent {
  readonly user_group_id: string;
  readonly properties: { readonly mark: string };
}

const ownIdsOf = (by: string): string[] => Array.from({ length: 4 }, (_, index) => `own ${index} of ${by}`);
const ids = [...SHARED, ...names.flatMap(ownIdsOf)];

/**
 * Several lanes at once, each round and round its own groups: no two commands of one window are about one group, but
 * those of the other are.
 */
async function hammer(window: Window, by: string, connection: string): Promise<Done[]> {
  const mine = [...SHARED, ...ownIdsOf(by)];
  const lanes = Array.from({ length: LANES }, async (_, lane) => {
    const done: Done[] = [];
    const inLane = mine.filter((_id, index) => index % LANES === lane);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [index, id] of inLane.entries()) {
        const command = round === 0 ? 'getOrCreate' : COMMANDS[(round + index) % COMMANDS.length]!;
        const mark = `${round} ${by}`;
        done.push({
          command,
          id,
          mark,
          failure: await window.run(command, { connection, user_group_id: id, ...bodyOf(command, id, mark) }),
        });
      }
    }
    return done;
  });
  return (await Promise.all(lanes)).flat();
}

function bodyOf(command: string, id: string, mark: string): object {
  return command === 'update' ? { name: id, mapping: { 40: mark }, properties: { mark } } : {};
}

describeTwoWindows('Two windows on one storage', () => {
  let service: Service;
  let second: SecondWindow | undefined;
  let windows: readonly Window[];

  before(async function () {
    this.timeout(300_000);
    service = await startService();
    // The key that seals tokens: a window that is open already would not see one that is made later.
    await actions.run('getOrCreate', { connection: service.connection, user_group_id: 'first' });
    second = await openSecondWindow();
    windows = [actions, second.window];
    const [tokenName] = Object.entries(process.env).find(([, value]) => value === service.apiToken)!;
    for (const window of windows) {
      await window.know(tokenName, service.apiToken);
      await window.agreeToAll();
    }
  });
  after(async () => {
    await actions.agreeToNothing();
    await second?.close();
    await service.end();
  });

  it('lose no update, never rotate a group twice at once, and agree in the end', async function () {
    this.timeout(patience(300_000));
    const { connection } = service;
    service.misbehave('slow', { operation: 'rotate', seconds: 0.01 });
    const done = (await Promise.all(windows.map((window, index) => hammer(window, names[index]!, connection)))).flat();
    service.misbehave(undefined);
    const failed = done.filter(({ failure }) => failure !== undefined);
    // One at a time over both windows: what comes while another is in progress is refused.
    assert.deepEqual(
      failed.filter(({ command, failure }) => !(ONE_AT_A_TIME.includes(command) && failure!.kind === 'conflict')),
      [],
    );

    // Of two rotations at once the second would have been refused: its token is dead.
    assert.deepEqual(
      service.exchanges.filter(({ status }) => status !== 200),
      [],
    );
    const succeeded = (command: string): Done[] =>
      done.filter((one) => one.command === command && one.failure === undefined);
    const sent = (operation: string): Sent[] =>
      service.exchanges
        .filter((exchange) => exchange.operation === operation)
        .map(({ requestBody }) => JSON.parse(requestBody) as Sent);
    assert.equal(sent('rotate').length, succeeded('rotateToken').length);
    const updates = sent('update');
    for (const id of ids) {
      const marks = updates
        .filter(({ user_group_id }) => user_group_id === id)
        .map(({ properties }) => properties.mark);
      assert.deepEqual(
        marks.toSorted(),
        succeeded('update')
          .filter((one) => one.id === id)
          .map(({ mark }) => mark)
          .toSorted(),
      );
      const { token, mapping, properties } = service.group(id)!;
      assert.deepEqual([JSON.parse(mapping!), JSON.parse(properties!)], [{ 40: marks.at(-1) }, { mark: marks.at(-1) }]);

      const [here, there] = await Promise.all(windows.map((window) => window.read(connection, id)));
      assert.equal(here, there, `the document of ${id}`);
      for (const window of windows) assert.equal(await window.token(connection, id), token, `the token of ${id}`);
    }
  });

  it('never write over what the other one has changed, in a text of the same length', async () => {
    const { connection } = service;
    const id = 'typed into';
    const about = { connection, user_group_id: id };
    await actions.run('getOrCreate', { ...about, name: id, mapping: { 40: '213' }, properties: {} });
    const document = await openDocument(uriOf(connection, id));
    const typed = document.getText().replace('213', '215');
    await replaceText(document, typed);
    const [, other] = windows;
    assert.equal(await other!.run('update', { ...about, mapping: { 40: '214' } }), undefined);
    assert.equal(await document.save(), false);
    assert.equal((await actions.run('update', about))?.kind, 'conflict');
    assert.deepEqual([document.getText(), document.isDirty], [typed, true]);
    assert.deepEqual(JSON.parse(service.group(id)!.mapping!), { 40: '214' });
    assert.match(await actions.read(connection, id), /"214"/);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    assert.match(document.getText(), /"214"/);
    await replaceText(document, typed);
    assert.equal(await document.save(), true);
  });

  it('show what the other one has changed', async () => {
    const { connection } = service;
    for (const [one, other] of [windows, windows.toReversed()] as [Window, Window][]) {
      const id = `seen by ${names[windows.indexOf(one)]}`;
      await one.run('getOrCreate', { connection, user_group_id: id, name: id });
      await one.open(connection, id);
      const shown = one.shows(connection, id, 'changed');
      assert.equal(
        await other.run('update', { connection, user_group_id: id, ...bodyOf('update', id, 'changed') }),
        undefined,
      );
      await shown;
    }
  });
});
