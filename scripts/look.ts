// Takes pictures of the list and the form in the editor, without a display, the form also at 320 pixels: "npm run look
// -- --theme light --theme hcDark --language de".

import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { FrameLocator, Page } from 'playwright-core';
import { launchBrowser } from './editor/chromium.ts';
import { newestEditor, obtainEditor } from './editor/codeServer.ts';
import { installExtension } from './editor/extensions.ts';
import { useDisplayLanguage } from './editor/languagePack.ts';
import { cache, logs, root, sampleWorkspace, useScratchFolder } from './editor/folders.ts';
import { makeProfile } from './editor/profile.ts';
import { startServer } from './editor/server.ts';
import { themes, type Theme } from './editor/themes.ts';
import { packageExtension } from './package.ts';
import { startSandbox } from './start/place.ts';

const { values } = parseArgs({
  options: {
    theme: { type: 'string', multiple: true, default: ['dark'] },
    language: { type: 'string', default: 'en' },
  },
});
const chosen = values.theme.filter((name): name is Theme => name in themes);
if (chosen.length < values.theme.length) throw new Error(`The themes are ${Object.keys(themes).join(', ')}.`);

const scratch = useScratchFolder();
const pictures = join(cache, 'look');
mkdirSync(pictures, { recursive: true });
const workspace = join(scratch, 'workspace');
cpSync(sampleWorkspace, workspace, { recursive: true });

const wide = { width: 1280, height: 880 };
/** Of the narrowest form. */
const NARROW = 320;

const manifest = `package.nls${values.language === 'en' ? '' : `.${values.language}`}.json`;
const { 'view.title': viewTitle = '' } = JSON.parse(readFileSync(join(root, manifest), 'utf8')) as Record<
  string,
  string
>;

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
    flags: useDisplayLanguage(profile, values.language),
    logFile: join(logs, 'look.log'),
  });
  const name = values.language === 'en' ? theme : `${theme}-${values.language}`;
  const page = await browser.newPage({ viewport: wide, reducedMotion: 'reduce' });
  await page.goto(`${server.url}/?${new URLSearchParams({ folder: workspace }).toString()}`);

  await page.locator('.part.activitybar').getByRole('tab', { name: viewTitle }).click();
  await page.locator('.part.sidebar').getByRole('treeitem').first().waitFor();
  await takePicture(page, name);
  const form = await openForm(page);
  await takePicture(page, `${name}-form`);
  await page.keyboard.press('Control+B');
  await page.locator('.part.sidebar').waitFor({ state: 'hidden' });
  const { width = 0 } = (await form.locator('html').boundingBox()) ?? {};
  await page.setViewportSize({ width: wide.width - width + NARROW, height: wide.height });
  await takePicture(page, `${name}-narrow`);
  await page.close();
  await server.stop();
}

/** Of a sample group that has all there is. */
async function openForm(page: Page): Promise<FrameLocator> {
  await page
    .locator('.part.sidebar')
    .getByRole('treeitem', { name: /^Acme, / })
    .locator('.monaco-icon-label')
    .dblclick();
  const form = page.frameLocator('.webview.ready >> visible=true').frameLocator('#active-frame');
  await form.getByTitle('acme-trial').waitFor();
  return form;
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
