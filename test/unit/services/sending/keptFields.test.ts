// What a group has after an update that sent its name alone: in each other field what the service keeps.

import assert from 'node:assert/strict';
import type { UserGroupAnswer, UserGroupRecord } from '../../../../src/core/userGroup.ts';
import { readSendable } from '../../../../src/document/userGroupDocument.ts';
import { withKeptFields } from '../../../../src/services/sending/keptFields.ts';
import { planUpdate } from '../../../../src/services/sending/updatePlan.ts';
import { documentOf } from '../../../support/product.ts';

const BASE = '{"user_group_id":"acme","name":"Acme","mapping":{"40":"213"},"properties":{"region":"EU"}}';
const RENAMED = BASE.replace('"Acme"', '"Acme Inc"');

/** Last sent so, and answered before that, unless `since`. */
const record = (answered: UserGroupAnswer, since = false, properties = '{"region":"EU"}'): UserGroupRecord => ({
  ref: { connectionId: '1', userGroupId: 'acme' },
  name: 'Acme',
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
  const cases: readonly (readonly [
    words: string,
    answer: UserGroupAnswer,
    has: string,
    before?: UserGroupRecord,
    text?: string,
  ])[] = [
    ['what was typed, where the service answers nothing else', {}, RENAMED],
    ['what was typed, where the service answers the same', { properties: '{ "region": "EU" }' }, RENAMED],
    [
      'the properties that the service answers, to the last digit',
      { properties: '{"count":12345678901234567890}' },
      withProperties('{"count":12345678901234567890}'),
    ],
    ['no properties, where the service has none', { properties: null }, withProperties('{}')],
    [
      'what was typed, where the service answers no properties that a document may have',
      { properties: '[1]' },
      RENAMED,
    ],
    [
      'numbers as they were typed, where the service answers them in other digits or rounded',
      { properties: '{"rate":100,"big":12345678901234567000,"region":"US"}' },
      withProperties('{"rate":1e2,"big":12345678901234567890,"region":"US"}'),
      record({}, false, '{"rate":1e2,"big":12345678901234567890,"region":"EU"}'),
      withProperties('{"rate":1e2,"big":12345678901234567890,"region":"EU"}'),
    ],
    [
      'another number, however long, and another type where the service answers it',
      { properties: '{"big":98765432109876543210,"text":"gone"}' },
      withProperties('{"big":98765432109876543210,"text":"gone"}'),
      record({}, false, '{"big":12345678901234567890,"text":12345678901234567890}'),
      withProperties('{"big":12345678901234567890,"text":12345678901234567890}'),
    ],
    [
      'what was typed, where the answer nests deeper than a document may',
      { properties: `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}` },
      RENAMED,
    ],
    ['the name that was sent, whatever is answered', { name: 'ACME INC' }, RENAMED],
    [
      'what was answered since it was last sent, where this answer says nothing of it',
      {},
      withProperties('{"region":"US"}'),
      record({ properties: '{"region":"US"}' }, true),
    ],
    ['what was typed, where only an older answer says otherwise', {}, RENAMED, record({ properties: '{}' })],
    [
      'the mapping that its document omits',
      {},
      '{"user_group_id":"acme","name":"Acme Inc","mapping":{"40":"213"},"properties":{"region":"EU"}}',
      record({}),
      RENAMED.replace('"mapping":{"40":"213"},', ''),
    ],
    [
      'nothing of the properties that are answered, where none were ever sent',
      { properties: '{"region":"US"}', further: { plan: '"gold"' } },
      '{"user_group_id":"acme","name":"Acme Inc"}',
      { ...record({}), base: { text: '{"user_group_id":"acme","name":"Acme"}', from: 'sent', at: 2 } },
      '{"user_group_id":"acme","name":"Acme Inc"}',
    ],
    [
      'the properties that are answered, where its document omits them',
      { properties: '{"region":"US"}' },
      withProperties('{"region":"US"}'),
      record({}),
      RENAMED.replace(',"properties":{"region":"EU"}', ''),
    ],
    [
      'no properties, where its document omits them and the service has none',
      { properties: null },
      RENAMED.replace(',"properties":{"region":"EU"}', ''),
      record({}),
      RENAMED.replace(',"properties":{"region":"EU"}', ''),
    ],
  ];
  it('properties in the style of its document', () => {
    const text = (region: string): string =>
      documentOf({ name: 'Acme Inc', mapping: { 40: '213' }, properties: { region } });
    assert.equal(kept(text('EU'), record({}), { properties: '{"region":"US"}' }), text('US'));
  });

  for (const [words, answer, has, before = record({}), text = RENAMED] of cases)
    it(words, () => {
      assert.equal(kept(text, before, answer), has);
    });
});
