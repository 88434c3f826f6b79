// What is kept of an answer to get-or-create, and what is reported of it: the rules, without a request.

import assert from 'node:assert/strict';
import type { GetOrCreateAnswer } from '../../../../src/core/ports/client.ts';
import type { UserGroupRecord } from '../../../../src/core/userGroup.ts';
import { readDocument } from '../../../../src/document/userGroupDocument.ts';
import { afterFetch, afterGetOrCreate } from '../../../../src/services/sending/getOrCreateConclusions.ts';
import { assertApproved, type Said } from '../../../support/approved.ts';
import { documentOf } from '../../../support/product.ts';
import { standIn } from '../../../support/standIn.ts';

const BARE = documentOf({ properties: { region: 'EU' } });
const MAPPED = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });
const SAME = { name: 'Acme', properties: '{ "region": "EU" }' };
const ANSWERED = { ...SAME, at: 1, operation: 'getOrCreate' } as const;

const answer = (userGroup: GetOrCreateAnswer['userGroup'], more: Partial<GetOrCreateAnswer> = {}): GetOrCreateAnswer =>
  standIn<GetOrCreateAnswer>({ isNew: false, mayHaveBeenCreatedByThisRequest: false, userGroup, ...more });

const known = (more: Partial<UserGroupRecord> = {}): UserGroupRecord => ({
  ref: { connectionId: '1', userGroupId: 'acme' },
  name: 'Acme',
  mappingKnown: false,
  documentMtime: 1,
  ...more,
});

/** How it ended, from what its base is, and what becomes of the draft; then what is reported. */
function concluded(
  conclude: typeof afterGetOrCreate,
  text: string,
  before: UserGroupRecord | undefined,
  answered: GetOrCreateAnswer,
): readonly string[] {
  const { settled, outcome } = conclude(readDocument(text), before, answered);
  const { base, draft, gone, existedNotApplied, outcome: ended } = settled;
  const kept = typeof draft === 'object' ? (draft.text === text ? 'what was sent' : draft.text) : draft;
  const { differences, notComparable, ...facts } = outcome;
  const yes = Object.entries(facts).flatMap(([name, isTrue]) => (isTrue ? [name] : []));
  return [
    `${ended}; base ${base?.from}, draft ${kept}, gone ${gone}, existedNotApplied ${existedNotApplied}`,
    [...yes, ...differences.map(({ path }) => path), ...notComparable.map((field) => `${field}?`)].join(' '),
  ].filter((line) => line !== '');
}

describe('An answer to get-or-create', () => {
  const MAY_BE = { mayHaveBeenCreatedByThisRequest: true };
  const OTHER = { ...SAME, name: 'Other' };
  const WAS_ANSWERED = known({ answered: ANSWERED });
  const withDraft = (text: string): UserGroupRecord => known({ draft: { text, at: 1 } });

  const rows: readonly (readonly [string, string, UserGroupRecord | undefined, GetOrCreateAnswer])[] = [
    ['has created it', MAPPED, undefined, answer(SAME, { isNew: true })],
    ['has created one that was known', MAPPED, WAS_ANSWERED, answer(OTHER, { isNew: true })],
    ['finds all of it', BARE, undefined, answer(SAME)],
    ['finds all of what was sent before', MAPPED, known({ base: { text: MAPPED, from: 'sent', at: 1 } }), answer(SAME)],
    ['finds all of it, and more', documentOf(), undefined, answer(SAME)],
    ['finds another one', BARE, undefined, answer(OTHER)],
    ['finds another one than a draft says', BARE, withDraft(BARE), answer(OTHER)],
    ['finds another one, beside another draft', BARE, withDraft(documentOf()), answer(OTHER)],
    ['does not say its mapping', MAPPED, undefined, answer(SAME)],
    ['may have been created before, with all of it', BARE, undefined, answer(SAME, MAY_BE)],
    ['may have been created before, with a mapping unseen', MAPPED, undefined, answer(SAME, MAY_BE)],
    [
      'may have been created before, with empty properties',
      documentOf(),
      undefined,
      answer({ name: 'Acme', properties: '{}' }, MAY_BE),
    ],
    ...[['a@x'], []].map(
      (emails) =>
        [
          `may have been created before, by ${emails.length === 0 ? 'another' : 'the same'} further field`,
          documentOf({ properties: { region: 'EU' }, emails: ['a@x'] }),
          undefined,
          answer({ ...SAME, further: { emails: JSON.stringify(emails) } }, MAY_BE),
        ] as const,
    ),
    ['may have been created before, though it was known', BARE, WAS_ANSWERED, answer(SAME, MAY_BE)],
    ['has another name, so no attempt has created it', BARE, undefined, answer(OTHER, MAY_BE)],
    ['has a name that is the same number', documentOf({ name: '1.0' }), undefined, answer({ name: '1' }, MAY_BE)],
    ['has properties that were not sent', documentOf(), undefined, answer(SAME, MAY_BE)],
    ['does not say whether it is new', BARE, WAS_ANSWERED, answer(SAME, { isNew: undefined })],
  ];
  const fetched: typeof rows = [
    [
      'is there, and differs',
      BARE,
      known({ base: { text: BARE, from: 'sent', at: 1 }, answered: ANSWERED }),
      answer(OTHER),
    ],
    ['is there, and nothing was sent', BARE, WAS_ANSWERED, answer(SAME)],
    ['was gone and has been recreated', BARE, WAS_ANSWERED, answer(SAME, { isNew: true })],
    ['was never answered and has been created', BARE, known(), answer(SAME, { isNew: true })],
  ];
  it('settles what is known of the group, and what is reported', () => {
    const said = (action: string, conclude: typeof afterGetOrCreate, its: typeof rows): Said[] =>
      its.map(([what, ...facts]) => [`${action}: ${what}`, concluded(conclude, ...facts)]);
    assertApproved('services/sending/getOrCreateConclusions', [
      ...said('get-or-create', afterGetOrCreate, rows),
      ...said('fetch', afterFetch, fetched),
    ]);
  });

  it('makes of the text that was sent the base of what it has created, with what other groups are compared by', () => {
    const { base } = afterGetOrCreate(readDocument(MAPPED), undefined, answer(SAME, { isNew: true })).settled;
    assert.deepEqual(base, {
      text: MAPPED,
      from: 'sent',
      mappingKnown: true,
      isCreation: true,
      entries: {
        mapping: [{ schemaId: '40', dataSource: '213' }],
        properties: ['region'],
        values: base?.entries.values,
      },
    });
    const bare = afterGetOrCreate(readDocument(BARE), undefined, answer(SAME, { isNew: true })).settled.base;
    assert.deepEqual([bare?.mappingKnown, bare?.entries.mapping], [false, undefined]);
  });

  it('makes of what was answered the base of a group that existed, of which no mapping is known', () => {
    const { base } = afterGetOrCreate(readDocument(MAPPED), undefined, answer(SAME)).settled;
    assert.deepEqual([base?.mappingKnown, base?.isCreation, base?.entries.properties], [false, undefined, ['region']]);
    assert.deepEqual(JSON.parse(base?.text ?? ''), {
      user_group_id: 'acme',
      name: 'Acme',
      properties: { region: 'EU' },
    });
  });
});
