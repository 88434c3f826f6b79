// What lint does not see of the architecture: that nothing imports itself through others, and what is read at
// activation.

import assert from 'node:assert/strict';
import type { Metafile } from 'esbuild';
import { builtForPackage } from '../../scripts/build.ts';
import { circles, folderCircles, importGraph } from '../../scripts/metrics/circles.ts';
import { parsed, sourceFiles } from '../../scripts/metrics/sourceFile.ts';
import { bytesOf, filesReadAtActivation } from '../../scripts/package/readAtActivation.ts';

describe('The architecture', () => {
  const graph = importGraph(sourceFiles('src'));

  it('has no file that imports itself through others, types included', () => {
    assert.ok(graph.size > 300, 'the graph is that of the product');
    assert.deepEqual(circles(graph), []);
  });

  it('has no folder of a feature that imports itself through others, types included', () => {
    const ofFeatures = /^src\/(services|store|vscode)\//;
    assert.deepEqual(
      folderCircles(graph).filter(([path = '']) => ofFeatures.test(path)),
      [],
    );
  });

  it('would see both', () => {
    const files = importGraph([
      parsed('src/one/a.ts', "import type { B } from '../two/b.ts';"),
      parsed('src/two/b.ts', "export { C } from './c.ts'; export type D = import('../three.ts').D;"),
      parsed('src/two/c.ts', "void import('../one/e.ts');"),
      parsed('src/one/e.ts', ''),
      parsed('src/three.ts', "import { b } from './two/b.ts';"),
    ]);
    assert.deepEqual(circles(files), [['src/three.ts', 'src/two/b.ts']]);
    assert.deepEqual(folderCircles(files), [['src/one', 'src/three.ts', 'src/two']]);
  });
});

describe('Activation', () => {
  const ofUse =
    /^(node_modules\/(?!@vscode\/l10n\/)|src\/(api|bulk|form|sandbox|services|store|table|webview)\/|src\/vscode\/(bulk|connections|files|rotation|sending)\/)/;
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

  it('reads at most 49 KB, from two files', () => {
    assert.equal(files.length, 2);
    assert.ok(bytesOf(files) <= 49_000);
    const beside = files.flatMap(({ imports }) =>
      imports.filter(({ path, external }) => external && path.startsWith('.')),
    );
    assert.deepEqual(
      beside.filter(({ kind }) => kind === 'import-statement'),
      [],
    );
  });

  it('is a part of at most 100 files, beyond which the packager warns, and no package is made', () => {
    const files = built.flatMap((each) => each.files).filter(({ path }) => path.endsWith('.js'));
    assert.ok(files.length <= 100, `${files.length} files: one lazy import makes several`);
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

  it('reads no package but that of texts, and of the rooms those alone that are there from the first moment', () => {
    assert.ok(read.includes('src/extension.ts') && read.includes('src/core/errors.ts'), 'what is read is the product');
    assert.deepEqual(
      read.filter((file) => ofUse.test(file)),
      [],
    );
  });

  it('leaves what reads files of many groups to those who ask for it', () => {
    const all = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
    for (const name of ['chardet', 'p-queue']) {
      assert.ok(
        all.some((file) => file.includes(`node_modules/${name}/`)),
        `${name} is bundled`,
      );
      assert.ok(!read.some((file) => file.includes(`node_modules/${name}/`)), `${name} is not read at activation`);
    }
  });
});
