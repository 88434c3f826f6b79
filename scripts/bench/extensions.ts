// Extensions in a profile of the editor: ours as packaged, and small ones that only the bench has.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../editor/folders.ts';
import type { Package } from '../package.ts';

/** The packaged extension, its manifest changed so. Gives its id. */
export function installPackage({ files }: Package, extensions: string, changes: object = {}): string {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<'publisher' | 'name', string>;
  const id = `${manifest.publisher}.${manifest.name}`;
  const folder = join(extensions, id);
  for (const file of files) cpSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, ...changes }));
  return id;
}

/** An extension of this code, an ES module, and with these fields in its manifest. Gives its id. */
export function writeExtension(extensions: string, name: string, code: string, fields: object = {}): string {
  const folder = join(extensions, name);
  mkdirSync(folder, { recursive: true });
  const manifest = {
    publisher: 'bench',
    name,
    version: '1.0.0',
    type: 'module',
    main: './extension.js',
    engines: { vscode: '^1.105.0' },
    ...fields,
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'extension.js'), code);
  return `bench.${name}`;
}
