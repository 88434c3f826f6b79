// What came of the mutants: the share that a test noticed, by folder, and a line for each that none did.

import { readFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import type { MutantResult } from '@stryker-mutator/api/core';

type Status = MutantResult['status'];
const noticed: readonly Status[] = ['Killed', 'Timeout'];
const unnoticed: readonly Status[] = ['Survived', 'NoCoverage'];

export function scores(results: readonly MutantResult[], root: string): string[] {
  const folders = Map.groupBy(results, ({ fileName }) => dirname(relative(root, fileName)));
  const leftOut = Map.groupBy(
    results.filter(({ status }) => status === 'Ignored'),
    ({ statusReason = '' }) => statusReason,
  );
  return [
    ...[...folders].toSorted().map(([folder, mutants]) => scoreOf(folder, mutants)),
    scoreOf('together', results),
    ...Array.from(leftOut, ([reason, { length }]) => `left out: ${length} (${reason})`),
  ];
}

/** As they stand in the files, with what stood in their place when no test failed. */
export function linesOf(results: readonly MutantResult[], root: string): string[] {
  return results
    .filter(({ status }) => unnoticed.includes(status))
    .map(({ fileName, location: { start, end }, replacement, status }) => {
      const line = readFileSync(fileName, 'utf8').split('\n')[start.line - 1] ?? '';
      const text = start.line === end.line ? line.slice(start.column - 1, end.column - 1) : `${line.trim()} …`;
      const instead = replacement.replace(/\s+/g, ' ');
      return `${relative(root, fileName)}:${start.line} ${text} → ${instead}${status === 'NoCoverage' ? ' (no test comes here)' : ''}`;
    })
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

function scoreOf(name: string, mutants: readonly MutantResult[]): string {
  const count = (statuses: readonly Status[]): number =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const [yes, no] = [count(noticed), count(unnoticed)];
  const share = yes + no === 0 ? '' : `${((100 * yes) / (yes + no)).toFixed(1)} %`;
  return `${share.padStart(7)}  ${name}: ${yes} of ${yes + no} noticed`;
}
