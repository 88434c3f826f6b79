// Stands in for the VS Code executable in test runs: same options, but its window is a page of a browser without a display.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { launchBrowser } from './chromium.ts';
import { newestEditor, obtainEditor, oldestEditor } from './codeServer.ts';
import { logs } from './folders.ts';
import { startServer } from './server.ts';

const { values, positionals } = parseArgs({
  strict: false,
  allowPositionals: true,
  options: {
    extensionDevelopmentPath: { type: 'string' },
    extensionTestsPath: { type: 'string' },
    'user-data-dir': { type: 'string' },
    'extensions-dir': { type: 'string' },
    oldest: { type: 'boolean', default: false },
  },
});
const [workspace = ''] = positionals;
const profile = {
  data: String(values['user-data-dir']),
  extensions: String(values['extensions-dir']),
  home: join(String(values['user-data-dir']), 'home'),
};

const editor = await obtainEditor(values.oldest === true ? oldestEditor : newestEditor, console.log);
const server = await startServer(editor, {
  kind: 'bare', profile, flags: ['--enable-smoke-test-driver'], logFile: join(logs, 'integration-server.log'),
});
const browser = await launchBrowser(profile.home);
const page = await browser.newPage();
await keepSecrets(page);
const exitCode = ended(page);
await page.goto(`${server.url}/?${query()}`);
process.exitCode = await exitCode;
await browser.close();
await server.stop();

function query(): string {
  const remote = (path: unknown): string => `vscode-remote://remote${String(path)}`;
  const payload = [
    ['extensionDevelopmentPath', remote(values.extensionDevelopmentPath)],
    ['extensionTestsPath', remote(values.extensionTestsPath)],
    ['skipWelcome', 'true'],
  ];
  return new URLSearchParams({ folder: workspace, payload: JSON.stringify(payload) }).toString();
}

/** The bare server gives out no key for secrets; with one of this run's own they last as long as the run. */
async function keepSecrets(page: Page): Promise<void> {
  const key = randomBytes(32);
  await page.context().route('**/mint-key', (route) => route.fulfill({ body: key }));
}

/** The exit code that the tests end with; 1 when the window or its server ends before them. */
async function ended(page: Page): Promise<number> {
  const exit = new Promise<number>((resolve) => {
    page.once('crash', () => { resolve(1); });
    void page.exposeFunction('codeAutomationExit', resolve);
  });
  await page.exposeFunction('codeAutomationLog', () => undefined);
  return Promise.race([exit, server.exited.then(() => 1)]);
}
