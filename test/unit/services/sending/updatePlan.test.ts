// What an update would do, by what is known of its group: the rules, without a request.

import assert from 'node:assert/strict';
import type { UserGroupRecord } from '../../../../src/core/userGroup.ts';
import { readSendable } from '../../../../src/document/userGroupDocument.ts';
import { planUpdate, type UpdatePlan } from '../../../../src/services/sending/updatePlan.ts';
import { documentOf } from '../../../support/product.ts';

const MAPPED = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });
const BARE = documentOf({ properties: { region: 'EU' } });
const SAME = { name: 'Acme', properties: '{"region":"EU"}' };

type Base = NonNullable<UserGroupRecord['base']>;

/** Answered with its base, unless it says otherwise. */
const known = (base: Partial<Base> | undefined, answered?: Partial<UserGroupRecord['answered']>): UserGroupRecord => ({
  ref: { connectionId: '1', userGroupId: 'acme' },
  name: 'Acme',
  documentMtime: 1,
  base: base && { text: MAPPED, from: 'sent', at: 1, ...base },
  answered: { ...SAME, at: 1, operation: 'update', ...answered },
});

/** Everything but the document and its changes. */
const redact = (value: string): string => value;

function factsOf(text: string, record: UserGroupRecord | undefined, isBaseUncertain = false): Partial<UpdatePlan> {
  const {
    document: _document,
    changes: _changes,
    ...facts
  } = planUpdate(readSendable(text), record, { isBaseUncertain, updatesOnlyGiven: false, redact });
  return facts;
}

const NOTHING_TO_SEND: Partial<UpdatePlan> = {
  comparedWith: 'sent',
  comparedAt: 1,
  overwrites: [],
  isNothingToSend: true,
  affectedFields: ['name', 'mapping', 'properties'],
  absentFields: [],
  kept: {},
  isMappingUnknown: false,
  hasKnownMapping: true,
  isUnknownHere: false,
};

describe('The plan of an update', () => {
  const cases: readonly (readonly [
    words: string,
    record: UserGroupRecord | undefined,
    otherwise: Partial<UpdatePlan>,
    text?: string,
    isBaseUncertain?: boolean,
  ])[] = [
    ['of what was last sent has nothing to send', known({}), {}],
    [
      'of what was last sent has something to send after an unknown outcome',
      known({}),
      { isNothingToSend: false },
      MAPPED,
      true,
    ],
    [
      'of what was last answered has something to send',
      known({ from: 'answered' }),
      { comparedWith: 'answered', isNothingToSend: false, isMappingUnknown: true, hasKnownMapping: false },
    ],
    ['of a group that was never answered says so', { ...known({}), answered: undefined }, { isUnknownHere: true }],
    [
      'of an unknown group is compared with nothing',
      undefined,
      {
        comparedWith: 'nothing',
        comparedAt: undefined,
        isNothingToSend: false,
        isMappingUnknown: true,
        hasKnownMapping: false,
        isUnknownHere: true,
      },
    ],
    [
      'of a group without a base is compared with nothing',
      known(undefined),
      {
        comparedWith: 'nothing',
        comparedAt: undefined,
        isNothingToSend: false,
        isMappingUnknown: true,
        hasKnownMapping: false,
      },
    ],
    [
      'of a group whose last request omitted the mapping does not know it',
      known({ text: BARE }),
      { isNothingToSend: false, isMappingUnknown: true, hasKnownMapping: false },
    ],
    [
      'of a group that was created without a mapping knows that there is none',
      known({ text: BARE, hasNoMapping: true }),
      { absentFields: ['mapping'], hasKnownMapping: false },
      BARE,
    ],
    [
      'overwrites what the service has answered since',
      known({}, { name: 'Acme Ltd', properties: '{"tier":1}', at: 2 }),
      {
        isNothingToSend: false,
        overwrites: [
          { path: 'name', before: '"Acme Ltd"', after: '"Acme"' },
          { path: 'properties.region', after: '"EU"' },
          { path: 'properties.tier', before: '1' },
        ],
      },
    ],
    [
      'overwrites nothing that the service still has as last sent',
      known({}, { at: 2 }),
      { isNothingToSend: false },
      documentOf({ name: 'Acme Inc', mapping: { 40: '213' }, properties: { region: 'EU' } }),
    ],
    ['overwrites nothing that was answered before', known({}, { name: 'Acme Ltd', at: 0 }), {}],
    [
      'overwrites what was answered, at any time, and never sent',
      known({ text: documentOf({ mapping: { 40: '213' } }) }, { properties: '{"region":"US","tier":1}', at: 0 }),
      {
        isNothingToSend: false,
        overwrites: [
          { path: 'properties.region', before: '"US"', after: '"EU"' },
          { path: 'properties.tier', before: '1' },
        ],
      },
    ],
    [
      'overwrites what was answered for a group without a base',
      known(undefined, { name: 'Acme Ltd' }),
      {
        comparedWith: 'nothing',
        comparedAt: undefined,
        isNothingToSend: false,
        isMappingUnknown: true,
        hasKnownMapping: false,
        overwrites: [{ path: 'name', before: '"Acme Ltd"', after: '"Acme"' }],
      },
    ],
    [
      'overwrites what was changed since the answer that it was written from',
      known({ from: 'answered' }, { name: 'Acme Ltd', at: 2 }),
      {
        comparedWith: 'answered',
        isNothingToSend: false,
        isMappingUnknown: true,
        hasKnownMapping: false,
        overwrites: [{ path: 'name', before: '"Acme Ltd"', after: '"Acme"' }],
      },
    ],
  ];
  for (const [words, record, otherwise, text = MAPPED, isBaseUncertain = false] of cases)
    it(words, () => {
      assert.deepEqual(factsOf(text, record, isBaseUncertain), { ...NOTHING_TO_SEND, ...otherwise });
    });
});

describe('The plan of an update of a service that keeps what an update omits', () => {
  const RENAMED = documentOf({ name: 'Acme Inc', mapping: { 40: '213' }, properties: { region: 'EU' } });
  const WITHOUT_MAPPING = documentOf({ name: 'Acme Inc', properties: { region: 'EU' } });
  const ELSEWHERE = { name: 'Acme Ltd', properties: '{"region":"US"}', at: 2 };
  const cases: readonly (readonly [
    words: string,
    text: string,
    record: UserGroupRecord | undefined,
    facts: {
      readonly affected: readonly string[];
      readonly changes?: readonly string[];
      readonly overwrites?: readonly string[];
    },
    isBaseUncertain?: boolean,
  ])[] = [
    ['affects what changed', RENAMED, known({}), { affected: ['name'], changes: ['name'] }],
    ['changes nothing that it omits', WITHOUT_MAPPING, known({}), { affected: ['name'], changes: ['name'] }],
    [
      'that only omits something sends all that it has',
      documentOf({ properties: { region: 'EU' } }),
      known({}),
      { affected: ['name', 'properties'] },
    ],
    [
      'overwrites nothing that it does not affect',
      RENAMED,
      known({}, { ...SAME, properties: '{"region":"US"}', at: 2 }),
      { affected: ['name'], changes: ['name'] },
    ],
    [
      'overwrites what it affects',
      RENAMED,
      known({}, ELSEWHERE),
      { affected: ['name'], changes: ['name'], overwrites: ['name'] },
    ],
    [
      'without changes overwrites all that was changed elsewhere',
      MAPPED,
      known({}, ELSEWHERE),
      { affected: ['name', 'mapping', 'properties'], overwrites: ['name', 'properties.region'] },
    ],
    [
      'sends all that it has after an unknown outcome',
      WITHOUT_MAPPING,
      known({}),
      { affected: ['name', 'properties'], changes: ['name'] },
      true,
    ],
    [
      'sends all that it has to an unknown group',
      BARE,
      undefined,
      { affected: ['name', 'properties'], changes: ['user_group_id', 'name', 'properties'] },
    ],
    [
      'affects the mapping where none was known',
      MAPPED,
      known({ from: 'answered', text: BARE }),
      { affected: ['mapping'], changes: ['mapping'] },
    ],
  ];
  for (const [words, text, record, { affected, changes = [], overwrites = [] }, isBaseUncertain = false] of cases)
    it(words, () => {
      const plan = planUpdate(readSendable(text), record, { isBaseUncertain, updatesOnlyGiven: true, redact });
      assert.deepEqual(
        [plan.affectedFields, plan.changes.map(({ path }) => path), plan.overwrites.map(({ path }) => path)],
        [affected, changes, overwrites],
      );
      assert.deepEqual(plan.absentFields, []);
    });

  const planned = (text: string, record: UserGroupRecord, isBaseUncertain = false): UpdatePlan =>
    planUpdate(readSendable(text), record, { isBaseUncertain, updatesOnlyGiven: true, redact });

  it('knows what the service keeps of what the document omits, unless a later outcome is unknown', () => {
    assert.deepEqual(planned(WITHOUT_MAPPING, known({})).kept, { mapping: '{\n    "40": "213"\n  }' });
    assert.deepEqual(planned(WITHOUT_MAPPING, known({}), true).kept, {});
    assert.deepEqual(planned(BARE, known({ from: 'answered', text: BARE })).kept, {});
  });

  it('of what was last answered has nothing to send', () => {
    assert.equal(planned(BARE, known({ from: 'answered', text: BARE })).isNothingToSend, true);
  });
});
