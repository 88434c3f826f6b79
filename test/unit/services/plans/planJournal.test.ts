// The journal of a state: what is unknown stays so, whatever the clocks say and wherever a line was cut.

import assert from 'node:assert/strict';
import { textIn } from '../../../../src/services/files/groupFiles.ts';
import {
  readState,
  appliedStateText,
  timeText,
  type AppliedGroup,
} from '../../../../src/services/plans/appliedState.ts';
import {
  completeJournal,
  isUnknown,
  Journaled,
  journalLine,
  lostToken,
  markOf,
  pendingText,
  type JournalEntry,
} from '../../../../src/services/plans/planJournal.ts';

const AT = '2026-05-12T10:00:00.000Z';
const applied = (fields: Partial<AppliedGroup> = {}): AppliedGroup => ({
  userGroupId: 'acme',
  sha256: 'a'.repeat(64),
  fields: { name: 'a'.repeat(16) },
  at: AT,
  tool: '1',
  ...fields,
});
const [OLD, NEW, THEIRS] = ['a', 'b', 'c'].map((digit) => applied({ sha256: digit.repeat(64) })) as [
  AppliedGroup,
  AppliedGroup,
  AppliedGroup,
];
const sending = (fields: object = {}): JournalEntry => ({
  event: 'sending',
  userGroupId: 'acme',
  at: AT,
  operation: 'update',
  ...fields,
});
const end = (group: AppliedGroup): JournalEntry => ({ event: 'applied', ...group });
const after = (state: AppliedGroup | undefined, ...entries: readonly JournalEntry[]): Journaled =>
  new Journaled(new Map(state && [['acme', state]]), entries.map(journalLine).join(''));

describe('The journal of a state', () => {
  for (const at of [
    '2999-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999999Z',
    '2026-05-12T10:00:00Z',
    AT,
    '1970-01-01T00:00:00Z',
  ])
    it(`holds a request for unknown that has no outcome, beside a state of ${at}`, () => {
      const state = applied({ at });
      for (const was of [undefined, markOf(state), markOf(THEIRS)])
        assert.ok(isUnknown(after(state, sending({ was })).pending.get('acme')));
    });

  const lines: readonly (readonly [
    of: string,
    state: AppliedGroup | undefined,
    journal: readonly JournalEntry[],
    sha256: string | undefined,
  ])[] = [
    ['that it began with', OLD, [sending({ was: markOf(OLD) }), end(NEW)], NEW.sha256],
    ['that has all of it', NEW, [sending({ was: markOf(OLD) }), end(NEW)], NEW.sha256],
    ['that has a part of it', NEW, [sending({ was: markOf(OLD) }), end(NEW), sending(), end(OLD)], OLD.sha256],
    ['without the group', undefined, [sending(), end(NEW)], NEW.sha256],
    ['to which somebody else has applied', THEIRS, [sending({ was: markOf(OLD) }), end(NEW)], undefined],
    [
      'whose line has another time since',
      applied({ at: '2999-01-01T00:00:00Z' }),
      [sending({ was: markOf(OLD) }), end(NEW)],
      undefined,
    ],
    ['to which somebody else has applied, and it has nothing', THEIRS, [sending({ was: markOf(OLD) })], THEIRS.sha256],
  ];
  for (const [of, state, journal, sha256] of lines)
    it(`knows what was applied last by the line of a state ${of}`, () => {
      const group = after(state, ...journal).applied.get('acme');
      assert.deepEqual([group?.sha256, group?.fields !== undefined], [sha256, sha256 !== undefined]);
    });

  const creation = sending({ operation: 'getOrCreate' });
  const wanted = sending({ operation: 'getOrCreate', delivers: true });
  const unchanged: JournalEntry = { event: 'unchanged', userGroupId: 'acme', at: AT };
  const creations: readonly (readonly [name: string, entries: readonly JournalEntry[], lost: string | undefined])[] = [
    ['an update', [sending({ delivers: true })], undefined],
    ['a creation', [creation], 'unwanted'],
    ['a creation whose token is to be delivered', [wanted], 'wanted'],
    ['an update after a creation', [wanted, sending()], 'wanted'],
    ['two updates after a creation', [wanted, sending(), sending()], 'wanted'],
    ['a refused update after a creation', [wanted, sending(), unchanged, sending(), unchanged], 'wanted'],
    ['a creation after an update', [sending(), wanted], 'wanted'],
    ['an update after a creation after an update', [sending(), wanted, sending()], 'wanted'],
    ['an update after two creations', [creation, wanted, sending()], 'wanted'],
    ['two creations after one whose token is to be delivered', [wanted, creation, creation, sending()], 'wanted'],
    ['nothing since one was applied', [wanted, end(NEW), sending()], undefined],
  ];
  for (const [name, entries, lost] of creations)
    it(`remembers of ${name} whether a token may be lost, also when it is written anew`, () => {
      const known = after(OLD, ...entries);
      assert.equal(lostToken(known.pending.get('acme')), lost);
      const again = new Journaled(known.applied, pendingText(known.pending));
      assert.equal(lostToken(again.pending.get('acme')), lost);
    });

  it('can be read wherever its last line was cut', () => {
    const userGroupId = 'kürbis 日本 😀';
    const group = applied({ userGroupId });
    const whole = [sending({ userGroupId }), end(group)].map(journalLine).join('');
    for (let length = 0; length <= Buffer.byteLength(whole); length += 1) {
      const text = textIn(Buffer.from(whole).subarray(0, length));
      assert.notEqual(text, undefined, String(length));
      assert.ok(new Journaled(new Map(), completeJournal(text!)));
    }
    assert.deepEqual(new Journaled(new Map(), whole).applied.get(userGroupId), { ...group, teamId: undefined });
  });
});

describe('A state', () => {
  for (const [what, fields] of [
    ['a clock beyond all years', { at: timeText(8.64e15) }],
    ['a clock before all years', { at: timeText(-8.64e15) }],
    ...['-5', '1.5', '1e3', '90071992547409931'].map((teamId) => [`the team ${teamId}`, { teamId }] as const),
  ] as const)
    it(`can be read as it was written with ${what}`, () => {
      const text = appliedStateText(new Map([['acme', applied(fields)]]));
      assert.equal(appliedStateText(readState(text).applied), text);
    });
});
