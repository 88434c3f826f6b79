// What was sent with an outcome that nobody knows: which of it may have changed the group since its base.

import assert from 'node:assert/strict';
import type { SentVersion, UserGroupRecord } from '../../../../src/core/userGroup.ts';
import { SendService, type SendDependencies } from '../../../../src/services/sending/sendService.ts';
import { TESTING } from '../../../support/connections.ts';
import { documentOf } from '../../../support/documents.ts';
import { standIn } from '../../../support/standIn.ts';

const BASE = documentOf();
const RECORD: UserGroupRecord = {
  ref: { connectionId: TESTING.id, userGroupId: 'acme' },
  name: 'Acme',
  mappingKnown: false,
  documentMtime: 1,
  base: { text: BASE, from: 'sent', at: 10 },
  baseVersion: 5,
};
const NEWER: SentVersion = { id: 6, ref: RECORD.ref, operation: 'update', text: 'newer', at: 11, outcome: 'unknown' };

function sendingWith(record: UserGroupRecord | undefined, ...versions: readonly SentVersion[]): SendService {
  return new SendService(
    standIn<SendDependencies>({
      store: standIn({
        groups: standIn({ find: () => record }),
        journal: standIn({ versions: () => [...versions] }),
      }),
    }),
  );
}

describe('A text of unknown outcome', () => {
  const cases: readonly (readonly [words: string, version: Partial<SentVersion>, isOne: boolean])[] = [
    ['is that of an update', {}, true],
    ['is that of a get-or-create', { operation: 'getOrCreate' }, true],
    ['is that of a sending without an answer yet', { outcome: 'sending' }, true],
    ['is not that of a rotation', { operation: 'rotate' }, false],
    ['is not what was applied', { outcome: 'updated' }, false],
    ['is not what was sent before the base', { id: 4 }, false],
    ['is not the text of the base, which changes nothing', { text: BASE }, false],
  ];
  for (const [words, version, isOne] of cases)
    it(words, () => {
      const sending = sendingWith(RECORD, { ...NEWER, ...version });
      assert.deepEqual(
        [sending.textsOfUnknownOutcome(RECORD).length, sending.isBaseUncertain(RECORD)],
        [Number(isOne), isOne],
      );
    });

  it('is none where there is no base', () => {
    assert.deepEqual(sendingWith(RECORD, NEWER).textsOfUnknownOutcome({ ...RECORD, base: undefined }), []);
  });
});

describe('Whether a sending was made before with an unknown outcome', () => {
  const unknown = (operation: 'getOrCreate' | 'update'): UserGroupRecord => ({
    ...RECORD,
    unknownOutcome: { operation, at: 11 },
  });
  const cases: readonly (readonly [
    words: string,
    record: UserGroupRecord | undefined,
    operation: 'getOrCreate' | 'update',
    text: string,
    isUnknown: boolean,
  ])[] = [
    ['is known of a group that is not in the list', undefined, 'update', 'newer', false],
    ['is unknown of the text of that update', RECORD, 'update', 'newer', true],
    ['is known of another text', RECORD, 'update', 'other', false],
    ['is unknown of a get-or-create, whatever its text', unknown('getOrCreate'), 'getOrCreate', 'other', true],
    ['is known of a get-or-create after an update', unknown('update'), 'getOrCreate', 'newer', false],
    ['is known of a get-or-create where nothing is unknown', RECORD, 'getOrCreate', 'newer', false],
  ];
  for (const [words, record, operation, text, isUnknown] of cases)
    it(words, () => {
      assert.equal(sendingWith(record, NEWER).isOutcomeUnknown(TESTING, 'acme', operation, text), isUnknown);
    });
});
