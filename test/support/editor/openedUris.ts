// What VS Code is asked to open.

import { commands } from './fakeVscode.ts';

/** Inside `describe`: the addresses that are opened in a test, as texts. */
export function openedUris(): string[] {
  const opened: string[] = [];
  let opening: { readonly dispose: () => void };
  beforeEach(() => {
    opened.length = 0;
    opening = commands.registerCommand('vscode.open', (uri) => opened.push(String(uri)));
  });
  afterEach(() => {
    opening.dispose();
  });
  return opened;
}
