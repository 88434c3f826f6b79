// Plan Folder…: the plan of the command line, as a table.

import assert from 'node:assert/strict';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { FolderPlanned } from '../../../../src/vscode/command/commandMap.ts';
import { planFolder } from '../../../../src/vscode/bulk/planFolder.ts';
import { presetBeside } from '../../../../src/vscode/platform/presetFiles.ts';
import { fileUri } from '../../../support/editor/fakeFiles.ts';
import { nextList, shownDocuments, Uri, workspace } from '../../../support/editor/fakeVscode.ts';
import { playedWindows, type OpenTable, type PlayedWindow } from '../../../support/editor/playedWindow.ts';
import { productStarter } from '../../../support/product.ts';
import { Repository } from '../../../support/repository.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

const commandLine = join(import.meta.dirname, '../../../../src/cli.ts');

describe('Plan Folder…', () => {
  const start = productStarter();
  const playedWindow = playedWindows();
  let repository: Repository;
  beforeEach(async () => {
    repository = await Repository.open();
  });
  afterEach(async () => {
    workspace.workspaceFolders = undefined;
    await repository.close();
  });

  const opened = async (parts: object = {}): Promise<PlayedWindow> =>
    playedWindow(await start(), [], { commandLine, ...parts });
  const plan = ({ context }: PlayedWindow, input: object): Promise<FolderPlanned> =>
    planFolder(context, { origin: 'argument', input: { folder: repository.folder, ...input } });

  it('says what the command line says, group by group', async () => {
    for (const id of ['changed', 'gone', 'same']) repository.group(id);
    await repository.run('apply', '--auto-approve');
    repository.group('changed', { name: 'New', properties: undefined });
    repository.group('new');
    repository.write({ 'groups/._new.usergroup.json': '\0' });
    repository.remove('groups/gone.usergroup.json');
    const before = repository.asked.length;
    const played = await opened();
    assert.deepEqual(await plan(played, { connection: 'staging' }), {
      new: 1,
      changed: 1,
      unknown: 0,
      tokenDue: 0,
      same: 1,
      invalid: 0,
      unmanaged: 1,
    });
    const { view } = played.tables[0]!;
    const { rows } = await view.rows({ offset: 0, limit: 10 });
    assert.deepEqual(
      rows.map(({ cells }) => cells.map(({ text }) => text)),
      [
        [
          'groups/changed.usergroup.json',
          'changed',
          'Changed',
          'Changed since it was applied: name, properties. The properties are not sent. The service may keep or clear them.',
        ],
        ['groups/new.usergroup.json', 'new', 'New', 'The service gets or creates the group.'],
        ['(no file)', 'gone', 'No longer managed', 'It has no file. The service keeps it.'],
      ],
    );
    const { headline, explanation, actions } = view.now();
    assert.deepEqual(
      [view.title, headline, explanation, actions],
      [
        'Plan for staging',
        '2 groups to apply, 1 unchanged',
        'Compared with the state in the repository. Nothing is sent. 1 hidden or temporary file ignored.',
        [],
      ],
    );
    const { out } = await repository.run('plan');
    for (const [file = '', id = '', kind = ''] of rows.map(({ cells }) => cells.map(({ text }) => text)))
      if (file !== '(no file)') assert.match(out, new RegExp(`^ +${kind.toLowerCase()} +"${id}" +${file}$`, 'm'));
    const shown = shownDocuments.length;
    for (const { key } of [rows[0]!, rows[2]!]) await view.onActivate?.(key);
    assert.match(shownDocuments.slice(shown).map(String).join(), /^[^,]+groups\/changed\.usergroup\.json$/);
    assert.equal(repository.asked.length, before);
  });

  it('says of a file that it has unsaved changes, which are not in the plan', async () => {
    for (const id of ['saved', 'typed']) repository.group(id);
    const uri = Uri.file(join(repository.folder, 'groups/typed.usergroup.json'));
    workspace.textDocuments = [{ uri, isDirty: true, isClosed: false, getText: () => 'typed' }];
    const played = await opened();
    await plan(played, { connection: 'staging' }).finally(() => {
      workspace.textDocuments = [];
    });
    const { rows } = await played.tables[0]!.view.rows({ offset: 0, limit: 10 });
    const words = 'The service gets or creates the group.';
    assert.deepEqual(
      rows.map(({ cells }) => cells.at(-1)?.text),
      [words, `${words} Its document has unsaved changes.`],
    );
  });

  it('says of a group that an update has not found that it is created again', async () => {
    repository.group('acme');
    await repository.run('apply', '--auto-approve');
    await repository.deleteElsewhere('acme');
    repository.group('acme', { name: 'New' });
    await repository.run('apply', '--auto-approve');
    const played = await opened();
    assert.equal((await plan(played, {})).new, 1);
    const { rows } = await played.tables[0]!.view.rows({ offset: 0, limit: 10 });
    assert.equal(
      rows[0]?.cells.at(-1)?.text,
      'The service had no such group at the last update. The service gets or creates the group.',
    );
  });

  it('reads a configuration and a preset through no link, be it to a device that answers for ever', async () => {
    repository.remove('usergroups.config.json');
    symlinkSync('/dev/zero', join(repository.folder, 'usergroups.config.json'));
    await assert.rejects(plan(await opened(), {}), {
      kind: 'invalid',
      message: "Couldn't read usergroups.config.json. It must be a file of at most 1 MB, and no symbolic link.",
    });
    symlinkSync('/dev/zero', join(repository.folder, 'usergroups.preset.json'));
    await assert.rejects(presetBeside(fileUri(join(repository.folder, 'acme.usergroup.json'))), {
      message: "Couldn't read usergroups.preset.json. It is a symbolic link, which is not followed.",
    });
  });

  it('names each file that is invalid, with the reason', async () => {
    repository.group('acme');
    repository.group('beta');
    await repository.run('apply', '--auto-approve');
    repository.write({ 'groups/beta.usergroup.json': '{' });
    const played = await opened();
    const { invalid, unmanaged } = await plan(played, {});
    assert.deepEqual([invalid, unmanaged], [1, 0]);
    const { view } = played.tables[0]!;
    const { rows } = await view.rows({ offset: 0, limit: 10, filter: 'invalid' });
    assert.deepEqual(
      rows[0]?.cells.map(({ text }) => text),
      ['groups/beta.usergroup.json', '', 'Invalid', 'A closing } is missing.'],
    );
    assert.equal(view.now().headline, 'Nothing can be applied: files are invalid');
  });

  it('asks which connection of the workspace it is for, and not where there is one', async () => {
    const other = temporaryFolder('user-groups-other-');
    workspace.workspaceFolders = [repository.folder, other].map((folder) => ({ uri: Uri.file(folder) }));
    repository.group('acme');
    repository.group('beta');
    const played = await opened();
    assert.equal((await planFolder(played.context, { origin: 'palette', input: {} })).new, 2);
    const { connections } = JSON.parse(repository.text('usergroups.config.json')) as { connections: [object] };
    const production = { ...connections[0], name: 'production', folder: 'production' };
    repository.write({
      'usergroups.config.json': { connections: [...connections, production] },
      'production/acme.usergroup.json': { user_group_id: 'acme' },
    });
    const planned = planFolder(played.context, { origin: 'palette', input: {} });
    const list = await nextList();
    assert.deepEqual(
      list.items.map(({ label }) => label),
      ['staging', 'production'],
    );
    list.choose('production');
    assert.equal((await planned).new, 1);
  });

  describe('in a workspace below the configuration', () => {
    beforeEach(() => {
      repository.group('acme');
      repository.write({ '.git/HEAD': '', 'docs/README.md': '' });
      const folders = ['groups', 'docs'].map((name) => join(repository.folder, name));
      workspace.workspaceFolders = folders.map((folder) => ({ uri: Uri.file(folder) }));
    });
    afterEach(() => {
      workspace.isTrusted = true;
    });
    const planned = async (): Promise<PlayedWindow> => {
      const played = await opened();
      await planFolder(played.context, { origin: 'palette', input: {} });
      return played;
    };

    it('plans by the one of the repository, and says where it is', async () => {
      const { view } = (await planned()).tables[0]!;
      const { rows } = await view.rows({ offset: 0, limit: 10 });
      assert.deepEqual(
        [rows.map(({ cells }) => cells[0]?.text), view.now().explanation],
        [
          ['groups/acme.usergroup.json'],
          `Compared with the state in the repository. Nothing is sent. The configuration is ${join(repository.folder, 'usergroups.config.json')}.`,
        ],
      );
      repository.write({ 'usergroups.config.json': '{' });
      await assert.rejects(planned(), { message: /^Couldn't read \/.*usergroups\.config\.json\./ });
    });

    for (const [where, prepare] of [
      [
        'outside of the repository',
        () => {
          repository.write({ 'groups/.git': 'gitdir: elsewhere', 'docs/.git': '' });
        },
      ],
      [
        'above no repository',
        () => {
          rmSync(join(repository.folder, '.git'), { recursive: true });
        },
      ],
      [
        'above a folder that is not trusted',
        () => {
          workspace.isTrusted = false;
        },
      ],
    ] as const)
      it(`reads none ${where}`, async () => {
        prepare();
        await assert.rejects(planned(), { kind: 'notFound' });
      });
  });

  it('starts nothing in a workspace that is not trusted, or without a connection', async () => {
    const trust = { isTrusted: () => false, onDidChange: () => ({ dispose: () => undefined }) };
    await assert.rejects(async () => plan(await opened({ trust }), {}), {
      kind: 'forbidden',
      message: /^Couldn't plan the folder\. The workspace is not trusted\./,
    });
    await assert.rejects(async () => plan(await opened(), { connection: 'live' }), { kind: 'notFound' });
    repository.write({ 'usergroups.config.json': '{ "connections": 1 }' });
    await assert.rejects(async () => plan(await opened(), {}), {
      message: /^Couldn't read usergroups\.config\.json\. .*"connections" must be a list\./,
    });
  });

  for (const [words, end] of [
    [
      'its table is closed',
      ({ close }: OpenTable) => {
        close();
      },
    ],
    [
      'it is canceled',
      ({ view }: OpenTable) => {
        void view.onAction('cancel');
      },
    ],
  ] as const)
    it(`runs on no more when ${words}`, async () => {
      const endless = "require('node:fs').writeFileSync('started', 'yes'); setTimeout(() => undefined, 60_000);";
      repository.write({ 'endless.cjs': endless });
      const played = await opened({ commandLine: join(repository.folder, 'endless.cjs') });
      const planning = plan(played, {});
      while (repository.text('started') === '') await setImmediate();
      const [table] = played.tables;
      end(table!);
      await assert.rejects(planning, { kind: 'cancelled' });
      assert.equal(table!.view.now().headline, 'Planning canceled');
    });

  it('says what the command line refuses', async () => {
    repository.write({
      '.usergroups/state/staging.jsonl': '{"id":"acme"}\n',
      'groups/a.usergroup.json': '{"user_group_id":"a"}',
    });
    const played = await opened();
    await assert.rejects(plan(played, {}), {
      message: /^Couldn't plan the folder\. \.usergroups\/state\/staging\.jsonl:1:1: error: "at" is missing\./,
    });
  });
});
