// What lint does not see of the architecture: that nothing imports itself through others, and what is read at
// activation.

import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dirname, join as joined, relative } from 'node:path/posix';
import type { Metafile } from 'esbuild';
import ts from '@typescript/typescript6';
import { builtForPackage } from '../../scripts/build.ts';
import { bytesOf, filesReadAtActivation } from '../../scripts/package/readAtActivation.ts';

const root = join(import.meta.dirname, '../..');

/** Rooms whose folders are of features, each of which may import those below it alone. */
const ROOMS = ['vscode', 'services', 'store'];

/** file → those that it imports, by path from `src`, imports of types alone and those on first use included. */
function importsOf(files: ReadonlyMap<string, string>): Map<string, string[]> {
  return new Map(
    [...files].map(([file, text]) => [
      file,
      ts
        .preProcessFile(text)
        .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
        .map(({ fileName }) => joined(dirname(file), fileName)),
    ]),
  );
}

/** The same for the folders of a room, of which `.` is the room itself. */
function folderImports(imports: ReadonlyMap<string, readonly string[]>, room: string): Map<string, string[]> {
  const folderOf = (file: string): string => relative(room, file).split('/').slice(0, -1)[0] ?? '.';
  const folders = new Map<string, Set<string>>();
  for (const [file, imported] of imports) {
    if (!file.startsWith(`${room}/`)) continue;
    const known = folders.get(folderOf(file)) ?? new Set();
    folders.set(folderOf(file), known);
    for (const other of imported) if (other.startsWith(`${room}/`)) known.add(folderOf(other));
    known.delete(folderOf(file));
  }
  return new Map([...folders].map(([folder, others]) => [folder, [...others]]));
}

function sources(): Map<string, string> {
  const src = join(root, 'src');
  return new Map(
    globSync('**/*.ts', { cwd: src }).map((file) => [
      file.replaceAll('\\', '/'),
      readFileSync(join(src, file), 'utf8'),
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
  const imports = importsOf(sources());

  it('has no file that imports itself through others, types included', () => {
    assert.ok(imports.size > 300, 'the graph is that of the product');
    assert.deepEqual(cycles(imports), []);
  });

  for (const room of ROOMS) {
    it(`has no folder of ${room} that imports itself through others, types included`, () => {
      const folders = folderImports(imports, room);
      assert.ok(folders.size > 5, 'the folders are those of the features');
      assert.deepEqual(cycles(folders), []);
    });
  }

  it('would see both', () => {
    const files = new Map([
      ['room/map.ts', "import type { Tree } from './groups/tree/tree.ts';"],
      [
        'room/groups/tree/tree.ts',
        "import { ask } from '../../command/ask.ts';\nimport { type Open } from './open.ts';",
      ],
      ['room/groups/tree/open.ts', "export const tree = () => import('./tree.ts');"],
      ['room/command/ask.ts', 'export const ask = 1;'],
      ['room/command/context.ts', "export type { Tree } from '../groups/tree/tree.ts';"],
    ]);
    assert.deepEqual(cycles(importsOf(files)), [
      'room/groups/tree/tree.ts → room/groups/tree/open.ts → room/groups/tree/tree.ts',
    ]);
    assert.deepEqual(cycles(folderImports(importsOf(files), 'room')), ['groups → command → groups']);
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
