// How big the package is, how much of it is read at activation, and how long that takes beside an empty extension.

import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root, useScratchFolder } from '../editor/folders.ts';
import { startLeashed } from '../editor/leashed.ts';
import { makeProfile } from '../editor/profile.ts';
import { packageExtension, type Package } from '../package.ts';
import type { ActivationOrder, Activations } from './activationProbe.ts';
import { handBack } from './alone.ts';
import { median } from './rounds.ts';
import { compared, kilobytes, limited, megabytes, milliseconds, type Row } from './row.ts';

const editorStarts = 7;
/** The first ones warm the host up; ours comes amid the others. */
const emptyExtensions = ['empty-1', 'empty-2', 'empty-3', 'empty-4', 'empty-5', 'empty-6', 'empty-7', 'empty-8'];

async function measurePackage(): Promise<Row[]> {
  const scratch = useScratchFolder();
  const packaged = await packageExtension();
  const probe = await bundleProbe(scratch);
  const activations: Activations[] = [];
  for (let start = 0; start < editorStarts; start += 1) activations.push(await activateInEditor(join(scratch, String(start)), packaged, probe));
  const [ours, empty] = [median(activations.map((one) => one.ours)), median(activations.map((one) => one.empty))];
  return [
    compared('load and activate(), beside an empty extension', ours, empty, milliseconds, 2),
    limited('… code read at activation', await activationBytes(), kilobytes, 50_000),
    limited('the package (.vsix)', packaged.bytes, megabytes, 1_000_000),
  ];
}

/** dist/extension.js with all that it imports before it runs. */
async function activationBytes(): Promise<number> {
  const entry = 'dist/extension.js';
  const { metafile } = await build({
    absWorkingDir: root, entryPoints: [entry], bundle: true, splitting: true, outdir: 'out', write: false, metafile: true,
    format: 'esm', platform: 'node', external: ['vscode'],
  });
  const read = new Set([entry]);
  for (const file of read) {
    for (const { path, kind } of metafile.inputs[file]?.imports ?? []) if (kind === 'import-statement' && path in metafile.inputs) read.add(path);
  }
  return [...read].reduce((sum, file) => sum + (metafile.inputs[file]?.bytes ?? 0), 0);
}

async function bundleProbe(folder: string): Promise<string> {
  const outfile = join(folder, 'probe.cjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'activationProbe.ts')], outfile, bundle: true, platform: 'node', format: 'cjs', external: ['vscode'],
  });
  return outfile;
}

/** Starts the editor with the package and the empty extensions installed, and has the probe activate them. */
async function activateInEditor(folder: string, packaged: Package, probe: string): Promise<Activations> {
  const profile = makeProfile(folder);
  const ours = installQuiet(packaged, profile.extensions);
  const empty = emptyExtensions.map((name) => writeEmptyExtension(profile.extensions, name));
  const result = join(folder, 'activations.json');
  const development = join(folder, 'development');
  writeEmptyExtension(development, 'development');
  const order: ActivationOrder = { ours, empty, result };
  const run = startLeashed(process.execPath, [
    join(root, 'scripts/editor/headlessHost.ts'), folder, `--user-data-dir=${profile.data}`, `--extensions-dir=${profile.extensions}`,
    `--extensionDevelopmentPath=${join(development, 'development')}`, `--extensionTestsPath=${probe}`,
  ], { env: { ...process.env, BENCH_ORDER: JSON.stringify(order) }, output: 'pipe' });
  for (const stream of run.output) stream.resume();
  if (await run.exited !== 0) throw new Error('The editor ended before the extensions were activated.');
  return JSON.parse(readFileSync(result, 'utf8')) as Activations;
}

/** As packaged, but that nothing activates it before the probe does. Gives its id. */
function installQuiet({ files }: Package, extensions: string): string {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<'publisher' | 'name', string>;
  const id = `${manifest.publisher}.${manifest.name}`;
  const folder = join(extensions, id);
  for (const file of files) cpSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, activationEvents: [] }));
  return id;
}

/** Gives its id. */
function writeEmptyExtension(extensions: string, name: string): string {
  const folder = join(extensions, name);
  mkdirSync(folder, { recursive: true });
  const manifest = { publisher: 'bench', name, version: '1.0.0', type: 'module', main: './extension.js', engines: { vscode: '^1.105.0' } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(folder, 'extension.js'), "import 'vscode';\nexport function activate() {}\n");
  return `bench.${name}`;
}

handBack(await measurePackage());
