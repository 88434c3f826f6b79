// The main job as a person does it, told step by step: get or create, edit, update, rotate, copy.

import assert from 'node:assert/strict';
import type { Editor } from '../editor.ts';
import type { Service } from '../service.ts';
import type { Transcript } from './transcript.ts';

const FIRST = '{\n  "user_group_id": "acme-eu",\n  "name": "Acme Europe",\n  "mapping": {\n    "134": "386",\n    "40": 213\n  },\n  "properties": {\n    "region": "EU"\n  }\n}\n';
const SECOND = FIRST.replace('"region": "EU"', '"region": "EU",\n    "limit": 12345678901234567890');

/** Works on an editor that knows `service` as staging. Throws where the product does not do what the step says. */
export async function doMainJob(editor: Editor, service: Service, transcript: Transcript): Promise<void> {
  const step = (what: string, picture: string): Promise<void> => transcript.step(what, editor.page, picture);
  await create(editor, step);
  await change(editor, service, step);
  await rotate(editor, service, step);
  await copy(editor, service, step);
}

type Step = (what: string, picture: string) => Promise<void>;

async function create({ tree, textEditor, statusBar, page }: Editor, step: Step): Promise<void> {
  await tree.show();
  await tree.row(/^staging, Testing/).waitFor();
  await step('The list shows the connection staging, a stand-in for the service on this machine.', 'list');

  await tree.press(/^staging/, 'New User Group…');
  await textEditor.tab(/1\.usergroup\.json/).waitFor();
  await textEditor.replace(FIRST);
  await step('A new user group is a document: exactly the body of its request.', 'new');

  await page.keyboard.press('Control+Enter');
  await statusBar.shows('acme-eu on staging created');
  await textEditor.offers('Update User Group…');
  await tree.row(/Acme Europe.*Sent today/).waitFor();
  await step('Ctrl+Enter sends it: get or create. The token in the answer is kept, sealed.', 'document');
}

async function change({ tree, textEditor, statusBar, page }: Editor, service: Service, step: Step): Promise<void> {
  const sent = service.exchanges.length;
  await textEditor.replace(SECOND);
  await textEditor.save();
  await tree.row(/Acme Europe.*Draft, not sent/).waitFor();
  assert.equal(service.exchanges.length, sent, 'saving sent something');
  await step('A property more, saved: saving keeps a draft and sends nothing.', 'draft');

  await page.keyboard.press('Control+Enter');
  await statusBar.shows('acme-eu on staging updated: 1 change');
  await tree.row(/Acme Europe.*Sent today/).waitFor();
  assert.equal(service.group('acme-eu')?.properties, '{\n    "region": "EU",\n    "limit": 12345678901234567890\n  }');
  await step('Ctrl+Enter sends the draft: first a look at what the service has, then the update, digit by digit.', 'update');
}

async function rotate({ palette, dialog, notifications }: Editor, service: Service, step: Step): Promise<void> {
  const before = service.group('acme-eu')?.token;
  await palette.run('User Groups: Rotate User Group Token…');
  await dialog.asks('Rotate the token of acme-eu on staging?');
  await step('Rotating the token asks first.', 'rotation-question');

  await dialog.answer('Rotate the token of acme-eu on staging?', 'Rotate Token');
  await notifications.shows('The token of acme-eu on staging was rotated and is stored');
  assert.notEqual(service.group('acme-eu')?.token, before, 'the service still has the same token');
  await step('It is rotated; the new token is stored, and the replaced one kept.', 'rotated');
}

async function copy({ palette, quickInput, statusBar, clipboard }: Editor, service: Service, step: Step): Promise<void> {
  await clipboard.write('nothing copied yet');
  await palette.run('User Groups: Copy User Group Token');
  await statusBar.shows('Token of acme-eu on staging copied');
  // Never by assert.equal, whose message would show both.
  assert.ok(await clipboard.read() === service.group('acme-eu')?.token, 'the copied token is not the one that the service has');
  await step('The copied token is the one that the service has now.', 'copied');

  await palette.run('User Groups: Show What Was Sent');
  await quickInput.entries();
  await step('All that was sent is remembered.', 'history');
  await quickInput.cancel();
}
