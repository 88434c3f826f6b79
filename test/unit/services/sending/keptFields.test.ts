// What a group has after an update that sent its name alone: in each other field what the service keeps.

import assert from 'node:assert/strict';
import type { UserGroupAnswer, UserGroupRecord } from '../../../../src/core/userGroup.ts';
import { readSendable } from '../../../../src/document/userGroupDocument.ts';
import { withKeptFields, planUpdate } from '../../../../src/services/sending/updatePlan.ts';
import { assertApproved } from '../../../support/approved.ts';
import { documentOf } from '../../../support/product.ts';

const BASE = '{"user_group_id":"acme","name":"Acme","mapping":{"40":"213"},"properties":{"region":"EU"}}';
const RENAMED = BASE.replace('"Acme"', '"Acme Inc"');

/** Last sent so, and answered before that, unless `since`. */
const record = (answered: UserGroupAnswer, since = false, properties = '{"region":"EU"}'): UserGroupRecord => ({
  ref: { connectionId: '1', userGroupId: 'acme' },
  name: 'Acme',
  mappingKnown: false,
  documentMtime: 1,
  base: { text: BASE.replace('{"region":"EU"}', properties), from: 'sent', at: 2 },
  answered: { ...answered, at: since ? 3 : 1, operation: 'update' },
});

function kept(text: string, before: UserGroupRecord, answer: UserGroupAnswer): string {
  const plan = planUpdate(readSendable(text), before, {
    isBaseUncertain: false,
    updatesOnlyGiven: true,
    redact: (value) => value,
  });
  return withKeptFields(plan, before, answer).text;
}

const withProperties = (json: string): string => RENAMED.replace('{"region":"EU"}', json);

describe('A group after an update of its name has', () => {
  const noProperties = RENAMED.replace(',"properties":{"region":"EU"}', '');
  const rate = '{"rate":1e2,"big":12345678901234567890,"region":"EU"}';
  const big = '{"big":12345678901234567890,"text":12345678901234567890}';
  const bare: UserGroupRecord = {
    ...record({}),
    base: { text: '{"user_group_id":"acme","name":"A"}', from: 'sent', at: 2 },
  };
  const cases: readonly (readonly [string, UserGroupAnswer, UserGroupRecord?, string?])[] = [
    ['nothing else is answered', {}],
    ['the same is answered', { properties: '{ "region": "EU" }' }],
    ['other properties are answered, to the last digit', { properties: '{"count":12345678901234567890}' }],
    ['no properties are answered', { properties: null }],
    ['properties are answered that no document may have', { properties: '[1]' }],
    [
      'numbers are answered in other digits or rounded',
      { properties: '{"rate":100,"big":12345678901234567000,"region":"US"}' },
      record({}, false, rate),
      withProperties(rate),
    ],
    [
      'another number is answered, however long, and another type',
      { properties: '{"big":98765432109876543210,"text":"gone"}' },
      record({}, false, big),
      withProperties(big),
    ],
    ['another name is answered', { name: 'ACME INC' }],
    ['other properties were answered since', {}, record({ properties: '{"region":"US"}' }, true)],
    ['other properties were answered before', {}, record({ properties: '{}' })],
    ['its document omits the mapping', {}, record({}), RENAMED.replace('"mapping":{"40":"213"},', '')],
    [
      'properties are answered that were never sent',
      { properties: '{"region":"US"}', further: { plan: '"gold"' } },
      bare,
      '{"user_group_id":"acme","name":"Acme Inc"}',
    ],
    [
      'its document omits the properties that are answered',
      { properties: '{"region":"US"}' },
      record({}),
      noProperties,
    ],
    ['its document omits properties, and none are answered', { properties: null }, record({}), noProperties],
  ];
  it('in each other field what the service keeps', () => {
    assertApproved(
      'services/sending/keptFields',
      cases.map(([what, answer, before = record({}), text = RENAMED]) => [what, kept(text, before, answer)]),
    );
    const deep = { properties: `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}` };
    assert.equal(kept(RENAMED, record({}), deep), RENAMED, 'a document may not nest so deep');
  });

  it('properties in the style of its document', () => {
    const text = (region: string): string =>
      documentOf({ name: 'Acme Inc', mapping: { 40: '213' }, properties: { region } });
    assert.equal(kept(text('EU'), record({}), { properties: '{"region":"US"}' }), text('US'));
  });
});
