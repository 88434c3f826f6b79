// What holds the tests to this machine: every way out is refused and written down, and nothing that stays here is.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  attemptsIn,
  attemptText,
  isOfProduct,
  isThisMachine,
  onlyLoopback,
  OUTSIDE_FILE,
} from '../../../scripts/test/destinations.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const root = join(import.meta.dirname, '../../..');

describe('A process of the tests', () => {
  const folder = temporaryFolder('user-groups-outside-');
  const file = join(folder, 'outside');
  afterEach(() => {
    rmSync(file, { force: true });
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  async function runHeldBack(code: string): Promise<string> {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        onlyLoopback,
        '--input-type=module',
        '--eval',
        `
      const code = async (work) => {
        try { await work(); return 'reached'; }
        catch (error) { return error.cause?.code ?? error.code ?? String(error); }
      };
      ${code}
    `,
      ],
      { cwd: root, env: { ...process.env, NODE_OPTIONS: '', [OUTSIDE_FILE]: file } },
    );
    return stdout.trim();
  }

  for (const [way, code] of [
    ['fetch', "console.log(await code(() => fetch('http://198.51.100.1')))"],
    ['fetch by a name', "console.log(await code(() => fetch('https://example.com')))"],
    [
      'undici',
      "const { request } = await import('undici'); console.log(await code(() => request('http://198.51.100.1')))",
    ],
    [
      'https',
      "const https = await import('node:https'); console.log(await code(() => new Promise((done, fail) => https.get('https://198.51.100.1', done).on('error', fail))))",
    ],
    [
      'a socket',
      "const { connect } = await import('node:net'); console.log(await code(() => new Promise((done, fail) => connect(443, '198.51.100.1', done).on('error', fail))))",
    ],
    [
      'a socket over TLS',
      "const { connect } = await import('node:tls'); console.log(await code(() => new Promise((done, fail) => connect({ port: 443, host: '198.51.100.1' }, done).on('error', fail))))",
    ],
    [
      'a name that it resolves itself',
      "const { connect } = await import('node:net'); const lookup = (_host, _options, done) => done(null, [{ address: '198.51.100.1', family: 4 }]); console.log(await code(() => new Promise((done, fail) => connect({ port: 443, host: 'here.test', lookup }, done).on('error', fail))))",
    ],
    [
      'a question for a name',
      "const { lookup } = await import('node:dns/promises'); console.log(await code(() => lookup('example.com')))",
    ],
    [
      'a question of a resolver of its own',
      "const { Resolver } = await import('node:dns/promises'); console.log(await code(() => new Resolver().resolve4('example.com')))",
    ],
    [
      'a question of such a resolver that calls back',
      "const { Resolver } = await import('node:dns'); console.log(await code(() => new Promise((done, fail) => new Resolver().resolve4('example.com', (error) => error ? fail(error) : done()))))",
    ],
    [
      'a question for a name that calls back',
      "const { lookup } = await import('node:dns'); console.log(await code(() => new Promise((done, fail) => lookup('example.com', (error) => error ? fail(error) : done()))))",
    ],
  ] as const) {
    it(`is refused every other destination, and it is written down: ${way}`, async () => {
      assert.equal(await runHeldBack(code), 'ECONNREFUSED');
      assert.match(
        attemptsIn(file)
          .map(({ host }) => host)
          .join(),
        /^(198\.51\.100\.1|example\.com)$/,
      );
      assert.match(attemptText(attemptsIn(file)), /^1 attempt to reach (198\.51\.100\.1|example\.com), refused$/);
    });
  }

  it('learns that a name does not exist where it cannot, which is not an attempt to get out', async () => {
    assert.equal(await runHeldBack("console.log(await code(() => fetch('http://nowhere.invalid')))"), 'ENOTFOUND');
    assert.deepEqual(attemptsIn(file), []);
  });

  it('reaches this machine', async () => {
    const code = `
      const { createServer } = await import('node:http');
      const server = createServer((_, response) => response.end('here')).listen(0, '127.0.0.1', async () => {
        const { port } = server.address();
        const answerOf = async (host) => (await fetch('http://' + host + ':' + port)).text();
        console.log(await answerOf('127.0.0.1'), await answerOf('localhost'));
        process.exit();
      });
    `;
    assert.equal(await runHeldBack(code), 'here here');
    assert.deepEqual(attemptsIn(file), []);
  });

  it('knows which addresses are its own', () => {
    for (const host of ['127.0.0.1', '127.8.9.10', '::1', '[::1]', 'localhost']) assert.ok(isThisMachine(host), host);
    for (const host of ['10.0.0.1', '127.0.0.1.example.com', 'localhost.example.com', '::2', '169.254.169.254', ''])
      assert.ok(!isThisMachine(host), host);
  });

  it('counts what the product tries, and not what the editor does for itself', () => {
    const by = (role: string): boolean => isOfProduct({ host: 'example.com', how: 'connect', role, stack: [] });
    assert.deepEqual(
      [
        'vs/workbench/api/node/extensionHostProcess',
        '/clone/node_modules/mocha/bin/mocha.js',
        '/clone/node_modules/mocha/lib/nodejs/worker.cjs',
        'node',
      ].map(by),
      [true, true, true, true],
    );
    assert.deepEqual(
      [
        '/editor/out/server-main.js',
        '/editor/node_modules/code-server/out/node/entry.js',
        'vs/platform/terminal/node/ptyHostMain',
      ].map(by),
      [false, false, false],
    );
  });

  it('is itself held to it', () => {
    assert.match(process.env.NODE_OPTIONS ?? '', /onlyLoopback\.ts/);
  });
});
