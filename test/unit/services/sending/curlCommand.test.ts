// An operation as a cURL command: what a POSIX shell makes of it, secrets left to variables.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { USER_GROUP_API } from '../../../../src/contract/serviceApi.ts';
import { curlCommand, type CurlRequest } from '../../../../src/services/sending/curlCommand.ts';
import { inDepth } from '../../../support/depth.ts';
import { OTHER_API } from '../../../support/otherService.ts';

const BASE = 'https://dashboards.example.com';

/** The arguments that the shell gives to curl, and what it gives to it to read. */
function givenToCurl(call: Partial<CurlRequest>): { args: string[]; input: string } {
  const script = `curl() { printf '%s\\0' "$@"; cat; }\nAPI_TOKEN=api-token CURRENT_TOKEN=group-token\n${curlCommand({ api: USER_GROUP_API, baseUrl: BASE, operation: 'update', body: '{}', ...call })}`;
  const parts = execFileSync('sh', { input: script, encoding: 'utf8', maxBuffer: 2 ** 24 }).split('\0');
  return { args: parts.slice(0, -1), input: parts.at(-1) ?? '' };
}

const HEADERS = [
  '--globoff',
  '--header',
  'Authorization: Token api-token',
  '--header',
  'Content-Type: application/json',
];
const unit = fc.constantFrom("'", '"', '\\', '$HOME', '`id`', '$(id)', '!', '\n', ' ', ';', '@', '%s', 'é', 'a');

describe('Copied as cURL', () => {
  it('a get-or-create is a GET with a body', () => {
    assert.deepEqual(
      givenToCurl({ baseUrl: `${BASE}/eu`, operation: 'getOrCreate', body: '{"user_group_id":"acme"}' }).args,
      [
        '--request',
        'GET',
        'https://dashboards.example.com/eu/api/user',
        ...HEADERS,
        '--data-raw',
        '{"user_group_id":"acme"}',
      ],
    );
  });

  it('an update is a PUT', () => {
    assert.equal(givenToCurl({ operation: 'update' }).args[1], 'PUT');
  });

  it('a rotation is a POST whose token is a variable', () => {
    const { args } = givenToCurl({ operation: 'rotate', body: undefined });
    assert.deepEqual([args[1], ...args.slice(-2)], ['POST', '--data-raw', '{"current_token":"group-token"}']);
  });

  it('a body reaches curl unchanged, with any quotes, variables and commands in it', () => {
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (body) => {
        assert.equal(givenToCurl({ body }).args.at(-1), body);
      }),
      { numRuns: inDepth(30) },
    );
  });

  it('a body too long for an argument is given to curl to read, as it is, line breaks at its end included', () => {
    fc.assert(
      fc.property(
        fc.string({ unit, minLength: 1, maxLength: 12 }),
        fc.string({ unit, maxLength: 3 }),
        (repeated, end) => {
          const body = repeated.repeat(Math.ceil(200_000 / repeated.length)) + end;
          const { args, input } = givenToCurl({ body });
          assert.deepEqual(args.slice(-2), ['--data-binary', '@-']);
          assert.ok(input === body);
        },
      ),
      { numRuns: inDepth(10) },
    );
  });

  it('a request to a service with a description of its own is sent as that says', () => {
    const { args } = givenToCurl({ api: { name: 'other', ...OTHER_API }, operation: 'update' });
    assert.deepEqual(
      [args.slice(0, 3), args[args.indexOf('--header') + 1]],
      [['--request', 'PATCH', 'https://dashboards.example.com/tenant/'], 'X-Tenant-Key: api-token'],
    );
  });

  it('an address reaches curl as it is, and without patterns', () => {
    const { args } = givenToCurl({ baseUrl: `${BASE}/it's/$HOME/[1-9]` });
    assert.equal(args[2], "https://dashboards.example.com/it's/$HOME/[1-9]/api/user");
    assert.ok(args.includes('--globoff'));
  });

  it('a file of certificate authorities and a token of no worth are in it', () => {
    const { args } = givenToCurl({ caFile: "/home/me/it's.pem", apiToken: "sand'box" });
    assert.equal(args[args.indexOf('--cacert') + 1], "/home/me/it's.pem");
    assert.ok(args.includes("Authorization: Token sand'box"));
  });
});
