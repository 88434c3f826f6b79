// The tiers of tests: what each one runs, and how long it may take at most.

import { join } from 'node:path';
import { root } from '../editor/folders.ts';

export interface Tier {
  readonly name: 'types' | 'lint' | 'unit' | 'integration' | 'smoke' | 'e2e' | 'oldest' | 'desktop';
  /** Commands that run one after another; arguments for Node. */
  readonly commands: readonly (readonly string[])[];
  /** A tier without tests of its own counts as one. */
  readonly counts: 'one' | 'tests';
  readonly limitMinutes: number;
  /** Runs only when it is named. */
  readonly onDemand?: true;
}

const from = (path: string): string => join(root, path);
const tsc = from('node_modules/typescript/bin/tsc');
const integration = from('scripts/test/integration.ts');
/** What an editor of another version could break first: activation (an ES module, SQLite), commands, documents. */
const smoke = ['--editor', 'oldest', '--files', '{activation,commands,documents}'];
const mocha = [from('node_modules/mocha/bin/mocha.js'), '--reporter', from('scripts/test/reporter.ts')];

export const tiers: readonly Tier[] = [
  { name: 'types', counts: 'one', limitMinutes: 3, commands: [[tsc, '-p', from('tsconfig.json')], [tsc, '-p', from('tsconfig.test.json')]] },
  { name: 'lint', counts: 'one', limitMinutes: 4, commands: [[from('node_modules/eslint/bin/eslint.js'), '--max-warnings', '0', '.']] },
  { name: 'unit', counts: 'tests', limitMinutes: 5, commands: [mocha] },
  { name: 'integration', counts: 'tests', limitMinutes: 6, commands: [[integration]] },
  { name: 'smoke', counts: 'tests', limitMinutes: 6, commands: [[integration, ...smoke]] },
  { name: 'e2e', counts: 'tests', limitMinutes: 10, commands: [[...mocha, '--config', from('test/e2e/mocharc.json')]] },
  { name: 'oldest', counts: 'tests', limitMinutes: 6, onDemand: true, commands: [[integration, '--editor', 'oldest']] },
  { name: 'desktop', counts: 'tests', limitMinutes: 15, onDemand: true, commands: [[integration, '--editor', 'desktop']] },
];
