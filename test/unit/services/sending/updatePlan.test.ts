// What an update would do, by what is known of its group: the rules, without a request.

import type { UserGroupRecord } from '../../../../src/core/userGroup.ts';
import { readSendable } from '../../../../src/document/userGroupDocument.ts';
import { planUpdate } from '../../../../src/services/sending/updatePlan.ts';
import { assertApproved } from '../../../support/approved.ts';
import { documentOf } from '../../../support/product.ts';

const MAPPED = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });
const BARE = documentOf({ properties: { region: 'EU' } });
const SAME = { name: 'Acme', properties: '{"region":"EU"}' };

type Base = NonNullable<UserGroupRecord['base']>;

/** Answered with its base, unless it says otherwise. */
const known = (base: Partial<Base> | undefined, answered?: Partial<UserGroupRecord['answered']>): UserGroupRecord => ({
  ref: { connectionId: '1', userGroupId: 'acme' },
  name: 'Acme',
  mappingKnown: false,
  documentMtime: 1,
  base: base && { text: MAPPED, from: 'sent', at: 1, ...base },
  answered: { ...SAME, at: 1, operation: 'update', ...answered },
});

const redact = (value: string): string => value;

describe('The plan of an update', () => {
  const ELSEWHERE = { name: 'Acme Ltd', properties: '{"tier":1}', at: 2 };
  const WITHOUT_MAPPING = documentOf({ name: 'Acme Inc', properties: { region: 'EU' } });
  const RENAMED = documentOf({ name: 'Acme Inc', mapping: { 40: '213' }, properties: { region: 'EU' } });
  const UNTYPED = documentOf({ properties: { region: 'EU' } });
  const unmapped = known(
    { text: documentOf({ mapping: { 40: '213' } }) },
    { properties: '{"region":"US","tier":1}', at: 0 },
  );
  const rows: readonly (readonly [string, string, UserGroupRecord | undefined, 'uncertain'?])[] = [
    ['last sent', MAPPED, known({})],
    ['last sent, after an unknown outcome', MAPPED, known({}), 'uncertain'],
    ['last answered', MAPPED, known({ from: 'answered' })],
    ['last answered without a mapping', BARE, known({ from: 'answered', text: BARE })],
    ['never answered', MAPPED, { ...known({}), answered: undefined }],
    ['unknown', MAPPED, undefined],
    ['without a base', MAPPED, known(undefined)],
    ['last sent without its mapping', MAPPED, known({ text: BARE })],
    ['created without a mapping', BARE, known({ text: BARE, hasNoMapping: true })],
    ['answered otherwise since', MAPPED, known({}, ELSEWHERE)],
    ['answered as last sent since', RENAMED, known({}, { at: 2 })],
    ['answered otherwise before', MAPPED, known({}, { name: 'Acme Ltd', at: 0 })],
    ['answered what was never sent', MAPPED, unmapped],
    ['answered otherwise, without a base', MAPPED, known(undefined, { name: 'Acme Ltd' })],
    [
      'answered otherwise since the answer it was written from',
      MAPPED,
      known({ from: 'answered' }, { name: 'Acme Ltd', at: 2 }),
    ],
    ['renamed', RENAMED, known({})],
    ['renamed, without its mapping', WITHOUT_MAPPING, known({})],
    ['renamed, without its mapping, after an unknown outcome', WITHOUT_MAPPING, known({}), 'uncertain'],
    ['without its mapping', UNTYPED, known({})],
    ['renamed, with properties changed elsewhere', RENAMED, known({}, { properties: '{"region":"US"}', at: 2 })],
    ['renamed, with a name changed elsewhere', RENAMED, known({}, ELSEWHERE)],
    ['unknown, without its mapping', BARE, undefined],
    ['with a mapping, last answered without one', MAPPED, known({ from: 'answered', text: BARE })],
  ];

  for (const updatesOnlyGiven of [false, true])
    it(`follows from what is known of its group, where the service ${updatesOnlyGiven ? 'keeps' : 'may clear'} what it omits`, () => {
      const plans = rows.map(([what, text, record, isUncertain]) => {
        const facts = { isBaseUncertain: isUncertain !== undefined, updatesOnlyGiven, redact };
        const {
          document: _document,
          before: _before,
          updatesOnlyGiven: _only,
          ...plan
        } = planUpdate(readSendable(text), record, facts);
        return [what, Object.entries(plan).map(([fact, value]) => `${fact}: ${JSON.stringify(value)}`)] as const;
      });
      const ofLastSent = plans[0]?.[1] ?? [];
      assertApproved(
        `services/sending/${updatesOnlyGiven ? 'partialUpdatePlan' : 'updatePlan'}`,
        plans.map(([what, lines], at) => [
          at === 0 ? what : `${what}, otherwise as the first`,
          at === 0 ? lines : lines.filter((line) => !ofLastSent.includes(line)),
        ]),
      );
    });
});
