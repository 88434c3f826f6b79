// The editor with the packaged extension and documents of several sizes, opened by keys and timed in its own page.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, FrameLocator, Page } from 'playwright-core';
import { launchBrowser } from '../editor/chromium.ts';
import { newestEditor, obtainEditor } from '../editor/codeServer.ts';
import { logs } from '../editor/folders.ts';
import { makeProfile } from '../editor/profile.ts';
import { startServer } from '../editor/server.ts';
import { packageExtension } from '../package.ts';
import { installUnpacked, unpack, writeExtension } from './extensions.ts';

/** Bytes of each, in its properties but for a few. */
const sizes = { small: 1_000, large: 100_000, huge: 1_000_000 } as const;
const viewTypes = { form: 'userGroups.form', empty: 'bench.empty', text: 'default' } as const;

export type Size = keyof typeof sizes;
export type Face = keyof typeof viewTypes;

const openings = (Object.keys(viewTypes) as Face[]).flatMap((face) =>
  (Object.keys(sizes) as Size[]).map((size) => ({ size, face })),
);
const closeKey = 'Control+Alt+0';
const keyOf = (size: Size, face: Face): string =>
  `Control+Alt+${openings.findIndex((one) => one.size === size && one.face === face) + 1}`;
const fileOf = (size: Size): string => `${size}.usergroup.json`;

export interface TimedEditor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** The page of the form. */
  readonly form: FrameLocator;
  /** Gives the milliseconds from the key to the first frame in which it can be typed into. */
  open(size: Size, face: Face): Promise<number>;
  /** What was typed: only then all of it stands in the document. */
  save(): Promise<void>;
  /** Without saving. */
  close(): Promise<void>;
  stop(): Promise<void>;
}

/** Whoever calls stops it. */
export async function startTimedEditor(folder: string): Promise<TimedEditor> {
  const profile = makeProfile(folder, { 'files.autoSave': 'off' });
  installUnpacked(await unpack(await packageExtension(), join(folder, 'unpacked')), profile.extensions);
  const openByKey = readFileSync(join(import.meta.dirname, 'openByKey.js'), 'utf8');
  const commands = ['bench.open', 'bench.close'].map((command) => ({ command, title: command }));
  const customEditors = [
    {
      viewType: viewTypes.empty,
      displayName: 'Empty',
      priority: 'option',
      selector: [{ filenamePattern: '*.usergroup.json' }],
    },
  ];
  writeExtension(profile.extensions, 'keys', openByKey, {
    contributes: { commands, customEditors, keybindings: keybindings() },
  });
  const server = await startServer(await obtainEditor(newestEditor, console.error), {
    kind: 'codeServer',
    profile,
    logFile: join(logs, 'bench-server.log'),
  });
  const browser = await launchBrowser(join(folder, 'browser'));
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  await context.addInitScript({ path: join(import.meta.dirname, 'inPage.js') });
  const page = await context.newPage();
  await page.goto(`${server.url}/?${new URLSearchParams({ folder: writeDocuments(folder) }).toString()}`);
  await page.waitForFunction("performance.getEntriesByName('code/didLoadExtensions').length > 0");
  await page.locator('.part.activitybar').getByRole('tab', { name: 'User Groups' }).waitFor();
  await page.evaluate('inPage.listen()');
  const frame = page.frameLocator('.webview.ready >> visible=true');
  return {
    context,
    page,
    form: frame.frameLocator('#active-frame'),
    open: async (size, face) => {
      await page.keyboard.press(keyOf(size, face));
      const drawnAt = await (face === 'text'
        ? inPage(page, 'inPage.textDrawn()')
        : inPage(frame.locator(':root'), 'formDrawn'));
      return drawnAt - (await inPage(page, 'inPage.keyAt()'));
    },
    save: async () => {
      await page.locator('.tab.dirty').waitFor();
      await page.keyboard.press('Control+S');
      await page.locator('.tab:not(.dirty)').waitFor();
    },
    close: async () => {
      await page.keyboard.press(closeKey);
      await page.locator('.tab').waitFor({ state: 'detached' });
    },
    stop: async () => {
      await browser.close();
      await server.stop();
    },
  };
}

/** What an expression in terms of `inPage.js` says there, in milliseconds. */
export async function inPage(
  where: { evaluate(expression: string): Promise<unknown> },
  expression: string,
): Promise<number> {
  return Number(await where.evaluate(expression));
}

function keybindings(): object[] {
  const bound = (key: string, command: string, args?: object): object => ({
    key: key.replace('Control', 'ctrl'),
    command,
    args,
  });
  return [
    ...openings.map(({ size, face }) =>
      bound(keyOf(size, face), 'bench.open', { file: fileOf(size), viewType: viewTypes[face] }),
    ),
    bound(closeKey, 'bench.close'),
  ];
}

/** Gives their folder. */
function writeDocuments(folder: string): string {
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  for (const size of Object.keys(sizes) as Size[]) {
    const count = Math.ceil(sizes[size] / '    "property_12345": "value of property 12345",\n'.length);
    const properties = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`property_${index}`, `value of property ${index}`]),
    );
    const group = { user_group_id: size, name: `Acme, ${size}`, mapping: { schema_main: 'source_1' }, properties };
    writeFileSync(join(workspace, fileOf(size)), `${JSON.stringify(group, undefined, 2)}\n`);
  }
  return workspace;
}
