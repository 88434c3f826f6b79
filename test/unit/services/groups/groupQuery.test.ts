// What is typed to find groups, as words and filters.

import assert from 'node:assert/strict';
import { filterMeaning, FILTERS, STATES } from '../../../../src/services/groups/groupFilters.ts';
import { lastPart, quoted, readQuery, statesMeant } from '../../../../src/services/groups/groupQuery.ts';

describe('A query for groups', () => {
  it('is read as words and filters', () => {
    assert.deepEqual(readQuery('acme  region=EU missing:tier mapping:40=213 mapping:40 connection:staging IS:draft'), [
      { kind: 'word', text: 'acme' },
      { kind: 'property', path: 'region', value: 'EU' },
      { kind: 'missing', of: 'tier' },
      { kind: 'mapping', of: '40', value: '213' },
      { kind: 'mapping', of: '40' },
      { kind: 'connection', of: 'staging' },
      { kind: 'is', of: 'draft' },
    ]);
  });

  it('takes what stands in quotes as it stands, signs and spaces included', () => {
    assert.deepEqual(
      readQuery(
        'city="New York" "odd key"=x "a=b:c" connection:"my = staging" mapping:"4=0"="a b" city="not closed yet',
      ),
      [
        { kind: 'property', path: 'city', value: 'New York' },
        { kind: 'property', path: 'odd key', value: 'x' },
        { kind: 'word', text: 'a=b:c' },
        { kind: 'connection', of: 'my = staging' },
        { kind: 'mapping', of: '4=0', value: 'a b' },
        { kind: 'property', path: 'city', value: 'not closed yet' },
      ],
    );
  });

  it('tells a property with any value from one whose value is empty', () => {
    assert.deepEqual(readQuery('region= region="" mapping:40='), [
      { kind: 'property', path: 'region' },
      { kind: 'property', path: 'region', value: '' },
      { kind: 'mapping', of: '40' },
    ]);
  });

  it('divides a property from its value at the first equals sign, whatever follows', () => {
    assert.deepEqual(readQuery('time=is:12:30=x connection:a=b'), [
      { kind: 'property', path: 'time', value: 'is:12:30=x' },
      { kind: 'connection', of: 'a=b' },
    ]);
  });

  it('puts in quotes what needs them alone', () => {
    assert.deepEqual(['acme', '', 'a b', 'a:b', 'a="b'].map(quoted), ['acme', '""', '"a b"', '"a:b"', '"a=b"']);
  });

  it('may mean a state by the beginnings of its words, three letters or more', () => {
    assert.deepEqual(['uns', 'chan unsent', 'mapping set', 'un', 'unsent acme', 'rotation: un'].map(statesMeant), [
      ['draft'],
      ['draft'],
      ['no-mapping'],
      [],
      [],
      ['unknown'],
    ]);
  });

  it('has filters that say what they find', () => {
    assert.deepEqual((['property', ...FILTERS] as const).map(filterMeaning), [
      'groups whose property has this value: region=EU, region="two words", address.country=DE',
      'groups without a property: missing:region',
      'groups that map a schema ID, to any data source or to this one: mapping:40, mapping:40=213',
      'groups that have this data source, for any schema ID: source:213',
      'groups of one connection: connection:staging',
      'groups whose token was received longer ago: older:90d',
      `groups in a state: ${STATES.map((state) => `is:${state}`).join(', ')}`,
    ]);
  });

  it('keeps what looks like a filter and is none apart from words', () => {
    assert.deepEqual(readQuery('conection:staging urn:customer:7 :x =y'), [
      { kind: 'noFilter', text: 'conection:staging', name: 'conection' },
      { kind: 'noFilter', text: 'urn:customer:7', name: 'urn' },
      { kind: 'word', text: ':x' },
      { kind: 'word', text: '=y' },
    ]);
  });

  it('has a last part while one is being typed', () => {
    assert.deepEqual(['acme is:dr', 'acme ', '', 'city="New ', 'is:'].map(lastPart), [
      { text: 'is:dr', start: 5 },
      { text: '', start: 5 },
      { text: '', start: 0 },
      { text: 'city="New ', start: 0 },
      { text: 'is:', start: 0 },
    ]);
  });

  it('reads a name that was put in quotes for it as that name', () => {
    for (const name of ['region', 'odd key', 'a:b', 'a=b', '']) {
      assert.deepEqual(
        readQuery(`${quoted(name)}=x missing:${quoted(name)}`),
        name === ''
          ? [
              { kind: 'property', path: '', value: 'x' },
              { kind: 'missing', of: '' },
            ]
          : [
              { kind: 'property', path: name, value: 'x' },
              { kind: 'missing', of: name },
            ],
        name,
      );
    }
  });
});
