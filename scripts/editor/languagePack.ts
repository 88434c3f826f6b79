// Another display language. Without a pack from the Marketplace: the editor's own texts stay English, and extensions
// speak it.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from './profile.ts';

/** Gives the profile an empty pack of the language, such as `de`. Returns the flags for its server. */
export function useDisplayLanguage({ data }: Profile, language: string): string[] {
  const folder = join(data, 'languagePack');
  mkdirSync(folder, { recursive: true });
  const texts = join(folder, 'main.i18n.json');
  writeFileSync(texts, JSON.stringify({ version: '1.0.0', contents: {} }));
  const extensions = [{ extensionIdentifier: { id: `test.${language}` }, version: '1.0.0' }];
  const pack = { hash: language, label: language, extensions, translations: { vscode: texts } };
  writeFileSync(join(data, 'languagepacks.json'), JSON.stringify({ [language]: pack }));
  return ['--locale', language];
}
