// Extensions in a profile of the editor: ours as packaged, and small ones that only the bench has.

import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newestEditor, obtainEditor } from '../editor/codeServer.ts';
import { installExtension } from '../editor/extensions.ts';
import { makeProfile } from '../editor/profile.ts';
import type { Package } from '../package.ts';

/** The package as the editor installs it, in a profile in `folder`. Resolves with the folder of the extension. */
export async function unpack({ path }: Package, folder: string): Promise<string> {
  const profile = makeProfile(folder);
  await installExtension(await obtainEditor(newestEditor, console.error), path, profile);
  const installed = readdirSync(profile.extensions, { withFileTypes: true }).find((entry) => entry.isDirectory());
  if (installed === undefined) throw new Error(`The editor installed nothing from ${path}.`);
  return join(profile.extensions, installed.name);
}

/** The unpacked extension, its manifest changed so. Gives its id. */
export function installUnpacked(unpacked: string, extensions: string, changes: object = {}): string {
  const manifest = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as Record<
    'publisher' | 'name',
    string
  >;
  const id = `${manifest.publisher}.${manifest.name}`;
  cpSync(unpacked, join(extensions, id), { recursive: true });
  writeFileSync(join(extensions, id, 'package.json'), JSON.stringify({ ...manifest, ...changes }));
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
