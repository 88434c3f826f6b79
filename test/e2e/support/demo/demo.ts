// The main job in the real editor with the packaged extension, and with nobody present. Started by scripts/demo.ts.

import { join } from 'node:path';
import { cache } from '../../../../scripts/editor/folders.ts';
import { Editor } from '../editor.ts';
import { prepare } from '../prepared.ts';
import { startService } from '../service.ts';
import { doMainJob } from './mainJob.ts';
import { Transcript } from './transcript.ts';

const stepMilliseconds = 30_000;

console.log('Packaging the extension, and installing it in an editor of its own …');
const { browser } = await prepare();
const service = await startService('Testing');
console.log(`The sandbox, a stand-in for the service, runs at ${service.baseUrl}.`);
const editor = await Editor.start(service.connectedAs('staging', {}, { 'editor.minimap.enabled': false }));
editor.page.setDefaultTimeout(stepMilliseconds);
try {
  await editor.page.setViewportSize({ width: 1180, height: 620 });
  await doMainJob(editor, service, new Transcript(join(cache, 'demo'), service.exchanges));
  console.log('\nDone: all went as it should.');
} catch (error) {
  console.error(`\nThe demonstration failed: ${(error as Error).message}`);
  await editor.keepEvidence('The demonstration');
  process.exitCode = 1;
} finally {
  await editor.stop();
  await browser.close();
  await service.close();
}
