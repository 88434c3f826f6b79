// The mark of redaction in a text that may be sent.

import assert from 'node:assert/strict';
import { redactionMarkIn, requireNoRedactionMark } from '../../../src/document/redactionMark.ts';

describe('The mark of redaction', () => {
  for (const [words, json, offset] of [
    ['in a value', '{"properties":{"a":["x","Bearer •••"]}}', 24],
    ['in a name', '{"properties":{"•••":1}}', 15],
    ['in escapes', String.raw`{"name":"\u2022\u2022\u2022"}`, 8],
    ['partly in escapes', String.raw`{"name":"•\u2022•"}`, 8],
    ['in a text that is no JSON', '{"name": "•••", ', 9],
  ] as const)
    it(`is found ${words}`, () => {
      assert.equal(redactionMarkIn(json)?.offset, offset);
      assert.throws(() => {
        requireNoRedactionMark(json);
      }, /The document contains "•••", which stands for a value that was not shown\./);
    });

  for (const json of ['{"name":"• one •• two"}', String.raw`{"name":"\\u2022\\u2022\\u2022"}`, '{}', ''])
    it(`is not found in ${json}`, () => {
      assert.equal(redactionMarkIn(json), undefined);
    });
});
