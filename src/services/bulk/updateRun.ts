// A run that updates each group, with the text that the person has confirmed or one rebuilt by its plan.

import type { SendService } from '../sending/sendService.ts';
import { MOST_AT_ONCE } from './atOnce.ts';
import { reasonOf, type ItemWork } from './itemWork.ts';
import { prepareUpdate, type PrepareDependencies } from './prepareUpdate.ts';

export function updateRun(
  dependencies: PrepareDependencies & { readonly sending: Pick<SendService, 'isOutcomeUnknown'> },
): ItemWork {
  return {
    atOnce: MOST_AT_ONCE,
    prepare: (connection, item, options) => prepareUpdate(dependencies, connection, item, options),
    send: async (connection, { text }, options) => {
      const { notes } = await dependencies.sending.update(connection, text, options);
      return { outcome: 'updated', reason: reasonOf(notes) };
    },
    isOutcomeUnknown: (connection, { userGroupId, text }) =>
      dependencies.sending.isOutcomeUnknown(connection, userGroupId, 'update', text),
  };
}
