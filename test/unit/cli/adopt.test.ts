// Groups that a service already has, or no longer: a repository adopts all of them in one run, and none of them stops
// the runs after it.

import assert from 'node:assert/strict';
import { problemsBy } from '../../support/jsonProblems.ts';
import { Repository, type RepositoryOptions } from '../../support/repository.ts';

const IDS = ['acme', 'beta', 'coral', 'delta'];

describe('Groups that exist already', () => {
  let repository: Repository;
  afterEach(() => repository.close());
  const apply = (...args: readonly string[]): ReturnType<Repository['run']> =>
    repository.run('apply', '--auto-approve', ...args);
  /** What a plan says, without its first line and the names of files. */
  const planned = async (...args: readonly string[]): Promise<string[]> => {
    const { out } = await repository.run('plan', ...args);
    const lines = out.trimEnd().split('\n').slice(1);
    return lines.map((line) => line.trim().replace(/ {2}groups\/.*/, ''));
  };
  /** They are on the service, and the repository knows nothing of them. */
  const open = async (options?: RepositoryOptions, key = 'user_group_id'): Promise<void> => {
    repository = await Repository.open(options);
    for (const id of IDS)
      repository.write({
        [`groups/${id}.usergroup.json`]: {
          [key]: id,
          name: 'Theirs',
          mapping: { 40: '213' },
          properties: { tier: 'gold' },
        },
      });
    assert.equal((await apply()).code, 0);
    repository.remove('.usergroups/state/staging.jsonl');
  };
  /** They are on a service that has a list, and the repository has no file of them. */
  const openListed = async (...kept: readonly string[]): Promise<void> => {
    await open({ config: { api: 'customer' } }, 'provided_id');
    for (const id of IDS) if (!kept.includes(id)) repository.remove(`groups/${id}.usergroup.json`);
  };
  /** Its output, which is by the schema that is published. */
  const runWithJson = async (...args: readonly string[]): Promise<Record<string, unknown>> => {
    const { out: schema } = await repository.run('export-schema', 'output');
    const { out } = await repository.run(...args, '--json');
    assert.deepEqual(await problemsBy(schema, out), []);
    return JSON.parse(out) as Record<string, unknown>;
  };
  const namesOnService = (): (string | undefined)[] => repository.sandbox.groups().map(({ name }) => name);

  it('are adopted in one run that a plan has shown before, with what their files omit', async () => {
    await open();
    for (const id of IDS) repository.group(id, { name: 'Ours', properties: undefined });
    repository.group('new');
    const args = ['plan', '--adopt', '--out', 'staging.plan'];
    const { code, out } = await repository.run(...args);
    assert.equal(code, 0);
    assert.match(out, /^Plan for "staging" \(\S+\): 5 to create, 0 unchanged$/m);
    assert.match(
      out,
      /^ {2}new {2}"acme".*\n +If it exists already, it is updated to this file\.\n +The properties are not sent\. The service/m,
    );
    await runWithJson(...args);
    const applied = await repository.run('apply', 'staging.plan');
    assert.equal(applied.code, 0);
    assert.match(applied.out, /^updated {2}"acme"\n(?:updated .*\n){3}created {2}"new"\n5 applied\n$/m);
    assert.deepEqual(namesOnService(), ['Ours', 'Ours', 'Ours', 'Ours', 'Name']);
    assert.deepEqual(await planned(), []);
    assert.match((await apply('staging.plan', '--adopt')).err, /^The plan has decided about --adopt\./);
  });

  it('stay as they are where their file has the ID alone, which the plan does not call an update', async () => {
    await open();
    for (const id of IDS) repository.write({ [`groups/${id}.usergroup.json`]: { user_group_id: id } });
    assert.deepEqual(
      await planned('--adopt'),
      IDS.map((id) => `new  "${id}"`),
    );
    assert.match((await apply('--adopt')).out, /^(?:unchanged {2}".*\n){4}4 applied\n$/m);
    assert.deepEqual(namesOnService(), ['Theirs', 'Theirs', 'Theirs', 'Theirs']);
    assert.deepEqual(await planned(), []);
  });

  it('are taken from a service with a list in one run, as files and in the state', async () => {
    await openListed();
    const before = repository.asked.length;
    const { code, out } = await repository.run('import', '--from-service');
    assert.deepEqual([code, out], [0, '4 files written, 4 groups added to the state\n']);
    assert.deepEqual(
      repository.asked.slice(before).map(({ method }) => method),
      ['GET', 'GET'],
    );
    assert.equal(
      repository.text('groups/acme.usergroup.json'),
      '{\n  "provided_id": "acme",\n  "name": "Theirs",\n  "mapping": {\n    "40": "213"\n  },\n' +
        '  "properties": {\n    "tier": "gold"\n  },\n  "access_group": "Development"\n}\n',
    );
    assert.deepEqual(await repository.run('plan', '--detailed-exitcode', '--refresh'), {
      code: 0,
      out: `Plan for "staging" (${repository.sandbox.baseUrl}): 4 unchanged\n`,
      err: '',
    });
    const { written, same, adopted } = await runWithJson('import', '--from-service');
    assert.deepEqual([written, same, adopted], [0, 4, 0]);
  });

  it('keep a file that differs, which is planned as an update, and leave to a preset what it gives', async () => {
    await openListed('acme');
    repository.write({
      'groups/acme.usergroup.json': { provided_id: 'acme', name: 'Ours' },
      'groups/usergroups.preset.json': { properties: { tier: 'gold' } },
    });
    const { code, out } = await repository.run('import', '--from-service');
    assert.equal(code, 0);
    assert.match(
      out,
      /^groups\/acme\.usergroup\.json:1:1: warning: The file differs from the service, and is kept\. Use --overwrite to replace it\.\n3 files written, 4 groups added to the state, 1 warning\n$/,
    );
    assert.match(repository.text('groups/beta.usergroup.json'), /"properties": \{\}/);
    assert.deepEqual(
      (await planned()).filter((line) => line.includes('"')),
      ['changed  "acme"'],
    );
    assert.match(
      (await repository.run('import', '--from-service', '--overwrite')).out,
      /^1 file written, 3 files unchanged,/,
    );
    assert.match(repository.text('groups/acme.usergroup.json'), /"name": "Theirs"/);
    assert.deepEqual(await planned(), []);
  });

  it('are left out by name where they can be no document, and the others are taken', async () => {
    await openListed();
    await repository.changeElsewhere('beta', { properties: { key: '•••' } });
    await repository.createElsewhere({ provided_id: 'two\tcells', name: 'Theirs' });
    const { code, out } = await repository.run('import', '--from-service');
    assert.deepEqual(
      [code, out.split('\n')],
      [
        0,
        [
          'groups:1:1: warning: "beta" is skipped: The document contains "•••", which stands for a value that was not shown.',
          'groups:1:1: warning: "two⇥cells": The ID contains a line break, tab or other control character: "two⇥cells".',
          '4 files written, 4 groups added to the state, 1 group skipped, 2 warnings',
          '',
        ],
      ],
    );
    assert.deepEqual(await planned('--detailed-exitcode'), []);
    assert.equal((await repository.run('validate')).code, 0);
    assert.equal((await runWithJson('import', '--from-service')).skipped, 1);
  });

  it('are counted where a preset gives them more than they have, which the next plan shows', async () => {
    await openListed();
    await repository.changeElsewhere('beta', { properties: { tier: 'gold', region: 'EU' } });
    repository.write({ 'groups/usergroups.preset.json': { properties: { tier: 'gold', region: 'EU' } } });
    assert.match(
      (await repository.run('import', '--from-service')).out,
      /^groups:1:1: warning: The preset adds values to 3 groups, which the next plan updates\.\n4 files written, /,
    );
    assert.deepEqual(
      (await planned()).filter((line) => line.includes('"')),
      ['changed  "acme"', 'changed  "coral"', 'changed  "delta"'],
    );
  });

  it('are not asked for one by one of a service without a list, nor where nothing may be sent', async () => {
    await open();
    const before = repository.asked.length;
    assert.match(
      (await repository.run('import', '--from-service')).err,
      /^The service of "staging" has no list\. Import a file with its groups, and then use "apply --adopt"\.$/m,
    );
    repository.configure({ api: 'customer', environment: 'Customer' });
    assert.match((await repository.run('import', '--from-service')).err, /^The environment of "staging" is Customer\./);
    assert.match((await repository.run('import', 'a.csv', '--from-service')).err, /^One file is imported at a time\./);
    assert.equal(repository.asked.length, before);
  });

  describe('and were deleted on the service', () => {
    /** An update has found it out. */
    const foundOut = async (): Promise<void> => {
      await open();
      await apply('--adopt');
      await repository.deleteElsewhere('beta');
      for (const id of IDS) repository.group(id, { name: 'New' });
      const { code, out } = await apply();
      assert.equal(code, 3);
      assert.match(out, /^failed {2}"beta": The service found nothing at PUT/m);
    };

    it('are told by the next plan, and stop no run after it', async () => {
      await foundOut();
      assert.match(repository.state, /^\{"id":"beta","gone":true,"at":"[^"]+","tool":"1\.2\.3"\}$/m);
      assert.deepEqual(await planned(), [
        'deleted on the service  "beta"',
        'It is created again. To forget it instead, remove its file and use "state rm".',
        'changed                 "coral"',
        'Changed since it was applied: name, properties.',
        'changed                 "delta"',
        'Changed since it was applied: name, properties.',
      ]);
      assert.match((await repository.run('state', 'list')).out, /^"beta" {2}\S+ {2}deleted on the service$/m);
      const { code, out } = await apply();
      assert.equal(code, 0);
      assert.match(out, /^created {2}"beta"\nupdated {2}"coral"\nupdated {2}"delta"\n3 applied\n$/m);
      assert.deepEqual([await planned(), repository.journal], [[], '']);
    });

    it('are adopted where somebody has created them again', async () => {
      await foundOut();
      await repository.createElsewhere({ provided_id: 'beta', name: 'Theirs' });
      assert.match(
        (await repository.run('plan', '--adopt')).out,
        /"beta".*\n +If it exists already, it is updated to this file\.$/m,
      );
      assert.match((await apply('--adopt')).out, /^updated {2}"beta"$/m);
      assert.equal(repository.sandbox.group('beta')?.name, 'New');
      assert.deepEqual(await planned(), []);
    });

    it('are forgotten where their file is removed', async () => {
      await foundOut();
      repository.remove('groups/beta.usergroup.json');
      assert.equal((await repository.run('state', 'rm', 'beta')).code, 0);
      assert.equal((await apply()).code, 0);
      assert.deepEqual(await planned(), []);
      assert.equal(repository.sandbox.group('beta'), undefined);
    });

    it('are changed where the service has them again', async () => {
      await foundOut();
      repository.configure({ api: 'customer' });
      for (const id of IDS) {
        repository.write({ [`groups/${id}.usergroup.json`]: { provided_id: id, name: 'New' } });
      }
      await repository.run('state', 'rm', 'acme', 'coral', 'delta');
      const before = repository.state;
      assert.equal((await apply('--only', 'groups/beta.usergroup.json')).code, 0);
      repository.state = before;
      assert.equal((await planned('--refresh', '--only', 'groups/beta.usergroup.json'))[0], 'changed  "beta"');
    });
  });
});
