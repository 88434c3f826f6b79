// The language of a terminal, as git and other programs choose it.

import { readFileSync } from 'node:fs';
import { useLanguage } from '../core/language.ts';

/** By POSIX: the first of them that is set. "C" is English. */
const VARIABLES = ['LC_ALL', 'LC_MESSAGES', 'LANG'];

/**
 * English where nobody has translated the texts into it.
 * @param bundle the file with the texts of a language; there need be none
 */
export function useTerminalLanguage(env: NodeJS.ProcessEnv, bundle: (language: string) => URL): void {
  const locale = VARIABLES.map((name) => env[name] ?? '').find((value) => value !== '') ?? '';
  const [language = 'en'] = /^[a-z]{2,3}(?![a-z])/.exec(locale) ?? [];
  const translation = textOf(bundle(language));
  useLanguage(translation === undefined ? 'en' : language, translation);
}

function textOf(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
