// References of a schema by which VS Code would ask another machine, or read files anywhere on this one.

import assert from 'node:assert/strict';
import { strayReference } from '../../../src/document/schemaReferences.ts';

const PLACE = { file: 'rules/mapping.json', scheme: 'ours' };
const found = (text: string): string | undefined => strayReference(text, PLACE)?.to;

describe('References of a schema', () => {
  const FAR = 'https://far.example.com/x.json';

  it('that are addresses are found, wherever they stand and however they are written', () => {
    for (const text of [
      `{"$ref": "${FAR}"}`,
      `{"allOf": [{"properties": {"40": {"$ref": "${FAR}"}}}]}`,
      `{"$dynamicRef": "${FAR}"}`,
      `{"\\u0024ref": "${FAR.replaceAll('/', '\\/')}"}`,
      `{"$ref": "${FAR}", "$ref": "near.json"}`,
      `// {\n{"$ref": /* */ "${FAR}",}`,
      `{"$ref": "${FAR}", "unfinished": `,
      `{"$schema": "${FAR}"}`,
    ])
      assert.equal(found(text), FAR, text);
    for (const to of [
      'HTTP://far.example.com/',
      'file:///etc/passwd',
      '//far.example.com/x.json',
      'vscode://schemas/x',
      `${FAR}#/definitions/x`,
    ]) {
      assert.equal(found(JSON.stringify({ $ref: to })), to);
    }
  });

  it('that an id turns into addresses are found', () => {
    for (const id of ['$id', 'id']) {
      const text = JSON.stringify({
        properties: { 40: { $ref: '../near.json#/x' } },
        [id]: 'https://far.example.com/a/b.json',
      });
      assert.equal(found(text), 'https://far.example.com/near.json#/x', text);
      assert.equal(
        found(JSON.stringify({ a: { [id]: 'https://far.example.com/' }, b: { $ref: 'near.json' } })),
        undefined,
      );
    }
  });

  it('that lead out of the folder are found, however often their dots and slashes are percent-encoded', () => {
    for (const to of [
      '../../x.json',
      '%2e%2e/%2E%2e/x.json',
      '..%2f..%2fx.json',
      '%252e%252e%252f../x.json',
      '..\\..\\x.json',
      '%2e%2e%5c%2e%2e%5cx.json',
      'near/../../../x.json',
      './../../x.json',
      '/1/1/x.json',
      '../../0/x.json#/y',
    ]) {
      assert.deepEqual(
        [found(JSON.stringify({ $ref: to })), strayReference(JSON.stringify({ $ref: to }), PLACE)?.leadsTo],
        [to, 'outside'],
      );
    }
    assert.equal(found(JSON.stringify({ $id: '../../far/', properties: { 40: { $ref: 'x.json' } } })), 'x.json');
  });

  it('that lead to files, within the schema itself, or to a draft by its own name are none of them', () => {
    for (const schema of [
      { $ref: './near.json#/x' },
      { $ref: '../near.json' },
      { $ref: '%2e%2e/near.json' },
      { $ref: 'a%2Fb%20%25.json' },
      { $ref: '..near..json' },
      { $ref: '#/definitions/x' },
      { $ref: 'ours://schemas/1/0/near.json' },
      { properties: { $ref: { type: 'string' } } },
      { $schema: 'http://json-schema.org/draft-07/schema#' },
      { $schema: 'https://json-schema.org/draft/2020-12/schema' },
      { $schema: './own.json' },
      { $id: 'sub/', $ref: '../../near.json' },
      { $id: 'https://far.example.com/x.json', $ref: '#/definitions/x' },
      { $id: 'urn:example:x', $ref: 'near.json' },
      { description: `see ${FAR}` },
      true,
      [],
      'x',
    ])
      assert.equal(found(JSON.stringify(schema)), undefined, JSON.stringify(schema));
    assert.equal(found(''), undefined);
  });

  it('are not looked for in data, unless VS Code may read it as a schema', () => {
    for (const name of ['default', 'examples', 'enum', 'const']) {
      const data = { [name]: [{ $ref: FAR }] };
      assert.deepEqual(
        [found(JSON.stringify(data)), found(JSON.stringify({ properties: { 40: data } }))],
        [undefined, undefined],
        name,
      );
      for (const map of [
        'properties',
        'patternProperties',
        '$defs',
        'definitions',
        'dependencies',
        'dependentSchemas',
      ]) {
        assert.equal(found(JSON.stringify({ 40: { [map]: data } })), FAR, map);
        assert.equal(found(JSON.stringify({ $ref: `#/${map}/${name}` })), undefined, map);
      }
      for (const to of [
        `#/${name}/0`,
        `near.json#/a/${name}`,
        `ours://schemas/1/0/near.json#/a/%${name.charCodeAt(0).toString(16)}${name.slice(1)}/0`,
      ]) {
        assert.deepEqual(strayReference(JSON.stringify({ $ref: to }), PLACE)?.leadsTo, 'data', to);
      }
    }
    assert.equal(found(`{"properties": {"__proto__": {"default": {"$ref": "${FAR}"}}}}`), FAR);
  });

  it('stand where they are found', () => {
    const text = `{ "$ref": "${FAR}" }`;
    const { offset, length } = strayReference(text, PLACE) ?? assert.fail();
    assert.equal(text.slice(offset, offset + length), `"${FAR}"`);
  });

  it('are not looked for in what nests deeper than can be read', () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    assert.equal(strayReference(deep, PLACE)?.leadsTo, 'tooDeep');
  });
});
