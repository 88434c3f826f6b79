#!/usr/bin/env node
// The command line `user-groups`: joins its commands with the process they run in.

import { readFileSync } from 'node:fs';
import { styleText } from 'node:util';
import config from '../media/groups-config.schema.json' with { type: 'json' };
import document from '../media/user-group.schema.json' with { type: 'json' };
import output from '../media/cli-output.schema.json' with { type: 'json' };
import { runCommandLine } from './cli/commands.ts';
import { largeFiles } from './store/database/largeFiles.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const schemaText = (schema: object): string => JSON.stringify(schema, undefined, 2);

// Whoever reads may stop reading, as `head` does.
process.stdout.on('error', () => {
  process.exit();
});

process.exitCode = await runCommandLine(process.argv.slice(2), {
  version,
  files: largeFiles,
  schemas: { document: schemaText(document), config: schemaText(config), output: schemaText(output) },
  terminal: {
    cwd: process.cwd(),
    env: process.env,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    paint: (color, text) => styleText(color, text, { stream: process.stdout }),
  },
});
