// Measures what the product promises to be quick at, beside peers in the same run, and prints it as a table.

import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { alone } from './bench/alone.ts';
import type { Row } from './bench/row.ts';
import { tableOf } from './bench/table.ts';
import { newestEditor, obtainEditor } from './editor/codeServer.ts';

const measurements = {
  package: 'the package and its activation',
  client: 'the client',
  bulk: 'bulk work',
  lists: 'the lists',
  form: 'the form',
};

const machine = `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores; Node ${process.versions.node}; VS Code ${await editorVersion()}`;
const rows: Row[] = [];
for (const [file, what] of Object.entries(measurements)) {
  console.error(`Measuring ${what} …`);
  rows.push(...(await alone<Row[]>(`${file}.ts`)));
}
console.log(`${machine}\n\n${tableOf(rows)}`);

async function editorVersion(): Promise<string> {
  const { bareEntry } = await obtainEditor(newestEditor, console.error);
  const { version } = JSON.parse(readFileSync(join(dirname(bareEntry), '../package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}
