import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { useLanguage } from '../../../src/core/language.ts';
import { composedSchema, type PersonalSchema } from '../../../src/document/composedSchema.ts';

interface Composed {
  readonly $schema?: string;
  readonly required: readonly string[];
  readonly properties: Record<string, Record<string, unknown>>;
}

const contract = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../media/user-group.schema.json'), 'utf8'),
) as Record<string, unknown>;
const composed = (...personal: PersonalSchema[]): Composed =>
  JSON.parse(composedSchema(contract, personal)) as Composed;
const mapping = (schema: PersonalSchema['schema']): PersonalSchema => ({
  field: 'mapping',
  schema,
  uri: 'x://schemas/mapping.json',
});
const properties = (schema: PersonalSchema['schema']): PersonalSchema => ({
  field: 'properties',
  schema,
  uri: 'x://schemas/properties.json',
});

describe('The schema that documents are checked by', () => {
  it('is the one that ships where the user has none, with what it says in the display language', () => {
    assert.deepEqual(
      JSON.parse(
        JSON.stringify(composed(), (key, value: unknown) => (/^(?:title|description)$/.test(key) ? undefined : value)),
      ),
      contract,
    );
    useLanguage('de', { 'Name of the group.': 'Name der Gruppe.' });
    assert.equal(composed().properties.name?.description, 'Name der Gruppe.');
    useLanguage('en', undefined);
  });

  it('says of each field what it is for, and allows no others', () => {
    assert.deepEqual(Object.keys(composed().properties), ['$schema', 'user_group_id', 'name', 'mapping', 'properties']);
    assert.deepEqual(
      Object.values(composed().properties).filter(({ description }) => typeof description !== 'string'),
      [],
    );
    assert.equal(contract.additionalProperties, false);
  });

  it('takes the ID under any of its names, once, with the same words', () => {
    const {
      required,
      oneOf,
      properties: fields,
    } = JSON.parse(composedSchema(contract, [properties({})], [{ id: 'key' }])) as {
      required: unknown;
      oneOf: unknown;
      properties: Composed['properties'];
    };
    assert.deepEqual([required, oneOf], [undefined, [{ required: ['user_group_id'] }, { required: ['key'] }]]);
    assert.deepEqual(fields.key, fields.user_group_id);
    assert.notEqual(fields.properties?.allOf, undefined);
  });

  it('refers to the schemas of the user and keeps what the contract says', () => {
    const { required, properties: fields } = composed(mapping({ minProperties: 1 }), properties({}));

    assert.deepEqual(required, ['user_group_id']);
    assert.deepEqual(fields.mapping?.allOf, [{ $ref: 'x://schemas/mapping.json' }]);
    assert.deepEqual(fields.properties?.allOf, [{ $ref: 'x://schemas/properties.json' }]);
    assert.equal(fields.mapping.type, 'object');
    assert.match(String(fields.mapping.description), /^The data source of each schema ID/);
  });

  it("says the user's words of a field before the contract's", () => {
    const { mapping: field } = composed(
      mapping({ title: 'Sources', description: 'Ours', markdownDescription: '*Ours*', examples: [{}] }),
    ).properties;

    assert.deepEqual(
      [field?.title, field?.description, field?.markdownDescription, field?.examples],
      ['Sources', 'Ours', '*Ours*', undefined],
    );
  });

  it('holds true and false themselves', () => {
    assert.deepEqual(composed(mapping(false)).properties.mapping?.allOf, [false]);
  });

  it("names the user's draft, the newer of two, or none for the newest that VS Code knows", () => {
    const [four, seven, twenty] = [
      'http://json-schema.org/draft-04/schema#',
      'http://json-schema.org/draft-07/schema#',
      'https://json-schema.org/draft/2020-12/schema',
    ];

    assert.equal(composed(mapping({ $schema: four })).$schema, four);
    assert.equal(composed(mapping({ $schema: twenty }), properties({ $schema: seven })).$schema, twenty);
    assert.equal(composed(mapping({}), properties({ $schema: seven })).$schema, seven);
    assert.equal(composed(mapping({}), properties({ $schema: 'https://example.com/own' })).$schema, undefined);
  });
});
