// A document beside what its group is known to have on the service.

import assert from 'node:assert/strict';
import type { UserGroupRecord } from '../../../../src/core/userGroup.ts';
import { readDocument } from '../../../../src/document/userGroupDocument.ts';
import { compareWithService } from '../../../../src/services/sending/changedElsewhere.ts';
import { documentOf } from '../../../support/product.ts';

const TYPED = documentOf({ mapping: { 40: '213' }, properties: { region: 'EU' } });
const SAME = { name: 'Acme', properties: '{"region":"EU"}' };

function known(text: string, from: 'sent' | 'answered' = 'sent'): UserGroupRecord {
  return {
    ref: { connectionId: '1', userGroupId: 'acme' },
    name: 'Acme',
    mappingKnown: false,
    documentMtime: 1,
    base: { text, from, at: 1 },
  };
}

function compared(
  before: UserGroupRecord | undefined,
  answer: Parameters<typeof compareWithService>[2],
  typed = TYPED,
): [string[], readonly string[]] {
  const { differences, unknown } = compareWithService(readDocument(typed), before, answer);
  return [
    differences.map(({ path, before: has, after: says }) => `${path}: ${has ?? 'nothing'} → ${says ?? 'nothing'}`),
    unknown,
  ];
}

describe('A document compared with its group on the service', () => {
  it('says nothing more, where all was answered or sent from here', () => {
    assert.deepEqual(compared(known(TYPED), SAME), [[], []]);
  });

  it('differs by what was answered, before what was sent', () => {
    assert.deepEqual(compared(known(TYPED), { ...SAME, name: 'Acme Ltd' }), [['name: "Acme Ltd" → "Acme"'], []]);
  });

  it('differs by what was last sent, where nothing was answered', () => {
    const before = known(documentOf({ name: 'Acme Ltd', mapping: {}, properties: {} }));
    assert.deepEqual(compared(before, {}), [
      ['name: "Acme Ltd" → "Acme"', 'mapping.40: nothing → "213"', 'properties.region: nothing → "EU"'],
      [],
    ]);
  });

  it('differs from properties that are null', () => {
    assert.deepEqual(compared(known(TYPED), { ...SAME, properties: null }), [
      ['properties: null → {"region":"EU"}'],
      [],
    ]);
  });

  it('cannot be compared in what was neither answered nor sent', () => {
    assert.deepEqual(compared(undefined, { name: 'Acme' }), [[], ['mapping', 'properties']]);
    assert.deepEqual(compared(known(TYPED, 'answered'), SAME), [[], ['mapping']]);
    assert.deepEqual(compared(known(documentOf()), SAME), [[], ['mapping']]);
  });

  it('claims nothing of what it leaves out', () => {
    assert.deepEqual(compared(undefined, SAME, '{"user_group_id":"acme"}'), [[], []]);
  });
});
