// Files read and written piece by piece, so that memory stays flat whatever they hold.

import { createReadStream, promises as fs } from 'node:fs';
import type { LargeFiles } from '../core/ports.ts';
import { toStoreError } from './storeErrors.ts';

/** Characters that are gathered for one writing. */
const GATHERED = 256 * 1024;

export const largeFiles: LargeFiles = {
  async write(path, pieces) {
    const beside = `${path}.part`;
    try {
      // What it holds is its owner's alone.
      const file = await fs.open(beside, 'w', 0o600);
      try {
        let gathered = '';
        for await (const piece of pieces) {
          gathered += piece;
          if (gathered.length < GATHERED) continue;
          await file.write(gathered);
          gathered = '';
        }
        await file.write(gathered);
        await file.sync();
      } finally {
        await file.close();
      }
      await fs.rename(beside, path);
    } catch (error) {
      await fs.rm(beside, { force: true });
      throw toStoreError(error, path);
    }
  },

  async *read(path) {
    try {
      yield* createReadStream(path) as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw toStoreError(error, path);
    }
  },
};
