// Writes all messages to .cache/l10n/bundle.l10n.json, from which a translator begins.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './editor/folders.ts';
import { messagesOf } from './l10n/messages.ts';
import { sourceFiles } from './metrics/sourceFile.ts';

const folder = join(cache, 'l10n');
const file = join(folder, 'bundle.l10n.json');
const messages = sourceFiles('src')
  .flatMap(messagesOf)
  .flatMap(({ key, text }) => (key === undefined || text === undefined ? [] : [[key, text] as const]));
const bundle = Object.fromEntries(messages.sort(([one], [other]) => (one < other ? -1 : 1)));
mkdirSync(folder, { recursive: true });
writeFileSync(file, `${JSON.stringify(bundle, undefined, 2)}\n`);
console.log(`${Object.keys(bundle).length} messages in ${file}`);
