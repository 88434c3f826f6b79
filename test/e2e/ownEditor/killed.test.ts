// A window whose extension host is killed in the middle of a sending, again and again: what is kept stays whole, and
// says what is not known.

import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Operation } from '../../../src/contract/operations.ts';
import { isDeep, patience } from '../../support/depth.ts';
import { ownEditor, type Editor } from '../support/editor.ts';
import { Keys, type Call } from '../support/keys.ts';
import { serviceForEachTest, type Service } from '../support/service.ts';
import { StoredRows } from '../support/storedRows.ts';

interface Sending {
  readonly id: string;
  readonly operation: Operation;
  readonly call: Call;
}

interface Round extends Sending {
  readonly dies: Death;
  readonly next: NextWindow;
  /** What the list says of the group as soon as its window is known to be gone. */
  readonly state: RegExp;
}

/** Resolves at the moment of death, which it knows by what has happened to the sending. */
type Death = (sending: Sending, service: Service, rows: StoredRows) => Promise<void>;

type NextWindow = (editor: Editor) => Promise<void>;

/** The editor does that by itself, twice in a window's life. */
const restarted: NextWindow = async (editor) => {
  await until(() => editor.extensionHosts().length > 0);
};

const reloaded: NextWindow = async (editor) => {
  await editor.page.reload();
  await editor.isReady();
  await editor.tree.show();
};

/** The request may have left by then, or not. */
const whenWritten: Death = async ({ id, operation }, service, rows) => {
  service.misbehave('neverAnswers', { operation });
  await until(() => rows.hasSending(id, operation));
};

const whenCarriedOut: Death = async ({ operation }, service) => {
  service.misbehave('neverAnswers', { operation });
  await carriedOut(service, operation);
};

/** About the time at which the answer is stored: before, within or after. */
const afterAnswer =
  (milliseconds: number): Death =>
  async ({ operation }, service) => {
    await carriedOut(service, operation);
    await setTimeout(milliseconds);
  };

const whenAnswerIsKept: Death = async ({ id }, _service, rows) => {
  await until(() => rows.hasAnswer(id));
};

const update = (id: string): Sending => ({
  id,
  operation: 'update',
  call: { command: 'update', args: groupOf(id, 'changed') },
});
const getOrCreate = (id: string): Sending => ({
  id,
  operation: 'getOrCreate',
  call: { command: 'getOrCreate', args: groupOf(id, 'new') },
});
const rotate = (id: string): Sending => ({
  id,
  operation: 'rotate',
  call: { command: 'rotateToken', args: { connection: 'staging', user_group_id: id } },
});

const everyRound: readonly Round[] = [
  { ...update('u1'), dies: whenWritten, next: restarted, state: /Update: outcome unknown/ },
  { ...getOrCreate('n1'), dies: whenWritten, next: restarted, state: /Get or create: outcome unknown/ },
  { ...rotate('r1'), dies: whenCarriedOut, next: reloaded, state: /Rotation: outcome unknown/ },
  { ...update('u2'), dies: whenCarriedOut, next: restarted, state: /Update: outcome unknown/ },
  { ...getOrCreate('n2'), dies: whenCarriedOut, next: restarted, state: /Get or create: outcome unknown/ },
  { ...rotate('r2'), dies: whenAnswerIsKept, next: reloaded, state: /Rotation: outcome unknown|Previous token kept/ },
  { ...update('u3'), dies: afterAnswer(0), next: restarted, state: /Update: outcome unknown|^$/ },
  { ...getOrCreate('n3'), dies: afterAnswer(1), next: restarted, state: /Get or create: outcome unknown|^$/ },
  { ...rotate('r3'), dies: afterAnswer(2), next: reloaded, state: /Rotation: outcome unknown|Previous token kept/ },
  { ...update('u4'), dies: afterAnswer(3), next: restarted, state: /Update: outcome unknown|^$/ },
  { ...getOrCreate('n4'), dies: afterAnswer(4), next: restarted, state: /Get or create: outcome unknown|^$/ },
  { ...rotate('r4'), dies: afterAnswer(6), next: reloaded, state: /Rotation: outcome unknown|Previous token kept/ },
];
/** Each moment of a rotation, and one each of the others: not yet sent, carried out, answered. */
const usual = ['u1', 'n2', 'u3'];
const rounds = everyRound.filter(({ id, operation }) => isDeep || operation === 'rotate' || usual.includes(id));
const ids = rounds.map(({ id }) => id);
const known = rounds.filter(({ operation }) => operation !== 'getOrCreate').map(({ id }) => id);
const created = rounds.filter(({ operation }) => operation === 'getOrCreate').map(({ id }) => id);

const keys = new Keys({
  'know some': known.map((id) => ({ command: 'getOrCreate', args: groupOf(id, 'EU') })),
  // Of one whose rotation is open, fetching says what became of that: the last one shall be reported as fetched.
  'fetch all': [...known, ...created].map((id) => ({
    command: 'fetch',
    args: { connection: 'staging', user_group_id: id },
  })),
  ...Object.fromEntries(rounds.map(({ id, call }) => [id, call])),
  ...Object.fromEntries(
    ids.map((id) => [`copy ${id}`, { command: 'copyToken', args: { connection: 'staging', user_group_id: id } }]),
  ),
});

const confirm: Record<Operation, (editor: Editor, id: string) => Promise<void>> = {
  update: () => Promise.resolve(),
  getOrCreate: () => Promise.resolve(),
  rotate: ({ dialog }, id) => dialog.answer(`Rotate the token of "${id}" on staging?`, 'Rotate Token'),
};

describe('An extension host that is killed while something is sent', () => {
  const service = serviceForEachTest();
  const editor = ownEditor(() => ({
    groupsOpenAs: 'text',
    keybindings: keys.keybindings,
    ...service().connectedAs('staging'),
  }));

  it('leaves a whole database with all that was known, and the next window says what nobody knows, until it is asked', async function () {
    this.timeout(patience(900_000));
    const { tree, statusBar, clipboard } = editor();
    const rows = new StoredRows(editor());
    await tree.show();
    await keys.press(editor(), 'know some');
    for (const id of known) await tree.row(stateOf(id)).waitFor();

    for (const round of rounds) {
      const before = rows.groups();
      const hosts = editor().extensionHosts();
      const dying = round.dies(round, service(), rows).then(() => {
        kill(hosts);
      });
      await keys.press(editor(), round.id);
      await confirm[round.operation](editor(), round.id);
      await dying;
      await until(() => !hosts.some(isRunning));
      rows.requireWhole();
      assert.ok(rows.hasSending(round.id, round.operation), `nothing was written of ${round.id}`);

      service().misbehave(undefined);
      await round.next(editor());
      requireNothingLost(before, rows.groups(), round.id);
      for (const { id } of rows.groups()) await tree.row(stateOf(id)).waitFor();
    }

    // What is in progress still is unknown as soon as its window is known to be gone, whatever the list said of it
    // before.
    for (const { id, state } of rounds)
      await tree.row(stateOf(id, rows.isUnderWay(id) ? /outcome unknown/ : state)).waitFor({ timeout: 120_000 });
    await keys.press(editor(), 'fetch all');
    await statusBar.shows(`"${created.at(-1)!}" on staging fetched`);
    for (const id of ids) {
      await tree.row(stateOf(id, /unknown/)).waitFor({ state: 'hidden' });
      await keys.press(editor(), `copy ${id}`);
      await statusBar.shows(`Token of "${id}" on staging copied`);
      assert.equal(await clipboard.read(), service().group(id)!.token, `the token of ${id}`);
    }
  });
});

/** All its fields, so that nothing is asked before it is sent. */
function groupOf(id: string, region: string): object {
  return { connection: 'staging', user_group_id: id, name: id, mapping: {}, properties: { region } };
}

/** The group's row in the list: without a state, as at rest, it is the id alone. */
function stateOf(id: string, state = /.|^$/): RegExp {
  const rows = state.source.split('|').map((words) => (words === '^$' ? `^${id}$` : `^${id}, .*${words}`));
  return new RegExp(rows.join('|'));
}

function carriedOut(service: Service, operation: Operation): Promise<void> {
  return new Promise((resolve) => {
    service.atNext(operation, resolve);
  });
}

function kill(hosts: readonly number[]): void {
  assert.notEqual(hosts.length, 0);
  for (const host of hosts) process.kill(host, 'SIGKILL');
}

function isRunning(host: number): boolean {
  try {
    return process.kill(host, 0);
  } catch {
    return false;
  }
}

/** `sent`: the one group whose document may have changed. */
function requireNothingLost(
  before: ReturnType<StoredRows['groups']>,
  after: ReturnType<StoredRows['groups']>,
  sent: string,
): void {
  for (const { id, base, tokens } of before) {
    const now = after.find((group) => group.id === id);
    assert.ok(now !== undefined, `${id} is gone`);
    assert.ok(id === sent || now.base === base, `the document of ${id} is another one`);
    assert.deepEqual(
      tokens.filter((token) => !now.tokens.includes(token)),
      [],
      `a token of ${id} is gone`,
    );
  }
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await setTimeout(1);
}
