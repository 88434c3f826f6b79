// JSON passes through the sandbox as it was written.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { jsonFields, joinedJson } from '../../../src/sandbox/jsonTexts.ts';
import { ask, testSandbox } from './ask.ts';

const awkward: readonly [what: string, json: string][] = [
  ['keys of digits out of order', '{"134":"386","40":"213"}'],
  ['numbers that parsing changes', '{"id":9007199254740993,"one":1.0,"big":1e400,"small":-0.0}'],
  ['keys that objects have already', '{"__proto__":{"a":1},"constructor":null,"toString":"x"}'],
  ['duplicate keys', '{"a":1,"a":2}'],
  ['escapes and characters beyond ASCII', String.raw`{"a":"\u0061\/\ud800\u0000","日本":"👋"}`],
  ['white space', '{ "a" : [ 1 , {"b":[ ]} ] ,\n\t"c":{ } }'],
  ['nothing', '{}'],
  ['depth', `{"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
];

describe('JSON in the sandbox', () => {
  const sandbox = testSandbox();

  for (const [what, json] of awkward) {
    it(`is kept and answered as it was written: ${what}`, async () => {
      const body = `{"properties":${json},"user_group_id":"acme","mapping":${json},"name":"Acme"}`;
      const created = await ask(sandbox(), 'GET', body);
      const updated = await ask(sandbox(), 'PUT', body);
      assert.ok(created.text.endsWith(`"provided_id":"acme","properties":${json}}}`), created.text.slice(0, 300));
      assert.ok(updated.text.includes(`"properties":${json},"api_environment_tag"`), updated.text.slice(0, 300));
      assert.equal(sandbox().group('acme')!.mapping, json);
    });
  }

  it('has fields in their order, with duplicates, that can be joined again', () => {
    const space = fc.constantFrom('', ' ', '\n\t', '\r\n  ');
    const field = fc.tuple(fc.string({ unit: 'binary' }), fc.json(), space);
    fc.assert(
      fc.property(fc.array(field), (fields) => {
        const text = `{${fields.map(([name, value, gap]) => `${gap}${JSON.stringify(name)}${gap}:${gap}${value}${gap}`).join(',')}}`;
        assert.deepEqual(
          jsonFields(text),
          fields.map(([name, value]) => [name, value.trim()]),
        );
      }),
    );
    const text = '{"a":1.0,"b":{"2":1,"1":2},"c":"}"}';
    assert.equal(joinedJson(Object.fromEntries(jsonFields(text))), text);
  });
});
