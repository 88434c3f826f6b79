// The cURL command, run as pasted by a POSIX shell against the sandbox.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { USER_GROUP_API } from '../../../../src/contract/serviceApi.ts';
import type { SandboxExchange } from '../../../../src/sandbox/exchange.ts';
import { startSandbox, type Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { curlCommand } from '../../../../src/services/sending/curlCommand.ts';

/** A stand-in with curl's words, for machines without it: what is tested is the quoting. */
const STAND_IN = `#!${process.execPath}
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
const text = { type: 'string' };
const options = {
  request: text,
  header: { ...text, multiple: true },
  globoff: { type: 'boolean' },
  'data-raw': text,
  'data-binary': text,
};
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const body = values['data-binary'] === '@-' ? await buffer(process.stdin) : Buffer.from(values['data-raw']);
const headers = Object.fromEntries(values.header.map((line) => line.split(': ')));
const asked = { method: values.request, headers: { ...headers, 'content-length': body.length } };
request(positionals[0], asked, (answer) => answer.pipe(process.stdout)).end(body);
`;

const hasCurl = spawnSync('curl', ['--version']).status === 0;

const AWKWARD = `{"user_group_id":"it's","name":"\\"quoted\\" \`date\` $HOME \\\\ !! %s","properties":{"a'b":"line\\nbreak 'x' \\u00e9 é 🎉","n":12345678901234567890}}`;

describe(`Copy as cURL, with ${hasCurl ? 'the curl of this machine' : 'a stand-in for curl'}`, () => {
  let sandbox: Sandbox;
  let folder: string;
  const exchanges: SandboxExchange[] = [];
  before(async () => {
    sandbox = await startSandbox({ databasePath: ':memory:', onExchange: (exchange) => exchanges.push(exchange) });
    folder = mkdtempSync(join(tmpdir(), 'user-groups-curl-'));
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'curl'), STAND_IN);
    chmodSync(join(folder, 'curl'), 0o755);
  });
  after(async () => {
    rmSync(folder, { recursive: true });
    await sandbox.close();
  });

  const { PATH = '' } = process.env;
  const path = (): string => (hasCurl ? PATH : `${folder}${delimiter}${PATH}`);

  /** Given to the shell to read, as a terminal gives what is pasted. */
  async function run(
    command: string,
    variables: Record<string, string> = { API_TOKEN: sandbox.apiToken },
  ): Promise<Record<string, unknown>> {
    const shell = spawn('sh', { env: { ...process.env, PATH: path(), ...variables }, stdio: ['pipe', 'pipe', 'pipe'] });
    shell.stdin.end(`${command}\n`);
    const [answer] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'exit')]);
    return JSON.parse(answer) as Record<string, unknown>;
  }

  it('runs as pasted, with any quotes in the body', async () => {
    const { baseUrl } = sandbox;
    const answer = await run(curlCommand({ api: USER_GROUP_API, baseUrl, operation: 'getOrCreate', body: AWKWARD }));
    assert.equal(answer.new_user_group, true);
    const stored = sandbox.group("it's")!;
    assert.equal(stored.name, '"quoted" `date` $HOME \\ !! %s');
    assert.equal(stored.properties, `{"a'b":"line\\nbreak 'x' \\u00e9 é 🎉","n":12345678901234567890}`);
    assert.equal(
      (
        await run(
          curlCommand({ api: USER_GROUP_API, baseUrl, operation: 'update', body: AWKWARD.replace('line', 'row') }),
        )
      ).success,
      1,
    );
    assert.match(sandbox.group("it's")!.properties!, /row/);
  });

  it('sends a body that is too long for an argument, to the byte', async () => {
    const body = `{"user_group_id":"long",\n "properties":{"it's":"${'é '.repeat(100_000)}"}\n}`;
    assert.equal(
      (await run(curlCommand({ api: USER_GROUP_API, baseUrl: sandbox.baseUrl, operation: 'getOrCreate', body })))
        .new_user_group,
      true,
    );
    assert.ok(exchanges.at(-1)!.requestBody === body);
  });

  it('rotates with the token in a variable', async () => {
    await run(
      curlCommand({
        api: USER_GROUP_API,
        baseUrl: sandbox.baseUrl,
        operation: 'getOrCreate',
        body: '{"user_group_id":"acme"}',
      }),
    );
    const { token } = sandbox.group('acme')!;
    const command = curlCommand({ api: USER_GROUP_API, baseUrl: sandbox.baseUrl, operation: 'rotate' });
    assert.equal((await run(command, { API_TOKEN: sandbox.apiToken, CURRENT_TOKEN: token })).success, 1);
    assert.notEqual(sandbox.group('acme')!.token, token);
  });

  it('runs without any variable where the API token is of no worth', async () => {
    const { baseUrl, apiToken } = sandbox;
    assert.equal(
      (
        await run(
          curlCommand({
            api: USER_GROUP_API,
            baseUrl,
            operation: 'getOrCreate',
            body: '{"user_group_id":"globex"}',
            apiToken,
          }),
          {},
        )
      ).new_user_group,
      true,
    );
  });
});
