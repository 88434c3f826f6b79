// The texts of the manifest in a language.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/editor/folders.ts';

/** @param language such as `de`; without one, English */
export function manifestTexts(language?: string): Readonly<Record<string, string>> {
  const file = language === undefined ? 'package.nls.json' : `package.nls.${language}.json`;
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, string>;
}
