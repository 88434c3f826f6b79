// The soft warnings: what is said of a document, where, and beside which siblings.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { NameUse } from '../../../src/core/ports/groupSearch.ts';
import { NO_SIBLINGS, type SiblingFacts, softWarnings } from '../../../src/document/softWarnings.ts';
import { documentFields, documentText, objectText } from './arbitraryJson.ts';

const uses = (counts: Readonly<Record<string, number>>): NameUse[] =>
  Object.entries(counts).map(([name, groups]) => ({ name, groups }));

/** Twenty siblings with these properties. */
const having = (counts: Readonly<Record<string, number>>): SiblingFacts => ({
  ...NO_SIBLINGS,
  withProperties: 20,
  propertyNames: uses(counts),
  hasProperty: (name) => name in counts,
});
const mappingSchemas = (counts: Readonly<Record<string, number>>, withMapping = 20): SiblingFacts => ({
  ...NO_SIBLINGS,
  withMapping,
  schemaIds: uses(counts),
});

/** Each as the piece of text that it stands at, and its message. */
function said(text: string, facts: SiblingFacts = NO_SIBLINGS): string[] {
  return softWarnings(text, facts).map(
    ({ offset, length, message }) => `${text.slice(offset, offset + length)} ${message}`,
  );
}

const documentWith = (field: 'mapping' | 'properties', value: string): string =>
  `{ "user_group_id": "acme",\r\n  "${field}": ${value} }`;
const properties = (...names: string[]): string =>
  documentWith('properties', JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))));

describe('A soft warning about a mapping', () => {
  it('says that it is empty', () => {
    assert.deepEqual(said(documentWith('mapping', '{ }')), [
      '"mapping" The mapping is empty. The group has no data source.',
    ]);
    assert.deepEqual(said(documentWith('mapping', '{"40":"213"}')), []);
  });

  for (const value of ['1.5', '1.0', '2e3', 'true', 'null', '{"a":1}', '[ 213 ]']) {
    it(`says that ${value} is no likely data source`, () => {
      assert.deepEqual(said(documentWith('mapping', `{"40": ${value}}`)), [
        `${value} The value of "40" must be a string or an integer, like the ID of a data source.`,
      ]);
    });
  }

  for (const value of ['"213"', '213', '-1', '90071992547409931234']) {
    it(`says nothing of ${value}`, () => {
      assert.deepEqual(said(documentWith('mapping', `{"40": ${value}}`)), []);
    });
  }

  it('says that a data source is missing, but not of a row that has only begun', () => {
    assert.deepEqual(said(documentWith('mapping', '{"40": ""}')), ['"" "40" has no data source.']);
    assert.deepEqual(said(documentWith('mapping', '{"": ""}')), []);
  });

  it('names the one other group that uses a data source, text or digits', () => {
    const facts = { ...NO_SIBLINGS, onlyUser: (dataSource: string) => (dataSource === '213' ? 'Beta Inc' : undefined) };
    const only = 'Only "Beta Inc" uses "213". Viewers of this group may see the data of "Beta Inc".';
    assert.deepEqual(said(documentWith('mapping', '{"40": "213", "41": 213, "42": "214", "43": "21\\u0033"}'), facts), [
      `"213" ${only}`,
      `213 ${only}`,
      `"21\\u0033" ${only}`,
    ]);
  });

  it('says that an id begins or ends with white space, at the id itself', () => {
    const of = (what: string): string => `${what} has leading or trailing spaces. The service may not know it.`;
    assert.deepEqual(said(documentWith('mapping', '{"40": "213  ", " 41": 7, "42": "2 14"}')), [
      `"213  " ${of('Data source ID "213␠␠"')}`,
      `" 41" ${of('Schema ID "␠41"')}`,
    ]);
    assert.deepEqual(said(documentWith('properties', '{" region": "EU "}')), []);
  });

  it('says which text or list has a line break or tab, at its value, and no object', () => {
    const text =
      '{"user_group_id":"a\\tb","name":"\\\\nA","emails":["x","y\\u2028z"],"properties":{"p":"q\\nr"},"open":["\\n"';
    const warned = (field: string, shown: string): string =>
      `"${field}" has a line break or tab, and may be several values: "${shown}".`;
    assert.deepEqual(said(text), [
      `"a\\tb" ${warned('user_group_id', 'a⇥b')}`,
      `["x","y\\u2028z"] ${warned('emails', 'y\\u{2028}z')}`,
    ]);
  });

  it('shows foreign text harmlessly', () => {
    const facts = { ...NO_SIBLINGS, onlyUser: () => '[Beta](command:x)\n' };
    assert.deepEqual(said(documentWith('mapping', '{"40": " \\u202e"}'), facts), [
      '" \\u202e" Data source ID "␠\\u{202E}" has leading or trailing spaces. The service may not know it.',
      '" \\u202e" Only "[Beta]\u200b(command:x)⏎" uses "␠\\u{202E}". Viewers of this group may see the data of "[Beta]\u200b(command:x)⏎".',
    ]);
  });

  it('says which schema id nearly all siblings map and this one does not', () => {
    const facts = mappingSchemas({ 40: 20, 41: 18, 42: 17 });
    assert.deepEqual(said(documentWith('mapping', '{"40":"1"}'), facts), [
      '"mapping" Schema ID "41" is missing. 18 of 20 groups on this connection map it.',
    ]);
    assert.deepEqual(said(documentWith('mapping', '{"41":"1","40":"1"}'), facts), []);
  });

  it('names five of what is missing, and counts the rest', () => {
    const facts = mappingSchemas(Object.fromEntries(Array.from({ length: 8 }, (_, index) => [String(index), 20])));
    const found = said(documentWith('mapping', '{"x":"1"}'), facts);
    assert.equal(found.length, 6);
    assert.equal(
      found.at(-1),
      '"mapping" 3 more schema IDs are missing that nearly all groups on this connection map.',
    );
  });

  it('takes five siblings to know what nearly all have', () => {
    assert.equal(said(documentWith('mapping', '{"x":"1"}'), mappingSchemas({ 40: 5 }, 5)).length, 1);
    assert.equal(said(documentWith('mapping', '{"x":"1"}'), mappingSchemas({ 40: 4 }, 4)).length, 0);
    assert.equal(said(documentWith('mapping', '{"x":"1"}'), mappingSchemas({ 40: 4 }, 5)).length, 0);
    assert.equal(said(documentWith('mapping', '{"x":"1"}'), mappingSchemas({ 40: 9 }, 10)).length, 1);
  });
});

describe('A soft warning about properties', () => {
  it('marks names that differ in letter case only, each but the first', () => {
    assert.deepEqual(said(properties('region', 'tier', 'Region', 'REGION')), [
      '"Region" "Region" and "region" differ only in letter case. Dashboards may read the other one.',
      '"REGION" "REGION" and "region" differ only in letter case. Dashboards may read the other one.',
    ]);
  });

  it('says nothing of letter case inside a property, nor of the same name twice', () => {
    assert.deepEqual(said(documentWith('properties', '{"a":{"b":1,"B":2},"c":1,"c":2}')), []);
    assert.deepEqual(said(documentWith('mapping', '{"a":"1","A":"2"}')), []);
  });

  it('says which property nearly all siblings have and this one lacks', () => {
    assert.deepEqual(said(properties('tier'), having({ tier: 20, region: 19, seats: 17 })), [
      '"properties" Property "region" is missing. 19 of 20 groups on this connection have it.',
    ]);
  });

  for (const [words, typed] of Object.entries({
    'two letters that changed places': 'regoin',
    'a letter left out': 'regon',
    'a letter added': 'regions',
    'another letter': 'legion',
    'another letter case': 'Region',
  })) {
    it(`asks for the right name after ${words}`, () => {
      assert.deepEqual(said(properties('tier', typed), having({ tier: 20, region: 19 })), [
        `"${typed}" Did you mean "region" instead of "${typed}"? 19 of 20 groups on this connection have it.`,
      ]);
    });
  }

  it('takes a name that some sibling has, or that is two slips away, for another one', () => {
    const missing = ['"properties" Property "region" is missing. 19 of 20 groups on this connection have it.'];
    assert.deepEqual(said(properties('regions'), having({ region: 19, regions: 1 })), missing);
    assert.deepEqual(said(properties('regionen'), having({ region: 19 })), missing);
    assert.deepEqual(said(properties('eriogn'), having({ region: 19 })), missing);
    assert.deepEqual(said(properties('rexxon'), having({ region: 19 })), missing);
  });

  it('takes no slip for one that leaves nothing of the name', () => {
    assert.deepEqual(said(properties('b'), having({ a: 20 })), [
      '"properties" Property "a" is missing. 20 of 20 groups on this connection have it.',
    ]);
  });
});

describe('The soft warnings', () => {
  const everything: SiblingFacts = {
    withMapping: 20,
    withProperties: 20,
    schemaIds: uses({ 40: 20 }),
    propertyNames: uses({ region: 20 }),
    hasProperty: () => false,
    onlyUser: () => 'Beta',
  };

  it('stand in the order of the text', () => {
    const text = '{"properties":{"regoin":1},"mapping":{"1":"x"}}';
    assert.deepEqual(
      softWarnings(text, everything).map(({ offset }) => offset),
      [15, 27, 42],
    );
  });

  it('claim nothing for a field that is absent, or no object', () => {
    for (const text of ['', '{}', '{"user_group_id":"acme"}', '{"mapping":null,"properties":"{}"}', '[]'])
      assert.deepEqual(said(text, everything), [], text);
  });

  it('are those of the last field of its name', () => {
    assert.deepEqual(said('{"mapping":{},"mapping":{"40":"213"}}'), []);
  });

  it('stand within the text, at a key or a value, for any document', () => {
    const names = fc.dictionary(fc.constantFrom('40', '2', 'a', 'A', '', '__proto__'), fc.constant(20)).map(uses);
    fc.assert(
      fc.property(documentFields, names, names, fc.boolean(), (fields, schemaIds, propertyNames, isOnly) => {
        const text = documentText(fields);
        const facts = { ...everything, schemaIds, propertyNames, onlyUser: () => (isOnly ? 'Beta' : undefined) };
        for (const { offset, length } of softWarnings(text, facts))
          assert.doesNotThrow(() => {
            JSON.parse(text.slice(offset, offset + length));
          });
      }),
    );
  });

  it('never fail, whatever the text', () => {
    const cutOff = fc
      .tuple(
        documentFields.map((fields) => documentText(fields)),
        fc.nat(),
      )
      .map(([text, at]) => text.slice(0, at % (text.length + 1)));
    const spliced = fc
      .tuple(objectText, fc.string(), fc.nat())
      .map(
        ([text, junk, at]) => `{"mapping":${text.slice(0, at % (text.length + 1))}${junk}${text},"properties":${text}}`,
      );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), cutOff, spliced), (text) => {
        for (const { offset, length } of softWarnings(text, everything))
          assert.ok(offset >= 0 && length > 0 && offset + length <= text.length);
      }),
    );
  });
});
