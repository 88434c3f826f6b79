// The command `state`: what was applied is listed, forgotten, or follows a changed ID, and nothing is sent.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { lockFile } from '../../../src/cli/lockFile.ts';
import { problemsBy } from '../../support/jsonProblems.ts';
import { Repository } from '../../support/repository.ts';

const STATE = '.usergroups/state/staging.jsonl';
const AT = '2026-01-01T00:00:00.000Z';

describe('The state of a repository', () => {
  let repository: Repository;
  beforeEach(async () => {
    repository = await Repository.open();
    for (const id of ['acme', 'beta', 'coral']) repository.group(id);
    await repository.run('apply', '--auto-approve');
    repository.asked.length = 0;
  });
  afterEach(async () => {
    assert.equal(repository.asked.length, 0);
    await repository.close();
  });
  const idsOf = async (): Promise<string[]> => {
    const { out } = await repository.run('state', 'list', '--json');
    return (JSON.parse(out) as { groups: { id: string }[] }).groups.map(({ id }) => id);
  };

  it('is listed with what is open, by the schema that is published', async () => {
    repository.write({
      [STATE]: repository.text(STATE).replace(/("id":"beta".*),"sha256":"\w+"/, '$1'),
      [`${STATE}.journal`]: [
        `{"id":"acme","event":"tokenDue","at":"${AT}"}\n`,
        `{"id":"delta","event":"sending","operation":"getOrCreate","at":"${AT}"}\n`,
      ].join(''),
    });
    const { code, out } = await repository.run('state', 'list');
    assert.equal(code, 0);
    assert.match(
      out,
      /^"acme" {2}\d{4}\S+Z {2}token not delivered\n"beta" {2}\S+Z {2}changed\n"coral" {2}\S+Z\n"delta" +outcome unknown\n$/,
    );
    const { out: schema } = await repository.run('export-schema', 'output');
    const { out: json } = await repository.run('state', 'list', '--json');
    assert.deepEqual(await problemsBy(schema, json), []);
    const { origin, groups } = JSON.parse(json) as { origin: string; groups: { open?: string }[] };
    assert.equal(origin, repository.sandbox.baseUrl);
    assert.deepEqual(
      groups.map(({ open }) => open),
      ['tokenDue', undefined, undefined, 'unknown'],
    );
  });

  it('forgets the groups that are named, with what is open for them', async () => {
    repository.write({ [`${STATE}.journal`]: `{"id":"acme","event":"tokenDue","at":"${AT}"}\n` });
    repository.remove('groups/acme.usergroup.json');
    assert.deepEqual(await repository.run('state', 'rm', 'acme', 'beta'), {
      code: 0,
      out: '2 groups forgotten\n',
      err: '',
    });
    assert.deepEqual([await idsOf(), repository.journal], [['coral'], '']);
    const { out } = await repository.run('plan');
    assert.match(out, /: 1 to create, 1 unchanged\n {2}new {2}"beta" {2}\S+\n$/);
  });

  it('forgets all, with the address of the service, so that a plan begins anew elsewhere', async () => {
    assert.equal((await repository.run('state', 'rm', '--all')).out, '3 groups forgotten\n');
    assert.equal(repository.text(STATE), '');
    repository.configure({ baseUrl: 'https://elsewhere.example' });
    assert.match((await repository.run('plan')).out, /3 to create, 0 unchanged\n/);
  });

  it('follows a changed ID, with the token that is due', async () => {
    repository.write({ [`${STATE}.journal`]: `{"id":"acme","event":"tokenDue","at":"${AT}"}\n` });
    repository.remove('groups/acme.usergroup.json');
    repository.group('acme-corp');
    const { code, out } = await repository.run('state', 'mv', 'acme', 'acme-corp');
    assert.deepEqual([code, out], [0, 'The state has the new ID. The next plan updates the group.\n']);
    assert.deepEqual(await idsOf(), ['acme-corp', 'beta', 'coral']);
    assert.equal(repository.journal, `{"id":"acme-corp","event":"tokenDue","at":"${AT}"}\n`);
    assert.match((await repository.run('plan')).out, /: 1 to update, 2 unchanged\n {2}changed {2}"acme-corp"/);
    assert.match(repository.state, /^\{"id":"acme-corp","team_id":\d+,"at":/);
  });

  it('follows a changed ID, though nobody knows whether the last request of the group was applied', async () => {
    repository.write({
      [`${STATE}.journal`]: `{"id":"acme","event":"sending","operation":"update","at":"${AT}"}\n`,
    });
    await repository.run('state', 'mv', 'acme', 'acme-corp');
    assert.match((await repository.run('state', 'list')).out, /^"acme-corp" {2}\S+ {2}outcome unknown$/m);
  });

  it('changes nothing where it is asked for what it cannot do', async () => {
    const before = repository.text(STATE);
    const refused: readonly (readonly [args: readonly string[], said: RegExp])[] = [
      [[], /^Use "state list", "state rm <ID…>" or "state mv <ID> <new ID>"\. See "user-groups state --help"\.$/m],
      [['drop'], /^Use "state list"/],
      [['list', 'acme'], /^Use "state list"/],
      [['rm'], /^Use "state list"/],
      [['rm', '--all', 'acme'], /^Use "state list"/],
      [['rm', 'acme', 'gone'], /^The state has no group "gone"\. See "state list"\.$/m],
      [['mv', 'acme'], /^Use "state list"/],
      [['mv', 'acme', ''], /^Use "state list"/],
      [['mv', 'acme', 'a', 'b'], /^Use "state list"/],
      [
        ['mv', 'acme', 'a\tb'],
        /^The ID contains a line break, tab or other control character: "a⇥b"\. Enter another ID\./,
      ],
      [['mv', 'acme', 'a\u0000'], /^The ID contains a line break, tab or other control character/],
      [['mv', 'acme', 'a\ud800'], /^It contains half of a surrogate pair\./],
      [['list', '--all'], /^Use "state list"/],
      [['mv', 'gone', 'a'], /^The state has no group "gone"\./],
      [['mv', 'acme', 'beta'], /^The state has "beta" already\. See "state list"\.$/m],
    ];
    for (const [args, said] of refused) {
      const { code, out, err } = await repository.run('state', ...args);
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, said);
    }
    assert.equal(repository.text(STATE), before);
  });

  it('changes nothing while somebody applies', async () => {
    const lock = await lockFile(join(repository.folder, `${STATE}.lock`));
    assert.match((await repository.run('state', 'rm', 'acme')).err, /^Another apply works on this state\./);
    assert.deepEqual(await idsOf(), ['acme', 'beta', 'coral']);
    lock.release();
  });
});
