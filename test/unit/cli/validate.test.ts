// The command `validate`, run on folders of the disk.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDocumentSchema } from '../../../src/cli/documentSchema.ts';
import { USER_GROUP_API } from '../../../src/contract/serviceApi.ts';
import { checkFolder } from '../../../src/services/files/folderCheck.ts';
import { documentsOnDisk } from '../../../src/cli/documentsOnDisk.ts';
import { runIn, runWith, writeFiles } from '../../support/commandLine.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const ACME = { user_group_id: 'acme', name: 'Acme', mapping: { 40: '213' }, properties: { region: 'EU' } };
const CONNECTION = { name: 'staging', baseUrl: 'https://staging.example', folder: 'groups' };

/** A schema whose last definition is reached by twice as many ways with each one before it. */
function doubling(times: number): Readonly<Record<string, unknown>> {
  const definitions = Object.fromEntries(
    Array.from({ length: times }, (_, index) => {
      const next = { $ref: `#/definitions/d${index + 1}` };
      return [`d${index}`, { allOf: [next, next] }] as const;
    }),
  );
  return { allOf: [{ $ref: '#/definitions/d0' }], definitions: { ...definitions, [`d${times}`]: {} } };
}

describe('validate', () => {
  let folder: string;
  beforeEach(() => {
    folder = temporaryFolder('user-groups-cli-');
  });

  it('accepts documents that can be sent, and leaves other files and folders alone', async () => {
    writeFiles(folder, {
      'acme.usergroup.json': ACME,
      'beta.usergroup.json': { user_group_id: 'beta', $schema: './x.json' },
      'notes.json': '{',
      'below/bad.usergroup.json': '{',
    });
    assert.deepEqual(await runIn(folder, 'validate'), { code: 0, out: '2 files checked\n', err: '' });
  });

  it('tells file, line and column of what cannot be sent, in the order of the names', async () => {
    writeFiles(folder, {
      'a.usergroup.json': '{\n  "user_group_id": "a",\n  "name": 5\n}',
      'b.usergroup.json': '{ "user_group_id": "b", }',
      'c.usergroup.json': '{ "name": "C" }',
      'd.usergroup.json': '{ "user_group_id": "d",\r\n "colour": 1 }',
      'e.usergroup.json': '{\n  "user_group_id": "e",\n<<<<<<< HEAD\n  "name": "E"\n=======\n>>>>>>> other\n}',
      'f.usergroup.json': '',
      'g.usergroup.json': '\uFEFF{ "user_group_id": "g" }',
      'h.usergroup.json': { ...ACME, user_group_id: 'g' },
      'i.usergroup.json': '{ "user_group_id": "" }',
      'k.usergroup.json': '{ "user_group_id": "k",\n "properties": { "key": "Bearer •••" } }',
      'l.usergroup.json': '{ "user_group_id": "l", "properties": { "of": [{ "x": 1, "x": 2 }, { "x": 1 }] } }',
    });
    writeFileSync(join(folder, 'j.usergroup.json'), Buffer.from([0x22, 0xff, 0x22]));
    assert.deepEqual(await runIn(folder, 'validate', '.'), {
      code: 1,
      out: [
        'a.usergroup.json:3:11: error: "name" must be a string.',
        'b.usergroup.json:1:25: error: A name in double quotes is expected.',
        'c.usergroup.json:1:1: error: The document has no ID.',
        'd.usergroup.json:2:2: error: The service has no field "colour".',
        'e.usergroup.json:3:1: error: The file has conflict markers of a merge.',
        'f.usergroup.json:1:1: error: A value is expected.',
        'h.usergroup.json:1:1: error: The file "g.usergroup.json" is the same group.',
        'i.usergroup.json:1:1: error: The ID is empty.',
        'j.usergroup.json:1:1: error: It is not UTF-8 text, or was removed.',
        'k.usergroup.json:2:25: error: The document contains "•••", which stands for a value that was not shown.',
        'l.usergroup.json:1:58: error: Duplicate key "x", first in line 1, column 50.',
        '12 files checked, 11 errors\n',
      ].join('\n'),
      err: '',
    });
  });

  it('follows no link, be it a document or the folder of the configuration', async () => {
    writeFiles(folder, { 'elsewhere/acme.usergroup.json': ACME, 'repository/groups/beta.usergroup.json': ACME });
    const repository = join(folder, 'repository');
    symlinkSync(join(folder, 'elsewhere/acme.usergroup.json'), join(repository, 'groups/acme.usergroup.json'));
    const linked = await runIn(repository, 'validate', 'groups');
    assert.deepEqual(linked, {
      code: 1,
      out: [
        'groups/acme.usergroup.json:1:1: error: It is a symbolic link, which is not followed.',
        '2 files checked, 1 error\n',
      ].join('\n'),
      err: '',
    });
    symlinkSync(join(folder, 'elsewhere'), join(repository, 'out'));
    writeFiles(repository, { 'usergroups.config.json': { connections: [{ ...CONNECTION, folder: 'out' }] } });
    const { code, out, err } = await runIn(repository, 'validate');
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /^".*out" leads out of the folder of the configuration\. Check it for symbolic links\.\n$/);
  });

  it('follows no link that takes the place of a document after the folder was listed', async () => {
    writeFiles(folder, { 'acme.usergroup.json': ACME, 'secret.json': { token: 'of another' } });
    const documents = documentsOnDisk(folder);
    assert.match(String(await documents.read('acme.usergroup.json')), /Acme/);
    rmSync(join(folder, 'acme.usergroup.json'));
    symlinkSync('secret.json', join(folder, 'acme.usergroup.json'));
    assert.equal(await documents.read('acme.usergroup.json'), undefined);
  });

  it('makes names harmless, for a terminal as for the log of a job', async () => {
    writeFiles(folder, {
      '  ::warning::y.usergroup.json': '{',
      '::error::x.usergroup.json': '{',
      'a\u001B[31m.usergroup.json': '{',
      'b##[group]##vso[task.x].usergroup.json': '{ "user_group_id": "b", "##[x]": 1 }',
      '+++ c.usergroup.json': '{',
      'd##teamcity[x]##Octopus[y].usergroup.json': '{',
    });
    const { out } = await runIn(folder, 'validate');
    assert.deepEqual(out.split('\n').slice(0, 6), [
      '  \\u003A:warning::y.usergroup.json:1:2: error: A closing } is missing.',
      '\\u002B++ c.usergroup.json:1:2: error: A closing } is missing.',
      '\\u003A:error::x.usergroup.json:1:2: error: A closing } is missing.',
      'a\\u{001B}[31m.usergroup.json:1:2: error: A closing } is missing.',
      'b#\\u0023[group]#\\u0023vso[task.x].usergroup.json:1:25: error: The service has no field "#\\u0023[x]".',
      'd#\\u0023teamcity[x]#\\u0023Octopus[y].usergroup.json:1:2: error: A closing } is missing.',
    ]);
    const { out: json } = await runIn(folder, 'validate', '--json');
    assert.ok(!json.includes('##'));
    const { findings } = JSON.parse(json) as { findings: { file: string }[] };
    assert.equal(findings.at(-2)?.file, 'b##[group]##vso[task.x].usergroup.json');
  });

  it('annotates the lines of a pull request in GitHub Actions, with texts that end no command and begin none', async () => {
    const env = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: folder };
    writeFiles(folder, {
      'in/50%,a:b.usergroup.json': '{\n "user_group_id": "b", "%0A::add-mask::x##[y]": 1 }',
      'in/c.usergroup.json': '{ "user_group_id": "c", "mapping": {} }',
    });
    const { code, out, err } = await runWith({ env }, join(folder, 'in'), 'validate', '--json');
    assert.equal(code, 1);
    assert.equal((JSON.parse(out) as { errors: number }).errors, 1);
    assert.deepEqual(err.split('\n'), [
      '::error file=in/50%25%2Ca%3Ab.usergroup.json,line=2,col=24::The service has no field "%250A::add-mask::x#\\u0023[y]".',
      '::warning file=in/c.usergroup.json,line=1,col=25::The mapping is empty. The group has no data source.',
      '',
    ]);
    assert.equal((await runWith({}, join(folder, 'in'), 'validate', '--json')).err, '');
    const failed = await runWith({ env }, folder, 'validate', 'gone%');
    assert.match(
      failed.err,
      /^The folder ".*gone%" can't be read\. .*\n::error::The folder ".*gone%25" can't be read\./,
    );
  });

  it('is no success where there was nothing to check, and nobody has said where', async () => {
    const { code, err } = await runIn(folder, 'validate');
    assert.equal(code, 1);
    assert.match(err, /^There is no document here, and no connection in a usergroups\.config\.json\./);
    writeFiles(folder, { 'usergroups.config.json': { connections: [] } });
    assert.equal((await runIn(folder, 'validate')).code, 1);
    mkdirSync(join(folder, 'groups'));
    assert.deepEqual(await runIn(folder, 'validate', 'groups'), { code: 0, out: '0 files checked\n', err: '' });
  });

  describe('below the configuration of a repository', () => {
    beforeEach(() => {
      writeFiles(folder, {
        'usergroups.config.json': { connections: [CONNECTION], propertiesSchema: 'rules.json' },
        'rules.json': { properties: { region: { enum: ['US'] } } },
        'groups/acme.usergroup.json': ACME,
        'drafts/new/beta.usergroup.json': { ...ACME, user_group_id: 'beta' },
      });
      mkdirSync(join(folder, '.git'));
    });
    const places = (out: string): readonly string[] =>
      out.split('\n').flatMap((line) => /^(.*?):\d+:\d+: error/.exec(line)?.[1] ?? []);

    it('checks by it, from the current folder upwards, and says which one it is', async () => {
      const inGroups = await runIn(join(folder, 'groups'), 'validate');
      assert.deepEqual(
        [inGroups.code, places(inGroups.out), inGroups.err],
        [1, ['acme.usergroup.json'], 'The configuration is "../usergroups.config.json".\n'],
      );
      const inDrafts = await runIn(join(folder, 'drafts/new'), 'validate');
      assert.deepEqual(
        [places(inDrafts.out), inDrafts.err],
        [
          ['../../groups/acme.usergroup.json', 'beta.usergroup.json'],
          'The configuration is "../../usergroups.config.json".\n',
        ],
      );
      for (const name of ['.', 'beta.usergroup.json', join(folder, 'drafts/new')])
        assert.deepEqual(
          places((await runIn(join(folder, 'drafts/new'), 'validate', name)).out),
          ['beta.usergroup.json'],
          name,
        );
    });

    it('looks above what is named, and says each configuration once', async () => {
      writeFiles(folder, {
        'north/usergroups.config.json': { connections: [] },
        'north/groups/acme.usergroup.json': ACME,
        'north/drafts/acme.usergroup.json': ACME,
      });
      const { out, err } = await runIn(folder, 'validate', 'north/groups', 'groups', 'north/drafts');
      assert.deepEqual(
        [places(out), err],
        [['groups/acme.usergroup.json'], 'The configuration is "north/usergroups.config.json".\n'],
      );
    });

    it('reads none above the root of the repository, and none above a folder of no repository', async () => {
      writeFiles(folder, { 'groups/.git': 'gitdir: ../.git/modules/groups' });
      const inModule = await runIn(join(folder, 'groups'), 'validate');
      assert.deepEqual([inModule.code, inModule.err], [0, '']);
      assert.deepEqual(places((await runIn(folder, 'validate', 'groups')).out), ['groups/acme.usergroup.json']);
      rmSync(join(folder, '.git'), { recursive: true });
      assert.deepEqual(await runIn(join(folder, 'drafts/new'), 'validate'), {
        code: 0,
        out: '1 file checked\n',
        err: 'The configuration "../../usergroups.config.json" is not used outside of a Git repository. Name it by --config.\n',
      });
    });
  });

  it('checks single files, as a hook before a commit names them, beside what else is in their folder', async () => {
    writeFiles(folder, {
      'usergroups.config.json': { connections: [{ ...CONNECTION, api: 'customer' }] },
      'groups/a.usergroup.json': { provided_id: 'a' },
      'groups/b.usergroup.json': { provided_id: 'a' },
      'groups/c.usergroup.json': '{',
      'elsewhere/d.usergroup.json': { user_group_id: 'd' },
    });
    assert.deepEqual(await runIn(folder, 'validate', './groups/a.usergroup.json', 'elsewhere/d.usergroup.json'), {
      code: 1,
      out: [
        'groups/a.usergroup.json:1:1: error: The file "b.usergroup.json" is the same group.',
        '2 files checked, 1 error\n',
      ].join('\n'),
      err: '',
    });
    assert.equal(
      (await runIn(folder, 'validate', 'groups/c.usergroup.json', 'groups')).out.split('\n').at(-2),
      '3 files checked, 2 errors',
    );
    const gone = await runIn(folder, 'validate', 'groups/gone.usergroup.json');
    assert.deepEqual([gone.code, gone.out], [1, '']);
    assert.match(gone.err, /^The file ".*gone\.usergroup\.json" can't be read\. Name another one\.\n$/);
    assert.match(
      (await runIn(folder, 'validate', 'usergroups.config.json')).err,
      /config\.json" is neither a folder nor a document\./,
    );
  });

  it('checks all that a preset decides about where that is named', async () => {
    writeFiles(folder, {
      'groups/acme.usergroup.json': '{',
      'groups/usergroups.preset.json': { properties: { tier: 'gold' } },
    });
    assert.equal(
      (await runIn(folder, 'validate', 'groups/usergroups.preset.json')).out.split('\n').at(-2),
      '1 file checked, 1 error',
    );
  });

  it('ignores what other programs leave beside documents, and counts it', async () => {
    writeFiles(folder, {
      'acme.usergroup.json': ACME,
      '._acme.usergroup.json': '\0\u0005\u0016\u0007',
      '~$acme.usergroup.json': '\u0004',
      '.usergroup.json': '',
    });
    symlinkSync('somebody@machine.1234', join(folder, '.#acme.usergroup.json'));
    assert.deepEqual(await runIn(folder, 'validate'), {
      code: 0,
      out: '1 file checked, 4 hidden or temporary files ignored\n',
      err: '',
    });
    const json = await runIn(folder, 'validate', '--json', '._acme.usergroup.json', 'acme.usergroup.json');
    assert.deepEqual(JSON.parse(json.out), {
      command: 'validate',
      files: 1,
      ignored: 1,
      errors: 0,
      warnings: 0,
      findings: [],
    });
  });

  it('takes a folder of the configuration that does not exist yet as empty, and says so', async () => {
    writeFiles(folder, { 'usergroups.config.json': { connections: [CONNECTION] } });
    for (const named of [[], ['groups']]) {
      const { code, out, err } = await runIn(folder, 'validate', ...named);
      assert.deepEqual([code, out], [0, '0 files checked\n']);
      assert.match(err, /^The folder ".*groups" doesn't exist yet\.\n$/);
    }
    symlinkSync('nowhere', join(folder, 'groups'));
    assert.match((await runIn(folder, 'validate')).err, /^The folder ".*groups" can't be read\./);
  });

  it('reads a configuration that is a plain file of a bearable size, and nothing else', async () => {
    const config = join(folder, 'usergroups.config.json');
    const refused = async (...args: readonly string[]): Promise<string> => {
      const { code, out, err } = await runIn(folder, 'validate', ...args);
      assert.deepEqual([code, out], [1, '']);
      return err;
    };
    writeFiles(folder, { 'acme.usergroup.json': ACME, 'real.json': { connections: [{ ...CONNECTION, folder: '.' }] } });
    for (const target of ['real.json', '/dev/zero', 'nowhere']) {
      symlinkSync(target, config);
      assert.match(
        await refused(),
        /config\.json" can't be read as text\. It must be a file of at most 1 MB, and no symbolic link\.\n$/,
      );
      rmSync(config);
    }
    assert.match(await refused('--config', '/dev/zero'), /can't be read as text\. Name another file by --config\.\n$/);
    symlinkSync('real.json', config);
    assert.equal((await runIn(folder, 'validate', '--config', config)).out, '1 file checked\n');
    rmSync(config);
    writeFiles(folder, { 'usergroups.config.json': `{}${' '.repeat(1_000_000)}` });
    assert.match(await refused(), /It must be a file of at most 1 MB/);
  });

  it('names what seems to be a document and is not read', async () => {
    mkdirSync(join(folder, 'a.usergroup.json'));
    execFileSync('mkfifo', [join(folder, 'b.usergroup.json')]);
    writeFiles(folder, { 'C.USERGROUP.JSON': {}, 'd.usergroup.json': { user_group_id: 'd' } });
    const { code, out } = await runIn(folder, 'validate');
    assert.equal(code, 1);
    assert.deepEqual(out.split('\n').slice(0, -2), [
      'C.USERGROUP.JSON:1:1: error: Its name must end with ".usergroup.json", in lower-case letters.',
      ...['a', 'b'].map(
        (name) => `${name}.usergroup.json:1:1: error: It must be a file of at most 10 MB, and no symbolic link.`,
      ),
    ]);
    assert.equal((await runIn(folder, 'validate', 'b.usergroup.json')).code, 1);
  });

  it('reads no document, and no schema, that nobody can work with', async () => {
    writeFiles(folder, { 'acme.usergroup.json': `{}${' '.repeat(10_000_000)}` });
    assert.match(
      (await runIn(folder, 'validate')).err,
      /acme\.usergroup\.json" can't be read\. It must be a file of at most 10 MB/,
    );
    writeFiles(folder, {
      'usergroups.config.json': { connections: [CONNECTION], mappingSchema: 'rules.json' },
      'rules.json': `{}${' '.repeat(10_000_000)}`,
    });
    assert.match((await runIn(folder, 'validate')).err, /The file "rules\.json" can't be read as text\./);
  });

  it('checks each folder once, however it is named', async () => {
    const apis = { mine: { operations: { update: { method: 'PATCH', path: '/groups' } } } };
    writeFiles(folder, {
      'usergroups.config.json': {
        connections: [
          { ...CONNECTION, api: 'mine' },
          { ...CONNECTION, name: 'production', api: 'mine' },
        ],
        apis,
      },
      'groups/acme.usergroup.json': ACME,
    });
    assert.equal((await runIn(folder, 'validate')).out, '1 file checked\n');
    assert.equal((await runIn(folder, 'validate', 'groups', 'groups/', './groups')).out, '1 file checked\n');
  });

  it('finds each of very many places in a time that grows with the text', async () => {
    const mapping = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [index, ' a']));
    writeFiles(folder, { 'acme.usergroup.json': JSON.stringify({ user_group_id: 'acme', mapping }, undefined, 1) });
    const { out } = await runIn(folder, 'validate');
    assert.match(out, /^acme\.usergroup\.json:20003:\d+: warning: /m);
  });

  it('reads the folders of the configuration, each by the names of its service', async () => {
    writeFiles(folder, {
      'usergroups.config.json': {
        connections: [
          CONNECTION,
          { ...CONNECTION, name: 'production' },
          { name: 'family', baseUrl: 'https://family.example', folder: 'customers', api: 'customer' },
        ],
      },
      'groups/acme.usergroup.json': ACME,
      'customers/beta.usergroup.json': { provided_id: 'beta', emails: ['a@b.example'] },
      'customers/coral.usergroup.json': { provided_id: 'coral', emails: 'a@b.example' },
    });
    const { code, out } = await runIn(folder, 'validate');
    assert.deepEqual(
      [code, out.replaceAll(/^(.*?:\d+:)\d+/gm, '$1N')],
      [1, 'customers/coral.usergroup.json:3:N: error: "emails" must be a list of strings.\n3 files checked, 1 error\n'],
    );
    assert.deepEqual(
      (await runIn(join(folder, 'groups'), 'validate', '--config', '../usergroups.config.json', '.')).out,
      '1 file checked\n',
    );
  });

  describe('with a preset beside the documents', () => {
    it('checks what is sent, and names places in the documents themselves', async () => {
      writeFiles(folder, {
        'usergroups.config.json': { connections: [CONNECTION], propertiesSchema: 'rules.json' },
        'rules.json': { required: ['tier'], properties: { tier: { enum: ['gold'] }, region: { enum: ['EU'] } } },
        'groups/usergroups.preset.json': { properties: { tier: 'gold' } },
        'groups/acme.usergroup.json': ACME,
        'groups/beta.usergroup.json': '{ "user_group_id": "beta", "properties": {}, "name": 5 }',
        'groups/coral.usergroup.json':
          '{ "user_group_id": "coral",\n "properties": { "tier": "tin", "region": "US" } }',
      });
      const { out } = await runIn(folder, 'validate');
      assert.deepEqual(
        out.split('\n').map((line) => line.replace(/(error: ).*/, '$1…')),
        [
          'groups/beta.usergroup.json:1:54: error: …',
          'groups/coral.usergroup.json:2:26: error: …',
          'groups/coral.usergroup.json:2:43: error: …',
          '3 files checked, 3 errors',
          '',
        ],
      );
      writeFiles(folder, { 'groups/usergroups.preset.json': '{ "properties": { "tier": "tin" } }' });
      const inherited = await runIn(folder, 'validate');
      assert.match(
        inherited.out,
        /^groups\/acme\.usergroup\.json:8:\d+: error: From the preset: Value is not accepted/m,
      );
      writeFiles(folder, {
        'groups/acme.usergroup.json': '{ "user_group_id": "a", "properties": {}, "properties": {} }',
      });
      assert.match(
        (await runIn(folder, 'validate')).out,
        /^groups\/acme\.usergroup\.json:1:43: error: Duplicate field "properties"\.$/m,
      );
    });

    it('refuses one that cannot be read, with its place, and follows no link', async () => {
      writeFiles(folder, { 'acme.usergroup.json': ACME, 'usergroups.preset.json': '{\n  "name": "Acme"\n}' });
      assert.deepEqual(
        (await runIn(folder, 'validate')).out,
        'usergroups.preset.json:2:3: error: A preset has no field "name".\n2 files checked, 1 error\n',
      );
      rmSync(join(folder, 'usergroups.preset.json'));
      writeFiles(folder, { 'other.json': '{}' });
      symlinkSync('other.json', join(folder, 'usergroups.preset.json'));
      assert.equal(
        (await runIn(folder, 'validate')).out,
        'usergroups.preset.json:1:1: error: It is a symbolic link, which is not followed.\n2 files checked, 1 error\n',
      );
    });
  });

  describe('by the schemas of the configuration', () => {
    const withSchema = (files: Readonly<Record<string, unknown>>): void => {
      writeFiles(folder, {
        'usergroups.config.json': { connections: [CONNECTION], mappingSchema: 'rules/mapping.json' },
        'groups/acme.usergroup.json': ACME,
        ...files,
      });
    };

    it('refuses what they refuse, also by a file that they refer to', async () => {
      withSchema({
        'rules/mapping.json': { additionalProperties: { $ref: './source.json#/definitions/source' } },
        'rules/source.json': { definitions: { source: { type: 'integer' } } },
      });
      const { code, out } = await runIn(folder, 'validate');
      assert.deepEqual(
        [code, out],
        [1, 'groups/acme.usergroup.json:5:11: error: Incorrect type. Expected "integer".\n1 file checked, 1 error\n'],
      );
    });

    const unusable: readonly (readonly [what: string, files: Readonly<Record<string, unknown>>, said: RegExp])[] = [
      ['that is missing', {}, /^There is no file "rules\/mapping\.json" in the workspace folder\./],
      [
        'that is no JSON',
        { 'rules/mapping.json': '{\n  "a" }' },
        /^rules\/mapping\.json:2:7: error: It is not valid JSON/,
      ],
      [
        'that refers to an address',
        { 'rules/mapping.json': { $ref: 'https://elsewhere.example/a.json' } },
        /"rules\/mapping\.json" refers to "https:\/\/elsewhere\.example\/a\.json", but schemas are read from the/,
      ],
      [
        'that refers to a part that is missing',
        { 'rules/mapping.json': '{\n  "$ref": "#/no/such" }' },
        /^rules\/mapping\.json:2:11: error: \$ref '\/no\/such' in 'rules\/mapping\.json' can not be resolved\./,
      ],
      [
        'that contains itself',
        { 'rules/mapping.json': { allOf: [{ $ref: '#' }] } },
        /A schema refers to itself too often\./,
      ],
    ];
    for (const [what, files, said] of unusable) {
      it(`checks nothing by one ${what}`, async () => {
        withSchema(files);
        const { code, out, err } = await runIn(folder, 'validate');
        assert.deepEqual([code, out], [1, '']);
        assert.match(err.replace("Couldn't check by the schemas of the configuration. ", ''), said);
      });
    }

    const endless: readonly (readonly [what: string, files: Readonly<Record<string, unknown>>])[] = [
      ['whose references double', doubling(40)],
      ['with a pattern that tries for ever', { additionalProperties: { pattern: '^(2+)+$' } }],
    ];
    for (const [what, rules] of endless) {
      it(`names the document that takes too long to check by one ${what}`, async () => {
        writeFiles(folder, {
          'rules.json': rules,
          'groups/a.usergroup.json': { user_group_id: 'a' },
          'groups/b.usergroup.json': { user_group_id: 'b', mapping: { 40: `${'2'.repeat(60)}!` } },
        });
        const config = { connections: [], mappingSchema: 'rules.json', root: folder };
        const schema = await openDocumentSchema(readFileSync('media/user-group.schema.json', 'utf8'), config, 0.5);
        const checked = checkFolder(documentsOnDisk(join(folder, 'groups')), USER_GROUP_API.request, schema);
        assert.deepEqual((await checked.next()).value?.findings, []);
        await assert.rejects(checked.next(), {
          kind: 'invalid',
          message:
            "Couldn't check by the schemas of the configuration. " +
            'Checking "groups/b.usergroup.json" takes too long. Simplify their patterns and references.',
        });
      });
    }

    it('reads one with a byte order mark, and one that refers to itself further in', async () => {
      withSchema({
        'rules/mapping.json': '\uFEFF{ "additionalProperties": { "anyOf": [{ "type": "string" }, { "$ref": "#" }] } }',
      });
      assert.deepEqual(await runIn(folder, 'validate'), { code: 0, out: '1 file checked\n', err: '' });
    });

    it('reads none through a link out of the folder', async () => {
      const outside = temporaryFolder('user-groups-outside-');
      writeFiles(outside, { 'mapping.json': '{}' });
      withSchema({});
      mkdirSync(join(folder, 'rules'));
      symlinkSync(join(outside, 'mapping.json'), join(folder, 'rules/mapping.json'));
      assert.match(
        (await runIn(folder, 'validate')).err,
        /"rules\/mapping\.json" lies outside of the workspace folder/,
      );
    });
  });
});
