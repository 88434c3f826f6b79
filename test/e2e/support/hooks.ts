// What mocha does around all end-to-end tests. In a whole run the files are shared out among processes, each of which
// runs its own one after another and is then ended: its browser and its editor end with it.

import { Editor } from './editor.ts';
import { closeBrowser, prepare, prepareRun } from './prepared.ts';

const preparingMilliseconds = 300_000;

/** In the process that shares out the files, before the others start. */
export const mochaGlobalSetup = prepareRun;

/** Around the tests of each file. */
export const mochaHooks = {
  async beforeAll(this: Mocha.Context): Promise<void> {
    this.timeout(preparingMilliseconds);
    await prepare();
  },
};

/** Where that process has run the tests itself, it ends by itself. */
export async function mochaGlobalTeardown(): Promise<void> {
  await Editor.running?.stop();
  await closeBrowser();
}
