// The command line in the process of the tests, without colors.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCommandLine } from '../../src/cli/commands.ts';
import { largeFiles } from '../../src/store/database/largeFiles.ts';

const root = join(import.meta.dirname, '../..');
const schema = (name: string): string => readFileSync(join(root, `media/${name}.schema.json`), 'utf8');

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function runIn(cwd: string, ...args: readonly string[]): Promise<Ran> {
  let out = '';
  let err = '';
  const code = await runCommandLine(args, {
    version: '1.2.3',
    files: largeFiles,
    schemas: { document: schema('user-group'), config: schema('groups-config'), output: schema('cli-output') },
    terminal: {
      cwd,
      env: {},
      out: (text) => (out += text),
      err: (text) => (err += text),
      paint: (_color, text) => text,
    },
  });
  return { code, out, err };
}

/** Files of a folder by their paths; what is no string is written as JSON. */
export function writeFiles(folder: string, files: Readonly<Record<string, unknown>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content, undefined, 2));
  }
}
