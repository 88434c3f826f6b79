// Few packages, each with a reason; what ships is known, locked and licensed.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtForPackage } from '../../scripts/build.ts';
import { bundledPackages, NOTICES, noticesOf, type Bundled } from '../../scripts/package/bundled.ts';
import { troublesIn } from '../../scripts/package/contents.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
type Locked = Readonly<
  Record<
    string,
    { readonly version?: string; readonly integrity?: string; readonly resolved?: string; readonly link?: boolean }
  >
>;

const manifest = JSON.parse(read('package.json')) as Manifest;
const { packages: locked } = JSON.parse(read('package-lock.json')) as { readonly packages: Locked };

/** The names in the tables of the page on dependencies, by whether they ship. */
function listed(): { readonly shipped: string[]; readonly others: string[] } {
  const [first = '', second = ''] = read('docs/engineering/dependencies.md').split('and does not ship:');
  const names = (part: string): string[] =>
    Array.from(part.matchAll(/^\| `([^`]+)` +\| \S.{3,}\|$/gm), ([, name]) => name ?? '');
  return { shipped: names(first), others: names(second) };
}

describe('A dependency', () => {
  let bundled: Bundled[];
  let texts: [path: string, text: string][];
  before(async () => {
    const built = await builtForPackage();
    bundled = bundledPackages(built.map(({ metafile }) => metafile));
    texts = built.flatMap(({ files }) =>
      files.map(({ path, text }): [string, string] => [path.slice(root.length + 1), text]),
    );
  });

  it('is there for a reason, which its page gives', () => {
    const { shipped, others } = listed();
    assert.deepEqual([...shipped, ...others].sort(), Object.keys(manifest.devDependencies).sort());
    assert.equal(manifest.dependencies, undefined, 'everything that ships is bundled');
  });

  it('that ships is listed as such', () => {
    const direct = bundled.map(({ name }) => name).filter((name) => Object.hasOwn(manifest.devDependencies, name));
    assert.deepEqual(direct.sort(), listed().shipped.sort());
  });

  it('has one version, and its bytes are known by a strong digest', () => {
    const entries = Object.entries(locked).filter(([path]) => path !== '');
    assert.ok(entries.length > 100);
    assert.deepEqual(
      entries.filter(([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)).map(([path]) => path),
      [],
    );
    assert.deepEqual(
      Object.values(manifest.devDependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version)),
      [],
    );
  });

  it('comes from whatever registry the person has set', () => {
    assert.deepEqual(
      Object.entries(locked)
        .filter(([, { resolved, link }]) => resolved !== undefined || link === true)
        .map(([path]) => path),
      [],
    );
  });

  it('that ships is the one that is locked', () => {
    assert.deepEqual(
      bundled.map(({ folder, version }) => [folder, version]),
      bundled.map(({ folder }) => [folder, locked[folder]?.version]),
    );
  });

  it('that ships has its licence in the notice, which is that of this very build', () => {
    const notices = read(NOTICES);
    assert.equal(notices, noticesOf(bundled), 'run "npm run build" and commit the notice');
    assert.deepEqual(
      bundled.filter(({ licence }) => !/^(MIT|ISC|BSD-[23]-Clause|Apache-2\.0|0BSD)$/.test(licence)),
      [],
    );
    for (const { name, version } of bundled) assert.ok(notices.includes(`\n${name} ${version} (`), name);
    const [, ...each] = notices.split('─'.repeat(80));
    assert.equal(each.length, bundled.length);
    for (const notice of each) assert.match(notice, /Permission (is hereby granted|to use)|Redistribution and use/);
  });

  it('brings nothing into the package that has no place there', () => {
    assert.ok(texts.length > 10);
    assert.deepEqual(
      texts.flatMap(([path, text]) => troublesIn(path, text, [root])),
      [],
    );
  });
});
