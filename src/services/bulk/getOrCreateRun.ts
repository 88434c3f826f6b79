// A run that gets or creates each group. An existing group is never updated.

import * as l10n from '@vscode/l10n';
import { createdOrSameText, notAppliedText, perhapsNewText } from '../sending/notAppliedText.ts';
import { MOST_IN_HAND } from './atOnce.ts';
import type { SendService } from '../sending/sendService.ts';
import { reasonOf, type ItemWork } from './itemWork.ts';

export function getOrCreateRun(sending: Pick<SendService, 'getOrCreate' | 'isOutcomeUnknown'>): ItemWork {
  return {
    atOnce: MOST_IN_HAND,
    send: async (connection, { text }, options) => {
      const result = await sending.getOrCreate(connection, text, options);
      const { isNew, isNotApplied, notes } = result;
      if (result.isCreatedOrSame)
        return { outcome: 'createdOrExisted', reason: reasonOf([...createdOrSameText(result), ...notes]) };
      if (isNew === true) return { outcome: 'new', reason: reasonOf(notes) };
      const ofWhatWasSent = isNotApplied
        ? l10n.t('Not applied: {0}.', notAppliedText(result))
        : l10n.t('It has all that was sent.');
      return {
        outcome: 'existed',
        isNotApplied,
        reason: reasonOf([ofWhatWasSent, ...perhapsNewText(result), ...notes]),
      };
    },
    isOutcomeUnknown: (connection, { userGroupId, text }) =>
      sending.isOutcomeUnknown(connection, userGroupId, 'getOrCreate', text),
  };
}
