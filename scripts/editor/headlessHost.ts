// Stands in for the VS Code executable in test runs: same options, but its window is a page of a browser without a
// display. A second window opens when the tests call at TEST_SECOND_WINDOW_PORT.

import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { linkBuiltIn } from './builtIn.ts';
import { launchBrowser } from './chromium.ts';
import { newestEditor, obtainEditor, oldestEditor } from './codeServer.ts';
import { logs } from './folders.ts';
import { keptSecrets } from './keptSecrets.ts';
import { secondWindow } from './secondWindow.ts';
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
const line = await secondWindow(() => openWindow(join(dirname(String(values.extensionTestsPath)), 'partner.cjs')));
const server = await startServer(editor, {
  kind: 'bare',
  profile,
  flags: ['--enable-smoke-test-driver', '--builtin-extensions-dir', linkBuiltIn(editor, join(profile.data, 'builtIn'))],
  env: { TEST_SECOND_WINDOW_PORT: String(line.port) },
  logFile: join(logs, `integration-${values.oldest === true ? 'oldest' : 'newest'}-server.log`),
});
const browser = await launchBrowser(profile.home);
// No test of the extension host looks at the window: the less there is to draw, the better.
const context = await browser.newContext({ viewport: { width: 480, height: 320 } });
const keepSecrets = keptSecrets();
const { exitCode } = await openWindow(String(values.extensionTestsPath));
// 1 when the window or its server ends before the tests.
process.exitCode = await Promise.race([exitCode, server.exited.then(() => 1)]);
line.close();
await browser.close();
await server.stop();

/**
 * A window that runs these tests. All windows are on one server and one profile, each with an extension host of its
 * own.
 */
async function openWindow(
  testsPath: string,
): Promise<{ readonly exitCode: Promise<number>; readonly close: () => Promise<void> }> {
  const page = await context.newPage();
  await keepSecrets(page);
  const exitCode = new Promise<number>((resolve) => {
    page.once('crash', () => {
      resolve(1);
    });
    void page.exposeFunction('codeAutomationExit', resolve);
  });
  await page.exposeFunction('codeAutomationLog', () => undefined);
  await page.goto(`${server.url}/?${query(testsPath)}`);
  return { exitCode, close: () => page.close() };
}

function query(testsPath: string): string {
  const remote = (path: string): string => `vscode-remote://remote${path}`;
  const payload = [
    ['extensionDevelopmentPath', remote(String(values.extensionDevelopmentPath))],
    ['extensionTestsPath', remote(testsPath)],
    ['skipWelcome', 'true'],
  ];
  return new URLSearchParams({ folder: workspace, payload: JSON.stringify(payload) }).toString();
}
