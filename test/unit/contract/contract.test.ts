// The table of the contract against its other readings: the JSON schema of a document, and the sandbox.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIELDS, isBodyField } from '../../../src/contract/fields.ts';
import { OPERATION_NAMES, OPERATIONS } from '../../../src/contract/operations.ts';
import { envelopeOf, USER_GROUP_API } from '../../../src/contract/serviceApi.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { ask } from '../sandbox/ask.ts';

const VALUES = { string: 'acme', object: { a: 1 }, number: 1, tag: null };

describe('The contract', () => {
  it('has the fields of the JSON schema of a document, in their types', () => {
    const schema = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../../media/user-group.schema.json'), 'utf8'),
    ) as { readonly required: string[]; readonly properties: Record<string, { readonly type: string }> };
    const { $schema, ...properties } = schema.properties;
    assert.ok($schema !== undefined);
    assert.deepEqual(
      Object.entries(properties).map(([name, { type }]) => [name, type]),
      Object.keys(FIELDS)
        .filter(isBodyField)
        .map((field) => [field, FIELDS[field].type]),
    );
    assert.deepEqual(schema.required, ['user_group_id']);
  });

  describe('as the sandbox reads it by itself', () => {
    const fields = Object.entries(FIELDS);
    let sandbox: Sandbox;
    beforeEach(async () => {
      sandbox = await startSandbox({ databasePath: ':memory:' });
      const group = { user_group_id: 'acme', name: 'acme', mapping: {}, properties: {} };
      await ask(sandbox, 'GET', JSON.stringify(group));
    });
    afterEach(() => sandbox.close());

    for (const operation of OPERATION_NAMES) {
      const { method } = USER_GROUP_API.operations[operation];
      const sent = fields.filter(([, field]) => 'sentIn' in field && field.sentIn === OPERATIONS[operation].body);
      const answered = fields.filter(([, { answeredBy }]) => answeredBy.some((by) => by === operation));
      const values = (): Record<string, unknown> => ({
        ...Object.fromEntries(sent.map(([name, { type }]) => [name, VALUES[type]])),
        ...(operation === 'rotate' && { current_token: sandbox.group('acme')!.token }),
      });

      it(`sends ${method} with these fields and is answered these by ${operation}`, async () => {
        const { status, text } = await ask(sandbox, method, JSON.stringify(values()));
        assert.equal(status, 200);
        const answer = JSON.parse(text) as { readonly user_group: object };
        assert.deepEqual(Object.keys(answer).sort(), envelopeOf(USER_GROUP_API.response, operation).sort());
        assert.deepEqual(Object.keys(answer.user_group).sort(), answered.map(([name]) => name).sort());
      });

      for (const [name] of fields.filter((field) => !sent.includes(field))) {
        it(`does not send ${name} with ${operation}`, async () => {
          const { status } = await ask(sandbox, method, JSON.stringify({ ...values(), [name]: 'acme' }));
          assert.equal(status, 400);
        });
      }
    }
  });
});
