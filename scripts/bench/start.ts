// How soon the list is there in a window that has just started: from the key that opens its view to its first groups.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../editor/chromium.ts';
import { newestEditor, obtainEditor } from '../editor/codeServer.ts';
import { logs, useScratchFolder } from '../editor/folders.ts';
import { makeProfile } from '../editor/profile.ts';
import { startServer, type Server } from '../editor/server.ts';
import { packageExtension } from '../package.ts';
import { alone, handBack } from './alone.ts';
import { installUnpacked, unpack, writeExtension } from './extensions.ts';
import { connectionEntry } from './knownGroup.ts';
import { byTurns } from './rounds.ts';
import { compared, milliseconds, type Row } from './row.ts';
import { inPage } from './timedEditor.ts';

const many = 100_000;
const few = 100;
const rounds = 9;
const viewKey = 'Control+Alt+1';

async function measureStart(): Promise<Row[]> {
  const scratch = useScratchFolder();
  const unpacked = await unpack(await packageExtension(), join(scratch, 'unpacked'));
  const browser = await launchBrowser(join(scratch, 'browser'));
  const servers: Server[] = [];
  try {
    const windowOf = async (groups: number): Promise<() => Promise<number>> => {
      const server = await serverWith(groups, join(scratch, String(groups)), unpacked);
      servers.push(server);
      return () => listDrawn(browser, server);
    };
    const drawn = await byTurns(rounds, { large: await windowOf(many), small: await windowOf(few) });
    return [
      compared('list of 100,000 groups drawn in a new window, beside 100', drawn.large, drawn.small, milliseconds, 1.5),
    ];
  } finally {
    await browser.close();
    for (const server of servers) await server.stop();
  }
}

/** Its profile has the extension, the connection and so many groups of it. */
async function serverWith(groups: number, folder: string, unpacked: string): Promise<Server> {
  const profile = makeProfile(folder, { 'userGroups.connections': [connectionEntry] });
  const id = installUnpacked(unpacked, profile.extensions);
  const keybindings = [{ key: viewKey.replace('Control', 'ctrl'), command: 'userGroups.tree.focus' }];
  writeExtension(profile.extensions, 'keys', 'export function activate() {}', { contributes: { keybindings } });
  const storage = join(profile.data, 'User/globalStorage', id);
  mkdirSync(storage, { recursive: true });
  await alone('fillStore.ts', join(storage, 'user-groups.db'), String(groups));
  return startServer(await obtainEditor(newestEditor, console.error), {
    kind: 'codeServer',
    profile,
    logFile: join(logs, `bench-start-${groups}.log`),
  });
}

/** In a window, and an extension host, of its own; in milliseconds. */
async function listDrawn(browser: Browser, { url }: Server): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    await context.addInitScript({ path: join(import.meta.dirname, 'inPage.js') });
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForFunction("performance.getEntriesByName('code/didLoadExtensions').length > 0");
    await page.locator('.part.activitybar').getByRole('tab', { name: 'User Groups' }).waitFor();
    await page.evaluate('inPage.listen()');
    await page.keyboard.press(viewKey);
    return (await inPage(page, 'inPage.listDrawn()')) - (await inPage(page, 'inPage.keyAt()'));
  } finally {
    await context.close();
  }
}

handBack(await measureStart());
