// Which steps of the walkthrough are complete by what was done, and that the manifest asks for these.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readManifest } from '../../../scripts/package/manifest.ts';
import { cancelled } from '../../../src/core/errors.ts';
import type { Log } from '../../../src/core/ports/log.ts';
import { CommandRunner, type Handlers } from '../../../src/vscode/command/commandRunner.ts';
import type { CommandId } from '../../../src/vscode/command/commandMap.ts';
import type { Messages } from '../../../src/vscode/platform/messages.ts';
import { groupUri, newDraftUri } from '../../../src/vscode/platform/documentUris.ts';
import { followSteps, openWalkthrough } from '../../../src/vscode/walkthrough.ts';
import { commands, documentSaved, tabs, tabsChanged, Uri } from '../../support/editor/fakeVscode.ts';
import { standIn } from '../../support/standIn.ts';

interface Step {
  readonly description: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}

const root = join(import.meta.dirname, '../../..');
const { contributes } = readManifest() as {
  contributes: { walkthroughs: readonly { readonly steps: readonly Step[] }[] };
};
const steps = contributes.walkthroughs.flatMap((walkthrough) => walkthrough.steps);
const KEY = 'onContext:userGroups.walkthrough.';
/** What the commands answer, in one. */
const DONE = { user_group: {}, new_user_group: true, rotated: true, name: 'staging', baseUrl: 'https://a.test' };
const awaited = steps.flatMap(({ completionEvents }) => completionEvents).filter((event) => event.startsWith(KEY));

describe('The walkthrough', () => {
  const completed: string[] = [];
  let disposables: readonly { readonly dispose: () => void }[] = [];
  let answer: () => Promise<typeof DONE>;
  let runner: CommandRunner;
  let execute: (id: CommandId) => Promise<void>;

  beforeEach(() => {
    completed.length = 0;
    const handlers = standIn<Handlers>({
      'userGroups.startSandbox': () => answer(),
      'userGroups.getOrCreate': () => answer(),
      'userGroups.update': () => answer(),
      'userGroups.rotateToken': () => answer(),
      'userGroups.addConnection': () => answer(),
    });
    runner = new CommandRunner(() => Promise.resolve(handlers), standIn<Messages>({}), standIn<Log>({}));
    execute = (id) => runner.executeOnItem(id, {});
    disposables = [
      followSteps(runner),
      commands.registerCommand('setContext', (key, value) => {
        assert.equal(value, true);
        completed.push(`onContext:${String(key)}`);
      }),
    ];
  });

  afterEach(() => {
    for (const each of disposables) each.dispose();
  });

  it('has each step that a command did, and none that was cancelled', async () => {
    for (const [id, step] of [
      ['userGroups.getOrCreate', 'created'],
      ['userGroups.update', 'sent'],
      ['userGroups.rotateToken', 'rotated'],
      ['userGroups.addConnection', 'connected'],
    ] as const) {
      completed.length = 0;
      answer = () => Promise.reject(cancelled());
      await execute(id);
      assert.deepEqual(completed, []);
      answer = () => Promise.resolve(DONE);
      await execute(id);
      assert.deepEqual(completed, [`${KEY}${step}`]);
      assert.ok(awaited.includes(`${KEY}${step}`));
    }
  });

  it('has not created what existed, nor sent an update that may have had nothing to send', async () => {
    answer = () => Promise.resolve({ ...DONE, new_user_group: false });
    await execute('userGroups.getOrCreate');
    await runner.run('userGroups.update', () => ({ origin: 'argument', input: {} }));
    assert.deepEqual(completed, []);
  });

  it('has edited a group that was saved', () => {
    documentSaved.fire({ uri: groupUri('Sandbox', 'acme') });
    assert.deepEqual(completed, [`${KEY}edited`]);
    assert.ok(awaited.includes(`${KEY}edited`));
  });

  it('has edited no group by saving a new one or any other file', () => {
    documentSaved.fire({ uri: newDraftUri('Sandbox', 1) });
    documentSaved.fire({ uri: Uri.file('/a/notes.md') });
    assert.deepEqual(completed, []);
  });

  describe('in its tab', () => {
    const executed: unknown[] = [];
    let telling: readonly { readonly dispose: () => void }[] = [];
    const show = (label: string, isPreview = false, input?: object): void => {
      tabs.active = { input, label, isPreview };
      tabsChanged.fire(undefined);
    };

    beforeEach(() => {
      executed.length = 0;
      answer = () => Promise.resolve(DONE);
      telling = ['workbench.action.keepEditor', 'workbench.action.openWalkthrough'].map((id) =>
        commands.registerCommand(id, (about) => {
          if (typeof about !== 'string') executed.push((about as { step: string } | undefined)?.step ?? id);
        }),
      );
    });
    afterEach(() => {
      tabs.active = undefined;
      for (const each of telling) each.dispose();
    });

    it('stays open, where VS Code would put the next document in its place', async () => {
      await openWalkthrough();
      show('acme', true, {});
      show('Welcome', true);
      show('Extension: another', true);
      assert.deepEqual(executed, ['workbench.action.keepEditor']);
    });

    it('goes on to the next step at once, or as soon as it is shown again, and once', async () => {
      await openWalkthrough();
      show('Welcome', true);
      executed.length = 0;
      await execute('userGroups.startSandbox');
      assert.deepEqual(executed, ['create']);
      show('acme', false, {});
      await execute('userGroups.getOrCreate');
      documentSaved.fire({ uri: groupUri('Sandbox', 'acme') });
      show('Settings');
      assert.deepEqual(executed, ['create']);
      show('Welcome');
      show('Welcome');
      assert.equal(executed.length, 2);
    });

    it('goes on after the step that was done, whatever was left out before', async () => {
      await openWalkthrough();
      show('Welcome', true);
      executed.length = 0;
      await execute('userGroups.rotateToken');
      assert.deepEqual(executed, ['connect']);
    });
  });

  it('has six steps, each with a button, a picture in words, and something that completes it', () => {
    assert.equal(steps.length, 6);
    for (const { description, media, completionEvents } of steps) {
      assert.match(description, /\n\[[^\]]+\]\(command:userGroups\.\w+\)$/);
      assert.ok(media.altText.length > 20);
      assert.equal(completionEvents.length, 1);
    }
    assert.equal(awaited.length, 5, 'all that are completed here');
  });

  it('has pictures that follow the theme', () => {
    for (const { media } of steps) {
      const picture = readFileSync(join(root, media.svg), 'utf8');
      assert.deepEqual(picture.match(/(?:fill|stroke)="(?!none|var\(--vscode-)[^"]*"/g), null, media.svg);
    }
  });
});
