// The sandbox as a process of its own.

import assert from 'node:assert/strict';
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ask } from './ask.ts';

const SCRIPT = join(import.meta.dirname, '../../../scripts/sandbox.ts');

type Child = ChildProcessByStdio<null, Readable, Readable>;

interface Running {
  readonly child: Child;
  readonly baseUrl: string;
  readonly apiToken: string;
  /** Everything it has printed so far. */
  printed(): string;
  untilPrinted(expected: RegExp): Promise<void>;
}

/** Its exit code, once all that it printed has arrived. */
function exitCode(child: Child): Promise<number | null> {
  return new Promise((resolve) => {
    child.once('close', resolve);
  });
}

describe('the sandbox script', () => {
  let folder: string;
  let children: Child[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sandbox-script-'));
    children = [];
  });
  afterEach(async () => {
    const left = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    await Promise.all(
      left.map((child) => {
        const ended = exitCode(child);
        child.kill('SIGKILL');
        return ended;
      }),
    );
    rmSync(folder, { recursive: true });
  });

  function run(...args: string[]): Child {
    const child = spawn(process.execPath, [SCRIPT, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    return child;
  }

  async function runUntilReady(...args: string[]): Promise<Running> {
    const child = run(...args);
    const tooEarly = exitCode(child).then(() => assert.fail('it ended before it was ready'));
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
    });
    const untilPrinted = async (expected: RegExp): Promise<void> => {
      while (!expected.test(printed)) await Promise.race([once(child.stdout, 'data'), tooEarly]);
    };
    await untilPrinted(/Ctrl\+C ends it/);
    const [, baseUrl, apiToken] = /Base URL +(\S+)\s+API token +(\S+)/.exec(printed)!;
    return { child, baseUrl: baseUrl!, apiToken: apiToken!, printed: () => printed, untilPrinted };
  }

  const getOrCreate = async (sandbox: Running, body: string): Promise<string> => (await ask(sandbox, 'GET', body)).text;
  /** As Ctrl+C does. */
  const interrupted = (child: Child): Promise<number | null> => {
    const ended = exitCode(child);
    child.kill('SIGINT');
    return ended;
  };

  it('starts, answers, logs one line per request and ends on Ctrl+C', async () => {
    const sandbox = await runUntilReady('--samples', '--environment', 'Customer');
    const answer = await getOrCreate(sandbox, '{"user_group_id":"beta-inc","name":"Beta Inc"}');
    assert.equal(await interrupted(sandbox.child), 0);
    const output = sandbox.printed();
    assert.match(answer, /"new_user_group":false/);
    assert.match(output, /^GET {2}\/api\/user {2}200 {2}\{"user_group_id":"beta-inc","name":"Beta Inc"\}$/m);
    assert.match(output, /Sandbox ended\.\n$/);
  });

  it('ends at once although an answer is still to come', async () => {
    const sandbox = await runUntilReady('--fault', 'slow', '--seconds', '3600');
    const answer = assert.rejects(getOrCreate(sandbox, '{"user_group_id":"a","name":"A"}'), { code: 'ECONNRESET' });
    await sandbox.untilPrinted(/ {2}slow {2}/);
    assert.equal(await interrupted(sandbox.child), 0);
    await answer;
  });

  it('shares a new file with others that start at the same moment', async () => {
    const database = join(folder, 'sandbox.db');
    const sandboxes = await Promise.all(
      Array.from({ length: 3 }, () => runUntilReady('--database', database, '--samples')),
    );
    const answers = await Promise.all(
      sandboxes.map((sandbox) => getOrCreate(sandbox, '{"user_group_id":"beta-inc","name":"Beta Inc"}')),
    );
    assert.equal(new Set(answers).size, 1);
    assert.match(answers[0]!, /"new_user_group":false/);
  });

  it('lists its options and faults', async () => {
    const child = run('--help');
    const [output, code] = await Promise.all([text(child.stdout), exitCode(child)]);
    assert.equal(code, 0);
    assert.match(output, /--database FILE/);
    assert.match(output, /resetBeforeAnswer +the request is processed/);
  });

  const wrong: readonly [args: string[], message: RegExp][] = [
    [['--port', 'x'], /"x" is no port/],
    [['--environment', 'Production'], /Testing or Customer/],
    [['--fault', 'none'], /no fault "none"/],
    [['--seconds', 'soon'], /"soon" is no number of seconds/],
    [['--colour'], /--colour/],
  ];
  it('ends with the reason when it is given something else', () =>
    Promise.all(
      wrong.map(async ([args, message]) => {
        const child = run(...args);
        const [errors, code] = await Promise.all([text(child.stderr), exitCode(child)]);
        assert.equal(code, 1);
        assert.match(errors, message);
      }),
    ));
});
