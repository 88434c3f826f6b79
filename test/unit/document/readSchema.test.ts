// A schema and the files that it refers to: what is read of it, and where it says that it cannot be used. What may be
// asked for by an address, or read anywhere on this machine, is refused before VS Code has any of it.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  isSchemaError,
  missingText,
  readSchema,
  unresolvedIn,
  type SchemaFault,
  type SchemaRead,
} from '../../../src/document/readSchema.ts';

const FILE = 'rules/mapping.json';
const FAR = 'https://far.example.com/x.json';

/** @param files by their paths; what is no text is written as JSON */
function read(files: Readonly<Record<string, unknown>>): Promise<SchemaRead> {
  return readSchema(FILE, (name) => {
    const content = files[name];
    if (content === undefined) return Promise.resolve({ reason: missingText(name) });
    return Promise.resolve({ text: typeof content === 'string' ? content : JSON.stringify(content) });
  });
}

const faultOf = async (schema: unknown): Promise<SchemaFault | undefined> => (await read({ [FILE]: schema })).fault;
/** What the fault is about, and why. */
async function refused(files: Readonly<Record<string, unknown>>): Promise<readonly (string | undefined)[]> {
  const { file, text, offset, length, reason } = (await read(files)).fault ?? assert.fail('It is not refused');
  return [file, text?.slice(offset, offset + length), reason];
}

/** So many references, each of which leads to nothing but the next. */
const chainOf = (length: number): object =>
  Object.fromEntries(Array.from({ length: length + 1 }, (_, at) => [at, at < length ? { $ref: `#/${at + 1}` } : {}]));

const isFar = async (schema: unknown): Promise<boolean> =>
  (await faultOf(schema))?.reason.endsWith('but schemas are read from the workspace folder only.') === true;
const isOutside = async (schema: unknown): Promise<boolean> =>
  (await faultOf(schema))?.reason.endsWith('which lies outside of the workspace folder.') === true;

describe('A schema', () => {
  it('is an object, true or false, with comments where somebody likes them', async () => {
    for (const [text, schema] of [
      ['// ours\n{ "type": "object" /* of course */ }', { type: 'object' }],
      ['true', true],
      ['false', false],
    ] as const) {
      const { files, fault } = await read({ [FILE]: text });
      assert.deepEqual([JSON.stringify(files.get(FILE)?.schema), fault], [JSON.stringify(schema), undefined]);
    }
  });

  it('comes with all files that it refers to, each once, under any spelling', async () => {
    const { files, fault } = await read({
      [FILE]: {
        $ref: './a%20b.json#/x',
        allOf: [{ $ref: 'sub\\c.json' }, { $ref: 'sub/../a b.json#' }, { $ref: '#' }],
      },
      'rules/a b.json': { x: {}, anyOf: [{ $ref: '../top.json?y' }] },
      'rules/sub/c.json': { anyOf: [{ $ref: '../mapping.json' }] },
      'top.json': true,
    });
    assert.equal(fault, undefined);
    assert.deepEqual([...files.keys()].sort(), ['rules/a b.json', FILE, 'rules/sub/c.json', 'top.json']);
  });

  for (const [words, text, at, reason] of [
    ['no JSON', '{ "type": object }', 'object', 'It is not valid JSON (InvalidSymbol).'],
    ['of another kind', '[1]', '[1]', 'A JSON schema is an object, true or false.'],
    ['null', 'null', 'null', 'A JSON schema is an object, true or false.'],
    ['empty', '', '', 'It is not valid JSON (ValueExpected).'],
    [
      'with a pattern of another language, by which nothing would be checked',
      '{ "properties": { "region": { "pattern": "^(?P<a>EU)$" } } }',
      '"^(?P<a>EU)$"',
      '"rules/mapping.json" has the pattern "^(?P<a>EU)$", which is no regular expression of JavaScript.',
    ],
    [
      'with names of properties by such a pattern',
      '{ "patternProperties": { "(": {} } }',
      '"("',
      '"rules/mapping.json" has the pattern "(", which is no regular expression of JavaScript.',
    ],
    [
      'deeper than can be read',
      `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
      '{',
      '"rules/mapping.json" nests too deep to be checked.',
    ],
  ] as const) {
    it(`is refused where it is ${words}`, async () => {
      assert.deepEqual(await refused({ [FILE]: text }), [FILE, at, reason]);
    });
  }

  it('is refused where a file of it is missing, at the reference, and at none where it is missing itself', async () => {
    const missing = 'There is no file "rules/gone.json" in the workspace folder.';
    assert.deepEqual(
      await refused({ [FILE]: { $ref: 'near.json' }, 'rules/near.json': { a: { $ref: 'gone.json#/x' } } }),
      ['rules/near.json', '"gone.json#/x"', missing],
    );
    assert.deepEqual(await refused({}), [FILE, undefined, missing.replace('gone', 'mapping')]);
  });

  it('is refused where references lead to nothing but one another, in one file or through several', async () => {
    for (const files of [
      { [FILE]: { $ref: '#' } },
      { [FILE]: { $ref: 'near.json' }, 'rules/near.json': { $ref: 'mapping.json#' } },
      { [FILE]: { $ref: 'near.json#/x' }, 'rules/near.json': { x: { $ref: 'mapping.json' } } },
      { [FILE]: { properties: { 40: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/a' } } } },
      { [FILE]: chainOf(102) },
    ])
      assert.match((await read(files)).fault?.reason ?? '', /^"rules\/\w+\.json" refers to itself\.$/);
    for (const schema of [
      chainOf(101),
      { allOf: [{ $ref: '#' }] },
      { $ref: '#/a', a: { properties: { 40: { $ref: '#' } } } },
    ])
      assert.equal(await faultOf(schema), undefined);
  });

  it('is refused where it refers to ever more files, as links make them', async () => {
    let asked = 0;
    const { fault } = await readSchema(FILE, () => {
      asked += 1;
      return Promise.resolve({ text: '{"items": {"$ref": "link/mapping.json"}}' });
    });
    assert.deepEqual([fault?.reason, asked], ['It refers to more than 500 files.', 500]);
  });

  it('is never a reason to throw', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
        const { files } = await read({ [FILE]: text });
        unresolvedIn(files, FILE, [{ code: 0x300, message: text }]);
      }),
    );
  });
});

describe('References of a schema', () => {
  it('that are addresses are refused, wherever they stand and however they are written', async () => {
    for (const text of [
      `{"$ref": "${FAR}"}`,
      `{"allOf": [{"properties": {"40": {"$ref": "${FAR}"}}}]}`,
      `{"$dynamicRef": "${FAR}"}`,
      `{"\\u0024ref": "${FAR.replaceAll('/', '\\/')}"}`,
      `{"$ref": "${FAR}", "$ref": "near.json"}`,
      `// {\n{"$ref": /* */ "${FAR}"}`,
      `{"$schema": "${FAR}"}`,
    ]) {
      const { offset, length, reason } = (await faultOf(text)) ?? assert.fail(text);
      assert.equal(reason, `"${FILE}" refers to "${FAR}", but schemas are read from the workspace folder only.`, text);
      assert.equal(JSON.parse(text.slice(offset, offset + length)), FAR);
    }
    for (const to of [
      'HTTP://far.example.com/',
      'http:/far.example.com/',
      'file:///etc/passwd',
      'file:/etc/passwd',
      '//far.example.com/x.json',
      'vscode://schemas/x',
      'usergroupschema://schemas/document.json',
      `${FAR}#/definitions/x`,
    ])
      assert.ok(await isFar({ $ref: to }), to);
  });

  it('that an id turns into addresses are refused', async () => {
    for (const id of ['$id', 'id']) {
      for (const far of ['https://far.example.com/a/b.json', '//far.example.com/'])
        for (const inner of ['near/', '#near'])
          assert.ok(await isFar({ properties: { 40: { [id]: inner, $ref: '../near.json#/x' } }, [id]: far }), far);
      assert.match(
        (await faultOf({ a: { [id]: 'https://far.example.com/' }, b: { $ref: 'near.json' } }))?.reason ?? '',
        /^There is no file/,
      );
    }
  });

  it('that lead out of the folder are refused', async () => {
    for (const to of [
      '../../x.json',
      '%2e%2e/%2E%2e/x.json',
      '..%2f..%2fx.json',
      '..\\..\\x.json',
      '%2e%2e%5c%2e%2e%5cx.json',
      'near/../../../x.json',
      './../../x.json',
      '/1/1/x.json',
      '../../0/x.json#/y',
    ])
      assert.ok(await isOutside({ $ref: to }), to);
  });

  it('that lead to files, within the schema itself, or to a draft by its own name are none of them', async () => {
    for (const [schema, file] of [
      [{ $ref: './near.json#/x' }, 'rules/near.json'],
      [{ $ref: '../near.json' }, 'near.json'],
      [{ $ref: '%2e%2e/near.json' }, 'near.json'],
      [{ $ref: 'a%2Fb%20%25.json' }, 'rules/a/b %.json'],
      [{ $ref: 'a%2.json' }, 'rules/a%2.json'],
      [{ $ref: '..near..json' }, 'rules/..near..json'],
      [{ $ref: '#/definitions/x' }],
      [{ properties: { $ref: { type: 'string' } } }],
      [{ $schema: 'http://json-schema.org/draft-07/schema#' }],
      [{ $schema: 'https://json-schema.org/draft/2020-12/schema' }],
      [{ $schema: './own.json' }],
      [{ $id: 'sub/', $ref: '../near.json' }, 'near.json'],
      [{ $id: 'https://far.example.com/x.json', $ref: '#/definitions/x' }],
      [{ $id: 'urn:example:x', $ref: 'near.json' }, 'rules/near.json'],
      [{ description: `see ${FAR}` }],
      [{ pattern: '(?i)^[a-z]$', patternProperties: { '^\\-': {} }, default: { pattern: '(' } }],
    ] as const) {
      const { files, fault } = await read({ [FILE]: schema, [file ?? 'none']: {} });
      assert.deepEqual([fault, files.size], [undefined, file === undefined ? 1 : 2], JSON.stringify(schema));
    }
  });

  it('are not looked for in data, unless VS Code may read it as a schema', async () => {
    for (const name of ['default', 'examples', 'enum', 'const']) {
      const data = { [name]: [{ $ref: FAR }] };
      assert.deepEqual(
        [await faultOf(data), await faultOf({ properties: { 40: data } })],
        [undefined, undefined],
        name,
      );
      for (const map of 'properties patternProperties $defs definitions dependencies dependentSchemas'.split(' ')) {
        assert.ok(await isFar({ 40: { [map]: data } }), map);
        assert.equal(await faultOf({ $ref: `#/${map}/${name}` }), undefined, map);
      }
      for (const to of [
        `#/${name}/0`,
        `near.json#/a/${name}`,
        `#/%zz/${name}`,
        `#/a/%${name.charCodeAt(0).toString(16)}${name.slice(1)}/0`,
      ])
        assert.match((await faultOf({ $ref: to }))?.reason ?? '', /which is data and no schema\.$/, to);
    }
    assert.ok(await isFar(`{"properties": {"__proto__": {"default": {"$ref": "${FAR}"}}}}`));
  });
});

describe('What the language service finds', () => {
  it('is an error of a document below the codes of syntax, and not where something is deprecated', () => {
    const codes = [undefined, 1, 2, 0xff, 0x100, 0x300, 'other'];
    assert.deepEqual(
      codes.filter((code) => isSchemaError({ code })),
      [undefined, 1, 0xff],
    );
  });

  it('is a fault of the schema at the reference that it names, or at its beginning', async () => {
    const { files } = await read({
      [FILE]:
        '{"title": "$ref", "a": {"$ref": "./shared/ids.json#/orders"}, "b": {"$ref": "#/$defs/sources"}, "c": {"$ref": "other.json"}}',
      'rules/shared/ids.json': { $ref: '#/near' },
      'rules/other.json': {},
    });
    const placed = (message: string): unknown[] => {
      const complaints = [
        { code: 1, message: 'Incorrect type' },
        { code: 0x300, message },
      ];
      const { file, text, offset, length, reason } = unresolvedIn(files, FILE, complaints) ?? assert.fail();
      assert.equal(reason, message);
      return [file, text?.slice(offset, offset + length)];
    };
    assert.deepEqual(placed("Problems loading reference '/orders': Unable to load schema"), [
      FILE,
      '"./shared/ids.json#/orders"',
    ]);
    assert.deepEqual(placed("$ref '/$defs/sources' in 'x' can not be resolved."), [FILE, '"#/$defs/sources"']);
    assert.deepEqual(placed("Unable to load schema from 'schemas/other.json'"), [FILE, '"other.json"']);
    assert.deepEqual(placed("$ref '/near' can not be resolved."), ['rules/shared/ids.json', '"#/near"']);
    assert.deepEqual(placed('Draft-03 schemas are not supported.'), [FILE, '{']);
    assert.equal(unresolvedIn(files, FILE, [{ code: 1, message: '/orders' }]), undefined);
  });
});
