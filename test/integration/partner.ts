// The extension host of a second window calls `run` here: it does what the tests in the first window say.

import { obey } from './support/secondWindow.ts';

export async function run(): Promise<void> {
  await obey();
}
