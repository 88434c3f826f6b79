// The words for times.

import assert from 'node:assert/strict';
import { fieldTitle } from '../../../src/core/fieldTitle.ts';
import { maybeDoneText, operationText } from '../../../src/core/operationTexts.ts';
import { omittedText } from '../../../src/core/omittedText.ts';
import {
  agoText,
  datedText,
  dayText,
  keptText,
  momentText,
  outcomeText,
  secondText,
} from '../../../src/core/stateText.ts';

const at = (year: number, month: number, day: number, hour = 12, minute = 0): number =>
  new Date(year, month - 1, day, hour, minute).getTime();
const NOW = at(2025, 5, 20);

describe('The words for a time', () => {
  it('give the time of today, the day of this year, and the year of another', () => {
    assert.equal(dayText(at(2025, 5, 20, 9, 5), NOW), 'today 09:05');
    assert.equal(dayText(at(2025, 1, 3), NOW), '3 Jan');
    assert.equal(dayText(at(2024, 5, 20), NOW), '20 May 2024');
  });

  it('give the minute of a moment on any day', () => {
    assert.equal(momentText(at(2025, 5, 20, 0, 0), NOW), 'today 00:00');
    assert.equal(momentText(at(2025, 5, 12, 14, 2), NOW), '12 May 14:02');
  });

  it('give the second where a minute does not tell moments apart', () => {
    assert.equal(secondText(at(2025, 5, 20, 9, 5) + 7_000, NOW), 'today 09:05:07');
    assert.equal(secondText(at(2024, 5, 12, 14, 2) + 31_999, NOW), '12 May 2024 14:02:31');
  });

  it('give the year of any moment at the head of a report', () => {
    assert.equal(datedText(at(2025, 5, 20, 9, 5)), '20 May 2025 09:05');
  });

  it('count full days, and take a clock that jumped back for today', () => {
    const day = 24 * 60 * 60 * 1000;
    assert.deepEqual(
      [1, 0, 1 - day, -day, -94.5 * day].map((before) => agoText(NOW + before, NOW)),
      ['today', 'today', 'today', '1 day ago', '94 days ago'],
    );
  });
});

describe('The words for', () => {
  it('all that is kept leave out what there is none of', () => {
    const none = { groups: 0, tokens: 0, previousTokens: 0, drafts: 0, versions: 0 };
    assert.deepEqual(keptText(none), []);
    assert.deepEqual(keptText({ groups: 1, tokens: 1, previousTokens: 1, drafts: 1, versions: 1 }), [
      '1 group',
      '1 token',
      '1 previous token',
      '1 draft',
      '1 version',
    ]);
    assert.deepEqual(keptText({ groups: 2000, tokens: 2, previousTokens: 2, drafts: 2, versions: 2 }), [
      '2,000 groups',
      '2 tokens',
      '2 previous tokens',
      '2 drafts',
      '2 versions',
    ]);
  });

  it('an operation, and for what may have been done, name it', () => {
    assert.deepEqual(
      (['getOrCreate', 'update', 'rotate'] as const).map((each) => [operationText(each), maybeDoneText(each)]),
      [
        ['Get or create', 'It may have been created.'],
        ['Update', 'The update may have been applied.'],
        ['Rotate token', 'The token may have been rotated.'],
      ],
    );
  });

  it('an outcome tell all of them apart', () => {
    const outcomes = [
      'sending',
      'created',
      'existed',
      'existedNotApplied',
      'createdOrExisted',
      'updated',
      'rotated',
      'notRotated',
      'refused',
      'notSent',
      'unknown',
    ] as const;
    assert.deepEqual(outcomes.map(outcomeText), [
      'Sending',
      'Created',
      'Existed',
      'Existed already, not applied',
      'Created, or existed with the same name and properties',
      'Updated',
      'Rotated',
      'Not rotated',
      'Rejected',
      'Not sent',
      'Outcome unknown',
    ]);
  });

  it('a field, and for one that is not sent, name it', () => {
    assert.deepEqual((['user_group_id', 'name', 'mapping', 'properties'] as const).map(fieldTitle), [
      'ID',
      'Name',
      'Mapping',
      'Properties',
    ]);
    const omitted = [false, true].flatMap((isKept) =>
      ['properties', 'name'].map((field) => omittedText(field, isKept)),
    );
    assert.deepEqual(omitted, [
      'The properties are not sent. The service may keep or clear them.',
      'The name is not sent. The service may keep or clear it.',
      'The properties are not sent. The service keeps them.',
      'The name is not sent. The service keeps it.',
    ]);
  });
});
