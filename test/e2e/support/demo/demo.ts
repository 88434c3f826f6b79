// The main job in the real editor with the packaged extension, and with nobody present. Started by scripts/demo.ts.

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cache } from '../../../../scripts/editor/folders.ts';
import { Editor, type EditorOptions } from '../editor.ts';
import { prepare } from '../prepared.ts';
import { startService, type Service } from '../service.ts';
import { writeDocImages } from './docImages.ts';
import { keys, showGallery } from './gallery.ts';
import { withKnownGroups } from './knownGroups.ts';
import { doMainJob } from './mainJob.ts';
import { usual } from './room.ts';
import { Transcript } from './transcript.ts';

const stepMilliseconds = 30_000;

const {
  values: { docs },
} = parseArgs({ options: { docs: { type: 'boolean', default: false } } });
console.log('Packaging the extension, and installing it in an editor of its own …');
const { browser } = await prepare();
const staging = await startService('Testing');
const production = await startService('Customer');
console.log(
  `The sandbox, a stand-in for the service, runs at ${staging.baseUrl}, and as production at ${production.baseUrl}.`,
);
const editor = await Editor.start(optionsFor(staging, production));
const transcript = new Transcript({
  folder: join(cache, 'demo'),
  services: [staging, production],
});
const { page } = editor;
page.setDefaultTimeout(stepMilliseconds);
try {
  await page.setViewportSize(usual);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const step = (what: string, picture: string): Promise<void> => transcript.step(what, page, picture);
  await doMainJob(editor, staging, step);
  await showGallery(editor, step);
  if (docs) await writeDocImages(transcript.pictures, await page.context().newPage(), usual);
  console.log('\nDone: all went as it should.');
} catch (error) {
  console.error(`\nThe demonstration failed: ${(error as Error).message}`);
  process.exitCode = 1;
} finally {
  await editor.stop(process.exitCode === 1 ? { title: 'The demonstration' } : undefined);
  await browser.close();
  await staging.close();
  await production.close();
}

/** Both services by connections of their names. */
function optionsFor(testing: Service, customer: Service): EditorOptions {
  return {
    env: { DEMO_STAGING_TOKEN: testing.apiToken, DEMO_PRODUCTION_TOKEN: customer.apiToken },
    beforeStart: withKnownGroups('staging', testing),
    keybindings: keys.keybindings,
    settings: {
      'userGroups.connections': [
        { name: 'staging', baseUrl: testing.baseUrl, environment: 'Testing', apiTokenEnv: 'DEMO_STAGING_TOKEN' },
        {
          name: 'production',
          baseUrl: customer.baseUrl,
          environment: 'Customer',
          apiTokenEnv: 'DEMO_PRODUCTION_TOKEN',
        },
      ],
      'userGroups.mappingSchema': 'mapping.schema.json',
      'editor.minimap.enabled': false,
      'workbench.reduceMotion': 'on',
    },
  };
}
