// What lint does not see of the architecture: that no module imports itself through others.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/** Which module imports which, by path from the root. Imports of types alone do not count: they are gone at run time. */
async function importsOf(entry: string): Promise<Map<string, string[]>> {
  const { metafile } = await build({
    absWorkingDir: root, entryPoints: [entry], bundle: true, write: false, metafile: true, format: 'esm', platform: 'node',
    splitting: true, outdir: 'dist', packages: 'external', external: ['vscode'], logLevel: 'silent',
  });
  return new Map(Object.entries(metafile.inputs).map(([file, { imports }]) => [file, imports.filter(({ external }) => external !== true).map(({ path }) => path)]));
}

function cycles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const finished = new Set<string>();
  const visit = (file: string, trail: readonly string[]): void => {
    if (trail.includes(file)) found.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
    if (trail.includes(file) || finished.has(file)) return;
    for (const imported of imports.get(file) ?? []) visit(imported, [...trail, file]);
    finished.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return found;
}

describe('The architecture', () => {
  it('has no cycle of imports', async () => {
    const imports = await importsOf('src/extension.ts');
    assert.ok(imports.size > 50, 'the graph is that of the product');
    assert.deepEqual(cycles(imports), []);
  });

  it('would see one', () => {
    assert.deepEqual(cycles(new Map([['a', ['b']], ['b', ['c']], ['c', ['b']]])), ['b → c → b']);
  });
});
