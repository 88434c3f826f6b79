import assert from 'node:assert/strict';
import fc from 'fast-check';
import { STORED_NAMES } from '../../../src/document/idName.ts';
import { requestBody } from '../../../src/document/requestBody.ts';
import { readSendable } from '../../../src/document/userGroupDocument.ts';
import { documentFields as anyFields, documentText } from './arbitraryJson.ts';

const bodyOf = (text: string): string => requestBody(readSendable(text), STORED_NAMES);

/** Fields of a document that can be sent. */
const documentFields = anyFields.filter((fields) =>
  fields.some(({ field, value }) => field === 'user_group_id' && value !== '""'),
);

describe('requestBody', () => {
  it('keeps order, numbers, escapes, duplicate and integer-like keys as typed', () => {
    const mapping = '{"134":386,"40":9007199254740993,"2":1.0,"2":1e400,"__proto__":{"a":-0},"caf\\u00e9":"\\/"}';

    assert.equal(
      bodyOf(`{ "properties" : {},\n "mapping": ${mapping},\r\n"name":"N\\u0061me", "user_group_id":"\\u0036" }\n`),
      `{"properties":{},"mapping":${mapping},"name":"N\\u0061me","user_group_id":"\\u0036"}`,
    );
  });

  it('sends neither an absent field nor $schema, and sends {} as {}', () => {
    assert.equal(
      bodyOf('{"$schema":"./s.json","user_group_id":"a","mapping":{}}'),
      '{"user_group_id":"a","mapping":{}}',
    );
  });

  it('sends only the fields that are named, in the order of the document, beside the ID', () => {
    const text = '{"$schema":"./s.json","properties":{"a":1},"mapping":{},"user_group_id":"a","name":"A"}';
    assert.equal(
      requestBody(readSendable(text), STORED_NAMES, ['name', 'properties']),
      '{"properties":{"a":1},"user_group_id":"a","name":"A"}',
    );
  });

  it('has the ID under the name that the service gives it, and no other key with it', () => {
    assert.equal(
      requestBody(readSendable('{"name":"A","user_group_id": "a","properties":{"user_group_id":1}}'), { id: 'key' }),
      '{"name":"A","key":"a","properties":{"user_group_id":1}}',
    );
  });

  it('keeps every value of any generated document byte for byte', () => {
    fc.assert(
      fc.property(documentFields, (fields) => {
        const sent = fields.filter(({ field }) => field !== '$schema').map(({ key, value }) => `${key}:${value}`);
        assert.equal(bodyOf(documentText(fields)), `{${sent.join(',')}}`);
      }),
    );
  });
});
