// Serves an editor with the packaged extension to the person's own browser.

import { createServer } from 'node:net';
import { join } from 'node:path';
import { newestEditor, obtainEditor } from '../editor/codeServer.ts';
import { installExtension } from '../editor/extensions.ts';
import { logs } from '../editor/folders.ts';
import { makeProfile } from '../editor/profile.ts';
import { startServer } from '../editor/server.ts';
import { packageExtension } from '../package.ts';
import { sampleSettings, startSandbox, type OpenEditor, type Place } from './place.ts';

/** Stays the same from one start to the next, because a browser keeps what it remembers by address. */
const usualPort = 8377;

/**
 * The port to use: the one asked for, or the usual one, or any when that is taken. Throws with a sentence when the one
 * asked for is no use.
 */
export async function choosePort(asked: number | undefined): Promise<number> {
  const objection = await objectionTo(asked ?? usualPort);
  if (objection === undefined) return asked ?? usualPort;
  if (asked === undefined) return 0;
  throw new Error(`Port ${asked} ${objection}: choose another one, or leave out --port.`);
}

async function objectionTo(port: number): Promise<string | undefined> {
  const refused = await new Promise<string | undefined>((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code ?? error.message);
    });
    probe.listen(port, '127.0.0.1', () => {
      probe.close(() => {
        resolve(undefined);
      });
    });
  });
  if (refused === 'EADDRINUSE') return 'is in use by another program';
  if (refused !== undefined) return `cannot be used here (${refused})`;
  return (await isBlockedByBrowsers(port)) ? 'is one that browsers refuse to open' : undefined;
}

/** Node's own fetch keeps the browsers' list of such ports, and looks there before anything is sent. */
async function isBlockedByBrowsers(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}`);
    return false;
  } catch (error) {
    return ((error as Error).cause as Error).message === 'bad port';
  }
}

export async function openInBrowser(
  port: number,
  place: Place,
  say: (line: string) => void,
): Promise<OpenEditor & { url: string }> {
  const editor = await obtainEditor(newestEditor, say);
  say('Building and packaging the extension …');
  const { path } = await packageExtension();
  const profile = makeProfile(join(place.folder, 'browser'), sampleSettings);
  say('Installing it in the editor …');
  await installExtension(editor, path, profile);
  say('Starting the editor …');
  const server = await startServer(editor, {
    kind: 'codeServer',
    profile,
    port,
    env: startSandbox,
    logFile: join(logs, 'start.log'),
  });
  const url = `${server.url}/?${new URLSearchParams({ folder: place.workspace }).toString().replaceAll('%2F', '/')}`;
  return { ...server, url };
}
