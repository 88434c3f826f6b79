// What came of the mutants: the share that a test noticed, by folder, and a line for each that none did, or that only
// took too long: on a busy machine that may be chance.

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
    .filter((result) => unnoticed.includes(result.status) || isByTime(result))
    .map((result) => {
      const { fileName, replacement, status } = result;
      const { start, end } = result.location;
      const line = readFileSync(fileName, 'utf8').split('\n')[start.line - 1] ?? '';
      const text = start.line === end.line ? line.slice(start.column - 1, end.column - 1) : `${line.trim()} …`;
      const instead = replacement.replace(/\s+/g, ' ');
      const remark = isByTime(result)
        ? ' (noticed by time alone)'
        : status === 'NoCoverage'
          ? ' (no test comes here)'
          : '';
      return `${relative(root, fileName)}:${start.line} ${text} → ${instead}${remark}`;
    })
    .toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

/** The limit of Stryker, or that of one test (`limit.ts`). */
function isByTime({ status, statusReason = '' }: MutantResult): boolean {
  return status === 'Timeout' || (status === 'Killed' && /Timeout of \d+ms exceeded/.test(statusReason));
}

function scoreOf(name: string, mutants: readonly MutantResult[]): string {
  const count = (statuses: readonly Status[]): number =>
    mutants.filter(({ status }) => statuses.includes(status)).length;
  const [yes, no] = [count(noticed), count(unnoticed)];
  const share = yes + no === 0 ? '' : `${((100 * yes) / (yes + no)).toFixed(1)} %`;
  const byTime = mutants.filter(isByTime).length;
  return `${share.padStart(7)}  ${name}: ${yes} of ${yes + no} noticed${byTime === 0 ? '' : `, ${byTime} by time alone`}`;
}
