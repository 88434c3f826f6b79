// What lint does not see of the architecture: that no module imports itself through others, and what is read at
// activation.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { build, type Metafile } from 'esbuild';
import { builtForPackage } from '../../scripts/build.ts';
import { bytesOf, filesReadAtActivation } from '../../scripts/package/readAtActivation.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Which module imports which, by path from the root. Imports of types alone do not count: they are gone at run time.
 */
async function importsOf(...entryPoints: string[]): Promise<Map<string, string[]>> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    splitting: true,
    outdir: 'dist',
    packages: 'external',
    external: ['vscode'],
    logLevel: 'silent',
  });
  return new Map(
    Object.entries(metafile.inputs).map(([file, { imports }]) => [
      file,
      imports.filter(({ external }) => external !== true).map(({ path }) => path),
    ]),
  );
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
    const imports = await importsOf('src/extension.ts', 'src/form/form.ts', 'src/table/table.ts');
    assert.ok(imports.size > 50, 'the graph is that of the product');
    assert.deepEqual(cycles(imports), []);
  });

  it('would see one', () => {
    assert.deepEqual(
      cycles(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['b']],
        ]),
      ),
      ['b → c → b'],
    );
  });
});

describe('Activation', () => {
  const ofUse =
    /^(node_modules|src\/(api|bulk|form|sandbox|services|store|table|webview)|src\/vscode\/(bulk|connections|files|rotation|sending))\//;
  let files: Metafile['outputs'][string][];
  let read: string[];
  let metafile: Metafile;
  let built: Awaited<ReturnType<typeof builtForPackage>>;
  before(async () => {
    built = await builtForPackage();
    metafile = built[0].metafile;
    files = filesReadAtActivation(metafile);
    read = files.flatMap(({ inputs }) => Object.keys(inputs));
  });

  it('reads at most 50 KB', () => {
    assert.ok(files.length > 1);
    assert.ok(bytesOf(files) <= 50_000);
  });

  it('makes no require where there is none, and has one where there is', () => {
    const code = built[0].files.filter(({ path }) => path.endsWith('.js'));
    const making = code.filter(({ text }) => text.startsWith('import { createRequire as __createRequire }'));
    const needing = code.filter(({ text }) => /\brequire\b/.test(text.replace(/^import \{ createRequire .*\n/, '')));
    assert.ok(needing.length > 0 && needing.length < code.length);
    assert.deepEqual(
      needing.filter((file) => !making.includes(file)).map(({ path }) => path),
      [],
    );
    assert.ok(making.length < code.length / 2);
  });

  it('reads no package, and of the rooms those alone that are there from the first moment', () => {
    assert.ok(read.includes('src/extension.ts') && read.includes('src/core/errors.ts'), 'what is read is the product');
    assert.deepEqual(
      read.filter((file) => ofUse.test(file)),
      [],
    );
  });

  it('leaves what reads files of many groups to those who ask for it', () => {
    const all = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
    for (const name of ['papaparse', 'chardet', 'p-queue']) {
      assert.ok(
        all.some((file) => file.includes(`node_modules/${name}/`)),
        `${name} is bundled`,
      );
      assert.ok(!read.some((file) => file.includes(`node_modules/${name}/`)), `${name} is not read at activation`);
    }
  });
});
