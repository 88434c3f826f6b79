// Which tests a change may concern: those that depend on a changed file, be it through others. A file depends on what
// it names in quotes, by the path from itself or from the root: modules, what is read, run or spawned, and all that
// lies in a folder.

import { dirname, join } from 'node:path/posix';

/** The folder before the first star of a pattern. */
const NAMED = /(['"`])((?:\.{1,2}\/)*[\w@.-]+(?:\/[\w@.-]+)*)(?:\/[^'"`\s*]*\*[^'"`\s]*)?\1/g;

/**
 * @param changed paths from the root, with slashes, as all others
 * @param read the text of a file, `undefined` where there is none
 */
export function testsReaching(
  changed: ReadonlySet<string>,
  tests: readonly string[],
  read: (path: string) => string | undefined,
): string[] {
  const concerned = new Set([...changed].flatMap((path) => [path, ...foldersOf(path)]));
  const known = new Map<string, readonly string[]>();
  const namedBy = (file: string): readonly string[] => {
    const named = known.get(file) ?? pathsIn(file, read(file) ?? '');
    known.set(file, named);
    return named;
  };
  return tests.filter((test) => {
    const seen = new Set([test]);
    for (const file of seen) {
      if (concerned.has(file)) return true;
      // Only code leads further: what a manifest or a text names is no part of the test.
      if (/\.[cm]?[jt]s$/.test(file)) for (const named of namedBy(file)) seen.add(named);
    }
    return false;
  });
}

function pathsIn(file: string, text: string): string[] {
  return [...text.matchAll(NAMED)].flatMap(([, , named = '']) =>
    named.startsWith('.') ? [join(file, '..', named)] : [named],
  );
}

function foldersOf(path: string): string[] {
  const folder = dirname(path);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}
