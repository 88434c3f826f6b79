// The command line `user-groups`: joins its commands with the process they run in.

import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { styleText } from 'node:util';
import config from '../media/groups-config.schema.json' with { type: 'json' };
import document from '../media/user-group.schema.json' with { type: 'json' };
import output from '../media/cli-output.schema.json' with { type: 'json' };
import workflow from '../media/cli-workflow.json' with { type: 'json' };
import { FAILED } from './cli/command.ts';
import { runCommandLine } from './cli/commands.ts';
import { useTerminalLanguage } from './cli/terminalLanguage.ts';
import type { RequestOptions } from './core/ports/client.ts';
import { largeFiles } from './store/database/largeFiles.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

useTerminalLanguage(process.env, (language) => new URL(`../l10n/bundle.l10n.${language}.json`, import.meta.url));

const schemaText = (schema: object): string => JSON.stringify(schema, undefined, 2);

/** Whoever reads may stop reading, as `head` does. Any other loss of output is a failure. */
const outputFailed = ({ code }: NodeJS.ErrnoException): void => {
  if (code !== 'EPIPE') process.exitCode = FAILED;
};
process.stdout.on('error', outputFailed);
process.stderr.on('error', outputFailed);

/** The first time, what is under way ends before the next request; the second time, at once. */
function interruptible(): Pick<RequestOptions, 'signal' | 'untilLeft'> {
  const [soft, hard] = [new AbortController(), new AbortController()];
  const stop = (): void => {
    if (soft.signal.aborted) hard.abort();
    soft.abort();
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);
  return { untilLeft: soft.signal, signal: hard.signal };
}

async function ask(question: string, signal?: AbortSignal): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return await lines.question(`${question} `, { signal });
  } catch {
    return '';
  } finally {
    lines.close();
  }
}

const exitCode = await runCommandLine(process.argv.slice(2), {
  version,
  interruptible,
  now: Date.now,
  files: largeFiles,
  schemas: { document: schemaText(document), config: schemaText(config), output: schemaText(output) },
  workflow: `${workflow.lines.join('\n')}\n`,
  terminal: {
    cwd: process.cwd(),
    env: process.env,
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    paint: (color, text) => styleText(color, text, { stream: process.stdout }),
    progress: (text) => {
      if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text ?? ''}`);
    },
    ...(process.stdin.isTTY && process.stderr.isTTY && { ask }),
  },
});
process.exitCode ??= exitCode;
