// Another window, as a process of its own: loads, waits for its task, and does it until that ends or it is killed.

import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { setImmediate as soon } from 'node:timers/promises';
import { UserGroupsError } from '../../../src/core/errors.ts';
import type { SqliteStore } from '../../../src/store/sqliteStore.ts';
import { openWindow, type WindowOnFiles } from '../windowOnFiles.ts';
import {
  oneOf,
  randomFrom,
  textOf,
  type Action,
  type EchoTask,
  type KillPoint,
  type LiveTask,
  type RotateTask,
  type Task,
  type WindowReport,
} from './tasks.ts';

// A process that is killed has no time to write it at its end.
flushCompileCache();
process.once('message', (task: Task) => void run(task));
process.once('disconnect', () => process.exit());
process.send?.('ready');

async function run(task: Task): Promise<void> {
  if (task.kind === 'echo') {
    echo(task);
    return;
  }
  if (task.kind === 'rotate') await rotate(task);
  if (task.kind === 'live') await live(task);
  process.exit();
}

async function rotate({ folder, baseUrl, api, ahead, killAt }: RotateTask): Promise<void> {
  const dieAt = (point: KillPoint): void => {
    if (point === killAt) process.kill(process.pid, 'SIGKILL');
  };
  const { services, connection } = openWindow({
    folder,
    baseUrl,
    api,
    now: () => Date.now() + ahead,
    onRequest: () => {
      dieAt('answered');
    },
    onPause: () => {
      dieAt('pausing');
    },
    through: (store) => dyingAt(store, dieAt),
  });
  await services.rotation.rotate(connection, 'acme').catch(() => undefined);
}

function dyingAt(store: SqliteStore, dieAt: (point: KillPoint) => void): SqliteStore {
  const around =
    <A extends unknown[], R>(name: 'keepAnswer' | 'finishRotation', method: (...values: A) => R) =>
    (...values: A): R => {
      dieAt(`before ${name}`);
      const result = method.apply(store.journal, values);
      dieAt(`after ${name}`);
      return result;
    };
  store.journal.keepAnswer = around('keepAnswer', store.journal.keepAnswer.bind(store.journal));
  store.journal.finishRotation = around('finishRotation', store.journal.finishRotation.bind(store.journal));
  return store;
}

async function live({
  folder,
  baseUrl,
  api,
  ahead,
  seed,
  from,
  steps = Infinity,
  groups,
  actions,
  name,
}: LiveTask): Promise<void> {
  const window = openWindow({ folder, baseUrl, api, now: () => Date.now() + ahead });
  const random = randomFrom(seed);
  for (let step = from; step < from + steps; step += 1) {
    const action = oneOf(actions, random);
    const userGroupId = oneOf(groups, random);
    report({ step, userGroupId, action, state: 'begun' });
    report({
      step,
      userGroupId,
      action,
      ...(await endOf(() => doAction(window, action, userGroupId, `${name} ${step}`))),
    });
    await soon();
  }
  await window.services.close();
}

/** Until it is killed. */
function echo({ folder, baseUrl, ahead, heard, said }: EchoTask): void {
  const { services, connection, ref } = openWindow({ folder, baseUrl, now: () => Date.now() + ahead });
  services.groups.onDidChange(() => {
    const text = services.groups.find(ref(heard))?.draft?.text;
    if (text !== undefined) services.groups.saveDraft(connection, said, text);
  });
  report({ step: 0, userGroupId: heard, action: 'echo', state: 'begun' });
}

/** Whatever is sent is saved before, as the editor does. */
async function doAction(
  { services, connection }: WindowOnFiles,
  action: Action,
  userGroupId: string,
  mark: string,
): Promise<void> {
  const text = textOf(userGroupId, mark);
  if (action === 'rotate') {
    // An earlier one that was probably not carried out is known about, as a person who goes on knows it.
    const { earlier, askedAbout } = await services.rotation.rotatable(connection, userGroupId);
    await services.rotation.rotate(connection, userGroupId, { despite: earlier?.id, askedAbout });
    return;
  }
  if (action === 'delete') {
    const { asked } = await services.byToken.ready('delete', connection, userGroupId);
    await services.byToken.send('delete', connection, userGroupId, asked);
    return;
  }
  services.groups.saveDraft(connection, userGroupId, text);
  if (action === 'getOrCreate') await services.sending.getOrCreate(connection, text);
  if (action === 'update') await services.sending.update(connection, text);
}

async function endOf(work: () => Promise<void>): Promise<Pick<WindowReport, 'state' | 'failure'>> {
  try {
    await work();
    return { state: 'ended' };
  } catch (error) {
    return { state: error instanceof UserGroupsError ? error.kind : 'bug', failure: String(error) };
  }
}

/** Written at once: what has been told has happened, and nothing of it waits in this process. */
function report(reported: WindowReport): void {
  writeSync(1, `${JSON.stringify(reported)}\n`);
}
