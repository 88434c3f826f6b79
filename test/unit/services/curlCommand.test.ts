// An operation as a cURL command: what a POSIX shell makes of it, secrets left to variables.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { curlCommand } from '../../../src/services/curlCommand.ts';

/** The arguments that the shell gives to curl. */
function argumentsOf(command: string): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\nAPI_TOKEN=api-token CURRENT_TOKEN=group-token\n${command}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

const HEADERS = ['--header', 'Authorization: Token api-token', '--header', 'Content-Type: application/json'];

describe('Copied as cURL', () => {
  it('a get-or-create is a GET with a body', () => {
    assert.deepEqual(argumentsOf(curlCommand('https://dashboards.example.com/eu', 'getOrCreate', '{"user_group_id":"acme"}')), [
      '--request', 'GET', 'https://dashboards.example.com/eu/api/user', ...HEADERS, '--data-raw', '{"user_group_id":"acme"}',
    ]);
  });

  it('an update is a PUT', () => {
    assert.equal(argumentsOf(curlCommand('https://dashboards.example.com', 'update', '{}'))[1], 'PUT');
  });

  it('a rotation is a POST whose token is a variable', () => {
    assert.deepEqual(argumentsOf(curlCommand('https://dashboards.example.com', 'rotate', undefined)).slice(-2), ['--data-raw', '{"current_token":"group-token"}']);
  });

  it('a body reaches curl as it is, whatever quotes, variables and commands it seems to hold', () => {
    const unit = fc.constantFrom("'", '"', '\\', '$HOME', '`id`', '$(id)', '!', '\n', ' ', ';', '@', 'é', 'a');
    fc.assert(fc.property(fc.string({ unit, maxLength: 12 }), (body) => {
      assert.equal(argumentsOf(curlCommand('https://dashboards.example.com', 'update', body)).at(-1), body);
    }), { numRuns: 30 });
  });

  it('an address reaches curl as it is', () => {
    assert.equal(argumentsOf(curlCommand("https://dashboards.example.com/it's/$HOME", 'update', '{}'))[2], "https://dashboards.example.com/it's/$HOME/api/user");
  });
});
