// Runs a file of this folder in the extension host of an editor, in place of tests.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from '../editor/folders.ts';
import { startLeashed } from '../editor/leashed.ts';
import type { Profile } from '../editor/profile.ts';
import { writeExtension } from './extensions.ts';
import { withOrder } from './probeOrder.ts';

/** An extension that does nothing. */
export const emptyCode = "import 'vscode';\nexport function activate() {}\n";

/** A file that exports `run`, in one file as the editor takes it. Gives its path. */
export async function bundleProbe(file: string, folder: string): Promise<string> {
  const outfile = join(folder, file.replace(/\.ts$/, '.cjs'));
  await build({
    entryPoints: [join(import.meta.dirname, file)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
  });
  return outfile;
}

/** Resolves with the answer of the probe, in an editor with this profile that ends after it. */
export async function askProbe<T>(probe: string, folder: string, profile: Profile, order: object): Promise<T> {
  const result = join(folder, 'probed.json');
  const development = join(folder, 'development');
  writeExtension(development, 'development', emptyCode);
  const run = startLeashed(
    process.execPath,
    [
      join(root, 'scripts/editor/headlessHost.ts'),
      folder,
      `--user-data-dir=${profile.data}`,
      `--extensions-dir=${profile.extensions}`,
      `--extensionDevelopmentPath=${join(development, 'development')}`,
      `--extensionTestsPath=${probe}`,
    ],
    { env: withOrder(order, result), output: 'pipe' },
  );
  for (const stream of run.output) stream.resume();
  if ((await run.exited) !== 0) throw new Error('The editor ended before the extensions were measured.');
  return JSON.parse(readFileSync(result, 'utf8')) as T;
}
