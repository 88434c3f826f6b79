// What all editors of a run share, made once: the packaged extension, installed, the editor's server, and a browser.

import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../scripts/editor/chromium.ts';
import { newestEditor, obtainEditor, type Editor } from '../../../scripts/editor/codeServer.ts';
import { installExtension } from '../../../scripts/editor/extensions.ts';
import { useScratchFolder } from '../../../scripts/editor/folders.ts';
import { makeProfile } from '../../../scripts/editor/profile.ts';
import { packageExtension } from '../../../scripts/package.ts';

export interface Prepared {
  readonly editor: Editor;
  readonly browser: Browser;
  /** The extensions folder that holds the packaged extension and nothing else. */
  readonly extensions: string;
  /** A folder of this run's own, removed when it ends. */
  readonly scratch: string;
}

let made: Prepared | undefined;

export function prepared(): Prepared {
  if (made === undefined) throw new Error('Nothing is prepared: run mocha with test/e2e/mocharc.json, or call prepare().');
  return made;
}

/** Makes it, unless it is made. Whoever calls closes the browser. */
export async function prepare(): Promise<Prepared> {
  if (made !== undefined) return made;
  const scratch = useScratchFolder();
  const editor = await obtainEditor(newestEditor, console.log);
  const { path } = await packageExtension();
  const profile = makeProfile(join(scratch, 'installing'));
  await installExtension(editor, path, profile);
  made = { editor, browser: await launchBrowser(join(scratch, 'browser')), extensions: profile.extensions, scratch };
  return made;
}

const preparingMilliseconds = 300_000;

export const mochaHooks = {
  async beforeAll(this: Mocha.Context): Promise<void> {
    this.timeout(preparingMilliseconds);
    await prepare();
  },
  async afterAll(): Promise<void> {
    await made?.browser.close();
  },
};
