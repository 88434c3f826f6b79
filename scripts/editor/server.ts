// Starts an editor's server on this machine's loopback, and ends it.

import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { onlyLoopback, OUTSIDE_FILE } from '../test/destinations.ts';
import type { Editor } from './codeServer.ts';
import { startLeashed, type Leashed } from './leashed.ts';
import { editorEnvironment, type Profile } from './profile.ts';

const readyWithinMilliseconds = 60_000;
const askAgainMilliseconds = 50;

export interface ServerOptions {
  /** `codeServer` keeps secrets, `bare` forgets them at reload. */
  readonly kind: 'codeServer' | 'bare';
  readonly profile: Profile;
  /** 0, the default: any free port. */
  readonly port?: number;
  readonly flags?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly logFile: string;
}

export interface Server {
  /** Without a slash at the end. */
  readonly url: string;
  /** All processes of the editor are descendants of this one. */
  readonly pid: number | undefined;
  readonly exited: Promise<number>;
  stop(): Promise<void>;
}

/** Resolves when the editor answers. Rejects when it ends before, or is not ready within a minute. */
export async function startServer(editor: Editor, options: ServerOptions): Promise<Server> {
  const { profile, env, logFile } = options;
  mkdirSync(dirname(logFile), { recursive: true });
  const log = createWriteStream(logFile);
  const run = startLeashed(editor.node, [...heldBack(), ...commandLine(editor, options)], {
    env: { ...editorEnvironment(profile), ...env },
    output: 'pipe',
  });
  const stop = async (): Promise<void> => {
    await run.end();
    log.end();
  };
  const decided = new AbortController();
  try {
    const url = await Promise.race([readyUrl(run, log, decided.signal), tooLate(run, logFile, decided.signal)]);
    return { url, pid: run.pid, exited: run.exited, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    decided.abort();
  }
}

/**
 * In tests all processes of the editor reach this machine only: it hands on the options of its Node, and takes
 * NODE_OPTIONS away.
 */
function heldBack(): string[] {
  return process.env[OUTSIDE_FILE] === undefined ? [] : [onlyLoopback];
}

function commandLine(editor: Editor, { kind, profile, port = 0, flags = [] }: ServerOptions): string[] {
  const folders = ['--user-data-dir', profile.data, '--extensions-dir', profile.extensions];
  return kind === 'codeServer'
    ? [
        editor.codeServerEntry,
        '--auth',
        'none',
        '--bind-addr',
        `127.0.0.1:${port}`,
        '--config',
        join(profile.data, 'code-server.yaml'),
        '--disable-telemetry',
        '--disable-update-check',
        '--disable-getting-started-override',
        '--disable-workspace-trust',
        ...folders,
        ...flags,
      ]
    : [
        editor.bareEntry,
        '--host',
        '127.0.0.1',
        '--port',
        String(port),
        '--without-connection-token',
        '--accept-server-license-terms',
        '--telemetry-level',
        'off',
        '--disable-workspace-trust',
        '--server-data-dir',
        profile.data,
        ...folders,
        ...flags,
      ];
}

async function readyUrl({ output }: Leashed, log: WriteStream, signal: AbortSignal): Promise<string> {
  const port = await new Promise<string>((resolve) => {
    for (const stream of output) {
      createInterface(stream).on('line', (line) => {
        log.write(`${line}\n`);
        const listening = /listening on (?:http:\/\/127\.0\.0\.1:)?(\d+)/.exec(line);
        if (listening?.[1] !== undefined) resolve(listening[1]);
      });
    }
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await answers(`${url}/version`))) await setTimeout(askAgainMilliseconds, undefined, { signal });
  return url;
}

async function answers(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url);
    await answer.body?.cancel();
    return answer.ok;
  } catch {
    return false;
  }
}

async function tooLate({ exited }: Leashed, logFile: string, signal: AbortSignal): Promise<never> {
  const code = await Promise.race([exited, setTimeout(readyWithinMilliseconds, undefined, { signal })]);
  const what = code === undefined ? 'was not ready within a minute' : `ended at once with exit code ${code}`;
  throw new Error(`The editor's server ${what}; it said why in ${logFile}.`);
}
