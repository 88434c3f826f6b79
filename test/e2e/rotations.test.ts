// A rotation whose answer is lost, and a terminal that has a token: as the user meets them.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { elsewhere } from '../support/elsewhere.ts';
import { comesToBe } from './support/comesToBe.ts';
import type { Editor } from './support/editor.ts';
import { serviceForAllTests } from './support/service.ts';
import { editorForAllTests } from './support/sharedEditor.ts';

const UNKNOWN = 'Rotation: outcome unknown';

describe('Rotations that go wrong', () => {
  const service = serviceForAllTests();
  const editor = editorForAllTests(() => service().connectedAs('staging'));

  describe('A rotation whose answer is lost', () => {
    /** The group acme, known here, and its row in view. */
    async function knowsAcme({ palette, quickInput, tree }: Editor): Promise<void> {
      await elsewhere(service(), 'GET', { user_group_id: 'acme', name: 'Acme' });
      await palette.run('User Groups: Add Existing User Group…');
      await quickInput.answer('ID', 'acme');
      await quickInput.answer('Display name', 'Acme');
      await tree.show();
      await tree.row(/^Acme/).waitFor();
    }

    it('stays in sight, in list, form and badge and at the next start, until the service is asked for the current token', async () => {
      const { tree, form, palette, notifications, statusBar, dialog, clipboard } = editor();
      await knowsAcme(editor());
      const former = service().group('acme')!.token;
      await tree.open(/^Acme/);
      await form.isReady();
      service().misbehave('resetBeforeAnswer', { operation: 'rotate' });
      await form.press('Rotate Token');
      await dialog.answer('Rotate the token of "acme" on staging?', 'Rotate Token');
      await notifications.shows('may have been rotated');
      await form.says(UNKNOWN);
      await form.button('Resolve Rotation…').waitFor();
      await tree.row(new RegExp(`^Acme, acme · ${UNKNOWN}`)).waitFor();
      await tree.badge('1').waitFor();
      assert.notEqual(service().group('acme')!.token, former);

      await palette.run('View: Close All Editors');
      await palette.run('View: Show Explorer');
      await editor().reload();
      await tree.badge('1').waitFor();
      await tree.show();
      await tree.row(new RegExp(`^Acme, acme · ${UNKNOWN}`)).waitFor();
      await notifications.press(
        'the stored token may no longer work: token rotation of "acme" on staging',
        'Resolve Rotation…',
      );
      await notifications.press('Token of "acme" on staging was rotated', 'Copy New Token');
      await statusBar.shows('Token of "acme" on staging copied');
      assert.ok(
        (await clipboard.read()) === service().group('acme')!.token,
        'the copied token is not the one that the service has',
      );
      await tree.row(/^Acme, acme · Previous token kept$/).waitFor();
      await tree.badge('1').waitFor({ state: 'detached' });

      await tree.choose(/^Acme/, 'Token', 'Copy Previous User Group Token');
      await statusBar.shows(/Previous token of "acme" on staging copied \(replaced today \d\d:\d\d\)/);
      assert.ok((await clipboard.read()) === former, 'the copied token is not the former one');
      await tree.choose(/^Acme/, 'Token', 'Mark as Deployed…');
      await dialog.answer('Is the current token of "acme" on staging deployed everywhere?', 'Mark as Deployed');
      await statusBar.shows('Token of "acme" on staging marked as deployed');
    });
  });

  describe('A terminal that has a token', () => {
    it('has no shell any more once its window is loaded again', async () => {
      const { palette, quickInput, dialog, tree, page, workspace } = editor();
      await palette.run('User Groups: Add Existing User Group…');
      await quickInput.answer('ID', 'acme');
      await quickInput.answer('Display name', 'Acme');
      await tree.show();
      await tree.choose(/^Acme/, 'Token', 'Write Token to…');
      await quickInput.pick('terminal  New Terminal…');
      await quickInput.answer('Name of the variable', 'ACME_TOKEN');
      await dialog.answer('Open a terminal that has the token of "acme" on staging as ACME_TOKEN?', 'Write Token');
      const numbers = join(workspace, 'shell');
      await page.locator('.terminal.xterm.focus').waitFor();
      await page.keyboard.type('echo $$ > shell\n');
      await comesToBe(() => existsSync(numbers) && /^\d+\n$/.test(readFileSync(numbers, 'utf8')), true);
      const shell = Number(readFileSync(numbers, 'utf8'));
      assert.ok(isRunning(shell));
      await editor().reload();
      await comesToBe(() => isRunning(shell), false);
    });
  });
});

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}
