// Takes pictures of the extension in the editor, without a display: "npm run look -- --theme light --theme hcDark".

import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
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
  const profile = makeProfile(join(scratch, theme), { 'workbench.colorTheme': themes[theme] });
  await installExtension(editor, path, profile);
  const server = await startServer(editor, { kind: 'codeServer', profile, env: startSandbox, logFile: join(logs, 'look.log') });
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${server.url}/?${new URLSearchParams({ folder: workspace }).toString()}`);
  await page.locator('.part.activitybar').getByRole('tab', { name: 'User Groups' }).click();
  await page.locator('.part.sidebar').getByRole('treeitem').first().waitFor();
  const picture = join(pictures, `${theme}.png`);
  await page.screenshot({ path: picture });
  console.log(picture);
  await page.close();
  await server.stop();
}
