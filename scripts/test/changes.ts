// For a developer's loop: what differs from `main`, committed or not, and the part of the tiers that it concerns.

import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../editor/folders.ts';
import { testsReaching } from './reach.ts';
import { integration, mocha, oxfmt, oxlint, tiers, type Tier } from './tiers.ts';

/** From which a change differs; where it was never checked out, as the clone knows it. */
export function mainBranch(): string {
  const names = ['--format=%(refname:short)', 'refs/heads/main', 'refs/remotes/origin/main'];
  const [found] = execFileSync('git', ['for-each-ref', ...names], { cwd: root, encoding: 'utf8' }).split('\n');
  if (found !== undefined && found !== '') return found;
  console.error('What has changed is not known: this clone has no branch "main". Run "git fetch origin main:main".');
  process.exit(1);
}

/** Paths from the root, with slashes; those of deleted files, too. */
export function changedFiles(): string[] {
  const paths = (...command: readonly string[]): string[] =>
    execFileSync('git', [...command, '-z'], { cwd: root, encoding: 'utf8' })
      .split('\0')
      .filter((path) => path !== '');
  return [
    ...paths('diff', '--name-only', '--no-renames', mainBranch()),
    ...paths('ls-files', '--others', '--exclude-standard'),
  ];
}

/** Test files of this pattern that depend on one of the changed files. */
export function testsOf(pattern: string, changed: readonly string[]): string[] {
  const tests = globSync(pattern, { cwd: root }).map((file) => file.replaceAll('\\', '/'));
  return testsReaching(new Set(changed), tests.toSorted(), textOf);
}

/** Commands of a tier for what has changed; none where it is not concerned. `scratch`: for mocha's configurations. */
type Part = (changed: readonly string[], scratch: string) => Tier['commands'];

/**
 * Types are checked as a whole, style in what has changed. An editor is started only for tests whose own files have
 * changed, or what these share.
 */
const parts: Partial<Record<Tier['name'], Part>> = {
  types: () => tiers.find(({ name }) => name === 'types')?.commands ?? [],
  lint: (changed) => {
    const files = changed.filter((path) => existsSync(join(root, path)));
    const code = files.filter((path) => /\.[cm]?[jt]s$/.test(path));
    return [
      ...(files.length > 0 ? [[...oxfmt, '--no-error-on-unmatched-pattern', ...files]] : []),
      ...(code.length > 0 ? [[...oxlint, '--no-error-on-unmatched-pattern', ...code]] : []),
    ];
  },
  unit: (changed, scratch) => mochaFor('.mocharc.json', testsOf('test/unit/**/*.test.ts', changed), scratch),
  faults: (changed, scratch) =>
    mochaFor('test/faults/mocharc.json', testsOf('test/faults/*.test.ts', changed), scratch),
  integration: (changed) => {
    const names = testsOf('test/integration/**/*.test.ts', under('test/integration/', changed)).map((file) =>
      basename(file, '.test.ts'),
    );
    return names.length === 0 ? [] : [[integration, '--files', `@(${names.join('|')})`]];
  },
  e2e: (changed, scratch) =>
    mochaFor('test/e2e/mocharc.json', testsOf('test/e2e/**/*.test.ts', under('test/e2e/', changed)), scratch),
};

export function tiersFor(changed: readonly string[], scratch: string): Tier[] {
  return tiers
    .map((tier) => ({ ...tier, commands: parts[tier.name]?.(changed, scratch) ?? [] }))
    .filter(({ commands }) => commands.length > 0);
}

function under(folder: string, changed: readonly string[]): string[] {
  return changed.filter((path) => path.startsWith(folder));
}

/** Files on the command line would be added to those of the configuration. */
function mochaFor(config: string, spec: readonly string[], scratch: string): Tier['commands'] {
  if (spec.length === 0) return [];
  const usual = JSON.parse(readFileSync(join(root, config), 'utf8')) as object;
  const own = join(scratch, `changed-${config.replaceAll('/', '-')}`);
  writeFileSync(own, JSON.stringify({ ...usual, spec }));
  return [[...mocha, '--config', own]];
}

function textOf(path: string): string | undefined {
  const file = join(root, path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
