// This extension as VS Code has installed it, with the English texts of its manifest.

import { readManifest } from '../../../scripts/package/manifest.ts';
import { extensions } from './fakeVscode.ts';

/** To be called inside a `describe`: the manifest is there in each of its tests. */
export function installThisExtension(): void {
  const { getExtension } = extensions;
  beforeEach(() => {
    extensions.getExtension = () => ({ packageJSON: readManifest() as object });
  });
  afterEach(() => {
    extensions.getExtension = getExtension;
  });
}
