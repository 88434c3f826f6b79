// Tests that can go: without them every mistake that a test noticed is still noticed by another one.

import type { schema } from '@stryker-mutator/api/core';

/** As file and title, of a report in which every test was asked about every mutant. Of two alike the cheaper stays. */
export function redundantTests({
  files,
  testFiles,
}: Required<Pick<schema.MutationTestResult, 'files' | 'testFiles'>>): string[] {
  const titles = new Map(
    Object.entries(testFiles).flatMap(([file, { tests }]) =>
      tests.map(({ id, name }) => [id, `${file} ${name}`.trim()] as const),
    ),
  );
  const left = Object.values(files)
    .flatMap(({ mutants }) => mutants)
    .filter(({ status, killedBy = [] }) => status === 'Killed' && killedBy.length > 0)
    .map(({ killedBy = [] }) => killedBy);
  const noticedBy = new Map<string, Set<number>>();
  for (const [mutant, tests] of left.entries())
    for (const test of tests) {
      const mutants = noticedBy.get(test) ?? new Set();
      noticedBy.set(test, mutants.add(mutant));
    }
  const kept = new Set<string>();
  const open = new Set(left.keys());
  while (open.size > 0) {
    const counts = Array.from(
      noticedBy,
      ([test, mutants]) => [test, [...mutants].filter((mutant) => open.has(mutant)).length] as const,
    );
    const [best] = counts.reduce((most, each) => (each[1] > most[1] ? each : most));
    kept.add(best);
    for (const mutant of noticedBy.get(best) ?? []) open.delete(mutant);
    noticedBy.delete(best);
  }
  return Array.from(titles, ([id, title]) => (kept.has(id) ? [] : [title]))
    .flat()
    .toSorted();
}
