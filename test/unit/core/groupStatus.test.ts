// One status, icon and sentence for a group, whatever else is true of it.

import assert from 'node:assert/strict';
import { groupStatus, STATUS_ICON, statusSentence } from '../../../src/core/groupStatus.ts';
import type { GroupState } from '../../../src/core/stateText.ts';

const ALL: GroupState = {
  mappingKnown: true,
  sentAt: 1,
  answeredAt: 1,
  isTokenUnstored: true,
  unknownOutcome: { operation: 'update', at: 1 },
  goneAt: 1,
  existedNotAppliedAt: 1,
  isTokenReadable: false,
  draftAt: 1,
};

describe('The status of a group', () => {
  it('is what matters most', () => {
    const inOrder = [
      ['isTokenUnstored', 'tokenUnstored'],
      ['unknownOutcome', 'unknown'],
      ['goneAt', 'recreated'],
      ['existedNotAppliedAt', 'notApplied'],
      ['isTokenReadable', 'tokenUnreadable'],
      ['draftAt', 'draft'],
    ] as const;
    let state: GroupState = ALL;
    for (const [fact, status] of inOrder) {
      assert.equal(groupStatus(state), status);
      state = { ...state, [fact]: undefined };
    }
    assert.equal(groupStatus(state), 'sent');
  });

  it('has a sentence of its own', () => {
    const statuses = Object.keys(STATUS_ICON) as (keyof typeof STATUS_ICON)[];
    const sentences = statuses.map(statusSentence);
    assert.equal(new Set(sentences).size, statuses.length);
    assert.ok(sentences.every((sentence) => sentence.endsWith('.')));
  });
});
