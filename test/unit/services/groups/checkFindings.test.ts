// What the check of a group finds in each situation, and what it says about a pasted token, with the commands that each
// finding leads to.

import { USER_GROUP_API } from '../../../../src/contract/serviceApi.ts';
import type { UserGroupRecord } from '../../../../src/core/userGroup.ts';
import { NO_SIBLINGS } from '../../../../src/document/softWarnings.ts';
import type { CheckFacts, Finding } from '../../../../src/services/groups/checkFacts.ts';
import { checkFindings, pastedFindings } from '../../../../src/services/groups/checkFindings.ts';
import { assertApproved } from '../../../support/approved.ts';
import { PRODUCTION, TESTING } from '../../../support/connections.ts';
import { DAY, documentOf, MAY_12 } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

type Answered = NonNullable<UserGroupRecord['answered']>;
type Base = NonNullable<UserGroupRecord['base']>;

const ACME = { connectionId: TESTING.id, userGroupId: 'acme' };
const SEALED = { keyId: 'k', box: new Uint8Array(), fingerprint: 'f' };
const MAPPED = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });
const BARE = documentOf();

const answered = (fields: Partial<Answered>): Answered => ({ at: MAY_12, operation: 'getOrCreate', ...fields });
const base = (text: string, fields: Partial<Base> = {}): Base => ({ text, from: 'sent', at: MAY_12, ...fields });

/** The facts about a group of which nothing is to be said, but for these fields of its record and these facts. */
const factsWith = (record: Partial<UserGroupRecord> | undefined, facts: Partial<CheckFacts> = {}): CheckFacts => ({
  connection: TESTING,
  userGroupId: 'acme',
  record: record && {
    ref: ACME,
    name: 'Acme',
    mappingKnown: false,
    documentMtime: 1,
    token: { sealed: SEALED, at: MAY_12 },
    base: base(MAPPED),
    answered: answered({ name: 'Acme', properties: '{"region":"EU"}', environmentTag: 'Testing' }),
    ...record,
  },
  mappingKnown: true,
  isTokenReadable: true,
  previousTokens: 0,
  openRotations: [],
  siblings: NO_SIBLINGS,
  schemaErrors: [],
  connectionTrouble: undefined,
  lookAlikes: [],
  nearMisses: [],
  alsoOn: [],
  now: MAY_12,
  redact: (text) => text,
  ...facts,
});

/** Each finding with what to do next, and the commands that can be run at once. */
const printed = (found: readonly Finding[]): string[] =>
  found.length === 0
    ? ['(nothing)']
    : found.map(({ what, next, steps = [] }) =>
        [`${what} → ${next}`.replaceAll(/\d\d:\d\d/g, 'hh:mm'), ...steps].join(' > '),
      );

const UNKNOWN_MAPPING = { mappingKnown: false };
const openRotations = [standIn<CheckFacts['openRotations'][number]>({ at: MAY_12 })];
const unknown = (operation: 'getOrCreate' | 'update' | 'rotate' | 'delete' | 'changeId'): Partial<UserGroupRecord> => ({
  unknownOutcome: { operation, at: MAY_12 },
});
const siblings = (facts: Partial<CheckFacts['siblings']>): Partial<CheckFacts> => ({
  siblings: { ...NO_SIBLINGS, ...facts },
});
const withOthers = siblings({
  withMapping: 5,
  withProperties: 5,
  schemaIds: [{ name: '134', groups: 5 }],
  propertyNames: [{ name: 'regions', groups: 5 }],
  onlyUser: () => 'Globex',
});
const keepsMapping = { ...TESTING, serviceApi: { ...USER_GROUP_API, updatesOnlyGiven: true } };
const trouble: Finding = { what: 'It is locked.', next: 'Unlock it.', steps: ['checkConnection'] };
const draft = (text: string): Partial<UserGroupRecord> => ({ draft: { text, at: MAY_12 } });
const never = { base: undefined, answered: undefined };
const unanswered = (text: string, fields: Partial<Base> = {}): Partial<UserGroupRecord> => ({
  base: base(text, fields),
  answered: undefined,
});
const noProperties = documentOf({ mapping: { 40: '213' } });

const CASES: readonly (readonly [
  situation: string,
  record: Partial<UserGroupRecord> | undefined,
  Partial<CheckFacts>?,
])[] = [
  ['Nothing is wrong', {}],
  ['It is not in the list', undefined, UNKNOWN_MAPPING],
  ['Not in the list, similar IDs', undefined, { nearMisses: ['acne', 'ACME', 'acmee'], lookAlikes: ['ACME'] }],
  ['In the list, a similar ID', {}, { nearMisses: ['acne'] }],
  ['IDs that look alike', {}, { lookAlikes: ['ACME', 'acme '] }],
  ['The same ID on other connections', {}, { alsoOn: ['production', 'other'] }],
  ['It was deleted', { listing: 'deleted' }],
  ['Its ID was changed', { listing: 'idChanged' }],
  ['It was gone', { goneAt: MAY_12 }],
  ['It existed already', { existedNotAppliedAt: MAY_12 }],
  ['Unknown outcome: update', unknown('update')],
  ['Unknown outcome: get-or-create', unknown('getOrCreate')],
  ['Unknown outcome: rotation', unknown('rotate'), { openRotations }],
  ['Unknown outcome: deletion', unknown('delete')],
  ['Unknown outcome: ID change', unknown('changeId')],
  ['One replaced token', {}, { previousTokens: 1 }],
  ['Several replaced tokens', {}, { previousTokens: 2 }],
  ['Replaced tokens, no current one', { token: undefined }, { previousTokens: 1, isTokenReadable: undefined }],
  ['A token that is not readable', {}, { isTokenReadable: false }],
  ['Nothing sent or received', never, UNKNOWN_MAPPING],
  ['A mapping not applied from here, no base', { base: undefined }, UNKNOWN_MAPPING],
  ['A mapping not applied from here, base answered', { base: base(BARE, { from: 'answered' }) }, UNKNOWN_MAPPING],
  ['The last request omitted the mapping', unanswered(BARE), UNKNOWN_MAPPING],
  ['The same, of a service that keeps it', unanswered(BARE), { ...UNKNOWN_MAPPING, connection: keepsMapping }],
  ['Created without a mapping', unanswered(BARE, { hasNoMapping: true }), UNKNOWN_MAPPING],
  [
    'Created without a mapping, and one is inherited',
    { base: base(BARE, { hasNoMapping: true }), answered: answered({ computed: { mapping: '{"40":"213"}' } }) },
    UNKNOWN_MAPPING,
  ],
  ['A schema is violated', {}, { schemaErrors: ['"40" is not allowed.', '"41" is missing.'] }],
  ['Other groups have other schema IDs and properties', {}, withOthers],
  ['No properties, one other group has some', unanswered(noProperties), siblings({ withProperties: 1 })],
  ['No properties, two other groups have some', unanswered(noProperties), siblings({ withProperties: 2 })],
  [
    'No mapping, two other groups have one',
    { base: base(documentOf({ properties: { region: 'EU' } })) },
    siblings({ withMapping: 2 }),
  ],
  ['Last sent was no document', { base: base('half a docum') }, siblings({ withMapping: 2, withProperties: 2 })],
  ['A draft with changes', draft(documentOf({ mapping: { 40: '3' }, properties: {} }))],
  ['A draft without a change', draft(MAPPED)],
  ['A draft, nothing sent or received', { ...draft(BARE), ...never }],
  ['A draft that is no document', draft('half a docum')],
  ['The service returned other values', { answered: answered({ name: 'ACME', properties: '{"region":"US"}' }) }],
  [
    'A secret in a draft, and in what the service returned',
    { ...draft(MAPPED.replace('Acme', 'a secret')), answered: answered({ name: 'the secret' }) },
    { redact: (text) => text.replaceAll('secret', '•••') },
  ],
  [
    'Other values, nothing sent from here',
    { base: base(MAPPED, { from: 'answered' }), answered: answered({ name: 'ACME' }) },
  ],
  ['Another environment', { answered: answered({ environmentTag: 'Customer' }) }],
  [
    'Another environment, none declared',
    { answered: answered({ environmentTag: 'Customer' }) },
    { connection: { ...TESTING, environment: undefined } },
  ],
  ['No environment returned', { answered: answered({ environmentTag: null }) }],
  ['The connection cannot send', {}, { connectionTrouble: trouble }],
  ['The connection cannot send, not in the list', undefined, { connectionTrouble: trouble }],
  ['90 days later', {}, { now: MAY_12 + 90 * DAY }],
  [
    '91 days later, mapping unknown',
    { base: base(BARE, { from: 'answered', at: 1 }) },
    { ...UNKNOWN_MAPPING, now: MAY_12 + 91 * DAY },
  ],
  ['91 days later, no response', { answered: undefined }, { now: MAY_12 + 91 * DAY }],
  ['91 days later', {}, { now: MAY_12 + 91 * DAY }],
];

const owner = { ref: ACME, issuedAt: MAY_12 };
const PASTED: readonly (readonly [situation: string, found: Parameters<typeof pastedFindings>[1]])[] = [
  ['API token of two connections', { apiTokenOf: [TESTING, PRODUCTION], owners: [owner] }],
  ['Unknown', { apiTokenOf: [], owners: [] }],
  ...(
    [
      ['Of the same ID on another connection', { ...owner, ref: { ...ACME, connectionId: PRODUCTION.id } }],
      ['Of another group of the connection', { ...owner, ref: { ...ACME, userGroupId: 'globex' } }],
      ['Of a group of a removed connection', { ...owner, ref: { ...ACME, connectionId: 'removed' } }],
      ['The current one', owner],
      ['A previous one', { ...owner, replacedAt: MAY_12 }],
    ] as const
  ).map(([situation, each]) => [situation, { apiTokenOf: [], owners: [each] }] as const),
];

describe('The check of a group', () => {
  it('finds possible causes, each with the next step', () => {
    assertApproved(
      'groups/findings',
      CASES.map(([situation, ...facts]) => [situation, printed(checkFindings(factsWith(...facts)))]),
    );
  });

  it('says whose a pasted token is', () => {
    const connectionOf = (id: string): typeof TESTING | undefined =>
      [TESTING, PRODUCTION].find((connection) => connection.id === id);
    assertApproved(
      'groups/pastedToken',
      PASTED.map(([situation, found]) => [situation, printed(pastedFindings(factsWith({}), found, connectionOf))]),
    );
  });
});
