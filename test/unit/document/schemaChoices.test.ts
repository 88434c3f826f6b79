import assert from 'node:assert/strict';
import fc from 'fast-check';
import { labelsOf, schemaChoices, type SchemaChoices, type SchemaLabels } from '../../../src/document/schemaChoices.ts';

/** The choices of a schema in a folder of its own, and of other files by their paths from the same root. */
function choicesOf(schema: unknown, files: Readonly<Record<string, unknown>> = {}): SchemaChoices {
  const all = Object.entries({ ...files, 'rules/mapping.json': schema });
  const read = new Map(all.map(([name, each]) => [name, { schema: each }]));
  return schemaChoices(schema, 'rules/mapping.json', read);
}

const schemaLabels = (...given: Parameters<typeof choicesOf>): SchemaLabels => labelsOf(choicesOf(...given));

describe('The labels of a mapping schema', () => {
  it('name schema ids by their titles', () => {
    const { schemas } = schemaLabels({
      properties: { 40: { title: 'Orders' }, 134: { title: '' }, 7: true, 8: { title: 5 } },
    });

    assert.deepEqual(schemas, [['40', 'Orders']]);
  });

  it('name data sources by a const with a title, text and number alike', () => {
    const choices = [
      { const: '213', title: 'acme-prod' },
      { const: 386, title: 'beta-prod' },
      { const: '9' },
      { title: 'any', type: 'string' },
    ];

    for (const combine of ['oneOf', 'anyOf']) {
      assert.deepEqual(schemaLabels({ properties: { 40: { [combine]: choices } } }).dataSources, [
        ['40', '213', 'acme-prod'],
        ['40', '386', 'beta-prod'],
      ]);
    }
  });

  it('name data sources by an enum with descriptions', () => {
    const { dataSources } = schemaLabels({
      properties: {
        40: { enum: ['213', 386, null], enumDescriptions: ['acme-prod', 'beta-prod', 'none'] },
        41: { enum: ['1'], markdownEnumDescriptions: ['one'] },
      },
    });

    assert.deepEqual(dataSources, [
      ['40', '213', 'acme-prod'],
      ['40', '386', 'beta-prod'],
      ['41', '1', 'one'],
    ]);
  });

  it('are of references within the file and to files of the folder, and to nothing else', () => {
    const one = { title: 'One' };
    const file = { 'a/b~c': { title: 'Escaped' }, anchored: { $anchor: 'x', title: 'Anchored' }, none: null };
    const files = { 'rules/other.json': file, 'near.json': one, 'rules/sub/far.json': { one } };
    const titleOf = ($ref: string): unknown =>
      choicesOf({ definitions: { one }, properties: { 40: { $ref } } }, files).schemaIds[0]?.title;
    assert.deepEqual(
      [
        '#/definitions/one',
        '../near.json',
        'sub/far.json#/one',
        './other.json#/a~1b~0c',
        'other.json#/a%2Fb~0c',
        '#',
        'definitions/one',
        '..',
        '../../near.json',
        '.#',
        'other.json#x',
        'other.json#xanchored',
        'other.json#/none/title',
        'other.json#/missing',
        'missing.json',
        'https://example.com/x.json',
        '#/definitions/one/title/length',
        'other.json#/%',
      ].map(titleOf),
      ['One', 'One', 'One', 'Escaped', ...Array.from({ length: 14 }, () => undefined)],
    );
  });

  it('come with values of an example or a default, which have no names', () => {
    const { dataSources } = choicesOf({ properties: { 40: { default: '1', examples: ['2', 3.5, 4] } } });
    assert.deepEqual(
      dataSources.map(({ value }) => value),
      ['1', '2', 4],
    );
  });

  it('hold for any schema id where patternProperties or additionalProperties say so', () => {
    const { schemas, dataSources } = schemaLabels({
      patternProperties: { '^4': { title: 'not one id', oneOf: [{ const: '213', title: 'acme-prod' }] } },
      additionalProperties: { oneOf: [{ const: '386', title: 'beta-prod' }] },
    });

    assert.deepEqual(schemas, []);
    assert.deepEqual(dataSources, [
      [undefined, '213', 'acme-prod'],
      [undefined, '386', 'beta-prod'],
    ]);
  });

  it('do not take the title of a schema id for that of its only data source', () => {
    assert.deepEqual(schemaLabels({ properties: { 40: { title: 'Orders', const: '213' } } }), {
      schemas: [['40', 'Orders']],
      dataSources: [],
    });
  });

  it('follow local references, through pointers of every spelling', () => {
    const schema = {
      $defs: { 'all sources': { oneOf: [{ $ref: '#/$defs/a~1b' }] }, 'a/b': { const: '213', title: 'acme-prod' } },
      definitions: { orders: { title: 'Orders' } },
      allOf: [{ properties: { 40: { allOf: [{ $ref: '#/definitions/orders' }, { $ref: '#/$defs/all%20sources' }] } } }],
    };

    assert.deepEqual(schemaLabels(schema), { schemas: [['40', 'Orders']], dataSources: [['40', '213', 'acme-prod']] });
  });

  it('end where a schema refers to itself', () => {
    const schema = {
      properties: {
        40: {
          title: 'Orders',
          anyOf: [{ $ref: '#/properties/40' }, { $ref: '#' }, { const: '213', title: 'acme-prod' }],
        },
      },
      allOf: [{ $ref: '#' }],
    };

    assert.deepEqual(schemaLabels(schema), { schemas: [['40', 'Orders']], dataSources: [['40', '213', 'acme-prod']] });
  });

  it('are read in time of a schema that multiplies itself', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 30 }, (_, level) => [
        `d${level}`,
        { anyOf: [{ $ref: `#/$defs/d${level + 1}` }, { allOf: [{ $ref: `#/$defs/d${level + 1}` }] }] },
      ]),
    );
    const properties = Object.fromEntries(
      Array.from({ length: 500 }, (_, id) => [`s${id}`, { title: `t${id}`, $ref: '#/$defs/d0' }]),
    );

    assert.equal(schemaLabels({ $defs, properties }).schemas.length, 500);
  });

  it('leave out numbers that JavaScript cannot hold, whose names would stand beside others', () => {
    const oneOf = JSON.parse('[{"const":9007199254740993,"title":"x"},{"const":1.5,"title":"y"}]') as unknown;
    assert.deepEqual(schemaLabels({ properties: { 40: { oneOf } } }).dataSources, []);
  });

  it('never throw, whatever the value', () => {
    const words =
      'properties patternProperties additionalProperties oneOf anyOf allOf $ref $defs const title enum enumDescriptions';
    const word = fc.constantFrom(...words.split(' '), '#', '#/properties/a', 'a.json', 'a');
    const { schema } = fc.letrec<{ schema: unknown }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 6 },
        word,
        fc.jsonValue(),
        fc.array(tie('schema'), { maxLength: 3 }),
        fc.dictionary(word, tie('schema'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(schema, schema, (mapping, file) => {
        schemaLabels(mapping, { 'rules/a.json': file });
      }),
    );
    for (const value of [undefined, null, 0, '', [], () => undefined])
      assert.deepEqual(schemaLabels(value), { schemas: [], dataSources: [] });
  });
});
