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
    const args = [onlyLoopback, '--input-type=module', '--eval', code];
    const env = { ...process.env, NODE_OPTIONS: '', [OUTSIDE_FILE]: file };
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env });
    return stdout.trim();
  }

  const WAYS = {
    fetch: `fetch('http://198.51.100.1')`,
    'fetch by a name': `fetch('https://example.com')`,
    undici: `(await import('undici')).request('http://198.51.100.1')`,
    https: `new Promise((done, fail) => https.get('https://198.51.100.1', done).on('error', fail))`,
    'a socket': `opened(net.connect(443, '198.51.100.1'))`,
    'a socket over TLS': `opened(tls.connect({ port: 443, host: '198.51.100.1' }))`,
    'a name that it resolves itself': `opened(net.connect({ port: 443, host: 'here.test',
      lookup: (_host, _options, done) => done(null, [{ address: '198.51.100.1', family: 4 }]) }))`,
    'a question for a name': `promisify(dns.lookup)('example.com')`,
    'a promised question for a name': `dns.promises.lookup('example.com')`,
    'a question of a resolver': `new Promise((done, fail) =>
      new dns.Resolver().resolve4('example.com', (error) => (error ? fail(error) : done())))`,
    'a promised question of a resolver': `new dns.promises.Resolver().resolve4('example.com')`,
  };

  it('is refused every other destination, whatever the way, and each attempt is written down', async () => {
    const code = `
      import dns from 'node:dns';
      import https from 'node:https';
      import net from 'node:net';
      import tls from 'node:tls';
      import { promisify } from 'node:util';
      const opened = (socket) => new Promise((done, fail) => socket.on('connect', done).on('error', fail));
      const ways = { ${Object.entries(WAYS)
        .map(([way, attempt]) => `${JSON.stringify(way)}: async () => ${attempt}`)
        .join(', ')} };
      for (const [way, attempt] of Object.entries(ways))
        await attempt().then(() => console.log(way, 'reached'),
          (error) => console.log(way, error.cause?.code ?? error.code ?? String(error)));`;
    assert.deepEqual(
      (await runHeldBack(code)).split('\n'),
      Object.keys(WAYS).map((way) => `${way} ECONNREFUSED`),
    );
    const attempts = attemptsIn(file);
    assert.equal(attempts.length, Object.keys(WAYS).length);
    assert.deepEqual(new Set(attempts.map(({ host }) => host)), new Set(['198.51.100.1', 'example.com']));
    assert.match(attemptText(attempts.slice(0, 1)), /^1 attempt to reach 198\.51\.100\.1, refused$/);
  });

  it('learns that a name does not exist where it cannot, which is not an attempt to get out', async () => {
    const code = "await fetch('http://nowhere.invalid').catch((error) => console.log(error.cause.code))";
    assert.equal(await runHeldBack(code), 'ENOTFOUND');
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
