// Runs npm inside an npm script, with the person's own configuration and none of what the outer call was given.

import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { finished } from 'node:stream/promises';
import { logs } from './folders.ts';
import { startLeashed } from './leashed.ts';

/**
 * How to reach the registry: the only variables that an inner call takes over. The rest says what the outer one was to
 * do.
 */
const connection =
  /^npm_config_(userconfig|globalconfig|cache|.*registry|.*proxy|ca|cafile|cert|key|strict_ssl|fetch_.*|maxsockets|(prefer_)?offline|\/\/.*)$/i;

/**
 * Installs what `folder`'s package.json names. Only running code, and no install scripts. Throws with npm's last words.
 */
export async function npmInstall(folder: string, logName: string): Promise<void> {
  const { command, first } = npmCommand();
  const flags = [
    '--omit=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-progress',
    '--loglevel=warn',
    '--global=false',
    '--workspaces=false',
    '--dry-run=false',
    '--engine-strict=false',
    '--install-strategy=hoisted',
  ];
  mkdirSync(logs, { recursive: true });
  const logFile = join(logs, logName);
  const log = createWriteStream(logFile);
  const run = startLeashed(command, [...first, 'install', ...flags], {
    cwd: folder,
    env: innerEnvironment(process.env),
    output: 'pipe',
  });
  for (const stream of run.output) stream.pipe(log, { end: false });
  const code = await run.exited;
  await finished(log.end());
  if (code !== 0) {
    const lastLines = readFileSync(logFile, 'utf8').trim().split('\n').slice(-15).join('\n');
    throw new Error(`npm could not install the editor (exit code ${code}; all of it is in ${logFile}):\n${lastLines}`);
  }
}

export function innerEnvironment(outer: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(outer).filter(([name]) => !/^npm_/i.test(name) || connection.test(name)));
}

/** The npm that started this script, run by this Node; otherwise the one on PATH. */
export function npmCommand(): { command: string; first: string[] } {
  const script = process.env.npm_execpath;
  if (script !== undefined && basename(script) === 'npm-cli.js') return { command: process.execPath, first: [script] };
  return process.platform === 'win32' ? { command: 'cmd.exe', first: ['/c', 'npm'] } : { command: 'npm', first: [] };
}
