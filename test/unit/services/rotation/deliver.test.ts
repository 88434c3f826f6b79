// A token delivered to a command of the person's own: real processes, and what they can see.

import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { mock } from 'node:test';
import { foreignText } from '../../../../src/core/foreignText.ts';
import { Redactor } from '../../../../src/core/redactor.ts';
import {
  deliverByClipboard,
  deliverByCommand,
  readDeliveryCommand,
  type Deliver,
  type DeliveryDependencies,
} from '../../../../src/services/rotation/deliver.ts';
import { failureOf } from '../../../support/clientUnderTest.ts';
import { HELD_SECONDS, heldTimers } from '../../../support/heldTimers.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const TOKEN = 'tok-7f3a9c51d2e84b60';
const API_TOKEN = 'api-55aa77cc99ee11bb';
const ABOUT = { userGroupId: 'acme', connection: 'production' };
/** A script that ignores SIGTERM. */
const IGNORES = "process.on('SIGTERM', () => {}); ";

describe('A delivery to a command', () => {
  const timers = heldTimers();
  let folder = '';
  let logged: string[] = [];
  beforeEach(() => {
    folder = temporaryFolder('user-groups-delivery-');
    logged = [];
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const dependencies = (change: Partial<DeliveryDependencies> = {}): DeliveryDependencies => {
    const redactor = new Redactor();
    redactor.add(API_TOKEN);
    const log = (line: string): void => {
      logged.push(line);
    };
    return {
      redactor,
      now: Date.now,
      folder,
      log: { info: log, warn: log, bug: () => undefined, request: () => undefined },
      environment: () => ({
        PATH: process.env.PATH,
        KEPT: 'kept',
        USER_GROUPS_START_SANDBOX: '1',
        user_group_id: 'another group',
        VSCODE_PID: '1',
        MY_TOKEN: 'short',
        my_token: 'short',
        MY_VSCODE_HOME: 'kept',
        electron_run_as_node: '1',
        OTHER: `x${API_TOKEN}`,
        UNSET: undefined,
      }),
      secretVariables: () => ['my_token'],
      ...change,
    };
  };
  const script = (text: string): string => {
    const file = join(folder, 'script.mjs');
    writeFileSync(file, `import { readFileSync, writeFileSync } from 'node:fs';\n${text}`);
    return file;
  };
  const running = (text: string, given: readonly string[] = [], change: Partial<DeliveryDependencies> = {}): Deliver =>
    deliverByCommand(dependencies(change), readDeliveryCommand([process.execPath, script(text), ...given])!);
  const deliver = (
    text: string,
    given: readonly string[] = [],
    change: Partial<DeliveryDependencies> = {},
    about = ABOUT,
  ): Promise<void> => running(text, given, change)(TOKEN, about);
  const reported = (): Record<string, unknown> =>
    JSON.parse(readFileSync(join(folder, 'told.json'), 'utf8')) as Record<string, unknown>;

  it('gives the token on standard input alone: neither its arguments nor its environment hold it', async () => {
    await deliver(
      `const ofProcess = (name) => (process.platform === 'linux' ? readFileSync('/proc/self/' + name, 'utf8') : '');
      const seen = {
        input: readFileSync(0, 'utf8'),
        given: process.argv.slice(2),
        names: Object.keys(process.env),
        environment: process.env,
        process: ofProcess('cmdline') + ofProcess('environ'),
      };
      writeFileSync('told.json', JSON.stringify(seen));`,
      ['--verbose', '$USER_GROUP_ID'],
    );
    const { input, given, names, ...seen } = reported();
    assert.equal(input, TOKEN);
    assert.deepEqual(given, ['--verbose', '$USER_GROUP_ID']);
    assert.ok(!JSON.stringify(seen).includes(TOKEN) && !JSON.stringify(seen).includes(API_TOKEN));
    assert.deepEqual(
      (names as string[])
        .filter((name) => /KEPT|USER_GROUP|VSCODE|MY_TOKEN|my_token|OTHER|electron|UNSET/i.test(name))
        .toSorted(),
      ['KEPT', 'MY_VSCODE_HOME', 'USER_GROUP_CONNECTION', 'USER_GROUP_ID'],
    );
    assert.match(logged.join('\n'), /^Delivery of the token of acme on production by .*, ended by itself: 0, \d+ ms$/);
  });

  it('names the group and the connection in variables, the ID as it is', async () => {
    const userGroupId = '--config="; $(touch x) `touch y` ${connection} %PATH% \n|&=é😀';
    await deliver(
      `const { USER_GROUP_ID: userGroupId, USER_GROUP_CONNECTION: connection } = process.env;
      writeFileSync('told.json', JSON.stringify({ userGroupId, connection }));`,
      [],
      {},
      { ...ABOUT, userGroupId },
    );
    assert.deepEqual(reported(), { ...ABOUT, userGroupId });
  });

  for (const [which, userGroupId] of [
    ['that ends a variable', 'a\0b'],
    ['that becomes another one in UTF-8', 'a\uD800b'],
  ] as const)
    it(`does not start for an ID with a character ${which}`, async () => {
      const failure = await failureOf(deliver("writeFileSync('told.json', '');", [], {}, { ...ABOUT, userGroupId }));
      assert.deepEqual(
        [failure.kind, failure.failure.happened, existsSync(join(folder, 'told.json'))],
        ['invalid', "Its ID contains a character that can't be in an environment variable.", false],
      );
    });

  it('has failed when the exit status is another one, and the log shows what it said, without the token', async () => {
    const failure = await failureOf(
      deliver("console.log('got ' + readFileSync(0, 'utf8')); console.error('no such vault'); process.exitCode = 3;"),
    );
    assert.match(
      failure.message,
      /^Couldn't deliver the token of "acme" on production\. .* ended with exit code 3. Copy the token, which is stored locally, and deliver it yourself\.$/,
    );
    assert.equal(logged[1], foreignText('got •••\nno such vault'));
    assert.ok(!(logged.join('\n') + failure.message).includes(TOKEN));
  });

  it('counts by the exit status also where the command does not read its input, or writes without an end', async () => {
    // Longer than a pipe holds, so that it is being written when the command closes its end.
    const long = 'x'.repeat(200_000);
    await running('process.stdin.destroy();')(long, ABOUT);
    await deliver("process.stdout.write('x'.repeat(3_000_000));");
    assert.ok(logged.join('').length < 10_000, 'the log stays short');
  });

  it('shows no part of a token where its output is cut, however often it occurs there', async () => {
    for (const length of [20, 63, 64, 90]) {
      const token = 'tok-7f3a9c51d2e84b60'.padEnd(length, '-9c51d2e8');
      const say = `process.stdout.write((readFileSync(0, 'utf8') + '.').repeat(3300).padStart(3300 * ${length + 1} + 64_000 % ${length + 1} + 8, 'x'));`;
      await running(say)(token, ABOUT);
    }
    const shown = logged.filter((line) => !line.startsWith('Delivery'));
    assert.deepEqual(
      shown.map((line) => line.replaceAll(/[x.•…]+/gu, '')),
      ['', '', '', ''],
    );
  });

  it('shows no piece of a token where what it has started holds its output open, so that nobody reads on', async () => {
    // It ends when nobody reads what it writes.
    await deliver(`import { spawn } from 'node:child_process';
      const token = readFileSync(0, 'utf8');
      process.stdout.write('said ' + token.slice(0, 12), () => {
        const writing = 'setInterval(() => { process.stderr.write("."); }, 50);';
        spawn(process.execPath, ['-e', writing], { stdio: ['ignore', 'inherit', 'inherit'] }).unref();
      });`);
    assert.deepEqual(
      logged.filter((line) => line.includes(TOKEN.slice(0, 4))),
      [],
    );
  });

  for (const [which, stays, by, output] of [
    ['that does not end by itself', IGNORES, 'SIGKILL', 'inherit'],
    ['that ends by itself', '', 'SIGTERM', 'ignore'],
    ['that ends by itself as if all was well', "process.on('SIGTERM', () => process.exit(0)); ", '0', 'inherit'],
  ] as const) {
    it(`ends a command ${which} when it runs too long, and its children, with all that they hold open`, async () => {
      // Each of the two connects as soon as it is ready; its end closes the connection, even if nobody asks how it
      // ended.
      const ready = new EventEmitter();
      const closed: Promise<unknown>[] = [];
      const server = createServer((socket) => {
        closed.push(
          new Promise((resolve) => {
            socket
              .on('error', () => undefined)
              .on('close', resolve)
              .resume();
          }),
        );
        ready.emit('one');
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const connects = `connect(${(server.address() as AddressInfo).port}, '127.0.0.1'); setInterval(() => {}, 1000);`;
      const started = join(folder, 'started.mjs');
      writeFileSync(started, `import { connect } from 'node:net';\n${IGNORES}${connects}`);
      const stopped = failureOf(
        deliver(
          `import { connect } from 'node:net';
      import { spawn } from 'node:child_process';
      spawn(process.execPath, [${JSON.stringify(started)}], { stdio: '${output}' });
      ${stays}${connects}`,
          [],
          { timeLimitMs: HELD_SECONDS * 1000 },
        ),
      );
      while (closed.length < 2) await once(ready, 'one');
      timers.goOff();
      assert.match((await stopped).message, /was stopped because it took too long/);
      assert.match(logged.join('\n'), new RegExp(` ended by time: ${by}, `));
      await Promise.all(closed);
      server.close();
    });
  }

  it('ends it when the person cancels', async () => {
    const abort = new AbortController();
    const delivering = running('setInterval(() => {}, 1000);')(TOKEN, ABOUT, abort.signal);
    abort.abort();
    assert.match((await failureOf(delivering)).message, /was canceled/);
  });

  it('that the user has canceled before is not started, so it gets no token', async () => {
    const delivering = running("writeFileSync('told.json', readFileSync(0));")(TOKEN, ABOUT, AbortSignal.abort());
    assert.match((await failureOf(delivering)).message, /was canceled/);
    assert.equal(existsSync(join(folder, 'told.json')), false);
    assert.match(logged.join('\n'), / ended by cancelled: null, /);
  });

  it('kills nothing when a command ends by itself, nor what has its number since', async () => {
    const abort = new AbortController();
    const kill = mock.method(process, 'kill', () => true);
    await running('', [], { timeLimitMs: HELD_SECONDS * 1000 })(TOKEN, ABOUT, abort.signal);
    timers.goOff();
    abort.abort();
    kill.mock.restore();
    assert.equal(kill.mock.callCount(), 0);
  });

  it('that ends by a signal has failed', async () => {
    const failure = await failureOf(deliver("process.kill(process.pid, 'SIGKILL');"));
    assert.match(failure.message, / ended with signal SIGKILL\./);
    assert.match(logged.join('\n'), / ended by itself: SIGKILL, /);
  });

  for (const code of ['ENOENT', 'EACCES'] as const) {
    it(`that cannot be started has failed, and the log has why: ${code}`, async () => {
      const program = join(folder, `${code}.cmd`);
      writeFileSync(join(folder, 'EACCES.cmd'), '');
      const failure = await failureOf(
        deliverByCommand(dependencies({ now: () => 0 }), readDeliveryCommand([program])!)(TOKEN, ABOUT),
      );
      const says = {
        ENOENT: `There is no program "${program}".`,
        EACCES: `"${program}" couldn't be started (EACCES).`,
      };
      assert.deepEqual(
        [failure.kind, failure.failure.happened, logged],
        [
          'unexpectedResponse',
          says[code],
          [`Delivery of the token of acme on production by ${program}, ended by ${code}, 0 ms`],
        ],
      );
    });
  }

  it('is none where none is set, and refused where the setting cannot run as written', () => {
    assert.equal(readDeliveryCommand([]), undefined);
    assert.deepEqual(readDeliveryCommand(['deploy', '${id}']), { program: 'deploy', arguments: ['${id}'] });
    for (const setting of [[''], [' '], [1], ['a', 2], ['./deploy'], ['bin/deploy'], ['a\0']]) {
      assert.throws(() => readDeliveryCommand(setting), { name: 'invalid' }, JSON.stringify(setting));
    }
    // It would be delivered for a group of that name.
    for (const setting of [['${connection}'], ['a', '--id=${user_group_id}'], ['sh', '-c', 'a "${connection}"']])
      assert.throws(() => readDeliveryCommand(setting), {
        message:
          /has the placeholder \$\{\w+\}, .* environment variables USER_GROUP_ID and USER_GROUP_CONNECTION instead\.$/,
      });
  });
});

describe('A delivery by the clipboard', () => {
  it('copies each token and waits for the person, whose no ends it', async () => {
    const copied: string[] = [];
    const copy = (token: string): Promise<void> => Promise.resolve(void copied.push(token));
    await deliverByClipboard(copy, () => Promise.resolve(true))(TOKEN, ABOUT);
    assert.deepEqual(copied, [TOKEN]);
    assert.equal(
      (await failureOf(deliverByClipboard(copy, () => Promise.resolve(false))(TOKEN, ABOUT))).kind,
      'cancelled',
    );
  });

  it('is not copied once the delivery is canceled', async () => {
    const delivering = deliverByClipboard(
      () => assert.fail('it was copied'),
      () => Promise.resolve(true),
    );
    assert.equal((await failureOf(delivering(TOKEN, ABOUT, AbortSignal.abort()))).kind, 'cancelled');
  });
});
