// What is kept of an answer to get-or-create, and what a person is told of it: the rules, without a request.

import assert from 'node:assert/strict';
import type { GetOrCreateAnswer } from '../../../../src/core/ports/client.ts';
import type { UserGroupRecord } from '../../../../src/core/userGroup.ts';
import { readDocument } from '../../../../src/document/userGroupDocument.ts';
import {
  afterFetch,
  afterGetOrCreate,
  type GetOrCreateOutcome,
} from '../../../../src/services/sending/getOrCreateConclusions.ts';
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
  documentMtime: 1,
  ...more,
});

/** How it ended, from what its base is, and what becomes of the draft; then what a person is told. */
function concluded(
  conclude: typeof afterGetOrCreate,
  text: string,
  before: UserGroupRecord | undefined,
  answered: GetOrCreateAnswer,
): readonly unknown[] {
  const { settled, outcome } = conclude(readDocument(text), before, answered);
  const { base, draft, gone, existedNotApplied, ...ended } = settled;
  return [{ ...ended, base: base?.from, draft, gone, existedNotApplied }, told(outcome)];
}

function told({ differences, notComparable, ...facts }: GetOrCreateOutcome): string {
  const yes = Object.entries(facts).flatMap(([name, isTrue]) => (isTrue ? [name] : []));
  return [...yes, ...differences.map(({ path }) => path), ...notComparable.map((field) => `${field}?`)].join(' ');
}

describe('An answer to get-or-create', () => {
  const MAY_BE = { mayHaveBeenCreatedByThisRequest: true };
  const APPLIED = { draft: 'clear', gone: undefined, existedNotApplied: undefined } as const;
  const NOT_APPLIED = { outcome: 'existedNotApplied', gone: undefined, existedNotApplied: true } as const;
  const EXISTED = { outcome: 'existed', gone: undefined, existedNotApplied: false } as const;
  const PERHAPS = { outcome: 'createdOrExisted', gone: undefined, existedNotApplied: false } as const;
  const sentBefore = (text: string): UserGroupRecord => known({ base: { text, from: 'sent', at: 1 } });

  const rows: readonly (readonly [string, string, UserGroupRecord | undefined, GetOrCreateAnswer, object, string])[] = [
    [
      'that has created it: what was sent is what it has',
      MAPPED,
      undefined,
      answer(SAME, { isNew: true }),
      { outcome: 'created', base: 'sent', ...APPLIED },
      '',
    ],
    [
      'that has created one that was known: it was gone',
      MAPPED,
      known({ answered: ANSWERED }),
      answer({ ...SAME, name: 'Other' }, { isNew: true }),
      { outcome: 'created', base: 'sent', ...APPLIED },
      'wasGone name',
    ],
    [
      'that finds all of it: the draft goes',
      BARE,
      undefined,
      answer(SAME),
      { ...EXISTED, base: 'answered', draft: 'clear' },
      '',
    ],
    [
      'that finds all of it: what was sent before stays the base',
      MAPPED,
      sentBefore(MAPPED),
      answer(SAME),
      { ...EXISTED, base: undefined, draft: 'clear' },
      '',
    ],
    [
      'that finds all of it, and more: a draft that omits something stays',
      documentOf(),
      undefined,
      answer(SAME),
      { ...EXISTED, base: 'answered', draft: undefined },
      '',
    ],
    [
      'that finds another one: what was sent becomes the draft',
      BARE,
      undefined,
      answer({ ...SAME, name: 'Other' }),
      { ...NOT_APPLIED, base: 'answered', draft: { text: BARE } },
      'isNotApplied name',
    ],
    [
      'that finds another one: a draft that says the same stays',
      BARE,
      known({ draft: { text: BARE, at: 1 } }),
      answer({ ...SAME, name: 'Other' }),
      { ...NOT_APPLIED, base: 'answered', draft: { text: BARE } },
      'isNotApplied name',
    ],
    [
      'that finds another one: no other draft is replaced',
      BARE,
      known({ draft: { text: documentOf(), at: 1 } }),
      answer({ ...SAME, name: 'Other' }),
      { ...NOT_APPLIED, base: 'answered', draft: undefined },
      'isNotApplied name',
    ],
    [
      'that does not say its mapping: that counts as not applied',
      MAPPED,
      undefined,
      answer(SAME),
      { ...NOT_APPLIED, base: 'answered', draft: { text: MAPPED } },
      'isNotApplied mapping?',
    ],
    [
      'that an earlier attempt may have created, with all of it',
      BARE,
      undefined,
      answer(SAME, MAY_BE),
      { ...PERHAPS, base: 'answered', draft: 'clear' },
      'isCreatedOrSame',
    ],
    [
      'that an earlier attempt may have created: a mapping that nobody can see stays as a draft',
      MAPPED,
      undefined,
      answer(SAME, MAY_BE),
      { ...PERHAPS, base: 'answered', draft: { text: MAPPED } },
      'isCreatedOrSame mapping?',
    ],
    [
      'that an earlier attempt may have created: absent and empty are the same',
      documentOf(),
      undefined,
      answer({ name: 'Acme', properties: '{}' }, MAY_BE),
      { ...PERHAPS, base: 'answered', draft: undefined },
      'isCreatedOrSame',
    ],
    [
      'that an earlier attempt may have created, though it was known: it existed',
      BARE,
      known({ answered: ANSWERED }),
      answer(SAME, MAY_BE),
      { ...EXISTED, base: 'answered', draft: 'clear' },
      '',
    ],
    [
      'that has another name: no attempt has created it',
      BARE,
      undefined,
      answer({ ...SAME, name: 'Other' }, MAY_BE),
      { ...NOT_APPLIED, base: 'answered', draft: { text: BARE } },
      'isNotApplied name',
    ],
    [
      'that has a name which is the same number otherwise written: no attempt has created it',
      documentOf({ name: '1.0' }),
      undefined,
      answer({ name: '1' }, MAY_BE),
      { ...NOT_APPLIED, base: 'answered', draft: { text: documentOf({ name: '1.0' }) } },
      'isNotApplied name',
    ],
    [
      'that has properties which were not sent: no attempt has created it',
      documentOf(),
      undefined,
      answer(SAME, MAY_BE),
      { ...EXISTED, base: 'answered', draft: undefined },
      '',
    ],
    [
      'that does not say whether it is new: it existed',
      BARE,
      known({ answered: ANSWERED }),
      answer(SAME, { isNew: undefined }),
      { ...EXISTED, base: 'answered', draft: 'clear' },
      '',
    ],
  ];
  for (const [what, text, before, answered, settled, says] of rows) {
    it(what, () => {
      assert.deepEqual(concluded(afterGetOrCreate, text, before, answered), [settled, says]);
    });
  }

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

describe('An answer to a fetch', () => {
  const rows: readonly (readonly [string, UserGroupRecord | undefined, GetOrCreateAnswer, object, string])[] = [
    [
      'of a group that is there: its draft stays, and what differs is told',
      known({ base: { text: BARE, from: 'sent', at: 1 }, answered: ANSWERED }),
      answer({ ...SAME, name: 'Other' }),
      { outcome: 'existed', base: undefined, draft: undefined, gone: undefined, existedNotApplied: undefined },
      'name',
    ],
    [
      'of a group of which nothing was sent: it is the base',
      known({ answered: ANSWERED }),
      answer(SAME),
      { outcome: 'existed', base: 'answered', draft: undefined, gone: undefined, existedNotApplied: undefined },
      '',
    ],
    [
      'of a group that was gone: it has been recreated, and its draft stays',
      known({ answered: ANSWERED }),
      answer(SAME, { isNew: true }),
      { outcome: 'created', base: 'sent', draft: undefined, gone: true, existedNotApplied: undefined },
      'wasGone',
    ],
    [
      'of a group that was never answered: it has been created',
      known(),
      answer(SAME, { isNew: true }),
      { outcome: 'created', base: 'sent', draft: undefined, gone: false, existedNotApplied: undefined },
      '',
    ],
  ];
  for (const [what, before, answered, settled, says] of rows) {
    it(what, () => {
      assert.deepEqual(concluded(afterFetch, BARE, before, answered), [settled, says]);
    });
  }
});
