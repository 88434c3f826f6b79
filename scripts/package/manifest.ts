// The manifest as the editor reads it: each %key% of package.json replaced by its text in package.nls.json.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../editor/folders.ts';

const KEY = /^%(.+)%$/;

/** @throws an Error for a key without a text */
export function readManifest(): unknown {
  const texts = readTexts();
  return JSON.parse(readPlainManifest(), (_name, value: unknown) => {
    const key = typeof value === 'string' ? KEY.exec(value)?.[1] : undefined;
    if (key === undefined) return value;
    if (texts[key] === undefined) throw new Error(`package.nls.json has no text for ${key}.`);
    return texts[key];
  });
}

export function readPlainManifest(): string {
  return readFileSync(join(root, 'package.json'), 'utf8');
}

export function readTexts(): Readonly<Record<string, string>> {
  return JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')) as Record<string, string>;
}
