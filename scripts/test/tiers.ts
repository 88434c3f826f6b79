// The tiers of tests: what each one runs, and how long it may take at most.

import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../editor/folders.ts';
import type { Rerun } from './rerun.ts';

export interface Tier {
  readonly name:
    | 'types'
    | 'lint'
    | 'unit'
    | 'faults'
    | 'integration'
    | 'smoke'
    | 'e2e'
    | 'oldest'
    | 'desktop'
    | 'many'
    | 'deep'
    | 'windows';
  /** Commands that run one after another; arguments for Node. */
  readonly commands: readonly (readonly string[])[];
  /** A tier without tests of its own counts as one. */
  readonly counts: 'one' | 'tests';
  readonly limitMinutes: number;
  /** Held back from all but this machine are then the editors, and the tier's own processes otherwise. */
  readonly startsEditors?: true;
  /** Its tests run as bundles, which are made before any tier starts. */
  readonly isBundled?: true;
  /** These run one after another beside all others, which do so, too. */
  readonly runsBeside?: true;
  /** Runs only when it is named. */
  readonly onDemand?: true;
  /** The command by which one failed test is run once more, alone. `scratch`: for its files. */
  readonly again?: (rerun: Rerun, scratch: string) => readonly string[];
  /** Only a file is run once more whose process has died: these tests depend on no editor, so that none is flaky. */
  readonly againAfter?: 'crash';
  /** What its tests read from the environment, unless it says otherwise. */
  readonly variables?: Readonly<Record<string, string>>;
}

const from = (path: string): string => join(root, path);
/** All projects of `tsconfig.json`, each of which notes in `.cache/types/` what it has checked. */
const tsc = [from('node_modules/typescript/bin/tsc'), '--build', from('tsconfig.json')];
export const integration = from('scripts/test/integration.ts');
export const oxfmt: readonly string[] = [from('node_modules/oxfmt/bin/oxfmt'), '--check'];
export const oxlint: readonly string[] = [from('node_modules/oxlint/bin/oxlint')];
/** What an editor of another version could break first: activation (an ES module, SQLite), commands, documents. */
const smoke = ['--editor', 'oldest', '--files', '{activation,commands,documents}'];
const faults = from('test/faults/mocharc.json');
const e2e = from('test/e2e/mocharc.json');
export const mocha: readonly string[] = [
  from('node_modules/mocha/bin/mocha.js'),
  '--reporter',
  from('scripts/test/reporter.ts'),
];

/** What generated tests read (`test/support/depth.ts`). */
const deep = { DEEP_MINUTES: '20', TEST_SEED: new Date().toISOString().slice(0, 10).replaceAll('-', '') };

export const tiers: readonly Tier[] = [
  { name: 'types', counts: 'one', limitMinutes: 10, commands: [tsc] },
  {
    name: 'lint',
    counts: 'one',
    limitMinutes: 12,
    commands: [
      [...oxfmt, '.'],
      [...oxlint, '.'],
    ],
  },
  {
    name: 'unit',
    counts: 'tests',
    limitMinutes: 25,
    commands: [mocha],
    again: mochaAgain(from('.mocharc.json')),
    againAfter: 'crash',
  },
  {
    name: 'faults',
    counts: 'tests',
    limitMinutes: 25,
    commands: [[...mocha, '--config', faults]],
    again: mochaAgain(faults),
    againAfter: 'crash',
  },
  {
    name: 'integration',
    startsEditors: true,
    isBundled: true,
    counts: 'tests',
    limitMinutes: 30,
    commands: [[integration]],
    again: integrationAgain(),
  },
  {
    name: 'e2e',
    startsEditors: true,
    runsBeside: true,
    counts: 'tests',
    limitMinutes: 45,
    commands: [[...mocha, '--config', e2e]],
    again: mochaAgain(e2e),
  },
  {
    name: 'smoke',
    startsEditors: true,
    isBundled: true,
    runsBeside: true,
    counts: 'tests',
    limitMinutes: 25,
    commands: [[integration, ...smoke]],
    again: integrationAgain('--editor', 'oldest'),
  },
  {
    name: 'oldest',
    startsEditors: true,
    isBundled: true,
    counts: 'tests',
    limitMinutes: 30,
    onDemand: true,
    commands: [[integration, '--editor', 'oldest']],
  },
  {
    name: 'many',
    counts: 'tests',
    limitMinutes: 60,
    onDemand: true,
    variables: { MANY_GROUPS: '10000' },
    commands: [[...mocha, '--no-config', from('test/faults/manyGroups.test.ts')]],
  },
  {
    name: 'deep',
    counts: 'tests',
    limitMinutes: 240,
    onDemand: true,
    variables: deep,
    commands: [
      [...mocha, '--timeout', '0'],
      [...mocha, '--config', faults, '--timeout', '0'],
    ],
  },
  {
    name: 'windows',
    startsEditors: true,
    isBundled: true,
    counts: 'tests',
    limitMinutes: 60,
    onDemand: true,
    variables: deep,
    commands: [[integration], [...mocha, '--config', e2e]],
  },
  {
    name: 'desktop',
    startsEditors: true,
    isBundled: true,
    counts: 'tests',
    limitMinutes: 30,
    onDemand: true,
    commands: [[integration, '--editor', 'desktop']],
  },
];

/** By a mocha configuration: `--config` of the command. */
export function mochaAgain(config: string): NonNullable<Tier['again']> {
  return ({ file, pattern }, scratch) => {
    const own = join(scratch, 'rerun.mocharc.json');
    const usual = JSON.parse(readFileSync(config, 'utf8')) as object;
    // Files on the command line would be added to those of the configuration.
    writeFileSync(own, JSON.stringify({ ...usual, spec: [file], grep: pattern }));
    return [...mocha, '--config', own];
  };
}

function integrationAgain(...editor: readonly string[]): NonNullable<Tier['again']> {
  return ({ file, pattern }) => [
    integration,
    ...editor,
    '--files',
    `**/${basename(file, '.test.cjs')}`,
    '--grep',
    pattern,
  ];
}
