// What npm run metrics counts as a wide line, a clipped comment, and a name that stands twice. Circles are shown by
// architecture.test.ts.

import assert from 'node:assert/strict';
import { clippedComments } from '../../../scripts/metrics/clippedComments.ts';
import { repeatedExports } from '../../../scripts/metrics/names.ts';
import { parsed } from '../../../scripts/metrics/sourceFile.ts';
import { wideLines } from '../../../scripts/metrics/wideLines.ts';

const wide = 'x'.repeat(120);

describe('The metrics', () => {
  it('count a wide line of code, of a comment or within a text of several lines', () => {
    const text = [`const ${wide} = 1;`, `// ${wide}`, `const sql = \`select`, `  ${wide}\`;`].join('\n');
    assert.deepEqual(wideLines(parsed('src/a.ts', text)), ['src/a.ts:1', 'src/a.ts:2', 'src/a.ts:4']);
  });

  it('count no line that a string, a pattern, HTML or the title of a test makes wide', () => {
    const title = `it('${'x'.repeat(100)}', async () => {});`;
    const text = [`say('${wide}');`, `const a = /${wide}/;`, `const b = html\`<p>`, `  ${wide}</p>\`;`, title];
    assert.deepEqual(wideLines(parsed('src/a.ts', text.join('\n'))), []);
  });

  it('count a comment by words that the glossary replaces, and where it begins as half a sentence', () => {
    const text =
      "/**\n * The same, for\n * a person.\n */\n// Read in\n// stretches.\nsay('a person');\n/** Whole: of a row. */";
    assert.deepEqual(clippedComments(parsed('src/a.ts', text)), [
      '“a person” src/a.ts:1',
      '“The same” src/a.ts:1',
      '“in stretches” src/a.ts:5',
    ]);
  });

  it('count a name that two files export as theirs', () => {
    const files = [
      parsed('src/a.ts', 'export const one = 1, two = 2;'),
      parsed('src/b.ts', "export type one = 1; export { two } from './a.ts'; const three = 3;"),
    ];
    assert.deepEqual(repeatedExports(files), ['one src/a.ts src/b.ts']);
  });
});
