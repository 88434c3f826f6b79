// The command `init`: a repository with two environments from nothing, that the other commands take as it is.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { runIn, runWith, writeFiles, type Ran } from '../../support/commandLine.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const STAGING = ['--connection', 'staging', '--base-url', 'https://staging.example', '--environment', 'Testing'];
const PRODUCTION = ['--connection', 'production', '--base-url', 'https://live.example', '--environment', 'Customer'];
const FILES = [
  'usergroups.config.json',
  'groups/example.usergroup.json',
  '.github/workflows/user-groups.yml',
  '.gitignore',
  '.gitattributes',
];

describe('init', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder('user-groups-init-');
  });
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const init = (...args: readonly string[]): Promise<Ran> => runIn(folder, 'init', ...args);

  it('writes a repository that is valid at once, and in which nothing is planned', async () => {
    const { code, out } = await init(...STAGING, ...PRODUCTION);
    assert.equal(code, 0);
    assert.deepEqual(out.split('\n'), [
      ...FILES,
      'On GitHub, add the environments "staging", "production", each with the secret USER_GROUPS_TOKEN and the variable USER_GROUPS_ALLOWED_ORIGINS.',
      '',
    ]);
    const config = JSON.parse(text('usergroups.config.json')) as { connections: object[] };
    assert.deepEqual(config.connections[1], {
      name: 'production',
      baseUrl: 'https://live.example',
      environment: 'Customer',
      folder: 'groups/production',
      apiTokenEnv: 'USER_GROUPS_TOKEN',
    });
    const validated = await runIn(folder, 'validate');
    assert.deepEqual([validated.code, validated.out], [0, '0 files checked\n']);
    assert.match((await runIn(folder, 'validate', 'groups')).out, /\n1 file checked, 1 warning\n$/);
    for (const name of ['staging', 'production'])
      assert.match((await runIn(folder, 'plan', '--connection', name)).out, /: 0 unchanged\n$/);
  });

  it('writes the workflow that docs/ci.md shows', async () => {
    await init(...STAGING, ...PRODUCTION);
    const page = readFileSync(join(import.meta.dirname, '../../../docs/ci.md'), 'utf8');
    const workflow = text('.github/workflows/user-groups.yml').replaceAll('1.2.3', '0.1.0');
    assert.ok(page.includes(`\`\`\`yaml\n${workflow}\`\`\``));
  });

  it('quotes in the workflow what YAML would read as a number', async () => {
    await init('--connection', '1.10', ...STAGING.slice(2));
    assert.match(text('.github/workflows/user-groups.yml'), /connection: "1\.10", environment: Testing/);
  });

  it('writes nothing in a subfolder, where GitHub reads no workflow and another configuration is hidden', async () => {
    writeFiles(folder, { '.git/HEAD': '', 'in/a.txt': '' });
    const inside = join(folder, 'in');
    const { code, err } = await runIn(inside, 'init', ...STAGING);
    assert.deepEqual(
      [code, err],
      [1, `GitHub reads workflows only at the root of a repository. Run it in "${folder}".\n`],
    );
    assert.equal((await init(...STAGING)).code, 0);
    assert.match(
      (await runIn(inside, 'init', ...STAGING)).err,
      /^There is a \.\.\/usergroups\.config\.json already\. Add your connections to it\.$/m,
    );
    assert.deepEqual(readdirSync(inside), ['a.txt']);
  });

  it('names the ID in the example as the service does', async () => {
    await init(...STAGING, '--api', 'customer');
    assert.match(text('groups/example.usergroup.json'), /^\{\n {2}"provided_id": "example"/);
    assert.match(text('usergroups.config.json'), /"api": "customer"/);
  });

  it('keeps what is there, and adds the lines that git needs', async () => {
    writeFiles(folder, { '.gitignore': 'node_modules', 'groups/example.usergroup.json': 'mine' });
    const { out } = await init(...STAGING);
    assert.match(out, /^groups\/example\.usergroup\.json: unchanged$/m);
    assert.equal(text('groups/example.usergroup.json'), 'mine');
    assert.equal(
      text('.gitignore'),
      'node_modules\n.usergroups/state/*.journal\n.usergroups/state/*.lock\n*.plan\n!user-groups-*.tgz\n',
    );
  });

  const refused: readonly (readonly [when: string, args: readonly string[], said: RegExp])[] = [
    [
      'nobody can be asked',
      [],
      /^Each connection needs an address and an environment\. Use --connection, --base-url and --environment\.$/m,
    ],
    ['a connection lacks its address', STAGING.slice(0, 2), /^Each connection needs an address and an environment\./],
    [
      'the environment of one would be that of another',
      [...PRODUCTION.slice(0, 4), ...STAGING],
      /^Each connection needs an address and an environment\./,
    ],
    ['an address has no connection', [...STAGING, '--base-url', 'https://b.example'], /^Each connection needs/],
    ['no connection is named', STAGING.slice(2), /^Each connection needs/],
    [
      'two have one name',
      [...STAGING, ...STAGING],
      /^Another connection is named "staging"\. Correct it, then try again\.$/m,
    ],
    [
      'an address is none',
      [...STAGING.slice(0, 3), 'x', ...STAGING.slice(4)],
      /^The base URL is not a web address\. Write it like/,
    ],
    ['an environment is none', [...STAGING.slice(0, 5), 'Live'], /^"environment" must be one of these: /],
  ];
  for (const [when, args, said] of refused)
    it(`writes nothing where ${when}`, async () => {
      const { code, err } = await init(...args);
      assert.equal(code, 1);
      assert.match(err, said);
      for (const file of FILES) assert.equal(existsSync(join(folder, file)), false);
    });

  it('asks again where an answer is wrong, and takes it as it is meant', async () => {
    const typed = ['staging', 'staging.example', 'Testing', 'staging', ' https://staging.example ', 'testing', ''];
    const asked: string[] = [];
    const ask = (question: string): Promise<string> => Promise.resolve(typed[asked.push(question) - 1] ?? '');
    const { code, err } = await runWith({ ask }, folder, 'init');
    assert.deepEqual([code, asked.length], [0, 7]);
    assert.match((await init()).err, /^There is a usergroups\.config\.json already\. Add your connections to it\.$/m);
    assert.match(err, /^The base URL is not a web address\./);
    const { connections } = JSON.parse(text('usergroups.config.json')) as { connections: { baseUrl: string }[] };
    assert.deepEqual(connections, [
      {
        name: 'staging',
        baseUrl: 'https://staging.example',
        environment: 'Testing',
        folder: 'groups/staging',
        apiTokenEnv: 'USER_GROUPS_TOKEN',
      },
    ]);
  });

  it('keeps the line ends of all that is sent, and the journals of connections apart', async () => {
    await init(...STAGING);
    assert.match(text('.gitattributes'), /^\*\.usergroup\.json text eol=lf\nusergroups\.preset\.json text eol=lf$/m);
    // GitHub takes any key that begins so: no name has a slash.
    assert.match(
      text('.github/workflows/user-groups.yml'),
      /restore-keys: user-groups-journal-\$\{\{ matrix\.connection \}\}\/\n/,
    );
  });

  it('writes nothing where a folder of it cannot be written', async () => {
    symlinkSync(join(folder, 'nowhere'), join(folder, '.github'));
    assert.equal((await init(...STAGING)).code, 1);
    assert.equal(existsSync(join(folder, 'usergroups.config.json')), false);
  });

  it('writes through no link that leads out of the folder', async () => {
    symlinkSync(temporaryFolder('user-groups-outside-'), join(folder, 'groups'));
    assert.match((await init(...STAGING)).err, /leads out of the folder of the configuration/);
  });
});
