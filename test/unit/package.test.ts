// What goes into the package: what runs, and nothing else.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { listFiles, PackageManager } from '@vscode/vsce';
import { strangers } from '../../scripts/package/contents.ts';

describe('the package', () => {
  it('holds what the editor reads', async () => {
    const files = await packaged();
    assert.deepEqual(['LICENSE', 'media/icon.png', 'package.json', 'README.md'].filter((file) => !files.includes(file)), []);
  });

  it('holds nothing but what runs', async () => {
    assert.deepEqual(strangers(await packaged()), []);
  });

  it('takes no source, source map, test, script or foreign module', () => {
    const foreign = [
      'src/extension.ts', 'dist/extension.js.map', 'test/unit/package.test.ts', 'scripts/run.mjs', 'node_modules/undici/index.js',
      '.vscode/launch.json', 'package-lock.json', '.cache/start/data.db', 'media/notes.md',
    ];
    assert.deepEqual(strangers(foreign), foreign);
  });
});

async function packaged(): Promise<string[]> {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  return listFiles({ cwd, packageManager: PackageManager.None });
}
