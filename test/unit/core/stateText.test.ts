// The words for times, operations, outcomes and fields.

import { ANSWERED_OUTCOMES } from '../../../src/core/userGroup.ts';
import assert from 'node:assert/strict';
import { fieldTitle } from '../../../src/core/fieldTitle.ts';
import { maybeDoneText, operationText } from '../../../src/core/operationTexts.ts';
import { omittedText } from '../../../src/core/omittedText.ts';
import * as words from '../../../src/core/stateText.ts';
import { assertApproved, type Said } from '../../support/approved.ts';

const at = (year: number, month: number, day: number, hour = 12, minute = 0): number =>
  new Date(year, month - 1, day, hour, minute).getTime();
const NOW = at(2025, 5, 20);
const DAY = 24 * 60 * 60 * 1000;

describe('The words for a time', () => {
  for (const [name, write, rows] of [
    [
      'give the time of today, the day of this year, and the year of another',
      words.dayText,
      [
        [at(2025, 5, 20, 9, 5), 'today 09:05'],
        [at(2025, 1, 3), '3 Jan'],
        [at(2024, 5, 20), '20 May 2024'],
      ],
    ],
    [
      'give the minute of a moment on any day',
      words.momentText,
      [
        [at(2025, 5, 20, 0, 0), 'today 00:00'],
        [at(2025, 5, 12, 14, 2), '12 May 14:02'],
      ],
    ],
    [
      'give the second where a minute does not tell moments apart',
      words.secondText,
      [
        [at(2025, 5, 20, 9, 5) + 7_000, 'today 09:05:07'],
        [at(2024, 5, 12, 14, 2) + 31_999, '12 May 2024 14:02:31'],
      ],
    ],
    [
      'give the year of any moment at the head of a report',
      words.datedText,
      [[at(2025, 5, 20, 9, 5), '20 May 2025 09:05']],
    ],
    [
      'count full days, and take a clock that jumped back for today',
      words.agoText,
      [
        [NOW + 1, 'today'],
        [NOW, 'today'],
        [NOW + 1 - DAY, 'today'],
        [NOW - DAY, '1 day ago'],
        [NOW - 94.5 * DAY, '94 days ago'],
      ],
    ],
  ] as const)
    it(name, () => {
      for (const [time, text] of rows) assert.equal(write(time, NOW), text);
    });
});

it('The words for operations, outcomes, fields and what is stored are those approved', () => {
  const counts = (count: number): string[] =>
    words.keptCountTexts({ groups: count, tokens: count, previousTokens: count, drafts: count, versions: count });
  const operations = ['getOrCreate', 'update', 'rotate', 'delete', 'changeId'] as const;
  const outcomes = [...ANSWERED_OUTCOMES, 'deleted', 'sending', 'notRotated', 'refused', 'notSent', 'unknown'] as const;
  const omitted = (field: string): Said[] => [
    [`${field} is not sent`, omittedText(field)],
    [`${field} is not sent, and the service says that it keeps it`, omittedText(field, true)],
  ];
  assertApproved('core/states', [
    ...operations.map((each): Said => [each, [operationText(each), maybeDoneText(each) ?? '']]),
    ...outcomes.map((each): Said => [`outcome ${each}`, words.outcomeText(each)]),
    ...[0, 1, 2000].map((count): Said => [`${count} of all that is stored`, counts(count)]),
    ...(['user_group_id', 'name', 'mapping', 'properties'] as const).map((each): Said => [each, fieldTitle(each)]),
    ...omitted('properties'),
    ...omitted('name'),
  ]);
});
