// Packs the command line for npm: what `.npmignore` leaves in.

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { innerEnvironment, npmCommand } from '../editor/npm.ts';

export interface Packed {
  readonly path: string;
  readonly files: readonly string[];
}

/** @param folder that holds what `buildForPackage` has built @param to the folder of the package */
export async function packCommandLine(folder: string, to: string): Promise<Packed> {
  const { command, first } = npmCommand();
  const flags = ['--json', '--ignore-scripts', '--offline', '--pack-destination', to];
  const { stdout } = await promisify(execFile)(command, [...first, 'pack', ...flags], {
    cwd: folder,
    env: innerEnvironment(process.env),
  });
  const [packed] = JSON.parse(stdout) as { filename: string; files: { path: string }[] }[];
  if (packed === undefined) throw new Error('npm has packed nothing.');
  return { path: join(to, packed.filename), files: packed.files.map(({ path }) => path).sort() };
}
