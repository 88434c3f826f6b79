// The states of a group: their order, words, icons and sentences.

import assert from 'node:assert/strict';
import {
  ALL_STATUSES,
  groupStatus,
  isCalm,
  STATUS_ICON,
  statusSentence,
  stateText,
  type GroupState,
} from '../../../src/core/groupStatus.ts';

const NOW = new Date(2025, 4, 20, 12).getTime();
const MAY_12 = new Date(2025, 4, 12, 12).getTime();

describe('The words for a group', () => {
  const answered = { answeredAt: MAY_12 };
  const known = { ...answered, sentAt: MAY_12, mappingKnown: true };
  const unknown = (operation: 'rotate' | 'update' | 'getOrCreate') => ({ unknownOutcome: { operation, at: NOW } });
  const noMapping = { ...answered, hasNoMapping: true };
  const old = { isTokenOld: true, tokenSince: MAY_12 };
  const rows: readonly [string, Partial<GroupState>, readonly string[]][] = [
    ['that nothing is known of', {}, ['Not sent']],
    ['that was sent', known, ['Sent 12 May']],
    ['with a draft', { ...known, draftAt: NOW }, ['Unsent changes', 'Sent 12 May']],
    ['whose mapping nobody sent from here', answered, ['Mapping unknown']],
    ['whose mapping is unknown, but is about to be said', { ...answered, draftAt: NOW }, ['Unsent changes']],
    [
      'that existed already',
      { ...answered, existedNotAppliedAt: MAY_12, draftAt: MAY_12 },
      ['Existed already, not applied', 'Unsent changes'],
    ],
    [
      'whose token is sealed with a lost key',
      { ...known, isTokenReadable: false },
      ['Token not readable here', 'Sent 12 May'],
    ],
    ['whose token is readable', { ...known, isTokenReadable: true }, ['Sent 12 May']],
    ['that was gone', { ...known, goneAt: NOW }, ['Recreated, new token', 'Sent 12 May']],
    ['whose rotation got no answer', unknown('rotate'), ['Rotation: outcome unknown']],
    ['whose update got no answer', unknown('update'), ['Update: outcome unknown']],
    ['whose get-or-create got no answer', unknown('getOrCreate'), ['Get or create: outcome unknown']],
    ['that was created without a mapping', noMapping, ['No mapping set']],
    ['without a mapping, with an old token', { ...noMapping, ...old }, ['No mapping set', 'Token received 8 days ago']],
    [
      'with an old token, of unknown mapping',
      { ...answered, ...old },
      ['Token received 8 days ago', 'Mapping unknown'],
    ],
    ['without a mapping, with a draft', { ...noMapping, draftAt: NOW }, ['Unsent changes']],
    ['that was never answered, without a mapping', { hasNoMapping: true }, ['Not sent']],
    [
      'whose rotation was asked about since',
      { unknownOutcome: { operation: 'rotate', at: MAY_12, askedAt: MAY_12 } },
      ['Rotation: probably not rotated (asked 12 May)'],
    ],
    ['without a token here', { ...known, hasToken: false }, ['Token not fetched', 'Sent 12 May']],
    ['without a token, with a draft alone', { draftAt: NOW, hasToken: false }, ['Unsent changes', 'Token not fetched']],
    ['that is being sent for the first time', { hasToken: false }, ['Not sent']],
    [
      'without a token, whose outcome is not known',
      { ...known, hasToken: false, ...unknown('update') },
      ['Update: outcome unknown', 'Sent 12 May'],
    ],
    ['with a token here', { ...known, hasToken: true, previousTokens: 0, isTokenUnstored: false }, ['Sent 12 May']],
  ];
  for (const [title, state, words] of rows) {
    it(`${title} are "${words.join('", "')}"`, () => {
      assert.deepEqual(stateText({ mappingKnown: false, ...state }, NOW), words);
    });
  }
});

describe('The states of a group', () => {
  /** Each fact with the state that it makes, the most important first. */
  const facts: readonly [Partial<GroupState>, string][] = [
    [{ isTokenUnstored: true }, 'Token not stored yet'],
    [{ unknownOutcome: { operation: 'rotate', at: NOW } }, 'Rotation: outcome unknown'],
    [{ goneAt: MAY_12 }, 'Recreated, new token'],
    [{ existedNotAppliedAt: MAY_12 }, 'Existed already, not applied'],
    [{ draftAt: MAY_12 }, 'Unsent changes'],
    [{ isTokenReadable: false }, 'Token not readable here'],
    [{ previousTokens: 1 }, 'Previous token kept'],
    [{ isTokenOld: true, tokenSince: MAY_12 }, 'Token received 8 days ago'],
    [{ sentAt: MAY_12 }, 'Sent 12 May'],
  ];
  const plain: GroupState = { mappingKnown: true, answeredAt: MAY_12 };

  it('come in one order for icon and words, whatever else is true', () => {
    for (let chosen = 0; chosen < 2 ** facts.length; chosen += 1) {
      const held = facts.filter((_, bit) => ((chosen >> bit) & 1) === 1);
      const state = held.reduce((whole, [fact]) => ({ ...whole, ...fact }), plain);
      const words = held.map(([, word]) => word);
      assert.deepEqual(stateText(state, NOW), words.length === 0 ? ['Not sent'] : words);
      const [first] = held.map(([fact]) => groupStatus({ ...plain, ...fact }));
      assert.equal(groupStatus(state), first ?? 'notSent');
    }
  });

  it('have a sentence each, and an icon of their own where they ask for something', () => {
    const sentences = ALL_STATUSES.map(statusSentence);
    assert.equal(new Set(sentences).size, ALL_STATUSES.length);
    assert.ok(sentences.every((sentence) => sentence.endsWith('.')));
    const calm = ALL_STATUSES.filter((status) => STATUS_ICON[status] === STATUS_ICON.sent);
    assert.deepEqual(calm, ['tokenNotFetched', 'mappingUnknown', 'received', 'sentAndReturned', 'sent']);
    assert.deepEqual(ALL_STATUSES.filter(isCalm), calm);
  });
});
