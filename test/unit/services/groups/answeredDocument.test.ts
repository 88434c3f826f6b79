// What the service answered, as a document.

import assert from 'node:assert/strict';
import { answeredDocument } from '../../../../src/services/groups/answeredDocument.ts';

describe('The document of an answer', () => {
  it('holds name and properties as they came, and never a mapping', () => {
    assert.equal(
      answeredDocument('acme', { name: 'Acme', properties: '{"id":12345678901234567890,"b":1.0,"a":{}}' }),
      '{\n  "user_group_id": "acme",\n  "name": "Acme",\n  "properties": {\n    "id": 12345678901234567890,\n    "b": 1.0,\n    "a": {}\n  }\n}\n',
    );
  });

  for (const properties of [undefined, null, '[1]', '"text"', '5']) {
    it(`leaves out properties that are ${properties === undefined ? 'absent' : String(properties)}`, () => {
      assert.deepEqual(JSON.parse(answeredDocument('acme', { properties })), { user_group_id: 'acme' });
    });
  }
});
