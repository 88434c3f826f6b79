import assert from 'node:assert/strict';
import { asShown, asStored } from '../../../src/document/idName.ts';

const KEY = { id: 'key' };

describe('The name of the ID', () => {
  for (const [words, stored, shown] of [
    ['changes alone', '{ "name": "A",\n"user_group_id" : "\\u0061" }\n', '{ "name": "A",\n"key" : "\\u0061" }\n'],
    ['changes in a text that is not complete', '{"user_group_id": "acme", "na', '{"key": "acme", "na'],
    ['changes of an ID that is no text', '{"user_group_id": {"key": 1}}', '{"key": {"key": 1}}'],
    ['stays in what is further in', '{"properties":{"user_group_id":1}}', '{"properties":{"user_group_id":1}}'],
    ['stays where there is none', '{"name":"key"}', '{"name":"key"}'],
    ['stays in a text that is none', 'key: [', 'key: ['],
    ['stays where both are there', '{"user_group_id":"a","key":"b"}', '{"user_group_id":"a","key":"b"}'],
    ['stays where it is there twice', '{"user_group_id":1,"user_group_id":2}', '{"user_group_id":1,"user_group_id":2}'],
  ] as const) {
    it(`${words}, in both directions`, () => {
      assert.deepEqual([asShown(stored, KEY), asStored(shown, KEY)], [shown, stored]);
    });
  }

  it('is the one of the contract where the text has that already', () => {
    assert.equal(asStored('{"user_group_id":"a"}', KEY), '{"user_group_id":"a"}');
  });

  it('may be spelt with escapes', () => {
    assert.equal(asStored(String.raw`{"k\u0065y":"a"}`, KEY), '{"user_group_id":"a"}');
  });
});
