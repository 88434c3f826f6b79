// Compares a group's document with what was sent or answered for it.

import { UserGroupsError } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { dayText } from '../../core/stateText.ts';
import { groupUri } from '../platform/documentUris.ts';
import type { GroupTarget } from '../command/pickGroup.ts';
import type { CommandContext } from '../command/commandContext.ts';

/** VS Code's own difference, from what was sent or answered to the group's document, or to the file to send. */
export async function compare(
  context: CommandContext,
  { connection, userGroupId }: GroupTarget,
  side: 'sent' | 'answered' | 'nothing',
  document = groupUri(connection.name, userGroupId),
): Promise<void> {
  const record = context.services.groups.find(groupRef(connection, userGroupId));
  const group = groupText(userGroupId, connection);
  if (side === 'answered' && record?.answered !== undefined) {
    const { at } = record.answered;
    await context.comparisons.show(
      `${group}: answered ${dayText(at, Date.now())} (no mapping is ever answered) ↔ document`,
      context.services.groups.answeredText(record),
      document,
    );
  } else if (side === 'sent' && record?.base?.from === 'sent') {
    await context.comparisons.show(
      `${group}: sent ${dayText(record.base.at, Date.now())} ↔ document`,
      record.base.text,
      document,
    );
  } else {
    throw new UserGroupsError({
      kind: 'notFound',
      doing: `Couldn't compare ${group}.`,
      happened:
        side === 'answered'
          ? 'The service never answered for it here.'
          : 'Nothing that the service applied was ever sent from here.',
    });
  }
}
