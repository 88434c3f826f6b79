// Takes pictures of the list and the form in the editor, without a display: "npm run look -- --theme light --theme
// hcDark".

import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { launchBrowser } from './editor/chromium.ts';
import { newestEditor, obtainEditor } from './editor/codeServer.ts';
import { installExtension } from './editor/extensions.ts';
import { cache, logs, sampleWorkspace, useScratchFolder } from './editor/folders.ts';
import { makeProfile } from './editor/profile.ts';
import { startServer } from './editor/server.ts';
import { themes, type Theme } from './editor/themes.ts';
import { packageExtension } from './package.ts';
import { startSandbox } from './start/place.ts';

const { values } = parseArgs({ options: { theme: { type: 'string', multiple: true, default: ['dark'] } } });
const chosen = values.theme.filter((name): name is Theme => name in themes);
if (chosen.length < values.theme.length) throw new Error(`The themes are ${Object.keys(themes).join(', ')}.`);

const scratch = useScratchFolder();
const pictures = join(cache, 'look');
mkdirSync(pictures, { recursive: true });
const workspace = join(scratch, 'workspace');
cpSync(sampleWorkspace, workspace, { recursive: true });

const editor = await obtainEditor(newestEditor, console.log);
const { path } = await packageExtension();
const browser = await launchBrowser(join(scratch, 'browser'));
for (const theme of chosen) await look(theme);
await browser.close();

async function look(theme: Theme): Promise<void> {
  const profile = makeProfile(join(scratch, theme), {
    'workbench.colorTheme': themes[theme],
    'userGroups.mappingSchema': 'mapping.schema.json',
  });
  await installExtension(editor, path, profile);
  const server = await startServer(editor, {
    kind: 'codeServer',
    profile,
    env: startSandbox,
    logFile: join(logs, 'look.log'),
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 880 }, reducedMotion: 'reduce' });
  await page.goto(`${server.url}/?${new URLSearchParams({ folder: workspace }).toString()}`);
  await page.locator('.part.activitybar').getByRole('tab', { name: 'User Groups' }).click();
  await page.locator('.part.sidebar').getByRole('treeitem').first().waitFor();
  await takePicture(page, theme);
  await openForm(page);
  await takePicture(page, `${theme}-form`);
  await page.close();
  await server.stop();
}

/** Of a sample group that has all there is. */
async function openForm(page: Page): Promise<void> {
  await page
    .locator('.part.sidebar')
    .getByRole('treeitem', { name: /^Acme, / })
    .locator('.monaco-icon-label')
    .dblclick();
  const form = page.frameLocator('.webview.ready >> visible=true').frameLocator('#active-frame');
  await form.getByRole('textbox', { name: 'Properties' }).waitFor();
  await form.getByTitle('acme-trial').waitFor();
}

async function takePicture(page: Page, name: string): Promise<void> {
  const picture = join(pictures, `${name}.png`);
  await page.mouse.move(0, 0);
  await page.locator('.monaco-hover:visible').first().waitFor({ state: 'hidden' });
  await page.screenshot({
    path: picture,
    animations: 'disabled',
    style: '.notifications-toasts { display: none !important; }',
  });
  console.log(picture);
}
