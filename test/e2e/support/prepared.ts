// What editors share: in a whole run the packaged extension, installed; in one of its processes the address; for the
// tests of a file the browser.

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
  /** A folder of this process's own, removed when it ends. */
  readonly scratch: string;
}

export const viewport = { width: 1280, height: 800 };
const preparingMilliseconds = 300_000;
/** For each step of a window: starved, one takes very long, and only a test that fails waits for so long. */
const stepMilliseconds = 60_000;

/** The extensions folder of the run, for the processes of its tests. */
const EXTENSIONS = 'E2E_EXTENSIONS';

let lasting: Promise<Omit<Prepared, 'browser'>> | undefined;
let made: Prepared | undefined;

export function prepared(): Prepared {
  if (made === undefined)
    throw new Error('Nothing is prepared: run mocha with test/e2e/mocharc.json, or call prepare().');
  return made;
}

/** Makes what is not made yet. Whoever calls closes the browser. */
export async function prepare(): Promise<Prepared> {
  if (made !== undefined) return made;
  const shared = await (lasting ??= prepareProcess());
  const context = await launchWithProfile(join(shared.scratch, 'browser'), {
    viewport,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(stepMilliseconds);
  made = { ...shared, browser: new FreshBrowser(context) };
  return made;
}

async function prepareProcess(): Promise<Omit<Prepared, 'browser'>> {
  const scratch = useScratchFolder();
  const editor = await obtainEditor(newestEditor, console.log);
  const extensions = process.env[EXTENSIONS] ?? (await installPackaged(editor, scratch));
  return {
    editor,
    extensions,
    scratch,
    builtIn: linkBuiltIn(editor, join(scratch, 'builtIn')),
    address: await openAddress(),
  };
}

/** Resolves with the extensions folder. */
async function installPackaged(editor: Editor, scratch: string): Promise<string> {
  const { path } = await packageExtension();
  const profile = makeProfile(join(scratch, 'installing'));
  await installExtension(editor, path, profile);
  return profile.extensions;
}

/** Once for a run, before its processes start. */
export async function mochaGlobalSetup(): Promise<void> {
  process.env[EXTENSIONS] = await installPackaged(await obtainEditor(newestEditor, console.log), useScratchFolder());
}

/** Around the tests of each file: a browser would outlive a process that mocha ends. */
export const mochaHooks = {
  async beforeAll(this: Mocha.Context): Promise<void> {
    this.timeout(preparingMilliseconds);
    await prepare();
  },
  async afterAll(): Promise<void> {
    await made?.browser.close();
    made = undefined;
  },
};
