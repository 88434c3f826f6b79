// Runs the integration tests, which are bundled by then, in a real extension host, in a window on a copy of the sample
// workspace.

import { cpSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { cache, root, sampleWorkspace, useScratchFolder } from '../editor/folders.ts';
import { makeProfile } from '../editor/profile.ts';
import { bundles } from './bundle.ts';
import { noteEditorStart } from './editorStarts.ts';

interface Executable {
  readonly path: string;
  /** Its first arguments. */
  readonly first: readonly string[];
}

const headlessHost = join(root, 'scripts/editor/headlessHost.ts');
const editors: Record<string, () => Promise<Executable>> = {
  newest: () => Promise.resolve({ path: process.execPath, first: [headlessHost] }),
  oldest: () => Promise.resolve({ path: process.execPath, first: [headlessHost, '--oldest'] }),
  desktop: async () => ({ path: await downloaded(), first: ['--password-store=basic'] }),
};

const { values } = parseArgs({
  options: {
    editor: { type: 'string', default: 'newest' },
    /** A pattern for test files, without their ending. */
    files: { type: 'string', default: '**/*' },
    grep: { type: 'string', default: '' },
  },
});
const executable = editors[values.editor];
if (executable === undefined) throw new Error(`The editors are ${Object.keys(editors).join(', ')}.`);
const scratch = useScratchFolder();

const workspace = join(scratch, 'workspace');
cpSync(sampleWorkspace, workspace, { recursive: true });
const profile = makeProfile(scratch, { 'files.autoSave': 'off', 'workbench.reduceMotion': 'on' });

// The window's console carries every word of the editor; the report takes a way of its own.
const reports = createServer((socket) => {
  socket.pipe(process.stdout, { end: false });
});
await new Promise<void>((resolve) => {
  reports.listen(0, '127.0.0.1', resolve);
});
try {
  const { path, first } = await executable();
  const began = performance.now();
  reports.once('connection', () => {
    noteEditorStart(performance.now() - began);
  });
  await runTests({
    vscodeExecutablePath: path,
    launchArgs: [...first, workspace, `--user-data-dir=${profile.data}`, `--extensions-dir=${profile.extensions}`],
    extensionDevelopmentPath: root,
    extensionTestsPath: join(bundles, 'index.cjs'),
    extensionTestsEnv: {
      TEST_REPORT_PORT: String((reports.address() as AddressInfo).port),
      TEST_GREP: values.grep,
      TEST_FILES: `${values.files}.test.cjs`,
    },
  });
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  reports.close();
}

/** Desktop VS Code, downloaded once for each version. */
async function downloaded(): Promise<string> {
  try {
    return await downloadAndUnzipVSCode({ version: 'stable', cachePath: join(cache, 'desktop') });
  } catch (error) {
    throw new Error(`Desktop VS Code could not be downloaded from its update server (${(error as Error).message}).`, {
      cause: error,
    });
  }
}
