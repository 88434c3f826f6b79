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
function factsOf(text: string, record: UserGroupRecord | undefined, isBaseUncertain = false): Partial<UpdatePlan> {
  const { document: _document, changes: _changes, ...facts } = planUpdate(readSendable(text), record, isBaseUncertain);
  return facts;
}

const NOTHING_TO_SEND: Partial<UpdatePlan> = {
  comparedWith: 'sent',
  comparedAt: 1,
  overwrites: [],
  isNothingToSend: true,
  absentFields: [],
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
      'overwrites nothing of a group to which nothing was applied from here',
      known({ from: 'answered' }, { name: 'Acme Ltd', at: 2 }),
      { comparedWith: 'answered', isNothingToSend: false, isMappingUnknown: true, hasKnownMapping: false },
    ],
  ];
  for (const [words, record, otherwise, text = MAPPED, isBaseUncertain = false] of cases)
    it(words, () => {
      assert.deepEqual(factsOf(text, record, isBaseUncertain), { ...NOTHING_TO_SEND, ...otherwise });
    });
});
