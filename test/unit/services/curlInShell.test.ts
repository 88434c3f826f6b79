// The cURL command, run as pasted by a POSIX shell against the sandbox.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { curlCommand } from '../../../src/services/curlCommand.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';

/** A stand-in with curl's words, so that the test needs nothing but a shell: what is tested is the quoting. */
const CURL = `#!${process.execPath}
import { request } from 'node:http';
import { parseArgs } from 'node:util';
const { values, positionals } = parseArgs({ allowPositionals: true, options: { request: { type: 'string' }, header: { type: 'string', multiple: true }, 'data-raw': { type: 'string' } } });
const body = Buffer.from(values['data-raw']);
const headers = Object.fromEntries(values.header.map((line) => line.split(': ')));
request(positionals[0], { method: values.request, headers: { ...headers, 'content-length': body.length } }, (answer) => answer.pipe(process.stdout)).end(body);
`;

const AWKWARD = `{"user_group_id":"it's","name":"\\"quoted\\" \`date\` $HOME \\\\ !! %s","properties":{"a'b":"line\\nbreak 'x' \\u00e9 é 🎉","n":12345678901234567890}}`;

describe('Copy as cURL', () => {
  let sandbox: Sandbox;
  let folder: string;
  before(async () => {
    sandbox = await startSandbox({ databasePath: ':memory:' });
    folder = mkdtempSync(join(tmpdir(), 'user-groups-curl-'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'curl'), CURL);
    chmodSync(join(folder, 'curl'), 0o755);
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await sandbox.close();
  });

  async function run(command: string, variables: Record<string, string> = {}): Promise<Record<string, unknown>> {
    const shell = spawn('sh', ['-c', command], {
      env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH ?? ''}`, API_TOKEN: sandbox.apiToken, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [answer] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'exit')]);
    return JSON.parse(answer) as Record<string, unknown>;
  }

  it('runs as pasted, whatever quotes the body has', async () => {
    const answer = await run(curlCommand(sandbox.baseUrl, 'getOrCreate', AWKWARD));
    assert.equal(answer.new_user_group, true);
    const stored = sandbox.group("it's")!;
    assert.equal(stored.name, '"quoted" `date` $HOME \\ !! %s');
    assert.equal(stored.properties, `{"a'b":"line\\nbreak 'x' \\u00e9 é 🎉","n":12345678901234567890}`);
    assert.equal((await run(curlCommand(sandbox.baseUrl, 'update', AWKWARD.replace('line', 'row')))).success, 1);
    assert.match(sandbox.group("it's")!.properties!, /row/);
  });

  it('rotates with the token in a variable', async () => {
    const { token } = sandbox.group("it's")!;
    assert.equal((await run(curlCommand(sandbox.baseUrl, 'rotate', undefined), { CURRENT_TOKEN: token })).success, 1);
    assert.notEqual(sandbox.group("it's")!.token, token);
  });

  it('holds no secret', () => {
    const command = curlCommand(sandbox.baseUrl, 'rotate', undefined);
    assert.ok(!command.includes(sandbox.apiToken));
    assert.match(command, /\$API_TOKEN/);
    assert.match(command, /\$CURRENT_TOKEN/);
  });
});
