// The commands `plan` and `apply`: a folder is brought to the service, and what was applied is recorded.

import assert from 'node:assert/strict';
import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { lockFile } from '../../../src/cli/lockFile.ts';
import { MARKDOWN_LIMITS, planMarkdown, type ShownPlan } from '../../../src/cli/planText.ts';
import { withoutJobCommands } from '../../../src/cli/terminal.ts';
import type { PlannedGroup } from '../../../src/services/plans/folderPlan.ts';
import { problemsBy } from '../../support/jsonProblems.ts';
import { runWith } from '../../support/commandLine.ts';
import { API_TOKEN, Repository, type RepositoryOptions } from '../../support/repository.ts';
import { spellingsOf } from '../../support/sweep.ts';

const STATE = '.usergroups/state/staging.jsonl';
const JOURNAL = `${STATE}.journal`;
const LOCK = `${STATE}.lock`;

describe('plan and apply', () => {
  let repository: Repository;
  const opened: Repository[] = [];
  /** Another one, before a service of its own. */
  const open = async (options?: RepositoryOptions): Promise<Repository> => {
    const another = await Repository.open(options);
    opened.push(another);
    return another;
  };
  beforeEach(async () => {
    repository = await open();
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });
  const apply = (...args: readonly string[]): ReturnType<Repository['run']> =>
    repository.run('apply', '--auto-approve', ...args);
  /** Applies, and does this as soon as the first group is reported as created. */
  const onceCreated = (work: () => void, ...args: readonly string[]): ReturnType<Repository['run']> =>
    repository.runInterrupted(
      (text) => {
        if (text.startsWith('created')) work();
        return false;
      },
      ...['apply', '--auto-approve', ...args],
    );
  const idsOnService = (): string[] => repository.sandbox.groups().map(({ userGroupId }) => userGroupId);
  /** What a plan says of each group, without its first line. */
  const planned = async (...args: readonly string[]): Promise<string[]> => {
    const { out } = await repository.run('plan', ...args);
    return out
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => line.trim().replace(/ {2}groups\/.*/, ''));
  };

  it('create what is new, update what changed, and then have nothing to do', async () => {
    repository.group('acme', { name: 'Acme', mapping: { 40: '213' }, properties: { region: 'EU' } });
    repository.group('beta');
    assert.deepEqual(await repository.run('plan', '--detailed-exitcode'), {
      code: 2,
      out: [
        `Plan for "staging" (${repository.sandbox.baseUrl}): 2 to create, 0 unchanged`,
        '  new  "acme"  groups/acme.usergroup.json',
        '  new  "beta"  groups/beta.usergroup.json\n',
      ].join('\n'),
      err: '',
    });
    assert.equal(repository.asked.length, 0);
    const { code, out } = await apply();
    assert.deepEqual([code, out.split('\n').slice(3)], [0, ['created  "acme"', 'created  "beta"', '2 applied', '']]);
    assert.equal(
      repository.sandbox.group('acme')?.mapping,
      '{"40":"213"}'.replaceAll('"40":"213"', '\n    "40": "213"\n  '),
    );
    assert.match(
      repository.state,
      /^(?:\{"id":"(?:acme|beta)","team_id":\d+,"sha256":"[0-9a-f]{64}","fields":\{("\w+":"[0-9a-f]{16}",?){3}\},"at":"[\dT:.-]+Z","tool":"1\.2\.3"\}\n){2}$/,
    );
    assert.equal(repository.journal, '');
    assert.deepEqual(await repository.run('plan', '--detailed-exitcode'), {
      code: 0,
      out: `Plan for "staging" (${repository.sandbox.baseUrl}): 2 unchanged\n`,
      err: '',
    });
    const before = repository.state;
    repository.group('beta', { name: 'Beta GmbH', mapping: undefined });
    assert.deepEqual(await planned(), [
      'changed  "beta"',
      'Changed since it was applied: name, mapping.',
      'The mapping is not sent. The service may keep or clear it.',
    ]);
    assert.match((await apply()).out, /^updated {2}"beta"\n1 applied\n$/m);
    assert.equal(repository.sandbox.group('beta')?.name, 'Beta GmbH');
    assert.equal(repository.state.split('\n')[0], before.split('\n')[0]);
    assert.deepEqual(await planned(), []);
  });

  it('keep every token to themselves', async () => {
    repository.group('acme');
    const ran = [
      await apply('--verbose'),
      await apply('--json'),
      await repository.run('plan', '--refresh', '--verbose'),
    ];
    const token = repository.sandbox.group('acme')?.token ?? '';
    const said = [...ran.flatMap(({ out, err }) => [out, err]), repository.state, repository.journal].join('\n');
    assert.match(said, /getOrCreate acme on staging: 200/);
    for (const spelling of [API_TOKEN, token].flatMap(spellingsOf)) assert.ok(!said.includes(spelling));
  });

  it('list a group without a file, and delete nothing', async () => {
    repository.group('acme');
    await apply();
    repository.remove('groups/acme.usergroup.json');
    assert.deepEqual(await planned('--detailed-exitcode'), ['No longer managed: "acme" has no file.']);
    assert.equal((await apply()).code, 0);
    assert.ok(repository.sandbox.group('acme'));
    assert.match(repository.state, /"id":"acme"/);
  });

  it('take a folder that does not exist yet as empty, and ignore what other programs leave there', async () => {
    const first = await repository.run('plan');
    assert.deepEqual([first.code, first.out.split('\n').length], [0, 2]);
    assert.match(first.err, /^The folder ".*groups" doesn't exist yet\.\n$/);
    repository.write({ 'groups/._acme.usergroup.json': '\0' });
    repository.group('acme');
    assert.match((await apply()).out, /: 1 to create, 0 unchanged, 1 hidden or temporary file ignored$/m);
    const { out } = await repository.run('plan', '--json');
    assert.equal((JSON.parse(out) as { ignored?: number }).ignored, 1);
  });

  it('overwrite nothing of a group that exists already, before a plan has said so', async () => {
    repository.group('acme', { name: 'Theirs' });
    await apply();
    repository.remove(STATE);
    repository.group('acme', { name: 'Ours' });
    const { code, out } = await apply();
    assert.equal(code, 1);
    assert.match(
      out,
      /^not applied {2}"acme": It exists already, so nothing was applied\. Plan again to update it\.$/m,
    );
    assert.equal(repository.sandbox.group('acme')?.name, 'Theirs');
    assert.match(repository.state, /^\{"id":"acme","team_id":\d+,"at":"[^"]+","tool":"1\.2\.3"\}\n$/);
    assert.deepEqual(await planned(), ['changed  "acme"']);
    assert.equal((await apply()).code, 0);
    assert.equal(repository.sandbox.group('acme')?.name, 'Ours');
  });

  describe('send nothing', () => {
    const refused: readonly (readonly [
      when: string,
      change: (env: Record<string, string>) => Readonly<Record<string, unknown>> | undefined,
      said: RegExp,
      args?: readonly string[],
    ])[] = [
      [
        'where no origin is allowed',
        (env) => void delete env.USER_GROUPS_ALLOWED_ORIGINS,
        /^The variable USER_GROUPS_ALLOWED_ORIGINS doesn't allow "http:\/\/127\.0\.0\.1:\d+"\. Set it/,
      ],
      [
        'where another origin is allowed',
        (env) => void (env.USER_GROUPS_ALLOWED_ORIGINS = 'https://a.example,http://127.0.0.1'),
        /^The variable USER_GROUPS_ALLOWED_ORIGINS/,
      ],
      [
        'without an API token',
        (env) => void (env.STAGING_TOKEN = ''),
        /^The API token is empty\. Set the environment variable "STAGING_TOKEN"\.$/m,
      ],
      [
        'by a variable that no environment has',
        () => ({ apiTokenEnv: '__proto__' }),
        /^The API token is empty\. Set the environment variable "__proto__"\.$/m,
      ],
      [
        'without the name of its variable',
        () => ({ apiTokenEnv: undefined }),
        /^"apiTokenEnv" of the connection "staging" is missing\./,
      ],
      [
        'to a locked connection',
        () => ({ locked: 'all' }),
        /^The connection is locked for all requests\. To allow it, change "locked" in "usergroups\.config\.json"\.$/m,
      ],
      [
        'to a guarded environment',
        () => ({ environment: 'Customer' }),
        /^The environment of "staging" is Customer\. Confirm it by --environment-is Customer\.$/m,
      ],
      [
        'to one that is not declared',
        () => ({ environment: undefined }),
        /^The environment of "staging" is Customer\./,
      ],
      [
        'to another environment than was said',
        () => ({ environment: 'Customer' }),
        /^The environment of "staging" is Customer\./,
        ['--environment-is', 'Testing'],
      ],
      [
        'to one for testing, where another was said',
        () => undefined,
        /^The environment of "staging" is Testing\./,
        ['--environment-is', 'Customer'],
      ],
    ];
    for (const [when, change, said, args = []] of refused) {
      it(when, async () => {
        repository.group('acme');
        const config = change(repository.env);
        if (config !== undefined) repository.configure(config);
        for (const command of [
          ['apply', '--auto-approve'],
          ['plan', '--refresh'],
        ]) {
          const { code, err } = await repository.run(...command, ...args);
          assert.equal(code, 1);
          assert.match(err, said);
        }
        assert.equal(repository.asked.length, 0);
      });
    }

    it('before somebody agrees', async () => {
      repository.group('acme');
      const answered = (answer: string): ReturnType<Repository['run']> =>
        runWith({ env: repository.env, ask: () => Promise.resolve(answer) }, repository.folder, 'apply');
      assert.match((await repository.run('apply')).err, /^There is nobody to ask\. .*--auto-approve\.\n$/);
      assert.deepEqual([(await answered('y')).code, repository.asked.length], [1, 0]);
      assert.deepEqual([(await answered('yes')).code, repository.asked.length], [0, 1]);
    });

    it('while a file is wrong, unless others are named', async () => {
      repository.group('acme');
      repository.write({ 'groups/beta.usergroup.json': '{\n  "user_group_id": 5\n}' });
      const { code, out } = await apply();
      assert.deepEqual(
        [code, out],
        [1, 'groups/beta.usergroup.json:2:20: error: "user_group_id" must be a string.\nNothing is sent, 1 error\n'],
      );
      assert.equal(repository.asked.length, 0);
      assert.equal((await apply('--only', 'groups/acme.usergroup.json')).code, 0);
      assert.deepEqual(idsOnService(), ['acme']);
      assert.match(
        (await apply('--only', 'groups/gone.usergroup.json')).err,
        /has no file ".*gone\.usergroup\.json"\./,
      );
      assert.match((await apply('--only', 'gone.usergroup.json')).err, /has no file/);
    });

    it('for a plan without --refresh, whatever the variables say', async () => {
      repository.group('acme');
      repository.env = {};
      assert.deepEqual(await planned(), ['new  "acme"']);
      assert.equal(repository.text('.usergroups/state'), '');
    });
  });

  describe('of a plan file', () => {
    const withPlan = async (): Promise<void> => {
      repository.group('acme');
      repository.group('beta');
      assert.equal((await repository.run('plan', '--out', 'staging.plan')).code, 0);
    };

    it('do exactly that, and ask nobody', async () => {
      await withPlan();
      assert.equal((await repository.run('apply', 'staging.plan')).code, 0);
      assert.equal(repository.sandbox.groups().length, 2);
    });

    it('hold its files', async () => {
      repository.group('acme');
      repository.group('beta');
      await repository.run('plan', '--only', 'groups/acme.usergroup.json', '--out', 'staging.plan');
      repository.group('beta', { name: 'Changed since' });
      assert.equal((await repository.run('apply', 'staging.plan')).code, 0);
      assert.deepEqual(idsOnService(), ['acme']);
    });

    const changes: readonly (readonly [what: string, change: () => unknown, said: RegExp])[] = [
      ['a file was changed', () => repository.group('beta', { name: 'B' }), /The files changed since/],
      ['a file was added', () => repository.group('coral'), /The files changed since/],
      ['a file was removed', () => repository.remove('groups/beta.usergroup.json'), /The files changed since/],
      ['the state was changed', () => apply('--only', 'groups/acme.usergroup.json'), /The state changed since/],
      [
        'the connection was changed',
        () => repository.configure({ requestsPerMinute: 60 }),
        /The connection is another one/,
      ],
      [
        'it was changed itself',
        () => repository.write({ 'staging.plan': repository.text('staging.plan').replace('"new"', '"changed"') }),
        /The plan itself was changed\./,
      ],
      [
        'it is none',
        () => repository.write({ 'staging.plan': '{"version":2}' }),
        /^Couldn't apply "staging\.plan"\. It is no plan/,
      ],
    ];
    for (const [what, change, said] of changes) {
      it(`refuse it when ${what}`, async () => {
        await withPlan();
        await change();
        const before = repository.asked.length;
        const { code, err } = await repository.run('apply', 'staging.plan');
        assert.equal(code, 1);
        assert.match(err, said);
        assert.match(err, /Plan again\.\n$/);
        assert.equal(repository.asked.length, before);
      });
    }

    it('are shown before by "plan show", in each form, and nothing is sent', async () => {
      await withPlan();
      const made = await Promise.all([repository.run('plan'), repository.run('plan', '--json')]);
      const before = repository.asked.length;
      const shown = await Promise.all([
        repository.run('plan', 'show', 'staging.plan'),
        repository.run('plan', 'show', 'staging.plan', '--json'),
      ]);
      assert.deepEqual([shown, repository.asked.length], [made, before]);
    });

    for (const [args, said] of [
      [['show'], 'One plan is read at a time. Name one file.'],
      [['show', 'staging.plan', 'b.plan'], 'One plan is read at a time. Name one file.'],
      [['show', 'gone.plan'], `Couldn't show "gone.plan".`],
      [['show', 'staging.plan', '--only', 'a'], 'The plan has decided about --only. Remove it.'],
      [['show', 'staging.plan', '--out', 'b.plan'], 'A plan is made, or one is shown.'],
      [['staging.plan'], 'A plan is made, or one is shown. Use "--out <file>" or "show <file>".'],
    ] as const) {
      it(`are not shown by "plan ${args.join(' ')}"`, async () => {
        await withPlan();
        const { code, err } = await repository.run('plan', ...args);
        assert.deepEqual([code, err.startsWith(said)], [1, true], err);
      });
    }

    it('refuse options that it has decided about', async () => {
      await withPlan();
      const { err } = await repository.run('apply', 'staging.plan', '--refresh');
      assert.equal(err, 'The plan has decided about --refresh. Remove it.\n');
    });
  });

  it('annotate a file that is wrong, and one that was not applied, in GitHub Actions', async () => {
    repository.env.GITHUB_ACTIONS = 'true';
    repository.group('acme');
    repository.sandbox.misbehave('successZero', { times: 1 });
    const { err } = await apply('--json');
    assert.match(err, /^::error file=groups\/acme\.usergroup\.json,line=1,col=1::failed {2}"acme": [^\n]+\n$/);
    repository.write({ 'groups/acme.usergroup.json': `{ "user_group_id": "acme", "${API_TOKEN}": 1 }` });
    const named = await repository.run('plan');
    assert.match(named.err, /^::error .*The service has no field/);
    assert.ok(!named.err.includes(API_TOKEN));
    repository.write({ 'groups/acme.usergroup.json': '{' });
    const line = '::error file=groups/acme.usergroup.json,line=1,col=2::A closing } is missing.\n';
    for (const args of [['plan'], ['plan', '--format', 'markdown'], ['apply']])
      assert.equal((await repository.run(...args)).err, line);
  });

  describe('where a request fails', () => {
    it('stop at the first one, and say what was not sent', async () => {
      for (const id of ['acme', 'beta', 'coral']) repository.group(id);
      repository.sandbox.misbehave('successZero', { times: 1 });
      const { code, out } = await apply();
      assert.equal(code, 1);
      assert.match(out, /^failed {2}"acme": [^\n]+\n0 applied, 1 failed, 2 not sent\n$/m);
      assert.equal(repository.journal, '');
      assert.deepEqual(await planned(), ['new  "acme"', 'new  "beta"', 'new  "coral"']);
    });

    it('continue where that is wanted, with an exit code of its own', async () => {
      for (const id of ['acme', 'beta']) repository.group(id);
      repository.sandbox.misbehave('successZero', { times: 1 });
      const { code, out } = await apply('--go-on');
      assert.equal(code, 3);
      assert.match(out, /^created {2}"beta"\n1 applied, 1 failed\n$/m);
    });

    it('stop in any case where the next one would fail alike', async () => {
      for (const id of ['acme', 'beta']) repository.group(id);
      repository.env.STAGING_TOKEN = 'another-token-that-is-wrong';
      assert.match((await apply('--go-on')).out, /0 applied, 1 failed, 1 not sent\n$/);
      assert.equal(repository.asked.length, 1);
    });

    it('hold it for unknown until something is applied, whatever is refused or only asked meanwhile', async () => {
      repository.group('acme', { name: 'First' });
      await apply();
      repository.group('acme', { name: 'Second' });
      await repository.runUnanswered('apply', '--auto-approve');
      assert.equal(repository.sandbox.group('acme')?.name, 'Second');
      repository.group('acme', { name: 'First' });
      repository.sandbox.misbehave('status403', { times: 1 });
      assert.equal((await apply()).code, 1);
      assert.deepEqual(await planned(), ['outcome unknown  "acme"']);
      const [refreshed] = await planned('--refresh');
      assert.equal(refreshed, 'outcome unknown  "acme"');
      assert.deepEqual(await planned(), ['outcome unknown  "acme"']);
      assert.equal((await apply()).code, 0);
      assert.equal(repository.sandbox.group('acme')?.name, 'First');
      assert.deepEqual(await planned(), []);
    });

    it('send no file that was changed after the plan', async () => {
      for (const id of ['acme', 'beta']) repository.group(id);
      const { code, out } = await onceCreated(() => {
        repository.group('beta', { name: 'Changed' });
      });
      assert.equal(code, 3);
      assert.match(out, /^failed {2}"beta": The file changed since it was planned\. Plan again\.$/m);
      assert.equal(repository.sandbox.group('beta'), undefined);
    });

    it('end before the next request when they are interrupted', async () => {
      for (const id of ['acme', 'beta', 'coral']) repository.group(id);
      const { code, out } = await repository.runInterrupted(
        (text) => text.startsWith('created'),
        'apply',
        '--auto-approve',
      );
      assert.equal(code, 3);
      assert.match(out, /^created {2}"acme"\n1 applied, 2 not sent\n$/m);
      assert.deepEqual(await planned(), ['new  "beta"', 'new  "coral"']);
    });

    it('stop where the answer is of another environment, and hold the outcome for unknown', async () => {
      repository = await open({ environment: 'Customer' });
      for (const id of ['acme', 'beta']) repository.group(id, { name: 'Old' });
      await apply();
      for (const id of ['acme', 'beta']) repository.group(id);
      const { out } = await apply('--go-on');
      assert.match(out, /^outcome unknown {2}"acme": The service returned the environment Customer for "acme"/m);
      assert.match(out, /0 applied, 1 failed, 1 not sent\n$/);
      assert.equal(repository.sandbox.group('beta')?.name, 'Old');
    });

    it('stop where the answer is of another team than the state says', async () => {
      repository.group('acme');
      await apply();
      repository.state = repository.state.replace(/"team_id":\d+/, '"team_id":9007199254740993');
      repository.group('acme', { name: 'New' });
      assert.match(
        (await apply()).out,
        /"acme": The service returned team \d+ for "acme", but the state has 9007199254740993\. Check/,
      );
    });
  });

  describe('with a command for tokens', () => {
    const script = (text: string): string => {
      repository.write({ 'deliver.mjs': text });
      return JSON.stringify([process.execPath, join(repository.folder, 'deliver.mjs')]);
    };
    const STORE = [
      `import { appendFileSync, readFileSync } from 'node:fs';`,
      `const { USER_GROUP_ID: id, USER_GROUP_CONNECTION: connection } = process.env;`,
      `appendFileSync('taken.txt', [id, connection, readFileSync(0, 'utf8')].join(' ') + '\\n');`,
    ].join('\n');

    it('deliver the token of each group that they create, and of no other', async () => {
      repository.group('acme');
      await apply();
      repository.group('acme', { name: 'New' });
      repository.group('beta');
      const { code, out, err } = await apply('--delivery-command', script(STORE), '--verbose');
      assert.equal(code, 0);
      const token = repository.sandbox.group('beta')?.token ?? '';
      assert.equal(repository.text('taken.txt'), `beta staging ${token}\n`);
      for (const text of [out, err, repository.state, repository.journal])
        for (const spelling of spellingsOf(token)) assert.ok(!text.includes(spelling));
    });

    it('do not lose one that could not be delivered', async () => {
      repository.group('acme');
      repository.group('beta');
      const { code, out } = await apply('--delivery-command', script('process.exit(4);'));
      assert.equal(code, 3);
      assert.match(out, /^created {2}"acme": Its token was not delivered\. ".*node.*" ended with exit code 4\.$/m);
      assert.deepEqual(await planned(), ['token not delivered  "acme"', 'new                  "beta"']);
      // Nobody there who could take it.
      assert.match((await apply()).out, /^created {2}"beta"\n1 applied\n$/m);
      assert.deepEqual(await planned(), ['token not delivered  "acme"']);
      const again = await apply('--delivery-command', script(STORE));
      assert.match(again.out, /^token delivered {2}"acme"\n1 applied\n$/m);
      assert.equal(repository.text('taken.txt'), `acme staging ${repository.sandbox.group('acme')?.token}\n`);
      assert.deepEqual([await planned(), repository.journal], [[], '']);
    });

    it('deliver the token of a group whose creation was sent twice', async () => {
      for (const id of ['acme', 'beta', 'coral']) repository.group(id, { mapping: undefined });
      // Then the service does what it is asked and closes a connection on which it had answered: the client asks again.
      const { code, out } = await repository.runInterrupted(
        (text) => {
          if (text.startsWith('created  "acme"')) repository.sandbox.misbehave('resetBeforeAnswer', { times: 1 });
          return false;
        },
        ...['apply', '--auto-approve', '--delivery-command', script(STORE)],
      );
      assert.equal(repository.asked.length, 4);
      assert.equal(code, 0);
      assert.match(out, /^created {2}"acme"\ncreated or identical {2}"beta"\ncreated {2}"coral"\n3 applied\n$/m);
      const tokens = repository.sandbox.groups().map(({ userGroupId, token }) => `${userGroupId} staging ${token}\n`);
      assert.equal(repository.text('taken.txt'), tokens.join(''));
      assert.deepEqual([await planned(), repository.journal], [[], '']);
    });

    it('deliver a token that is due also after the group was updated without a command', async () => {
      repository.group('acme');
      await apply('--delivery-command', script('process.exit(4);'));
      repository.group('acme', { name: 'New' });
      assert.match((await apply()).out, /^updated {2}"acme"/m);
      assert.deepEqual(await planned(), ['token not delivered  "acme"']);
      assert.equal((await apply('--delivery-command', script(STORE))).code, 0);
      assert.equal(repository.text('taken.txt'), `acme staging ${repository.sandbox.group('acme')?.token}\n`);
      assert.deepEqual([await planned(), repository.journal], [[], '']);
    });

    it('deliver one whose creation was interrupted also where nobody took it at once', async () => {
      repository.group('acme');
      await repository.runUnanswered('apply', '--auto-approve', '--delivery-command', script(STORE));
      assert.match((await apply()).out, /^updated {2}"acme"/m);
      assert.deepEqual(await planned(), ['token not delivered  "acme"']);
      assert.equal((await apply('--delivery-command', script(STORE))).code, 0);
      assert.equal(repository.text('taken.txt'), `acme staging ${repository.sandbox.group('acme')?.token}\n`);
    });

    it('deliver the token of a group whose creation was interrupted', async () => {
      repository.group('acme');
      await repository.runUnanswered('apply', '--auto-approve', '--delivery-command', script(STORE));
      assert.equal(repository.text('taken.txt'), '');
      assert.equal((await apply('--delivery-command', script(STORE))).code, 0);
      assert.equal(repository.text('taken.txt'), `acme staging ${repository.sandbox.group('acme')?.token}\n`);
      assert.deepEqual([await planned(), repository.journal], [[], '']);
    });

    it('say of one that is refused again that it was not delivered, and apply no plan of it twice', async () => {
      repository.group('acme');
      await apply('--delivery-command', script('process.exit(4);'));
      const { code, out } = await apply('--delivery-command', script('process.exit(4);'));
      await repository.run('plan', '--out', 'staging.plan');
      assert.equal(code, 3);
      assert.match(out, /^failed {2}"acme": Its token was not delivered\. [^\n]+\n0 applied, 1 failed\n$/m);
      const staging = ['apply', 'staging.plan', '--delivery-command', script(STORE)] as const;
      assert.match((await repository.run(...staging)).out, /^token delivered {2}"acme"\n/m);
      assert.match((await repository.run(...staging)).err, /^The state changed since the plan was made\./);
      assert.equal(repository.text('taken.txt').split('\n').length, 2);
    });

    it('keep the API token from it', async () => {
      repository.group('acme');
      repository.env.OTHER = 'passed on';
      await apply(
        '--delivery-command',
        script(`import { writeFileSync } from 'node:fs'; writeFileSync('env.json', JSON.stringify(process.env));`),
      );
      const env = JSON.parse(repository.text('env.json')) as Record<string, string>;
      assert.deepEqual([env.OTHER, env.STAGING_TOKEN], ['passed on', undefined]);
    });

    it('refuse a command that cannot run as written', async () => {
      repository.group('acme');
      assert.match(
        (await apply('--delivery-command', 'store-token')).err,
        /^"--delivery-command" must be a list of strings/,
      );
      assert.match((await apply('--delivery-command', '["sh", "-c", "echo ${user_group_id}"]')).err, /placeholder/);
      assert.equal(repository.asked.length, 0);
      assert.match(
        (await apply('--delivery-command', '["./gone"]')).out,
        /There is no program ".*\/user-groups-repository-\w+\/gone"/,
      );
    });
  });

  describe('with --refresh', () => {
    it('show what the service has, and mark what asking has recreated', async () => {
      for (const id of ['acme', 'beta', 'coral']) repository.group(id, { properties: { region: 'EU' } });
      await apply();
      await repository.changeElsewhere('beta', { properties: { region: 'US' } });
      const gone = await open();
      // A repository with these groups as files, whose service has none of them.
      gone.state = repository.state;
      gone.group('acme', { properties: { region: 'EU' } });
      gone.group('beta', { properties: { region: 'changed' } });
      const { out } = await gone.run('plan', '--refresh');
      assert.match(
        out,
        /: 1 to update, 1 unchanged, 1 no longer managed\n {2}recreated {13}"acme".*\n {2}recreated, to update {2}"beta"/,
      );
      assert.deepEqual(
        gone.sandbox.groups().map(({ userGroupId, properties }) => [userGroupId, properties !== undefined]),
        [
          ['acme', true],
          ['beta', false],
        ],
      );
      assert.match(
        (await gone.run('plan')).out,
        /: 1 to update, 1 unchanged, 1 no longer managed\n {2}changed {2}"beta"/,
      );
      // It is for its owner alone.
      assert.equal(statSync(join(gone.folder, JOURNAL)).mode & 0o777, 0o600);
      assert.deepEqual(await planned('--refresh'), ['drifted  "beta"', 'properties.region: "US" → "EU"']);
      assert.deepEqual(await planned(), []);
      assert.equal((await apply('--refresh')).code, 0);
      assert.deepEqual(await planned('--refresh'), []);
    });

    it('say before the first request that groups may be recreated, and ask where apply would ask', async () => {
      repository.group('acme');
      await apply();
      const { err } = await repository.run('plan', '--refresh');
      assert.match(err, /^Each group is asked for by get-or-create, which recreates those that were deleted on the/);
      const before = repository.asked.length;
      const asked: string[] = [];
      const ask = (question: string): Promise<string> => {
        asked.push(question);
        return Promise.resolve('no');
      };
      await runWith({ env: repository.env, ask }, repository.folder, 'apply', '--refresh');
      assert.match(asked.join(), /^Each group is asked for by get-or-create, .* Type yes:$/);
      assert.equal(repository.asked.length, before);
      assert.equal((await repository.run('apply', '--refresh')).code, 1);
      repository.group('beta');
      const yes = (): Promise<string> => Promise.resolve('yes');
      await runWith({ env: repository.env, ask: yes }, repository.folder, 'apply', '--json');
      assert.equal(repository.asked.length, before);
    });

    it('name what was recreated before a failure, and deliver its token', async () => {
      for (const id of ['acme', 'beta']) repository.group(id);
      await apply();
      const again = await open();
      for (const id of ['acme', 'beta']) again.group(id);
      const state = repository.state.replaceAll(/"team_id":\d+/g, '"team_id":77');
      again.state = state;
      again.write({
        'store.mjs': `import { writeFileSync } from 'node:fs'; writeFileSync('taken.txt', process.env.USER_GROUP_ID);`,
      });
      const command = JSON.stringify([process.execPath, join(again.folder, 'store.mjs')]);
      const { code, err } = await again.runInterrupted(
        (text) => text.includes('recreated.'),
        ...['plan', '--refresh', '--delivery-command', command],
      );
      assert.equal(code, 1);
      assert.match(err, /^The service had no "acme"\. It is recreated\.$/m);
      assert.equal(again.text('taken.txt'), 'acme');
      assert.deepEqual(
        again.sandbox.groups().map(({ userGroupId }) => userGroupId),
        ['acme'],
      );
      again.write({ 'store.mjs': 'process.exit(3);' });
      const refused = await again.run('plan', '--refresh', '--delivery-command', command);
      assert.match(refused.out, /^ {2}recreated, token not delivered {2}"beta".*\n +".*" ended with exit code 3\.$/m);
      assert.match((await again.run('plan')).out, /^ {2}token not delivered {2}"beta"/m);
    });

    it('list where the service can, and recreate nothing', async () => {
      repository = await open({ config: { api: 'customer' } });
      const write = (id: string, fields: object): void =>
        repository.write({ [`groups/${id}.usergroup.json`]: { provided_id: id, ...fields } });
      for (const id of ['acme', 'beta', 'coral']) write(id, { mapping: { 40: '1' } });
      await apply();
      repository.remove(STATE);
      await apply('--only', 'groups/acme.usergroup.json', '--only', 'groups/beta.usergroup.json');
      await repository.changeElsewhere('beta', { mapping: { 40: '2' } });
      // In the state, and not on the service.
      const [line = ''] = repository.state.split('\n');
      repository.state = `${repository.state}${line.replace('acme', 'delta')}\n`;
      write('delta', { mapping: { 40: '1' } });
      write('epsilon', {});
      const before = repository.sandbox.groups().length;
      assert.deepEqual(await planned('--refresh'), [
        'drifted                 "beta"',
        'mapping.40: "2" → "1"',
        'changed                 "coral"',
        'deleted on the service  "delta"',
        'It is created again. To forget it instead, remove its file and use "state rm".',
        'new                     "epsilon"',
      ]);
      assert.equal(repository.sandbox.groups().length, before);
    });
  });

  it('say which fields changed since they were applied, as far as the state has them', async () => {
    repository.group('acme', { mapping: { 40: '1' }, properties: { region: 'EU' } });
    await apply();
    repository.group('acme', { mapping: { 40: '1' }, properties: { region: 'US' }, name: undefined });
    assert.deepEqual((await planned()).slice(0, 2), [
      'changed  "acme"',
      'Changed since it was applied: name, properties.',
    ]);
    const { out } = await repository.run('plan', '--json');
    assert.match(out, /"changedFields": \[\s*"name",\s*"properties"\s*\]/);
    // A merge has left it without them.
    repository.state = repository.state.replace(/"fields":\{[^}]*\},/, '');
    assert.equal((await planned()).filter((line) => line.startsWith('Changed')).length, 0);
  });

  describe('and the state', () => {
    it('is refused with its place where a merge has left it unclear', async () => {
      for (const id of ['acme', 'beta']) repository.group(id);
      await apply();
      const [acme = '', beta = ''] = repository.state.split('\n');
      const refused: readonly (readonly [text: string, said: RegExp])[] = [
        [
          `${acme}\n<<<<<<< HEAD\n${beta}\n=======\n>>>>>>> x\n`,
          /^\.usergroups\/state\/staging\.jsonl:2:1: error: The file has conflict markers of a merge\./,
        ],
        [`${acme}\n${beta}\n${acme}\n`, /^\.usergroups\/state\/staging\.jsonl:3:1: error: A second line for "acme"\./],
        [`${acme}\n{"id":"beta"}\n`, /^\.usergroups\/state\/staging\.jsonl:2:1: error: "at" is missing\./],
        [
          `${acme.replace(/"sha256":"./, '"sha256":"X')}\n`,
          /^\.usergroups\/state\/staging\.jsonl:1:\d+: error: "sha256" has no such value\./,
        ],
        [
          `${acme.replace(/"mapping":"./, '"mapping":"X')}\n`,
          /^\.usergroups\/state\/staging\.jsonl:1:\d+: error: "fields" has no such value\./,
        ],
        [
          `${acme.replace(/"at":"\d{4}-\d\d/, '"at":"2026-99')}\n`,
          /staging\.jsonl:1:\d+: error: "at" has no such value\./,
        ],
        [`${acme},\n`, /^\.usergroups\/state\/staging\.jsonl:1:\d+: error: Nothing may follow the end\./],
      ];
      const before = repository.asked.length;
      for (const [text, said] of refused) {
        repository.write({ [STATE]: text });
        for (const command of ['plan', 'apply']) {
          const { code, err } = await repository.run(command);
          assert.equal(code, 1);
          assert.match(err, said);
        }
        assert.equal(repository.state, text);
      }
      assert.equal(repository.asked.length, before);
    });

    describe('says which service it is of, so that', () => {
      /** The same repository before another service, which has no groups. */
      const moved = async (work: (elsewhere: Repository) => Promise<void>, path = ''): Promise<void> => {
        const elsewhere = await open();
        const { baseUrl } = elsewhere.sandbox;
        repository.configure({ baseUrl: baseUrl + path });
        repository.env.USER_GROUPS_ALLOWED_ORIGINS = baseUrl;
        await work(elsewhere);
      };
      const applied = async (): Promise<void> => {
        for (const id of ['acme', 'beta']) repository.group(id);
        await apply();
      };
      const refused = async (): Promise<void> => {
        for (const args of [['plan'], ['plan', '--refresh'], ['apply', '--auto-approve']]) {
          const { code, out, err } = await repository.run(...args);
          assert.deepEqual([code, out], [1, '']);
          assert.match(
            err,
            /^The state "\.usergroups.state.staging\.jsonl" is of http:\S+, but the connection leads to http:\S+\. If its groups are there, use --state-moved\. To start again, use "state rm --all"\.\n$/,
          );
        }
      };

      it('another one is told, and nothing is taken for unchanged there', async () => {
        await applied();
        assert.ok(repository.text(STATE).startsWith(`{"origin":"${repository.sandbox.baseUrl}"}\n{"id":"acme"`));
        const before = repository.text(STATE);
        await moved(async ({ asked }) => {
          await refused();
          assert.deepEqual([asked.length, repository.text(STATE)], [0, before]);
        });
      });

      it('another path of the same host is another one', async () => {
        await applied();
        repository.configure({ baseUrl: `${repository.sandbox.baseUrl}/eu` });
        await refused();
        repository.configure({ baseUrl: `${repository.sandbox.baseUrl}/` });
        assert.deepEqual(await planned(), []);
      });

      it('groups that moved along are kept once somebody says so', async () => {
        await applied();
        await moved(async ({ sandbox }) => {
          assert.deepEqual(await planned('--state-moved'), []);
          await refused();
          assert.equal((await apply('--state-moved')).code, 0);
          assert.ok(repository.text(STATE).startsWith(`{"origin":"${sandbox.baseUrl}"}\n`));
          assert.deepEqual(await planned(), []);
        });
      });

      it('one that only a killed apply knows of is known, too', async () => {
        await applied();
        const [acme = ''] = repository.state.split('\n');
        repository.remove(STATE);
        repository.write({
          [JOURNAL]: `{"event":"origin","origin":"${repository.sandbox.baseUrl}"}\n${acme}\n`,
        });
        await moved(refused);
      });

      it('a journal begins with it, as long as the state does not have it', async () => {
        for (const id of ['acme', 'beta']) repository.group(id);
        let journal = '';
        const onCreated = (text: string): boolean => {
          if (text.startsWith('created')) journal = repository.journal;
          return false;
        };
        await repository.runInterrupted(onCreated, 'apply', '--auto-approve');
        assert.ok(journal.startsWith(`{"event":"origin","origin":"${repository.sandbox.baseUrl}"}\n{"id":"acme"`));
        repository.group('acme', { name: 'New' });
        await repository.runInterrupted(
          (text) => text.startsWith('updated') && onCreated('created'),
          'apply',
          '--auto-approve',
        );
        assert.doesNotMatch(journal, /origin/);
      });

      it('a state that does not say it is taken for that of no service, until somebody says so', async () => {
        await applied();
        const lines = repository.state;
        repository.write({ [STATE]: lines });
        for (const args of [['plan'], ['plan', '--refresh'], ['apply', '--auto-approve']])
          assert.match(
            (await repository.run(...args)).err,
            /^The state "\.usergroups.state.staging\.jsonl" doesn't say which service has its groups\. If its groups are there, use --state-moved\./,
          );
        assert.equal(repository.text(STATE), lines);
        assert.equal((await apply('--state-moved')).code, 0);
        assert.match(repository.text(STATE), /^\{"origin":/);
        assert.deepEqual(await planned(), []);
      });

      it('a merge may leave it twice, but not two of them', async () => {
        await applied();
        const origin = `{"origin":"${repository.sandbox.baseUrl}"}\n`;
        // Somebody has written it in another way.
        const respelled = `{"origin":"${repository.sandbox.baseUrl.toUpperCase()}/"}\n`;
        repository.write({ [STATE]: origin + respelled + repository.state });
        assert.deepEqual(await planned(), []);
        repository.write({ [STATE]: `${origin}{"origin":"https://other.example"}\n` });
        assert.match((await repository.run('plan')).err, /staging\.jsonl:2:11: error: "origin" has no such value\./);
      });
    });

    it('belongs to one apply at a time', async () => {
      repository.group('acme');
      mkdirSync(join(repository.folder, '.usergroups/state'), { recursive: true });
      const lock = await lockFile(join(repository.folder, LOCK));
      const { code, err } = await apply();
      assert.deepEqual([code, repository.asked.length], [1, 0]);
      assert.match(err, /^Another apply works on this state\. Wait for its end\./);
      assert.deepEqual(await planned(), ['new  "acme"']);
      lock.release();
      assert.equal((await apply()).code, 0);
    });

    it('is applied to by nobody who has lost the lock', async () => {
      for (const id of ['acme', 'beta', 'coral']) repository.group(id);
      const lock = join(repository.folder, LOCK);
      const { code, out, err } = await onceCreated(() => {
        writeFileSync(lock, 'of another one');
      }, '--go-on');
      assert.equal(code, 3);
      assert.match(
        out,
        /^failed {2}"beta": Another apply has taken over the state [^\n]+\n1 applied, 1 failed, 1 not sent\n$/m,
      );
      assert.match(err, /^Another apply has taken over the state ".*"\. Plan again\. What was applied is kept\.\n$/);
      assert.equal(repository.sandbox.groups().length, 1);
      assert.equal(repository.text(LOCK), 'of another one');
      repository.remove(LOCK);
      assert.deepEqual(await planned(), ['new  "beta"', 'new  "coral"']);
    });

    it('is not overwritten when somebody else wrote it meanwhile, and nothing is lost', async () => {
      repository.group('acme');
      await apply();
      const old = repository.state;
      repository.group('beta');
      const { code, err } = await onceCreated(() => {
        repository.state = old.replace('1.2.3', '1.2.2');
      });
      assert.equal(code, 3);
      assert.match(err, /^The state ".*staging\.jsonl" was changed meanwhile\. Plan again\./);
      assert.equal(repository.state, old.replace('1.2.3', '1.2.2'));
      assert.deepEqual(await planned(), []);
      assert.equal((await apply()).code, 0);
      assert.match(repository.state, /"id":"beta"/);
      assert.equal(repository.journal, '');
    });

    it('is told with all that was done before, where it could not be saved', async () => {
      repository.group('acme');
      await apply();
      const old = repository.state;
      repository.group('beta');
      let isChanged = false;
      // Between the request and its end there is nothing printed with --json.
      repository.sandbox.misbehave('slow', { seconds: 0.2 });
      const running = apply('--json');
      while (!isChanged) {
        await setImmediate();
        if (repository.asked.length < 2) continue;
        repository.state = old.replace('1.2.3', '1.2.2');
        isChanged = true;
      }
      const { code, out } = await running;
      assert.equal(code, 3);
      const { groups, error } = JSON.parse(out) as { groups: { outcome: string }[]; error: { kind: string } };
      assert.deepEqual([groups.map(({ outcome }) => outcome), error.kind], [['created'], 'conflict']);
      const { out: schema } = await repository.run('export-schema', 'output');
      assert.deepEqual(await problemsBy(schema, out), []);
    });

    it('can lie elsewhere, but not by a link of the repository', async () => {
      repository.group('acme');
      await apply('--state', 'kept/a.jsonl');
      assert.match(repository.text('kept/a.jsonl'), /"id":"acme"/);
      symlinkSync('kept/a.jsonl', join(repository.folder, 'linked.jsonl'));
      repository.group('beta');
      await apply('--state', 'linked.jsonl');
      assert.match(repository.text('kept/a.jsonl'), /"id":"beta"/);
      mkdirSync(join(repository.folder, '.usergroups'));
      symlinkSync('/', join(repository.folder, '.usergroups/state'));
      const { err } = await apply();
      assert.match(err, /leads out of the folder of the configuration\. Check it for symbolic links\.\n$/);
    });

    it('is refused with its place where the journal was damaged, and the journal stays', async () => {
      repository.group('acme');
      await apply();
      const damaged = '{"id":"acme","event":"sending,"operation":"update","at":"2999-01-01T00:00:00.000Z"}\n{}\n';
      repository.write({ [JOURNAL]: damaged });
      for (const command of ['plan', 'apply'])
        assert.match(
          (await repository.run(command)).err,
          /^\.usergroups\/state\/staging\.jsonl\.journal:1:1: error: The line is damaged\./,
        );
      assert.equal(repository.journal, damaged);
    });

    it('is of a folder that lies in the repository', async () => {
      const outside = await open();
      outside.group('acme');
      symlinkSync(join(outside.folder, 'groups'), join(repository.folder, 'groups'));
      for (const command of ['plan', 'apply'])
        assert.match((await repository.run(command)).err, /groups" leads out of the folder of the configuration\./);
    });

    it('is read and written through no link of a repository, nor anything but a file', async () => {
      repository.group('acme');
      const state = join(repository.folder, '.usergroups/state');
      mkdirSync(state, { recursive: true });
      writeFileSync(join(repository.folder, 'mine'), '');
      symlinkSync('../../mine', join(state, 'staging.jsonl.journal'));
      assert.match((await apply()).out, /^failed {2}"acme": The file ".*journal" can't be written\./m);
      assert.equal(repository.text('mine'), '');
      repository.remove(JOURNAL);
      mkdirSync(join(state, 'staging.jsonl.lock'));
      assert.match((await apply()).err, /The file ".*lock" can't be written\./);
      assert.match((await apply('--state', '.usergroups')).err, /The file ".*usergroups" can't be read as text\./);
      assert.match(
        (await apply('--state', 'usergroups.config.json/a.jsonl')).err,
        /The folder ".*" can't be created\./,
      );
      assert.equal(repository.asked.length, 0);
    });

    it('is joined with what a killed one has left in the journal', async () => {
      for (const id of ['acme', 'beta', 'coral']) repository.group(id, { mapping: undefined });
      await apply();
      const [acme = '', beta = '', coral = ''] = repository.state.split('\n');
      repository.state = `${beta}\n`;
      repository.write({
        [JOURNAL]: [
          '{"id":"acme","event":"sending","operation":"getOrCreate","at":"2026-01-01T00:00:00.000Z"}',
          acme,
          // By the clock it is older than the state, which proves nothing.
          '{"id":"beta","event":"sending","operation":"update","at":"2026-01-01T00:00:00.000Z"}',
          '{"id":"coral","event":"sending","operation":"getOrCreate","at":"2099-01-01T00:00:00.000Z"}',
          // Not written to its end.
          coral.slice(0, -10),
        ].join('\n'),
      });
      assert.deepEqual(await planned(), [
        'outcome unknown  "beta"',
        'The mapping is not sent. The service may keep or clear it.',
        'outcome unknown  "coral"',
      ]);
      repository.group('delta');
      let meanwhile = '';
      const { code } = await onceCreated(() => {
        meanwhile = repository.journal;
      });
      assert.equal(code, 0);
      for (const line of meanwhile.trimEnd().split('\n')) assert.ok(JSON.parse(line));
      assert.match(repository.state, /^\{"id":"acme".*\n\{"id":"beta".*\n\{"id":"coral".*\n\{"id":"delta".*\n$/);
      assert.deepEqual([await planned(), repository.journal], [[], '']);
    });
  });

  it('send what a preset adds, say so, and send it again when the preset changes', async () => {
    repository.write({ 'groups/usergroups.preset.json': { properties: { tier: 'gold', region: 'EU' } } });
    repository.group('acme', { properties: { region: 'US' } });
    const own = repository.text('groups/acme.usergroup.json');
    assert.deepEqual(await planned(), ['new  "acme"', 'From the preset: properties.tier.']);
    assert.match((await repository.run('plan', '--json')).out, /"inherited": \[\s*"properties\.tier"\s*\]/);
    await repository.run('plan', '--out', 'staging.plan');
    assert.equal((await repository.run('apply', 'staging.plan')).code, 0);
    const { properties } = repository.sandbox.group('acme') ?? {};
    assert.deepEqual(JSON.parse(properties ?? ''), { region: 'US', tier: 'gold' });
    assert.equal(repository.text('groups/acme.usergroup.json'), own);
    assert.deepEqual(await planned('--refresh'), []);
    repository.write({ 'groups/usergroups.preset.json': { properties: { tier: 'silver' } } });
    assert.deepEqual(await planned(), [
      'changed  "acme"',
      'Changed since it was applied: properties.',
      'From the preset: properties.tier.',
    ]);
    repository.write({ 'groups/usergroups.preset.json': '[]' });
    const only = ['--only', 'groups/acme.usergroup.json'];
    for (const args of [[], only])
      assert.match(
        (await apply(...args)).out,
        /^groups\/usergroups\.preset\.json:1:1: error: A JSON object is expected\./,
      );
    repository.remove('groups/usergroups.preset.json');
    symlinkSync('../elsewhere.json', join(repository.folder, 'groups/usergroups.preset.json'));
    for (const args of [[], only])
      assert.match((await apply(...args)).out, /^groups\/usergroups\.preset\.json:1:1: error: It is a symbolic link/);
  });

  it('print no API token that stands in a document', async () => {
    repository.write({ 'groups/a.usergroup.json': { user_group_id: API_TOKEN } });
    for (const args of [[], ['--json'], ['--format', 'markdown']])
      assert.ok(!(await repository.run('plan', ...args)).out.includes(API_TOKEN));
  });

  it('write the errors of files as Markdown, too', async () => {
    repository.write({ 'groups/<b>@x.usergroup.json': '{' });
    assert.equal(
      (await repository.run('plan', '--format', 'markdown')).out,
      [
        '### Plan for `staging`',
        '',
        '- `groups/<b>@x.usergroup.json:1:2`: `A closing } is missing.`',
        '',
        'Nothing is sent. Errors: 1.',
        '',
      ].join('\n'),
    );
  });

  it('refuse a new ID with a line break, a tab or the like, and keep a group that has one', async () => {
    repository.group('a', { user_group_id: 'a\tb' });
    const said = 'The ID contains a line break, tab or other control character: "a⇥b".';
    for (const command of ['plan', 'apply', 'validate']) {
      const { code, out } = await repository.run(command);
      assert.deepEqual([code, out.split('\n')[0]], [1, `groups/a.usergroup.json:2:20: error: ${said}`]);
    }
    assert.equal(repository.asked.length, 0);
    await repository.createElsewhere({ provided_id: 'a\tb', name: 'Theirs' });
    repository.state = String.raw`{"id":"a\tb","at":"2026-01-01T00:00:00Z","tool":"1"}` + '\n';
    repository.group('a', { user_group_id: 'a\tb', name: 'Ours' });
    const { code, out } = await repository.run('validate');
    assert.match(out, /:2:20: warning: "user_group_id" has a line break or tab/);
    assert.equal(code, 0);
    assert.match((await apply()).out, /^updated {2}"a⇥b"$/m);
  });

  it('show and apply a plan that is a plain file of a bearable size, and nothing else', async () => {
    const said =
      /^Couldn't \w+ "[^"]*\/zero"\. The file can't be read\. It must be a plain file of at most 536 MB\.\n$/;
    for (const args of [
      ['plan', 'show', '/dev/zero'],
      ['apply', '/dev/zero'],
      ['import', '/dev/zero'],
    ]) {
      const { code, err } = await repository.run(...args);
      assert.equal(code, 1);
      assert.match(err, said);
    }
    symlinkSync('staging.plan', join(repository.folder, 'linked.plan'));
    await repository.run('plan', '--out', 'staging.plan');
    assert.equal((await repository.run('plan', 'show', 'linked.plan')).code, 0);
  });

  it('write Markdown in which no name is a link, a mention or HTML', async () => {
    repository.write({
      'groups/a.usergroup.json': { user_group_id: '@everyone <img src=x> [a](b) `|` x' },
    });
    const { out } = await repository.run('plan', '--format', 'markdown');
    assert.equal(
      out,
      [
        '### Plan for `staging`',
        '',
        '1 to create, 0 unchanged.',
        '',
        '| Status | Group | File | Changes |',
        '|---|---|---|---|',
        '| new | ``@everyone <img src=x> [a]\u200B(b) `\\|` x`` | `groups/a.usergroup.json` |  |',
        '',
      ].join('\n'),
    );
    assert.match(
      (await repository.run('plan', '--format', 'html')).err,
      /^"--format" must be one of these: markdown, job-summary\./,
    );
    const { code, out: json } = await repository.run('plan', '--format', 'markdown', '--json');
    assert.equal(code, 1);
    assert.match(json, /"--format and --json contradict each other\. See /);
    assert.equal((await repository.run('plan', '--format', 'job-summary')).out, out);
  });
});

describe('A plan as Markdown', () => {
  const changes = Array.from({ length: 20 }, (_, index) => ({ path: `properties.p${index}`, after: 'x'.repeat(60) }));
  const group = (userGroupId: string): PlannedGroup => ({
    userGroupId,
    file: `${userGroupId}.usergroup.json`,
    sha256: '',
    status: 'changed',
    operation: 'update',
    inherited: [],
    omitted: [],
    changes,
  });
  const many = <T>(count: number, each: (text: string) => T): T[] =>
    Array.from({ length: count }, (_, index) => each(`group-${index}`));
  const planOf = (parts: Partial<ShownPlan>): ShownPlan => ({
    connection: 'staging',
    baseUrl: '',
    pathOf: (file) => `groups/${file}`,
    groups: [],
    unmanaged: [],
    errors: [],
    ...parts,
  });
  const wrong = (file: string): ShownPlan['errors'][number] => ({
    file,
    severity: 'error',
    line: 1,
    column: 1,
    message: 'It is wrong. '.repeat(9),
  });
  const shown = (text: string, line: RegExp): number => text.match(line)?.length ?? 0;
  const leftOut = (text: string): number[] =>
    Array.from(text.matchAll(/^and ([\d,]+) more$/gm), ([, count = '']) => Number(count.replaceAll(',', '')));

  const plans: readonly (readonly [what: string, plan: ShownPlan, all: number])[] = [
    ['groups with many changes', planOf({ groups: many(3000, group) }), 3000],
    ['errors', planOf({ errors: many(20_000, wrong), groups: many(10, group) }), 20_010],
    ['IDs of letters that take several bytes', planOf({ unmanaged: many(40_000, (id) => `${id}顧客🏭`) }), 40_000],
    ['all of it', planOf({ groups: many(2000, group), unmanaged: many(9000, (id) => id) }), 11_000],
  ];
  for (const [what, plan, all] of plans)
    it(`is no longer than a comment or a summary may be, and counts what it leaves out: ${what}`, () => {
      const [comment, summary] = [planMarkdown(plan), planMarkdown(plan, MARKDOWN_LIMITS['job-summary'])].map((text) =>
        withoutJobCommands(text),
      );
      assert.ok(comment!.length <= 65_536, String(comment!.length));
      assert.ok(Buffer.byteLength(summary!) <= 1_048_576);
      assert.ok(summary!.length > 4 * comment!.length);
      for (const text of [comment!, summary!]) {
        const lines = shown(text, /^(?:\| changed \||- )/gm);
        assert.equal(lines + leftOut(text).reduce((sum, count) => sum + count, 0), all);
      }
    });

  it('names every group before it names every change of some', () => {
    const text = planMarkdown(planOf({ groups: many(200, group) }));
    assert.deepEqual([shown(text, /^\| changed \|/gm), leftOut(text)], [200, []]);
    assert.equal(shown(text, /`and 19 more`/g), 200);
    const few = planMarkdown(planOf({ groups: many(20, group) }));
    assert.equal(shown(few, /`and 5 more`/g), 20);
  });
});
