// The parts of the built extension that are read before it runs.

import type { Metafile } from 'esbuild';

/** Its own file and those that it imports at once. */
export function filesReadAtActivation({ outputs }: Metafile): Metafile['outputs'][string][] {
  const read = new Set(['dist/extension.js']);
  for (const file of read) {
    for (const { path, kind, external } of outputs[file]?.imports ?? [])
      if (kind === 'import-statement' && external !== true) read.add(path);
  }
  return [...read].flatMap((file) => outputs[file] ?? []);
}

/** Of these files. */
export function bytesOf(files: readonly { readonly bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
