// What the product reports of a text that it can't read, beside what VS Code reports.

import assert from 'node:assert/strict';
import { unreportedFlaw } from '../../../src/document/unreportedFlaw.ts';

const COMMENT = '{\n  // of work\n  "name": "Acme"\n}';
const TRAILING = '{"mapping": {"40": "213"},}';
const BROKEN = '{"name" "Acme"}';
const DEEP = `{"properties": ${'['.repeat(1001)}${']'.repeat(1001)}}`;

describe('Of a text that is not JSON, the product reports', () => {
  for (const [what, text, language, offset] of [
    ['a comment where VS Code allows them', COMMENT, 'jsonc', 4],
    ['a comment in no case where VS Code does', COMMENT, 'json', undefined],
    ['a trailing comma where VS Code allows it', TRAILING, 'jsonc', 26],
    ['a trailing comma in no case where VS Code does', TRAILING, 'json', undefined],
    ['what is broken in no case where VS Code does', BROKEN, 'jsonc', undefined],
    ['what is broken where VS Code does not validate', BROKEN, undefined, 8],
    ['what is broken where VS Code takes it for another language', BROKEN, 'plaintext', 8],
    ['a comment before what is broken', `// of work\n${BROKEN}`, 'jsonc', 0],
    ['what nests too deep to be read', DEEP, 'json', 1014],
    ['nothing where it is JSON', '{}', undefined, undefined],
  ] as const) {
    it(what, () => {
      assert.equal(unreportedFlaw(text, language)?.offset, offset);
    });
  }

  it('why', () => {
    assert.equal(unreportedFlaw(COMMENT, 'jsonc')?.reason, 'Comments are not allowed.');
  });
});
