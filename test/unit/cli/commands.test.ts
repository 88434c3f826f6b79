// The command line as a whole: its help, what it refuses, and the schemas that it publishes.

import assert from 'node:assert/strict';
import { execFile, spawn, type StdioOptions } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { readGroupsConfig } from '../../../src/services/files/groupsConfig.ts';
import { problemsBy } from '../../support/jsonProblems.ts';
import { runIn, writeFiles } from '../../support/commandLine.ts';
import { shippedSchema } from '../../support/shippedSchema.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

describe('The command line', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder('user-groups-cli-');
  });

  it('explains itself', async () => {
    const usage = await runIn(folder);
    assert.equal(usage.code, 0);
    assert.match(usage.out, /^Usage: user-groups <command> \[options\]$/m);
    assert.deepEqual(await runIn(folder, '--help'), usage);
    assert.deepEqual(await runIn(folder, 'help', 'plan'), await runIn(folder, 'plan', '-h'));
    assert.deepEqual(await runIn(folder, '--version'), { code: 0, out: '1.2.3\n', err: '' });
    for (const [, name = ''] of usage.out.matchAll(/^ {2}([\w-]+) {2}/gm)) {
      const { code, out } = await runIn(folder, name, '--help');
      assert.equal(code, 0);
      assert.match(out, new RegExp(`^Usage: user-groups ${name} .*\\[options\\]$`, 'm'));
      assert.match(out, /^ {2}--[a-z].*\n(?:.*\n)* {2}--help .*\n$/m);
    }
  });

  it('refuses what it does not know, and says where its help is', async () => {
    const refused = async (...args: readonly string[]): Promise<string> => {
      const { code, out, err } = await runIn(folder, ...args);
      assert.deepEqual([code, out], [1, '']);
      return err;
    };
    assert.match(await refused('export-schema', '--', '--help'), /^There is no schema "--help"\./);
    assert.match(await refused('plan'), /^There is no usergroups\.config\.json here\./);
    writeFiles(folder, { 'a.json': '{}' });
    assert.match(
      await refused('validate', 'a.json'),
      /^".*a\.json" is neither a folder nor a document\. Name a folder, or a file/,
    );
    assert.equal(await refused('chekc'), 'There is no command "chekc". See "user-groups --help".\n');
    assert.equal(
      await refused('validate', '--colour'),
      'There is no option "--colour". See "user-groups validate --help".\n',
    );
    assert.match(await refused('validate', '--config'), /^The option "--config <value>" needs a value\. See/);
    assert.match(await refused('export-schema', 'plans'), /^There is no schema "plans"\./);
    assert.match(
      await refused('validate', 'nowhere'),
      /^The folder ".*nowhere" can't be read\. Name another folder\.\n$/,
    );
    assert.match(
      await refused('validate', '--config', 'nowhere.json'),
      /^The configuration ".*nowhere\.json" can't be read as text\./,
    );
  });

  const CONFIGURED = {
    connections: [{ name: 'a', baseUrl: 'https://a.example', environment: 'Testing', folder: 'groups' }],
  };
  const withoutEffect: readonly (readonly [line: string, said: RegExp])[] = [
    ['plan --config=', /^The option "--config" needs a value\. See "user-groups plan --help"\.$/m],
    ['plan --state=', /^The option "--state" needs a value\./],
    ['plan --only=', /^The option "--only" needs a value\./],
    ['plan --connection a --connection b', /^Use the option "--connection" only once\./],
    ['plan --environment-is Bogus', /^The environment of "a" is Testing\. Confirm it by --environment-is Testing\.$/m],
    ['apply --environment-is Bogus', /^The environment of "a" is Testing\./],
    ['plan --verbose', /^The option "--verbose" has no effect without --refresh\./],
    ['plan --delivery-command []', /^The option "--delivery-command" has no effect without --refresh\./],
    ['plan show a.plan --verbose', /^The option "--verbose" has no effect without --refresh\./],
    ['plan --format html', /^"--format" must be one of these: markdown, job-summary\./],
    ['plan --format markdown --json', /"--format and --json contradict each other\./],
    ['import a.csv --changed-cells yes', /^"--changed-cells" must be one of these: restore, keep\./],
    ['import --from-service --changed-cells keep', /^--changed-cells and --from-service contradict each other\./],
    ['import --from-service --all-rows', /^--all-rows and --from-service contradict each other\./],
    ['import a.json --all-rows', /^The option "--all-rows" is for CSV files\./],
    ['import a.jsonl --all-rows', /^The option "--all-rows" is for CSV files\./],
    ...['--state s', '--environment-is Testing', '--state-moved', '--verbose'].map(
      (option) => [`import a.csv ${option}`, /^The option "--[a-z-]+" has no effect without --from-service\./] as const,
    ),
    ['export-schema output --config c.json', /^The option "--config" has no effect without "document"\./],
  ];
  for (const [line, said] of withoutEffect)
    it(`refuses "${line}", of which something is wrong or has no effect`, async () => {
      writeFiles(folder, { 'usergroups.config.json': CONFIGURED, 'a.csv': 'id\na\n', 'a.json': '[]', 'a.jsonl': '' });
      const { code, out, err } = await runIn(folder, ...line.split(' '));
      assert.equal(code, 1);
      assert.match(out + err, said);
      assert.equal(existsSync(join(folder, 'groups')), false);
    });

  it('prints JSON by the schema that it publishes, be it a report or a failure', async () => {
    writeFiles(folder, {
      'a.usergroup.json': '{ "user_group_id": "a", "mapping": {} }',
      'b.usergroup.json': '{',
    });
    const { out: schema } = await runIn(folder, 'export-schema', 'output');
    const { code, out: report } = await runIn(folder, 'validate', '--json');
    assert.deepEqual([code, await problemsBy(schema, report)], [1, []]);
    assert.deepEqual(JSON.parse(report), {
      command: 'validate',
      files: 2,
      errors: 1,
      warnings: 1,
      findings: [
        {
          file: 'a.usergroup.json',
          severity: 'warning',
          line: 1,
          column: 25,
          message: 'The mapping is empty. The group has no data source.',
        },
        { file: 'b.usergroup.json', severity: 'error', line: 1, column: 2, message: 'A closing } is missing.' },
      ],
    });
    writeFiles(folder, {
      'usergroups.config.json': { connections: [{ name: 'a', baseUrl: 'https://a.example', folder: 'groups' }] },
      'c.csv': 'user_group_id\nacme\n',
    });
    const { out: written } = await runIn(folder, 'import', 'c.csv', '--json');
    assert.deepEqual(await problemsBy(schema, written), []);
    assert.deepEqual(JSON.parse(written), {
      command: 'import',
      written: 1,
      updated: 0,
      same: 0,
      errors: 0,
      warnings: 0,
      findings: [],
    });
    for (const command of ['plan', 'apply']) {
      const { out: empty } = await runIn(folder, command, '--json');
      assert.deepEqual([command, await problemsBy(schema, empty)], [command, []]);
    }
    const { out: failure } = await runIn(folder, 'validate', 'nowhere', '--json');
    assert.deepEqual(await problemsBy(schema, failure), []);
    assert.equal((JSON.parse(failure) as { error: { kind: string } }).error.kind, 'notFound');
    assert.notDeepEqual(await problemsBy(schema, '{ "command": "validate" }'), []);
  });

  it('prints the schema of a document, with the names of its services and the schemas of the team', async () => {
    writeFiles(folder, {
      'rules/mapping.json': { title: 'Data sources' },
      'usergroups.config.json': {
        connections: [{ name: 'family', baseUrl: 'https://family.example', folder: 'groups', api: 'customer' }],
        mappingSchema: 'rules/mapping.json',
      },
    });
    const { out: plain } = await runIn(temporaryFolder('user-groups-cli-'), 'export-schema');
    assert.deepEqual(JSON.parse(plain), shippedSchema());
    const { properties } = JSON.parse((await runIn(folder, 'export-schema')).out) as {
      properties: Record<string, { title?: string; allOf?: unknown }>;
    };
    assert.ok(Object.keys(properties).includes('provided_id'));
    assert.deepEqual(
      [properties.mapping?.title, properties.mapping?.allOf],
      ['Data sources', [{ $ref: 'rules/mapping.json' }]],
    );
  });
});

describe('The process of the command line', () => {
  const cli = join(import.meta.dirname, '../../../src/cli.ts');
  const exitOf = (folder: string, out: StdioOptions): Promise<unknown> =>
    new Promise((resolve) => {
      spawn(process.execPath, [cli, 'validate'], { cwd: folder, stdio: out }).once('exit', resolve);
    });

  it('speaks the language of its terminal', async () => {
    const folder = temporaryFolder('user-groups-cli-');
    writeFiles(folder, { 'acme.usergroup.json': '{ "user_group_id": "acme" }' });
    const said = new Promise((resolve) => {
      const env = { ...process.env, LC_ALL: 'de_DE.UTF-8' };
      execFile(process.execPath, [cli, 'validate'], { cwd: folder, env }, (_error, out) => {
        resolve(out);
      });
    });
    assert.equal(await said, '1 Datei geprüft\n');
  });

  it('ends with the exit code of its findings when its reader has gone', async () => {
    const folder = temporaryFolder('user-groups-cli-');
    for (let number = 0; number < 2000; number += 1) writeFiles(folder, { [`${number}.usergroup.json`]: '{' });
    const reader = spawn(process.execPath, ['-e', ''], { stdio: ['pipe', 'ignore', 'ignore'] });
    assert.equal(await exitOf(folder, ['ignore', reader.stdin, 'ignore']), 1);
  });

  it('fails where its output is lost, though nothing else is wrong', async () => {
    if (!existsSync('/dev/full')) return;
    const folder = temporaryFolder('user-groups-cli-');
    writeFiles(folder, { 'acme.usergroup.json': '{ "user_group_id": "acme" }' });
    const full = openSync('/dev/full', 'w');
    try {
      assert.equal(await exitOf(folder, ['ignore', full, 'ignore']), 1);
      assert.equal(await exitOf(folder, ['ignore', 'ignore', 'ignore']), 0);
    } finally {
      closeSync(full);
    }
  });
});

describe('The configuration', () => {
  const CONNECTION = { name: 'staging', baseUrl: 'https://staging.example/', folder: 'groups' };
  const textOf = (config: unknown): string => JSON.stringify(config, undefined, 2);
  const withConnection = (fields: object): string =>
    textOf({ connections: [CONNECTION, { ...CONNECTION, ...fields }] });

  it('names connections with their folders', () => {
    const text = textOf({
      $schema: './config.schema.json',
      connections: [
        { ...CONNECTION, environment: 'Testing', requestsPerMinute: 60, apiTokenEnv: 'STAGING', locked: 'all' },
        { ...CONNECTION, name: 'own', api: 'mine' },
      ],
      apis: { mine: { operations: { update: { method: 'PATCH', path: '/groups' } } } },
      propertiesSchema: 'rules/properties.json',
    });
    const { connections, propertiesSchema } = readGroupsConfig(text);
    assert.deepEqual(
      connections.map(({ folder, config, serviceApi }) => [folder, config.name, config.baseUrl, serviceApi?.name]),
      [
        ['groups', 'staging', 'https://staging.example', undefined],
        ['groups', 'own', 'https://staging.example', 'mine'],
      ],
    );
    assert.equal(propertiesSchema, 'rules/properties.json');
    assert.deepEqual(readGroupsConfig('{}').connections, []);
  });

  const refused: readonly (readonly [what: string, text: string, at: string, said: RegExp])[] = [
    ['is no JSON', '{ "connections": [], }', '}', /name in double quotes/],
    ['is no object', '\n []', '[', /object is expected/],
    ['has an unknown field', '{ "environments": [] }', '"environments"', /^Unknown field "environments"\.$/],
    [
      'has a key twice',
      '{ "connections": [], "connections": [] }',
      '"connections": [] }',
      /^Duplicate key "connections", first in line 1, column 3\.$/,
    ],
    ['has connections that are no list', textOf({ connections: {} }), '{}', /^"connections" must be a list\.$/],
    ['has descriptions that are no object', textOf({ apis: [] }), '[]', /^"apis" must be an object\.$/],
    ['has a connection that is no object', textOf({ connections: ['a'] }), '"a"', /^A connection must be an object\.$/],
    [
      'has an absolute path of a schema',
      textOf({ mappingSchema: '/a.json' }),
      '"/a.json"',
      /^"mappingSchema" must be a path/,
    ],
  ];
  for (const [what, text, at, said] of refused) {
    it(`is refused when it ${what}`, () => {
      const failure = failureOf(text);
      assert.match(failure.reason, said);
      assert.ok(text.slice(failure.offset).startsWith(at));
    });
  }

  const refusedConnections: readonly (readonly [fields: object, said: RegExp, at: string])[] = [
    [{}, /^Another connection is named "staging"\.$/, '"staging"'],
    [{ name: 'a/b' }, /^"name" must have letters, digits, dots, hyphens or underscores only\.$/, '"a/b"'],
    [{ name: '.a' }, /^"name" must have letters/, '".a"'],
    [{ name: undefined }, /^A connection needs a name\.$/, '{'],
    [{ name: 'b', folder: undefined }, /^"folder" is missing\.$/, '{'],
    [{ name: 'b', folder: '' }, /^"folder" must be a path within the folder of this file\.$/, '""'],
    [{ name: 'b', folder: '../b' }, /^"folder" must be a path within/, '"../b"'],
    [{ name: 'b', folder: 'a\\..\\..\\b' }, /^"folder" must be a path within/, '"a'],
    [{ name: 'b', folder: '/b' }, /^"folder" must be a path within/, '"/b"'],
    [{ name: 'b', folder: 'C:b' }, /^"folder" must be a path within/, '"C:b"'],
    [{ name: 'b', baseUrl: 'http://b.example' }, /https/, '"http://b.example"'],
    [{ name: 'b', caFile: 'ca.pem' }, /^"caFile" can't be set in this file\.$/, '"caFile"'],
    [
      { name: 'b', checkBeforeUpdate: false },
      /^"checkBeforeUpdate" can't be set in this file\.$/,
      '"checkBeforeUpdate"',
    ],
    [{ name: 'b', apiToken: 'x' }, /^Unknown field "apiToken"\.$/, '"apiToken"'],
    [{ name: 'b', environment: 'testing' }, /^"environment" must be one of/, '"testing"'],
    [{ name: 'b', api: 'gone' }, /^"api" is "gone", which "apis" doesn't have\.$/, '"gone"'],
  ];
  const refusedApis: readonly (readonly [apis: object, said: RegExp, at: string])[] = [
    [{ mine: 'x' }, /^"apis\.mine" must be an object/, '"x"'],
    [{ mine: { operation: {} } }, /^Unknown field "apis\.mine\.operation"/, '"operation"'],
    [{ mine: { operations: { update: { path: '//b' } } } }, /^"apis\.mine\.operations\.update\.path" must/, '"//b"'],
    [{ mine: { request: { fields: { '1a': { type: 'x' } } } } }, /^"apis\.mine\.request\.fields\.1a" must/, '"1a"'],
    [{ mine: { request: { fields: { a: {} } } } }, /^"apis\.mine\.request\.fields\.a\.type" is missing/, '{}'],
    [{ mine: { response: { id: 'x', mapping: 'x' } } }, /is the same as "apis\.mine\.response\.id"/, '"x"\n'],
    [{ other: {} }, /^"api" is "mine", which "apis" doesn't have\.$/, '"mine"'],
  ];
  for (const [apis, said, at] of refusedApis) {
    it(`is refused with the description ${JSON.stringify(apis)}`, () => {
      const text = textOf({ apis, connections: [{ ...CONNECTION, api: 'mine' }] });
      const failure = failureOf(text);
      assert.match(failure.reason, said);
      assert.ok(text.slice(failure.offset).startsWith(at), text.slice(failure.offset));
    });
  }
  it('is refused with a description of its own for a built-in one', () => {
    const text = textOf({ connections: [{ ...CONNECTION, api: 'customer' }], apis: { customer: {} } });
    assert.equal(failureOf(text).offset, text.lastIndexOf('"customer"'));
  });
  for (const [fields, said, at] of refusedConnections) {
    it(`is refused with a connection that differs by ${JSON.stringify(fields)}`, () => {
      const text = withConnection(fields);
      const failure = failureOf(text);
      assert.match(failure.reason, said);
      assert.ok(text.slice(failure.offset).startsWith(at), text.slice(failure.offset));
      assert.ok(failure.offset > text.indexOf('}'));
    });
  }

  it('is told with its place', async () => {
    const folder = temporaryFolder('user-groups-cli-');
    writeFiles(folder, { 'usergroups.config.json': withConnection({ name: 'b', folder: '..' }) });
    assert.deepEqual(await runIn(folder, 'validate'), {
      code: 1,
      out: '',
      err: 'usergroups.config.json:11:17: error: "folder" must be a path within the folder of this file. Correct it there.\n',
    });
  });

  it('has a schema that says the same', async () => {
    const { out: schema } = await runIn(temporaryFolder('user-groups-cli-'), 'export-schema', 'config');
    assert.deepEqual(
      await problemsBy(
        schema,
        textOf({ connections: [{ ...CONNECTION, folder: 'a..b/.c' }], mappingSchema: 'a.json' }),
      ),
      [],
    );
    for (const fields of [
      { name: 'a/b' },
      { folder: undefined },
      { folder: '' },
      { folder: 'a/../../b' },
      { folder: 'a\\..' },
      { folder: '/a' },
      { folder: 'C:a' },
      { baseUrl: 'ftp://a.example' },
      { apiTokenEnv: '' },
      { caFile: 'ca.pem' },
      { environment: 'Live' },
    ])
      assert.notDeepEqual(await problemsBy(schema, textOf({ connections: [{ ...CONNECTION, ...fields }] })), []);
    assert.notDeepEqual(await problemsBy(schema, '{ "environments": [] }'), []);
  });
});

function failureOf(text: string): { readonly offset: number; readonly reason: string } {
  try {
    readGroupsConfig(text);
  } catch (error) {
    return (error as { failure: { flaw: { offset: number; reason: string } } }).failure.flaw;
  }
  return assert.fail('It was accepted.');
}
