// The packager walks all folders, also those that it leaves out, and a used clone holds whole editors.

import { cpSync, mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder, root } from '../editor/folders.ts';

const NEVER_PACKAGED: readonly string[] = ['.cache', '.git', 'node_modules'];

/** A copy of the clone without what is never packaged, for as long as it is used. */
export async function withStagedClone<Result>(use: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  try {
    for (const name of readdirSync(root))
      if (!NEVER_PACKAGED.includes(name)) cpSync(join(root, name), join(folder, name), { recursive: true });
    return await use(folder);
  } finally {
    removeFolder(folder);
  }
}
