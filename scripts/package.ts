// Packages the extension: one .vsix at the clone's root, without warnings, under 1 MB, with nothing in it but what
// runs. Beside it the command line: one .tgz for npm.

import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { listFiles, PackageManager } from '@vscode/vsce';
import { buildForPackage } from './build.ts';
import { root } from './editor/folders.ts';
import { strangers, troublesIn } from './package/contents.ts';
import { linkBases } from './package/linkBases.ts';
import { packCommandLine } from './package/commandLine.ts';
import { withStagedClone } from './package/staged.ts';

const limitBytes = 1_000_000;

export interface Package {
  readonly path: string;
  readonly bytes: number;
  readonly files: readonly string[];
  /** The package of the command line. */
  readonly commandLine: string;
}

/** Builds and packages. Throws with a sentence when the package is not fit to be given to anyone. */
export async function packageExtension(): Promise<Package> {
  return withStagedClone(packageClone);
}

async function packageClone(clone: string): Promise<Package> {
  await buildForPackage(clone);
  const files = await listFiles({ cwd: clone, packageManager: PackageManager.None });
  const strange = strangers(files);
  const troubles = files
    .filter((file) => !file.endsWith('.png'))
    .flatMap((file) => troublesIn(file, readFileSync(join(clone, file), 'utf8'), [root, homedir()]));
  if (troubles.length > 0) throw new Error(`The package is not fit to be given to anyone: ${troubles.join('; ')}.`);
  if (strange.length > 0) throw new Error(`These files have no place in the package: ${strange.join(', ')}.`);

  const { name, version, repository } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    repository: { url: string };
  };
  const path = join(root, `${name}-${version}.vsix`);
  const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
  const { content, images } = linkBases(repository.url);
  const flags = ['--no-dependencies', '--baseContentUrl', content, '--baseImagesUrl', images, '--out', path];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [vsce, 'package', ...flags], { cwd: clone });
  const warnings = `${stdout}\n${stderr}`.split('\n').filter((line) => line.includes('WARNING'));
  if (warnings.length > 0) throw new Error(`The package was made with warnings:\n${warnings.join('\n')}`);

  const bytes = statSync(path).size;
  if (bytes >= limitBytes) throw new Error(`The package has ${bytes} bytes; it must stay under ${limitBytes}.`);
  return { path, bytes, files, commandLine: (await packCommandLine(clone, root)).path };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { path, bytes, files, commandLine } = await packageExtension();
  console.log(`${path}: ${files.length} files, ${Math.ceil(bytes / 1000)} kB`);
  console.log(commandLine);
}
