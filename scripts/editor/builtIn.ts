// Those of the editor's own extensions that tests meet: the others would cost a quarter of each window's start.

import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Editor } from './codeServer.ts';

const met = ['configuration-editing', 'json', 'json-language-features', 'log', 'theme-defaults', 'theme-seti'];

/** Makes this folder, which is not there yet, with links to them. */
export function linkBuiltIn(editor: Editor, folder: string): string {
  mkdirSync(folder);
  for (const name of met) symlinkSync(join(editor.builtIn, name), join(folder, name), 'junction');
  return folder;
}
