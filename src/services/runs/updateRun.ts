// A run that updates each group: with the text that the person has confirmed for it, or with one made by its plan.

import type { SendService } from '../sendService.ts';
import { MOST_AT_ONCE } from './atOnce.ts';
import { reasonOf, type ItemWork } from './itemWork.ts';
import { prepareUpdate, type PreparePorts } from './prepareUpdate.ts';

export function updateRun(ports: PreparePorts & { readonly sending: Pick<SendService, 'isInDoubt'> }): ItemWork {
  return {
    atOnce: MOST_AT_ONCE,
    prepare: (connection, item, options) => prepareUpdate(ports, connection, item, options),
    send: async (connection, { text }, options) => {
      const { notes } = await ports.sending.update(connection, text, options);
      return { outcome: 'updated', reason: reasonOf(notes) };
    },
    isInDoubt: (connection, { userGroupId, text }) => ports.sending.isInDoubt(connection, userGroupId, 'update', text),
  };
}
