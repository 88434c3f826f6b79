// The command line in the process of the tests, without colors.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import workflow from '../../media/cli-workflow.json' with { type: 'json' };
import type { RequestOptions } from '../../src/core/ports/client.ts';
import { runCommandLine } from '../../src/cli/commands.ts';
import { largeFiles } from '../../src/store/database/largeFiles.ts';

const root = join(import.meta.dirname, '../..');
const schema = (name: string): string => readFileSync(join(root, `media/${name}.schema.json`), 'utf8');

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Surroundings {
  /** Absent: nobody sits there. */
  readonly ask?: (question: string) => Promise<string>;
  readonly env?: Readonly<Record<string, string>>;
  readonly signals?: Pick<RequestOptions, 'signal' | 'untilLeft'>;
  /** With each text that is printed. */
  readonly onOutput?: (text: string) => void;
}

export function runIn(cwd: string, ...args: readonly string[]): Promise<Ran> {
  return runWith({}, cwd, ...args);
}

export async function runWith(
  { ask, env = {}, signals = {}, onOutput }: Surroundings,
  cwd: string,
  ...args: readonly string[]
): Promise<Ran> {
  let out = '';
  let err = '';
  const code = await runCommandLine(args, {
    version: '1.2.3',
    now: Date.now,
    interruptible: () => signals,
    files: largeFiles,
    schemas: { document: schema('user-group'), config: schema('groups-config'), output: schema('cli-output') },
    workflow: `${workflow.lines.join('\n')}\n`,
    terminal: {
      cwd,
      env,
      ask,
      out: (text) => {
        out += text;
        onOutput?.(text);
      },
      err: (text) => {
        err += text;
        onOutput?.(text);
      },
      paint: (_color, text) => text,
      progress: () => undefined,
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
