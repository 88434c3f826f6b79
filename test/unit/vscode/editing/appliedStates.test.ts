// How a document of a repository stands to what was applied, above its text and in the form.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import {
  AppliedStates,
  type AppliedStatesDependencies,
} from '../../../../src/vscode/editing/documents/appliedStates.ts';
import { fileUri, fileWatchers } from '../../../support/editor/fakeFiles.ts';
import { Uri, workspace } from '../../../support/editor/fakeVscode.ts';
import { productStarter } from '../../../support/product.ts';
import { Repository } from '../../../support/repository.ts';
import { standIn } from '../../../support/standIn.ts';

describe('A document of a repository', () => {
  const start = productStarter();
  let repository: Repository;
  let states: AppliedStates;
  beforeEach(async () => {
    repository = await Repository.open();
    workspace.workspaceFolders = [{ uri: Uri.file(repository.folder) }];
    states = statesOf({ connections: () => [] }, () => assert.fail('There is no list.'));
  });
  afterEach(async () => {
    states.dispose();
    workspace.workspaceFolders = undefined;
    await repository.close();
  });

  const statesOf = (
    settings: AppliedStatesDependencies['settings'],
    services: AppliedStatesDependencies['services'],
  ): AppliedStates => new AppliedStates({ settings, services });

  it('has drifted where the service has answered something else since', async () => {
    const product = await start();
    const { baseUrl } = product.connection;
    repository.configure({ baseUrl });
    repository.group('acme', { mapping: undefined });
    const text = repository.text('groups/acme.usergroup.json');
    const sha256 = createHash('sha256').update('{"user_group_id":"acme","name":"Name","properties":{}}').digest('hex');
    const applied = (at: number): string =>
      `${JSON.stringify({ origin: baseUrl })}\n${JSON.stringify({ id: 'acme', sha256, at: new Date(at).toISOString(), tool: '1' })}\n`;
    repository.write({ '.usergroups/state/staging.jsonl': applied(product.clock.now - 1000) });
    states.dispose();
    states = statesOf({ connections: () => [{}] }, () => Promise.resolve(product.services));
    let changes = 0;
    states.onDidChange(() => (changes += 1));
    assert.match((await textOf('acme')) ?? '', /^staging: as applied/);
    await product.services.sending.getOrCreate(product.connection, text);
    assert.match((await textOf('acme')) ?? '', /^staging: as applied/);
    await product.services.sending.update(product.connection, text.replace('"Name"', '"Theirs"'));
    assert.ok(changes > 0);
    assert.match((await textOf('acme')) ?? '', /^staging: drifted, service response /);
    repository.write({ '.usergroups/state/staging.jsonl': applied(product.clock.now + 1000) });
    wrote();
    assert.match((await textOf('acme')) ?? '', /^staging: as applied/);
    // By a clock that was wrong, which is no reason to hide what the service has answered.
    repository.write({ '.usergroups/state/staging.jsonl': applied(Date.now() + 1_000_000) });
    wrote();
    assert.match((await textOf('acme')) ?? '', /^staging: drifted, service response /);
  });

  const document = (id: string, path = `groups/${id}.usergroup.json`): vscode.TextDocument =>
    standIn<vscode.TextDocument>({
      uri: fileUri(join(repository.folder, path)),
      getText: () => readFileSync(join(repository.folder, path), 'utf8'),
    });
  const textOf = (id: string, path?: string): Promise<string | undefined> =>
    states.textOf(document(id, path), Date.now());
  /** As VS Code says when a file of the repository was written. */
  const wrote = (): void => {
    for (const { changed } of fileWatchers) changed.fire(undefined);
  };

  it('says how it stands to what was applied, and follows the state', async () => {
    repository.group('acme');
    assert.equal(await textOf('acme'), undefined);
    await repository.run('apply', '--auto-approve');
    let changes = 0;
    states.onDidChange(() => (changes += 1));
    wrote();
    assert.ok(changes > 0);
    assert.match((await textOf('acme')) ?? '', /^staging: as applied today \d/);
    repository.group('acme', { name: 'New' });
    assert.match((await textOf('acme')) ?? '', /^staging: changed since it was applied today \d/);
    repository.group('beta');
    assert.equal(await textOf('beta'), 'staging: not applied yet');
    repository.write({ 'groups/beta.usergroup.json': '{' });
    assert.equal(await textOf('beta'), 'staging: invalid, so it is not applied');
    await repository.run('apply', '--auto-approve', '--only', 'groups/acme.usergroup.json');
    repository.group('acme', { name: 'Newer' });
    await repository.runUnanswered('apply', '--auto-approve', '--only', 'groups/acme.usergroup.json');
    wrote();
    assert.equal(await textOf('acme'), 'staging: outcome of apply unknown');
  });

  it('says so in a workspace below the configuration, and follows the state there', async () => {
    repository.write({ '.git/HEAD': '' });
    repository.group('acme');
    await repository.run('apply', '--auto-approve');
    workspace.workspaceFolders = [{ uri: Uri.file(join(repository.folder, 'groups')) }];
    assert.match((await textOf('acme')) ?? '', /^staging: as applied today \d/);
    repository.group('acme', { name: 'New' });
    await repository.run('apply', '--auto-approve');
    for (const { pattern, changed } of fileWatchers) if (pattern === '*') changed.fire(undefined);
    assert.match((await textOf('acme')) ?? '', /^staging: as applied today \d/);
  });

  it('is said to be deleted where an update has found it so', async () => {
    repository.group('acme');
    await repository.run('apply', '--auto-approve');
    await repository.deleteElsewhere('acme');
    repository.group('acme', { name: 'New' });
    await repository.run('apply', '--auto-approve');
    wrote();
    assert.equal(await textOf('acme'), 'staging: deleted on the service');
  });

  it('is not said to be as applied where its connection leads to another address, or the state names none', async () => {
    repository.group('acme');
    await repository.run('apply', '--auto-approve');
    repository.configure({ baseUrl: 'https://elsewhere.example' });
    wrote();
    assert.equal(await textOf('acme'), 'staging: the state is of another or an unknown address');
    repository.configure({});
    wrote();
    assert.match((await textOf('acme')) ?? '', /as applied/);
    repository.write({ '.usergroups/state/staging.jsonl': repository.state });
    wrote();
    assert.equal(await textOf('acme'), 'staging: the state is of another or an unknown address');
  });

  it('has the same above its first line, with a way to the plan', async () => {
    repository.group('acme');
    await repository.run('apply', '--auto-approve');
    const [lens, ...others] = await states.lensesOf(document('acme'));
    assert.equal(others.length, 0);
    assert.equal(lens!.range.start.line, 0);
    assert.deepEqual(
      [lens!.command?.title.replace(/ today.*/, ''), lens!.command?.command, lens!.command?.arguments],
      ['staging: as applied', 'userGroups.planFolder', [{ folder: repository.folder, connection: 'staging' }]],
    );
  });

  it('has none in another folder, in no repository, or where the state cannot be read', async () => {
    repository.group('acme');
    await repository.run('apply', '--auto-approve');
    repository.write({ 'other/acme.usergroup.json': '{}' });
    assert.equal(await textOf('', 'other/acme.usergroup.json'), undefined);
    assert.deepEqual(await states.lensesOf(document('', 'other/acme.usergroup.json')), []);
    repository.write({ '.usergroups/state/staging.jsonl': '<<<<<<< HEAD' });
    wrote();
    assert.equal(await textOf('acme'), undefined);
    rmSync(join(repository.folder, 'usergroups.config.json'));
    wrote();
    assert.equal(await textOf('acme'), undefined);
    workspace.workspaceFolders = undefined;
    assert.equal(await textOf('acme'), undefined);
  });
});
