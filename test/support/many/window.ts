// A window at work on many groups, as a process of its own: does what the commands of the editor do, until that ends or
// it is killed.

import { writeSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Schedule } from '../../../src/core/ports/timer.ts';
import { Redactor } from '../../../src/core/redactor.ts';
import { deliverByCommand, readDeliveryCommand } from '../../../src/services/rotation/deliver.ts';
import type { StartOptions } from '../../../src/services/bulk/runWork.ts';
import { schedule } from '../../../src/services/schedule.ts';
import { openWindow, type WindowOnFiles } from '../windowOnFiles.ts';
import { writeList } from './bulkSteps.ts';
import type { ManyTask, ManyReport, WorkTask } from './tasks.ts';

/** What a window waits for before it tries again, or says that it lives, passes so much more quickly. */
const HASTE = 10;
const LOOK_EVERY_MS = 200;
/** Times in a row that a run is resumed without getting any further. */
const MOST_IN_VAIN = 10;

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

// A process that is killed has no time to write it at its end.
flushCompileCache();
process.once('message', (task: ManyTask) => void run(task));
process.once('disconnect', () => process.exit());
process.send?.('ready');

async function run(task: ManyTask): Promise<void> {
  const { folder, baseUrl, ahead } = task;
  const hasty: Schedule = (milliseconds, later) => schedule(milliseconds / HASTE, later);
  const window = openWindow({ folder, baseUrl, now: () => Date.now() + ahead, schedule: hasty });
  if (task.action === 'work') await work(window, task);
  else
    await writeList(window, task.list, async (lines) => {
      report({ at: 'exporting', lines });
      if (lines === task.untilLine) await forever();
    });
  await window.services.close();
  report({ at: 'end', mostMemory: process.resourceUsage().maxRSS * 1024 });
  process.exit();
}

async function work(window: WindowOnFiles, task: WorkTask): Promise<void> {
  const { runs } = window.services;
  const options: StartOptions = { deliver: task.deliver && handingOver(window, task, task.deliver) };
  const { total } = runs.progress(task.run);
  let tenth = -1;
  const looking = setInterval(() => {
    const { done } = runs.progress(task.run);
    if (Math.floor((10 * done) / total) === tenth) return;
    tenth = Math.floor((10 * done) / total);
    collectGarbage();
    report({ at: 'going', done, heap: process.memoryUsage().heapUsed });
  }, LOOK_EVERY_MS);
  await toItsEnd(window, task.run, options);
  if ((await runs.repeatFailed(task.run)) > 0) await toItsEnd(window, task.run, options);
  clearInterval(looking);
}

/** As a user does who looks why it has paused, and resumes it. */
async function toItsEnd({ services: { runs } }: WindowOnFiles, run: number, options: StartOptions): Promise<void> {
  let before = -1;
  for (let inVain = 0; inVain < MOST_IN_VAIN;) {
    runs.start(run, options);
    await runs.whenLeft(run);
    const left = runs.find(run);
    if (left === undefined) break;
    report({ at: 'left', state: left.state, because: left.pausedBecause });
    if (left.state === 'ended') return;
    const { waiting } = runs.counts(run);
    inVain = waiting === before ? inVain + 1 : 0;
    before = waiting;
  }
  throw new Error('The run does not come to its end.');
}

function handingOver(
  { connection }: WindowOnFiles,
  { folder }: WorkTask,
  command: readonly string[],
): StartOptions['deliver'] {
  const nothing = (): void => undefined;
  const deliver = deliverByCommand(
    {
      log: { request: nothing, info: nothing, warn: nothing, bug: nothing },
      redactor: new Redactor(),
      now: Date.now,
      environment: () => process.env,
      secretVariables: () => [],
      folder,
    },
    readDeliveryCommand(command)!,
  );
  return (token, { userGroupId }, signal) => {
    report({ at: 'delivering', userGroupId });
    return deliver(token, { userGroupId, connection: connection.name }, signal);
  };
}

function forever(): Promise<never> {
  return new Promise(() => undefined);
}

/** Written at once: what has been reported has happened, and nothing of it waits in this process. */
function report(reported: ManyReport): void {
  writeSync(1, `${JSON.stringify(reported)}\n`);
}
