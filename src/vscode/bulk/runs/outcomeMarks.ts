// The mark before each outcome, in every table.

import type { ItemOutcome } from '../../../core/runs.ts';
import type { Mark } from '../../../protocol/tableProtocol.ts';

export const OUTCOME_MARKS: Readonly<Record<ItemOutcome, Mark>> = {
  waiting: 'waiting',
  sending: 'busy',
  new: 'done',
  createdOrExisted: 'done',
  existed: 'done',
  updated: 'done',
  rotated: 'done',
  failed: 'error',
  unknown: 'unknown',
  skipped: 'skipped',
};
