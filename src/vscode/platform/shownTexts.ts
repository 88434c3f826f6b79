// Everything that shows read-only texts in tabs, from its first use.

import type { Disposable } from '../../core/emitter.ts';
import { Comparisons } from './comparisons.ts';
import { KeptAnswerTexts } from './keptAnswerTexts.ts';
import { Reports } from './reports.ts';

export interface ShownTexts {
  readonly comparisons: Comparisons;
  readonly keptAnswers: KeptAnswerTexts;
  readonly reports: Reports;
}

export function openShownTexts(subscriptions: Disposable[]): ShownTexts {
  const texts = { comparisons: new Comparisons(), keptAnswers: new KeptAnswerTexts(), reports: new Reports() };
  subscriptions.push(...Object.values(texts));
  return texts;
}
