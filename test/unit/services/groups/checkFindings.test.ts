// Each finding of the check of a group, and what it says of a pasted token, with the commands that they lead to.

import assert from 'node:assert/strict';
import { USER_GROUP_API } from '../../../../src/contract/serviceApi.ts';
import type { UserGroupRecord } from '../../../../src/core/userGroup.ts';
import { NO_SIBLINGS } from '../../../../src/document/softWarnings.ts';
import type { CheckFacts, Finding } from '../../../../src/services/groups/checkFacts.ts';
import { checkFindings } from '../../../../src/services/groups/checkFindings.ts';
import { pastedFindings } from '../../../../src/services/groups/pastedFindings.ts';
import { PRODUCTION, TESTING } from '../../../support/connections.ts';
import { DAY, documentOf, MAY_12 } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const ACME = { connectionId: TESTING.id, userGroupId: 'acme' };
const SEALED = { keyId: 'k', box: new Uint8Array(), fingerprint: 'f' };
const MAPPED = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });
const BARE = documentOf();

/** A group of which nothing is to be said, but for what the case says. */
const recordWith = (fields: Partial<UserGroupRecord>): UserGroupRecord => ({
  ref: ACME,
  name: 'Acme',
  documentMtime: 1,
  token: { sealed: SEALED, at: MAY_12 },
  base: { text: MAPPED, from: 'sent', at: MAY_12 },
  answered: {
    ...{ name: 'Acme', properties: '{"region":"EU"}', environmentTag: 'Testing' },
    ...{ at: MAY_12, operation: 'getOrCreate' },
  },
  ...fields,
});

const factsWith = (fields: Partial<CheckFacts>): CheckFacts => ({
  connection: TESTING,
  userGroupId: 'acme',
  record: recordWith({}),
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
  ...fields,
});

/** What was found, in short, and what can be run. */
const inShort = (found: readonly Finding[]): string[] =>
  found.map(({ what, steps = [] }) => [what.replace(/\d\d:\d\d/, 'hh:mm'), ...steps].join(' > '));

const rotatedAt = standIn<CheckFacts['openRotations'][number]>({ at: MAY_12 });
const unknown = (operation: 'getOrCreate' | 'update' | 'rotate'): Partial<UserGroupRecord> => ({
  unknownOutcome: { operation, at: MAY_12 },
});

const CASES: readonly (readonly [words: string, facts: Partial<CheckFacts>, ...found: string[]])[] = [
  ['nothing', {}],
  [
    'a group that is not in the list',
    { record: undefined, mappingKnown: false },
    '"acme" on staging is not in the list.',
  ],
  [
    'near ids of a group that is not in the list, but for those that look alike',
    { record: undefined, nearMisses: ['acne', 'ACME', 'acmee'], lookAlikes: ['ACME'] },
    '"acme" on staging is not in the list.',
    'This is not "ACME". The IDs differ only in letter case or in leading or trailing spaces. > findGroupByToken',
    'Similar IDs in the list: "acne", "acmee".',
  ],
  ['no near ids of a group in the list', { nearMisses: ['acne'] }],
  [
    'several ids that look alike',
    { lookAlikes: ['ACME', 'acme '] },
    'This is not "ACME", "acme␠". The IDs differ only in letter case or in leading or trailing spaces. > findGroupByToken',
  ],
  [
    'the same id on other connections',
    { alsoOn: ['production', 'other'] },
    'The list has the same ID on production, other. A token from there shows the data from there. > findGroupByToken > compareWith',
  ],
  [
    'a group that was gone',
    { record: recordWith({ goneAt: MAY_12 }) },
    'The group was gone at the last request (today hh:mm) and was recreated. It has a new token and only the values sent then. > update > copyToken',
  ],
  [
    'a group that existed already',
    { record: recordWith({ existedNotAppliedAt: MAY_12 }) },
    "The group existed already, so the request of today hh:mm wasn't applied. > update",
  ],
  [
    'an update of unknown outcome',
    { record: recordWith(unknown('update')) },
    'The outcome of the update of today hh:mm is unknown. It may not have been applied. > update',
  ],
  [
    'a get-or-create of unknown outcome',
    { record: recordWith(unknown('getOrCreate')) },
    'The outcome of the get-or-create of today hh:mm is unknown. It may not have been applied. > update',
  ],
  [
    'a rotation of unknown outcome, once',
    { record: recordWith(unknown('rotate')), openRotations: [rotatedAt] },
    'The outcome of the rotation of today hh:mm is unknown. The token that viewers use may not work. > resolveRotation',
  ],
  [
    'one replaced token',
    { previousTokens: 1 },
    '1 previous token is kept, replaced today hh:mm. Viewers may still use it. > copyToken > markAsDeployed',
  ],
  [
    'several replaced tokens',
    { previousTokens: 2 },
    '2 previous tokens are kept, the last replaced today hh:mm. Viewers may still use one. > copyToken > markAsDeployed',
  ],
  [
    'replaced tokens of a group whose current one is not stored',
    { previousTokens: 1, record: recordWith({ token: undefined }), isTokenReadable: undefined },
    'Previous tokens are kept. Viewers may still use one. > copyToken > markAsDeployed',
    'Its token is not stored locally. > fetch',
  ],
  [
    'a token that is not readable',
    { isTokenReadable: false },
    "Its token can't be read on this machine, because its key is gone. > fetch",
  ],
  [
    'nothing sent or received',
    { record: recordWith({ base: undefined, answered: undefined }), mappingKnown: false },
    'Nothing was sent or received for it. The group may not exist. > getOrCreate > fetch',
  ],
  [
    'a mapping that was never applied from here, without a base',
    { record: recordWith({ base: undefined }), mappingKnown: false },
    'Mapping unknown: the service never returns it, and none was applied from this machine. > open',
  ],
  [
    'a mapping that was never applied from here, with an answered base',
    { record: recordWith({ base: { text: BARE, from: 'answered', at: MAY_12 } }), mappingKnown: false },
    'Mapping unknown: the service never returns it, and none was applied from this machine. > open',
  ],
  [
    'a mapping that the last request omitted',
    {
      record: recordWith({ base: { text: BARE, from: 'sent', at: MAY_12 }, answered: undefined }),
      mappingKnown: false,
    },
    'The last request omitted the mapping. The service may have kept or cleared it. > open',
  ],
  [
    'a mapping that the last request omitted, and that the service keeps',
    {
      connection: { ...TESTING, serviceApi: { ...USER_GROUP_API, updatesOnlyGiven: true } },
      record: recordWith({ base: { text: BARE, from: 'sent', at: MAY_12 }, answered: undefined }),
      mappingKnown: false,
    },
    'The last request omitted the mapping. The service keeps it. > open',
  ],
  [
    'a group that was created without a mapping',
    {
      record: recordWith({ base: { text: BARE, from: 'sent', at: MAY_12, hasNoMapping: true }, answered: undefined }),
      mappingKnown: false,
    },
    'No mapping set: the group was created from this machine without one. > open',
  ],
  [
    'what a schema does not allow',
    { schemaErrors: ['"40" is not allowed.', '"41" is missing.'] },
    `The last request doesn't match your schema. "40" is not allowed. > open`,
    `The last request doesn't match your schema. "41" is missing. > open`,
  ],
  [
    'a schema ID that the others map, and properties that they name otherwise',
    {
      siblings: {
        ...NO_SIBLINGS,
        withMapping: 5,
        withProperties: 5,
        schemaIds: [{ name: '134', groups: 5 }],
        propertyNames: [{ name: 'regions', groups: 5 }],
        onlyUser: () => 'Globex',
      },
    },
    'Schema ID "134" is missing. 5 of 5 groups on this connection map it. > open',
    'Only "Globex" uses "213". Viewers of this group may see the data of "Globex". > open',
    'Did you mean "regions" instead of "region"? 5 of 5 groups on this connection have it. > open',
  ],
  [
    'no properties where one other group has some',
    {
      record: recordWith({
        base: { text: documentOf({ mapping: { 40: '213' } }), from: 'sent', at: MAY_12 },
        answered: undefined,
      }),
      siblings: { ...NO_SIBLINGS, withProperties: 1 },
    },
    'The last request has no properties. 1 other group of the connection has it. > open',
  ],
  [
    'no properties where several others have some',
    {
      record: recordWith({
        base: { text: documentOf({ mapping: { 40: '213' } }), from: 'sent', at: MAY_12 },
        answered: undefined,
      }),
      siblings: { ...NO_SIBLINGS, withProperties: 2 },
    },
    'The last request has no properties. 2 other groups of the connection have it. > open',
  ],
  [
    'no mapping where others have one, of a base whose mapping counts as known',
    {
      record: recordWith({ base: { text: documentOf({ properties: { region: 'EU' } }), from: 'sent', at: MAY_12 } }),
      siblings: { ...NO_SIBLINGS, withMapping: 2 },
    },
    'The last request has no mapping. 2 other groups of the connection have it. > open',
  ],
  [
    'nothing about fields of a text that is no document',
    {
      record: recordWith({ base: { text: 'half a docum', from: 'sent', at: MAY_12 } }),
      siblings: { ...NO_SIBLINGS, withMapping: 2, withProperties: 2 },
    },
  ],
  [
    'a draft with its changes',
    { record: recordWith({ draft: { text: documentOf({ mapping: { 40: '3' }, properties: {} }), at: MAY_12 } }) },
    'Unsent changes of today hh:mm: mapping.40: "213" → "3", properties.region: removed. > compareWithSent > update > discardDraft',
  ],
  [
    'a draft without a change',
    { record: recordWith({ draft: { text: MAPPED, at: MAY_12 } }) },
    'Unsent changes of today hh:mm. > compareWithSent > update > discardDraft',
  ],
  [
    'a draft where nothing was sent or received',
    { record: recordWith({ draft: { text: BARE, at: MAY_12 }, base: undefined, answered: undefined }) },
    'Nothing was sent or received for it. The group may not exist. > getOrCreate > fetch',
    'Unsent changes of today hh:mm: user_group_id: added "acme", name: added "Acme". > compareWithSent > update > discardDraft',
  ],
  [
    'a draft that is no document',
    { record: recordWith({ draft: { text: 'half a docum', at: MAY_12 } }) },
    "Unsent changes of today hh:mm can't be sent as they are. > compareWithSent > update > discardDraft",
  ],
  [
    'values that the service returned otherwise than they were sent',
    {
      record: recordWith({
        answered: { name: 'ACME', properties: '{"region":"US"}', at: MAY_12, operation: 'getOrCreate' },
      }),
    },
    'The service last returned other values than were last sent: name: "Acme" → "ACME", properties.region: "EU" → "US". > compareWithAnswered',
  ],
  [
    'no other values where nothing was sent from here',
    {
      record: recordWith({
        base: { text: MAPPED, from: 'answered', at: MAY_12 },
        answered: { name: 'ACME', at: MAY_12, operation: 'getOrCreate' },
      }),
    },
  ],
  [
    'another environment',
    { record: recordWith({ answered: { environmentTag: 'Customer', at: MAY_12, operation: 'getOrCreate' } }) },
    'The service returned the environment Customer, but the connection "staging" is declared Testing. > editConnection',
  ],
  [
    'no other environment where the connection declares none',
    {
      connection: { ...TESTING, environment: undefined },
      record: recordWith({ answered: { environmentTag: 'Customer', at: MAY_12, operation: 'getOrCreate' } }),
    },
  ],
  [
    'no other environment where the service returned none',
    { record: recordWith({ answered: { environmentTag: null, at: MAY_12, operation: 'getOrCreate' } }) },
  ],
  [
    'what keeps the connection from sending',
    { connectionTrouble: { what: 'It is locked.', next: 'Unlock it.', steps: ['checkConnection'] } },
    'It is locked. > checkConnection',
  ],
  [
    'what keeps the connection from sending, of a group that is not in the list',
    { record: undefined, connectionTrouble: { what: 'It is locked.', next: 'Unlock it.' } },
    '"acme" on staging is not in the list.',
    'It is locked.',
  ],
  ['nothing of 90 days', { now: MAY_12 + 90 * DAY }],
  [
    'an answer that is older than 90 days, of a mapping that is unknown',
    {
      now: MAY_12 + 91 * DAY,
      mappingKnown: false,
      record: recordWith({ base: { text: BARE, from: 'answered', at: 1 } }),
    },
    'Mapping unknown: the service never returns it, and none was applied from this machine. > open',
    'The last request was 91 days ago. > fetch',
  ],
  [
    'a mapping that is older than 90 days, without an answer',
    { now: MAY_12 + 91 * DAY, record: recordWith({ answered: undefined }) },
    "The mapping was last sent 91 days ago. Changes made elsewhere since don't show here. > open",
  ],
  [
    'mapping and answer that are older than 90 days',
    { now: MAY_12 + 91 * DAY },
    "The mapping was last sent 91 days ago. Changes made elsewhere since don't show here. > open",
    'The last request was 91 days ago. > fetch',
  ],
];

describe('The check of a group finds', () => {
  for (const [words, facts, ...found] of CASES)
    it(words, () => {
      assert.deepEqual(inShort(checkFindings(factsWith(facts))), found);
    });

  it('that something is to be added, or corrected', () => {
    const siblings: CheckFacts['siblings'] = {
      ...NO_SIBLINGS,
      withMapping: 5,
      schemaIds: [{ name: '134', groups: 5 }],
      onlyUser: () => 'Globex',
    };
    const nextOf = (facts: Partial<CheckFacts>): string[] =>
      checkFindings(factsWith({ siblings, ...facts })).map(({ next }) => next.split(' ').slice(0, 2).join(' '));
    assert.deepEqual(nextOf({}), ['Add it', 'Correct it']);
    assert.deepEqual(
      nextOf({ record: recordWith({ base: { text: BARE, from: 'sent', at: MAY_12 }, answered: undefined }) }),
      ['Add it'],
    );
  });
});

describe('A pasted token', () => {
  const owner = { ref: ACME, issuedAt: MAY_12 };
  const cases: readonly (readonly [words: string, found: Parameters<typeof pastedFindings>[1], said: string])[] = [
    [
      'is the API token of two connections',
      { apiTokenOf: [TESTING, PRODUCTION], owners: [owner] },
      'The pasted token is the API token of "staging" and "production", not the token of a group. Anyone who sees the page can change every group with it. > copyToken',
    ],
    [
      'is unknown',
      { apiTokenOf: [], owners: [] },
      'The pasted token is unknown. It is not the current one of this group. > copyToken',
    ],
    [
      'is that of the same id on another connection',
      { apiTokenOf: [], owners: [{ ...owner, ref: { ...ACME, connectionId: PRODUCTION.id } }] },
      `The pasted token is that of "acme" on production. Its viewers see that group's data. > copyToken`,
    ],
    [
      'is that of another group of the connection',
      { apiTokenOf: [], owners: [{ ...owner, ref: { ...ACME, userGroupId: 'globex' } }] },
      `The pasted token is that of "globex" on staging. Its viewers see that group's data. > copyToken`,
    ],
    [
      'is that of a group of a removed connection',
      { apiTokenOf: [], owners: [{ ...owner, ref: { ...ACME, connectionId: 'removed' } }] },
      `The pasted token is that of "acme" on a removed connection. Its viewers see that group's data. > copyToken`,
    ],
    [
      'is the current one',
      { apiTokenOf: [], owners: [owner] },
      'The pasted token is the current one of this group, and not the cause.',
    ],
    [
      'is a previous one',
      { apiTokenOf: [], owners: [{ ...owner, replacedAt: MAY_12 }] },
      'The pasted token is a previous one of this group, replaced today hh:mm. > copyToken',
    ],
  ];
  for (const [words, found, said] of cases)
    it(words, () => {
      const connectionOf = (id: string): typeof TESTING | undefined =>
        [TESTING, PRODUCTION].find((connection) => connection.id === id);
      assert.deepEqual(inShort(pastedFindings(factsWith({}), found, connectionOf)), [said]);
    });
});
