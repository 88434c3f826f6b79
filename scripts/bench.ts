// Measures what the product promises to do quickly, beside peers in the same run, and prints it as a table: all parts,
// or the named ones. `--json` keeps the run in a file, `--compare FILE` prints what has changed since that one.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { alone } from './bench/alone.ts';
import { changesBetween, type Run } from './bench/changes.ts';
import type { Row } from './bench/row.ts';
import { tableOf } from './bench/table.ts';
import { newestEditor, obtainEditor } from './editor/codeServer.ts';
import { cache } from './editor/folders.ts';

const measurements = {
  package: 'the package and its activation',
  client: 'the client',
  redaction: 'redaction',
  bulk: 'bulk work',
  lists: 'the lists',
  imports: 'imports',
  serviceLists: 'lists of a service',
  folders: 'folders of documents',
  start: 'the start of a window',
  idle: 'a window in which nothing happens',
  form: 'the form',
};

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false }, compare: { type: 'string' } },
  allowPositionals: true,
});
// Before minutes of measuring.
const before = values.compare === undefined ? undefined : (JSON.parse(readFileSync(values.compare, 'utf8')) as Run);
const unknown = positionals.find((name) => !(name in measurements));
if (unknown !== undefined)
  throw new Error(`There is no part "${unknown}". The parts are ${Object.keys(measurements).join(', ')}.`);

const machine = `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores; Node ${process.versions.node}; VS Code ${await editorVersion()}`;
const rows: Row[] = [];
for (const [file, what] of Object.entries(measurements)) {
  if (positionals.length > 0 && !positionals.includes(file)) continue;
  console.error(`Measuring ${what} …`);
  rows.push(...(await alone<Row[]>(`${file}.ts`)));
}
const run: Run = { machine, rows };
console.log(`${machine}\n\n${tableOf(rows)}`);
if (values.json) console.log(`\nKept in ${keep(run)}`);
if (before !== undefined) console.log(`\n${changesBetween(before, run).join('\n') || 'Nothing has changed.'}`);

/** Gives the file. */
function keep(kept: Run): string {
  const folder = join(cache, 'bench');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}.json`);
  writeFileSync(file, JSON.stringify(kept, undefined, 2));
  return file;
}

async function editorVersion(): Promise<string> {
  const { bareEntry } = await obtainEditor(newestEditor, console.error);
  const { version } = JSON.parse(readFileSync(join(dirname(bareEntry), '../package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}
