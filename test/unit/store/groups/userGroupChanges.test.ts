// What happens to the record of a group when a sending ends: rules without a database.

import assert from 'node:assert/strict';
import type { SendResult } from '../../../../src/core/ports/journal.ts';
import type { OpenRotation, UserGroupRecord } from '../../../../src/core/userGroup.ts';
import { afterSending, type Ended, isEmpty, withOpenRotation } from '../../../../src/store/groups/userGroupChanges.ts';
import { sealed } from '../storeFixture.ts';

const group = (changed: Partial<UserGroupRecord> = {}, mappingKnown = false): UserGroupRecord => ({
  ref: { connectionId: 'c', userGroupId: 'acme' },
  name: 'acme',
  mappingKnown,
  documentMtime: 1,
  ...changed,
});
const sending = (changed: Partial<Ended> = {}): Ended => ({
  id: 7,
  operation: 'update',
  text: 'sent',
  at: 2,
  isOvertaken: false,
  ...changed,
});
const ended = (before: UserGroupRecord, result: Partial<SendResult>, sent: Partial<Ended> = {}): UserGroupRecord =>
  afterSending(before, sending(sent), { outcome: 'updated', at: 3, ...result }, 9);
const base = (changed: Partial<NonNullable<SendResult['base']>> = {}): NonNullable<SendResult['base']> => ({
  text: 'new',
  from: 'sent',
  mappingKnown: true,
  entries: {},
  ...changed,
});
const former = { text: 'former', from: 'sent', at: 1 } as const;
const formerAnswer = { ...former, from: 'answered' } as const;
const withoutMapping = { ...former, hasNoMapping: true } as const;

describe('The base of a group', () => {
  const answer = base({ from: 'answered' });
  for (const [words, before, newBase, sent, after] of [
    ['is what was sent, by that version', group({ base: former }), base(), {}, ['new', 7, true]],
    ['has no known mapping where none was sent', group({}, true), base({ mappingKnown: false }), {}, ['new', 7, false]],
    ['has no known mapping where it was answered', group(), answer, {}, ['new', 7, false]],
    ['stays what was sent', group({ base: former }, true), answer, {}, ['former', undefined, true]],
    ['gives way to an answer where it was one', group({ base: formerAnswer }), answer, {}, ['new', 7, false]],
    [
      'stays where an older get-or-create ends',
      group({ base: former }),
      base(),
      { operation: 'getOrCreate', isOvertaken: true },
      ['former', undefined, false],
    ],
    ['is that of an update, whatever came', group({ base: former }), base(), { isOvertaken: true }, ['new', 7, true]],
    ['stays where there is no new one', group({ base: former }, true), undefined, {}, ['former', undefined, true]],
  ] as const) {
    it(words, () => {
      const { base: found, baseVersion, mappingKnown } = ended(before, { base: newBase }, sent);
      assert.deepEqual([found?.text, baseVersion, mappingKnown], after);
    });
  }

  for (const [words, before, changed, hasNoMapping] of [
    ['is without one where the group was created so', undefined, { mappingKnown: false, isCreation: true }, true],
    ['may have one where it was there', undefined, { mappingKnown: false }, undefined],
    ['stays without one where none is sent', withoutMapping, { mappingKnown: false }, true],
    ['has one where it is sent', withoutMapping, { mappingKnown: true }, undefined],
    ['has one where the group was created with it', undefined, { mappingKnown: true, isCreation: true }, undefined],
    [
      'may have one where it was answered',
      { ...formerAnswer, hasNoMapping: true },
      { from: 'answered', mappingKnown: false },
      undefined,
    ],
  ] as const) {
    it(`${words}: of the mapping`, () => {
      assert.equal(ended(group({ base: before }), { base: base(changed) }).base?.hasNoMapping, hasNoMapping);
    });
  }
});

describe('The draft of a group', () => {
  for (const [words, draft, result, kept] of [
    ['stays where nothing is said of it', 'typed', {}, { text: 'typed', at: 1 }],
    ['goes where it was sent', 'sent', { draft: 'clear' }, undefined],
    ['is none where it is the base', 'new', { base: base() }, undefined],
    ['stays where another text was sent', 'typed', { draft: 'clear' }, { text: 'typed', at: 1 }],
    ['keeps its time where the same is to be kept', 'sent', { draft: { text: 'sent' } }, { text: 'sent', at: 1 }],
    ['is replaced by another', 'typed', { draft: { text: 'sent' } }, { text: 'sent', at: 3 }],
  ] as const) {
    it(words, () => {
      assert.deepEqual(ended(group({ draft: { text: draft, at: 1 } }), result).draft, kept);
    });
  }
});

describe('The note that something was not applied', () => {
  for (const [words, result, at] of [
    ['is made', { outcome: 'existedNotApplied', existedNotApplied: true }, 3],
    ['goes where it is all applied', { outcome: 'existed', existedNotApplied: false }, undefined],
    ['goes with an update', { outcome: 'updated' }, undefined],
    ['stays else', { outcome: 'existed' }, 1],
  ] as const) {
    it(words, () => {
      assert.equal(ended(group({ existedNotAppliedAt: 1 }), result).existedNotAppliedAt, at);
    });
  }
});

describe('What is not known of a group', () => {
  const answered = { at: 1, operation: 'update' } as const;
  const update = { operation: 'update', at: 1 } as const;

  for (const [words, before, operation, outcome, unknown] of [
    ['is an update', {}, 'update', 'unknown', { operation: 'update', at: 3 }],
    ['is whether it was created', {}, 'getOrCreate', 'unknown', { operation: 'getOrCreate', at: 3 }],
    ['is nothing of one that has answered, by a get-or-create', { answered }, 'getOrCreate', 'unknown', undefined],
    ['stays an update, by a get-or-create', { answered, unknownOutcome: update }, 'getOrCreate', 'unknown', update],
    ['is an update of one that has answered', { answered }, 'update', 'unknown', { operation: 'update', at: 3 }],
    ['is kept elsewhere of a rotation', {}, 'rotate', 'unknown', undefined],
    ['is no former rotation', { unknownOutcome: { operation: 'rotate', at: 1 } }, 'update', 'refused', undefined],
    ['stays through a refusal', { unknownOutcome: update }, 'update', 'refused', update],
    ['is known by an answer', { unknownOutcome: update }, 'update', 'updated', undefined],
  ] as const) {
    it(words, () => {
      const sent = { operation, text: '{"mapping":{}}' };
      assert.deepEqual(ended(group(before), { outcome }, sent).unknownOutcome, unknown);
    });
  }

  const open: OpenRotation = { id: 1, connectionId: 'c', at: 5, isUnderWay: false, token: sealed('a') };
  const asked = { ...open, askedAt: 6 };
  const rotate = { operation: 'rotate', at: 5 } as const;
  for (const [words, before, rotation, unknown] of [
    ['is an open rotation', undefined, open, rotate],
    ['is an open rotation before an update', update, open, rotate],
    ['is an update before a rotation that was asked about', update, asked, update],
    ['is a rotation that was asked about, before nothing', undefined, asked, { ...rotate, askedAt: 6 }],
    [
      'is a rotation that was asked about, before a get-or-create',
      { operation: 'getOrCreate', at: 1 },
      asked,
      { ...rotate, askedAt: 6 },
    ],
    ['is an update where no rotation is open', update, undefined, update],
    ['is no rotation where none is open', rotate, undefined, undefined],
  ] as const) {
    it(words, () => {
      const record = withOpenRotation(group({ unknownOutcome: before, goneAt: 4 }, true), rotation);
      assert.deepEqual([record.unknownOutcome, record.goneAt, record.mappingKnown], [unknown, 4, true]);
    });
  }
});

describe('A group of which nothing is known', () => {
  for (const [words, has, empty] of [
    ['has but its place in the list', { goneAt: 1 }, true],
    ['has no draft', { draft: { text: '', at: 1 } }, false],
    ['has no base', { base: former }, false],
    ['has no answer', { answered: { at: 1, operation: 'update' } }, false],
    ['has no token', { token: { sealed: sealed('a'), at: 1 } }, false],
  ] as const) {
    it(words, () => {
      assert.equal(isEmpty(group(has)), empty);
    });
  }
});
