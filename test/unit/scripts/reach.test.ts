// Which tests run for a change: those that depend on a changed file.

import assert from 'node:assert/strict';
import { testsReaching } from '../../../scripts/test/reach.ts';

const FILES: Readonly<Record<string, string>> = {
  'test/one.test.ts': "import { one } from '../lib/one.ts';",
  'test/two.test.ts': "const worker = new Worker(new URL('./support/worker.ts', import.meta.url));",
  'test/manifest.test.ts': "readFileSync(join(root, 'package.json'));",
  'test/texts.test.ts': "globSync('src/**/*.ts', { cwd: root });",
  'test/folder.test.ts': "join(import.meta.dirname, '../docs');",
  'test/support/worker.ts': "await import('../../lib/two.ts');",
  'lib/one.ts': "import type { Two } from './two.ts'; import './circle.ts';",
  'lib/two.ts': '',
  'lib/circle.ts': "import './one.ts'; import 'other';",
  'package.json': '{ "main": "./lib/other.ts" }',
};
const TESTS = Object.keys(FILES).filter((file) => file.endsWith('.test.ts'));

describe('A change', () => {
  for (const [what, changed, tests] of [
    ['of a module', 'lib/circle.ts', ['test/one.test.ts']],
    ['of what lies in a folder', 'docs/deep/page.md', ['test/folder.test.ts']],
    ['of what a pattern finds', 'src/new/file.ts', ['test/texts.test.ts']],
    ['of what another process loads', 'test/support/worker.ts', ['test/two.test.ts']],
    ['of what several reach', 'lib/two.ts', ['test/one.test.ts', 'test/two.test.ts']],
    ['of what is read', 'package.json', ['test/manifest.test.ts']],
    ['of a test', 'test/two.test.ts', ['test/two.test.ts']],
    ['of a file that is gone', 'lib/gone.ts', []],
    ['of what a manifest names', 'lib/other.ts', []],
  ] as const) {
    it(`${what} concerns the tests that depend on it, and no other`, () => {
      assert.deepEqual(
        testsReaching(new Set([changed]), TESTS, (path) => FILES[path]),
        tests,
      );
    });
  }
});
