// What editors share: in a whole run the packaged extension, installed; in one of its processes the address, the
// browser and the API token of its services.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { linkBuiltIn } from '../../../scripts/editor/builtIn.ts';
import { launchWithProfile } from '../../../scripts/editor/chromium.ts';
import { newestEditor, obtainEditor, type Editor } from '../../../scripts/editor/codeServer.ts';
import { installExtension } from '../../../scripts/editor/extensions.ts';
import { useScratchFolder } from '../../../scripts/editor/folders.ts';
import { makeProfile } from '../../../scripts/editor/profile.ts';
import { packageExtension } from '../../../scripts/package.ts';
import { FreshBrowser } from './freshBrowser.ts';
import { openAddress, type OneAddress } from './oneAddress.ts';

export interface Prepared {
  readonly editor: Editor;
  readonly browser: FreshBrowser;
  readonly address: OneAddress;
  /** The extensions folder that holds the packaged extension and nothing else. */
  readonly extensions: string;
  /** The folder of the editor's own extensions. */
  readonly builtIn: string;
  /** Of all services. Editors have it in the variable `API_TOKEN` from their start. */
  readonly apiToken: string;
  /** A folder of this process's own, removed when it ends. */
  readonly scratch: string;
}

export const viewport = { width: 1280, height: 800 };
/** The name of the variable for the extension host. */
export const API_TOKEN = 'E2E_API_TOKEN';
/** For each step of a window: starved, one takes very long, and only a test that fails waits for so long. */
const stepMilliseconds = 60_000;

/** The extensions folder of the run, for the processes of its tests. */
const EXTENSIONS = 'E2E_EXTENSIONS';

let made: Prepared | undefined;

export function prepared(): Prepared {
  if (made === undefined)
    throw new Error('Nothing is prepared: run mocha with test/e2e/mocharc.json, or call prepare().');
  return made;
}

/** Makes what is not made yet. Whoever calls closes the browser, unless the process is ended. */
export async function prepare(): Promise<Prepared> {
  if (made !== undefined) return made;
  const scratch = useScratchFolder();
  const editor = await obtainEditor(newestEditor, console.log);
  const extensions = process.env[EXTENSIONS] ?? (await installPackaged(editor, scratch));
  const context = await launchWithProfile(join(scratch, 'browser'), {
    viewport,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(stepMilliseconds);
  made = {
    editor,
    extensions,
    scratch,
    browser: new FreshBrowser(context),
    apiToken: randomBytes(24).toString('hex'),
    builtIn: linkBuiltIn(editor, join(scratch, 'builtIn')),
    address: await openAddress(),
  };
  return made;
}

/** Resolves with the extensions folder. */
async function installPackaged(editor: Editor, scratch: string): Promise<string> {
  const { path } = await packageExtension();
  const profile = makeProfile(join(scratch, 'installing'));
  await installExtension(editor, path, profile);
  return profile.extensions;
}

/** Once for a run, before its processes start. */
export async function prepareRun(): Promise<void> {
  process.env[EXTENSIONS] = await installPackaged(await obtainEditor(newestEditor, console.log), useScratchFolder());
}

/** Where there is one. */
export async function closeBrowser(): Promise<void> {
  await made?.browser.close();
}
