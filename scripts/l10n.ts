// Writes all messages to .cache/l10n/bundle.l10n.json, from which a new translation begins. In those that are there,
// left-over messages are removed, and missing ones are named.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from './editor/folders.ts';
import { messagesOf } from './l10n/messages.ts';
import { sourceFiles } from './metrics/sourceFile.ts';

const english = new Map(
  sourceFiles('src')
    .flatMap(messagesOf)
    .flatMap(({ key, text }) => (key === undefined || text === undefined ? [] : [[key, text] as const])),
);
const folder = join(cache, 'l10n');
mkdirSync(folder, { recursive: true });
writeBundle(join(folder, 'bundle.l10n.json'), english);
console.log(`${english.size} messages in ${folder}`);

for (const name of readdirSync(join(root, 'l10n'))) {
  const file = join(root, 'l10n', name);
  const texts = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>));
  const left = new Map([...texts].filter(([key]) => english.has(key)));
  writeBundle(file, left);
  const missing = [...english.keys()].filter((key) => !texts.has(key));
  console.log(`${name}: ${texts.size - left.size} removed, ${missing.length} missing`);
  for (const key of missing) console.log(`  ${JSON.stringify(key)}`);
}

/** In the order of the keys, so that a change stays small. */
function writeBundle(file: string, texts: ReadonlyMap<string, string>): void {
  const sorted = [...texts].sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), undefined, 2)}\n`);
}
