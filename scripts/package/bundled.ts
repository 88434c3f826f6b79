// Which packages are bundled into what ships, by esbuild's own account, and the notice that carries their licences.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import { root } from '../editor/folders.ts';

export const NOTICES = 'ThirdPartyNotices.txt';

export interface Bundled {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Where it lies, from the clone's root: `node_modules/undici`. */
  readonly folder: string;
}

/** By name. Only what is left in the output counts. */
export function bundledPackages(metafiles: readonly Metafile[]): Bundled[] {
  const files = metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs)));
  const folders = new Set(files.flatMap((file) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []));
  return [...folders].map(packageIn).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Every bundled package with its licence's text. Throws with a sentence when one has none. */
export function noticesOf(packages: readonly Bundled[]): string {
  const parts = packages.map(
    ({ name, version, licence, folder }) =>
      `${'─'.repeat(80)}\n${name} ${version} (${licence})\n\n${licenceText(name, folder)}\n`,
  );
  return `What this extension is built from, beside its own code, and under which licences.\n\n${parts.join('\n')}`;
}

function packageIn(folder: string): Bundled {
  const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Record<
    'name' | 'version' | 'license',
    string
  >;
  return { name, version, licence: license, folder };
}

/** Of the package itself; a package that brings none along names its licence alone, and the text stands here. */
function licenceText(name: string, folder: string): string {
  const own = readdirSync(join(root, folder)).find((entry) => /^(licen[cs]e|copying)(\.(md|txt))?$/i.test(entry));
  const file = own === undefined ? join(root, 'scripts/package/licences', `${name}.txt`) : join(root, folder, own);
  if (!existsSync(file)) throw new Error(`${name} is bundled and brings no licence text along.`);
  return readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim();
}
