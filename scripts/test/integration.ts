// Runs the integration tests in a real extension host, in a window on a copy of the sample workspace.

import { cpSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { root, sampleWorkspace, useScratchFolder } from '../editor/folders.ts';
import { makeProfile } from '../editor/profile.ts';
import { bundles, bundleTests } from './bundle.ts';

const { values } = parseArgs({ options: { grep: { type: 'string', default: '' } } });
const scratch = useScratchFolder();
await bundleTests();

const workspace = join(scratch, 'workspace');
cpSync(sampleWorkspace, workspace, { recursive: true });
const profile = makeProfile(scratch, { 'files.autoSave': 'off' });

// The window's console carries every word of the editor; the report takes a way of its own.
const reports = createServer((socket) => { socket.pipe(process.stdout, { end: false }); });
await new Promise<void>((resolve) => { reports.listen(0, '127.0.0.1', resolve); });
try {
  await runTests({
    vscodeExecutablePath: process.execPath,
    launchArgs: [
      join(root, 'scripts/editor/headlessHost.ts'), workspace,
      `--user-data-dir=${profile.data}`, `--extensions-dir=${profile.extensions}`,
    ],
    extensionDevelopmentPath: root,
    extensionTestsPath: join(bundles, 'index.cjs'),
    extensionTestsEnv: { TEST_REPORT_PORT: String((reports.address() as AddressInfo).port), TEST_GREP: values.grep },
  });
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  reports.close();
}
