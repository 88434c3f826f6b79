import assert from 'node:assert/strict';
import { toEditorSnippet } from '../../../src/form/completion.ts';

describe('a snippet of VS Code', () => {
  for (const [title, given, expected] of [
    ['keeps its stops and their order', '"40": $1$0', '"40": ${1}${0}'],
    ['keeps what stands at a stop', '"region": "${1:EU}"', '"region": "${1:EU}"'],
    ['offers the first of several choices', '${1|"a","b"|}', '${1:"a"}'],
    ['keeps a comma that a choice escapes', '${1|a\\,b,c|}', '${1:a,b}'],
    ['keeps braces that are text', '{"a": {$1}}', '\\{"a": \\{${1}\\}\\}'],
    ['has no stop where it escapes one', 'costs \\$1 \\} \\\\', 'costs $1 \\} \\'],
    ['takes a variable for its text', '"$TM_FILENAME${NAME:x}"', '"x"'],
    ['may have no stop', '"plain"', '"plain"'],
  ] as const) {
    it(title, () => {
      assert.equal(toEditorSnippet(given), expected);
    });
  }
});
