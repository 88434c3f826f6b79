// A place to package in. The packager walks all folders, also those that it leaves out, and a used clone holds whole
// editors; and what `dist` holds, somebody may be running.

import { cpSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder, root } from '../editor/folders.ts';

const NOT_COPIED: readonly string[] = ['.cache', '.git', 'dist', 'node_modules'];

/** A copy of the clone without what is built and what is never packaged, for as long as it is used. */
export async function withStagedClone<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  try {
    for (const name of readdirSync(root))
      if (!NOT_COPIED.includes(name)) cpSync(join(root, name), join(folder, name), { recursive: true });
    return await use(folder);
  } finally {
    removeFolder(folder);
  }
}
