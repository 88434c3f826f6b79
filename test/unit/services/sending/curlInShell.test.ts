// The cURL command, run as pasted by a POSIX shell against the sandbox.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { USER_GROUP_API } from '../../../../src/contract/serviceApi.ts';
import type { SandboxExchange } from '../../../../src/sandbox/exchange.ts';
import { startSandbox, type Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { curlCommand, type CurlRequest } from '../../../../src/services/sending/curlCommand.ts';

// The quoting is proved without curl, too (curlCommand.test.ts).
const itWithCurl = spawnSync('curl', ['--version']).status === 0 ? it : it.skip;

const AWKWARD = `{"user_group_id":"it's","name":"\\"quoted\\" \`date\` $HOME \\\\ !! %s","properties":{"a'b":"line\\nbreak 'x' \\u00e9 é 🎉","n":12345678901234567890}}`;

describe('Copy as cURL, with the curl of this machine', () => {
  let sandbox: Sandbox;
  const exchanges: SandboxExchange[] = [];
  before(async () => {
    sandbox = await startSandbox({ databasePath: ':memory:', onExchange: (exchange) => exchanges.push(exchange) });
  });
  after(() => sandbox.close());

  const command = (operation: CurlRequest['operation'], more: Partial<CurlRequest> = {}): string =>
    curlCommand({ api: USER_GROUP_API, baseUrl: sandbox.baseUrl, operation, ...more });

  /** Given to the shell to read, as a terminal gives what is pasted. */
  async function run(
    command: string,
    variables: Record<string, string> = { API_TOKEN: sandbox.apiToken },
  ): Promise<Record<string, unknown>> {
    const shell = spawn('sh', { env: { ...process.env, ...variables }, stdio: ['pipe', 'pipe', 'pipe'] });
    shell.stdin.end(`${command}\n`);
    const [answer] = await Promise.all([text(shell.stdout), text(shell.stderr), once(shell, 'exit')]);
    return JSON.parse(answer) as Record<string, unknown>;
  }

  itWithCurl('runs as pasted, with any quotes in the body', async () => {
    assert.equal((await run(command('getOrCreate', { body: AWKWARD }))).new_user_group, true);
    const stored = sandbox.group("it's")!;
    assert.equal(stored.name, '"quoted" `date` $HOME \\ !! %s');
    assert.equal(stored.properties, `{"a'b":"line\\nbreak 'x' \\u00e9 é 🎉","n":12345678901234567890}`);
    await run(command('update', { body: AWKWARD.replace('line', 'row') }));
    assert.match(sandbox.group("it's")!.properties!, /row/);
  });

  itWithCurl('sends a body that is too long for an argument, to the byte', async () => {
    const body = `{"user_group_id":"long",\n "properties":{"it's":"${'é '.repeat(100_000)}"}\n}`;
    assert.equal((await run(command('getOrCreate', { body }))).new_user_group, true);
    assert.ok(exchanges.at(-1)!.requestBody === body);
  });

  itWithCurl('rotates with the token in a variable, and needs none for an API token of no worth', async () => {
    const { apiToken } = sandbox;
    await run(command('getOrCreate', { body: '{"user_group_id":"acme"}', apiToken }), {});
    const { token } = sandbox.group('acme')!;
    assert.equal((await run(command('rotate'), { API_TOKEN: apiToken, CURRENT_TOKEN: token })).success, 1);
    assert.notEqual(sandbox.group('acme')!.token, token);
  });
});
