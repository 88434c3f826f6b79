// What npm run metrics counts: wide lines, lengths of functions, circles, names, casts.

import assert from 'node:assert/strict';
import { castsByUnknown } from '../../../scripts/metrics/castsByUnknown.ts';
import { circles, folderCircles, importGraph } from '../../../scripts/metrics/circles.ts';
import { clippedComments } from '../../../scripts/metrics/clippedComments.ts';
import { functionLengths, ninetiethPercentile } from '../../../scripts/metrics/functions.ts';
import { repeatedExports, replacedFileNames, replacedNames } from '../../../scripts/metrics/names.ts';
import { parsed } from '../../../scripts/metrics/sourceFile.ts';
import { wideLines } from '../../../scripts/metrics/wideLines.ts';

const wide = 'x'.repeat(120);

describe('A wide line', () => {
  it('is one of code, of a comment or within a text of several lines', () => {
    const text = [`const ${wide} = 1;`, `// ${wide}`, `const sql = \`select`, `  ${wide}\`;`].join('\n');
    assert.deepEqual(wideLines(parsed('src/a.ts', text)), ['src/a.ts:1', 'src/a.ts:2', 'src/a.ts:4']);
  });

  it('is not one that a text makes wide, be it a string, a pattern, HTML or the title of a test', () => {
    const title = `it('${'x'.repeat(100)}', async () => {});`;
    const text = [`say('${wide}');`, `const a = /${wide}/;`, `const b = html\`<p>`, `  ${wide}</p>\`;`, title].join(
      '\n',
    );
    assert.deepEqual(wideLines(parsed('src/a.ts', text)), []);
  });
});

describe('A function', () => {
  it('is as long as its text, if it has a body in braces', () => {
    const text = 'function a() {\n  return 1;\n}\nconst b = (): number => 2;\nclass C {\n  d(): void {\n  }\n}';
    assert.deepEqual(functionLengths(parsed('src/a.ts', text)), [
      { place: 'src/a.ts:1', lines: 3 },
      { place: 'src/a.ts:6', lines: 2 },
    ]);
  });

  it('is compared by what nine in ten do not exceed', () => {
    assert.equal(ninetiethPercentile([10, 1, 2, 3, 4, 5, 6, 7, 8, 9]), 9);
  });
});

describe('A circle of imports', () => {
  const files = [
    parsed('src/one/a.ts', "import type { B } from '../two/b.ts';"),
    parsed('src/two/b.ts', "export { C } from './c.ts'; export type D = import('../three.ts').D;"),
    parsed('src/two/c.ts', "void import('../one/e.ts');"),
    parsed('src/one/e.ts', ''),
    parsed('src/three.ts', "import { b } from './two/b.ts';"),
  ];

  it('is one of files, types included', () => {
    assert.deepEqual(circles(importGraph(files)), [['src/three.ts', 'src/two/b.ts']]);
  });

  it('is one of folders, though no file imports itself', () => {
    assert.deepEqual(folderCircles(importGraph(files)), [['src/one', 'src/three.ts', 'src/two']]);
  });
});

describe('A name', () => {
  it('is counted wherever one stands that was replaced, but in quotes', () => {
    const file = parsed(
      'src/a.ts',
      "const told = { 'desk': 1 };\nclass A { #taken = told; stateWords = 1; tell = 2; }",
    );
    assert.deepEqual(replacedNames(file), [
      'told src/a.ts:1',
      '#taken src/a.ts:2',
      'told src/a.ts:2',
      'stateWords src/a.ts:2',
    ]);
    assert.deepEqual(replacedFileNames([parsed('src/vscode/desk.ts', ''), file]), ['src/vscode/desk.ts']);
  });

  it('is counted when two files export it as theirs', () => {
    const files = [
      parsed('src/a.ts', 'export const one = 1, two = 2;'),
      parsed('src/b.ts', "export type one = 1; export { two } from './a.ts'; const three = 3;"),
    ];
    assert.deepEqual(repeatedExports(files), ['one src/a.ts src/b.ts']);
  });
});

describe('A comment', () => {
  it('is counted for words that the glossary replaces, and where it begins as half a sentence', () => {
    const text =
      "/**\n * The same, for\n * a person.\n */\n// Read in\n// stretches.\nsay('a person');\n/** Whole: of a row. */";
    assert.deepEqual(clippedComments(parsed('src/a.ts', text)), [
      '“a person” src/a.ts:1',
      '“The same” src/a.ts:1',
      '“in stretches” src/a.ts:5',
    ]);
  });
});

describe('A cast', () => {
  it('is counted when it goes by way of unknown', () => {
    assert.deepEqual(castsByUnknown(parsed('src/a.ts', 'a as B;\nc as unknown;\nd as unknown as E;')), ['src/a.ts:3']);
  });
});
