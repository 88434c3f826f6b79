// Files read and written piece by piece, so that memory stays flat whatever they hold.

import { createReadStream, promises as fs } from 'node:fs';
import type { LargeFiles } from '../../core/ports/files.ts';
import { existsAlready, isExisting, writeDrafted } from './draftedFile.ts';
import { snapshotOf } from './fileSnapshot.ts';
import { toStoreError } from './storeErrors.ts';

export const largeFiles: LargeFiles = {
  async write(path, pieces, options) {
    try {
      await writeDrafted(path, pieces, options);
    } catch (error) {
      throw isExisting(error) ? existsAlready(path) : toStoreError(error, path);
    }
  },

  async *read(path) {
    try {
      yield* createReadStream(path) as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw toStoreError(error, path);
    }
  },

  async snapshot(path, longest) {
    try {
      return await snapshotOf(path, longest);
    } catch (error) {
      throw toStoreError(error, path);
    }
  },

  async realPath(path) {
    try {
      return await fs.realpath(path);
    } catch (error) {
      throw toStoreError(error, path);
    }
  },
};
