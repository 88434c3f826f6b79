// The tiers of tests: what each one runs, and how long it may take at most.

import { join } from 'node:path';
import { root } from '../editor/folders.ts';

export interface Tier {
  readonly name: 'types' | 'lint' | 'unit' | 'integration' | 'e2e';
  /** Commands that run one after another; arguments for Node. */
  readonly commands: readonly (readonly string[])[];
  /** A tier without tests of its own counts as one. */
  readonly counts: 'one' | 'tests';
  readonly limitMinutes: number;
}

const from = (path: string): string => join(root, path);
const tsc = from('node_modules/typescript/bin/tsc');
const mocha = [from('node_modules/mocha/bin/mocha.js'), '--reporter', from('scripts/test/reporter.ts')];

export const tiers: readonly Tier[] = [
  { name: 'types', counts: 'one', limitMinutes: 3, commands: [[tsc, '-p', from('tsconfig.json')], [tsc, '-p', from('tsconfig.test.json')]] },
  { name: 'lint', counts: 'one', limitMinutes: 4, commands: [[from('node_modules/eslint/bin/eslint.js'), '--max-warnings', '0', '.']] },
  { name: 'unit', counts: 'tests', limitMinutes: 5, commands: [mocha] },
  { name: 'integration', counts: 'tests', limitMinutes: 6, commands: [[from('scripts/test/integration.ts')]] },
  { name: 'e2e', counts: 'tests', limitMinutes: 10, commands: [[...mocha, '--config', from('test/e2e/mocharc.json')]] },
];
