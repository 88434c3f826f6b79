// The command Compare with…: two groups, or one on two connections, side by side and read-only.

import * as l10n from '@vscode/l10n';
import { namesOf } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText, markedGroup } from '../../core/groupText.ts';
import { isObject } from '../../core/isObject.ts';
import { dayText } from '../../core/stateText.ts';
import { asShown } from '../../document/idName.ts';
import { pickGroup } from '../command/pickGroup.ts';
import { listedGroup, type ListedTarget } from '../command/targets.ts';
import type { Invocation } from '../command/invocation.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { commandTitle } from '../platform/manifest.ts';

export async function compareTwo(context: CommandContext, invocation: Invocation): Promise<void> {
  const one = await listedGroup(context.services, invocation, l10n.t('Compare User Group'));
  const other = await otherOf(context, invocation, one);
  await context.comparisons.show(
    `${sideText(context, one)} ↔ ${sideText(context, other)}`,
    textOf(context, one),
    textOf(context, other),
  );
}

async function otherOf(context: CommandContext, invocation: Invocation, one: ListedTarget): Promise<ListedTarget> {
  const input = invocation.input.with;
  if (input !== undefined)
    return listedGroup(
      context.services,
      { origin: 'argument', input: withOf(input, one) },
      commandTitle('userGroups.compareWith'),
    );
  const { connection, userGroupId } = await pickGroup(
    context.services,
    l10n.t('Compare {0} with…', groupText(one.userGroupId, one.connection)),
    '',
    {
      except: one.ref,
      proposed: await sameElsewhere(context, one),
    },
  );
  return { connection, userGroupId, ref: groupRef(connection, userGroupId) };
}

/** Omitted fields are those of the first group: "on the other connection", "the other group there". */
function withOf(input: unknown, { connection, userGroupId }: ListedTarget): Record<string, string> {
  const { connection: otherConnection = connection.name, user_group_id: otherId = userGroupId } = isObject(input)
    ? input
    : { user_group_id: input };
  if (typeof otherConnection === 'string' && typeof otherId === 'string')
    return { connection: otherConnection, user_group_id: otherId };
  throw new UserGroupsError(
    'invalid',
    l10n.t('"userGroups.compareWith" takes {0}, both strings.', 'with: {connection?, user_group_id?}'),
  );
}

/** The same group on other connections: comparing testing with production is most common. */
async function sameElsewhere(
  { services }: CommandContext,
  { ref, userGroupId }: ListedTarget,
): ReturnType<CommandContext['services']['groups']['describe']> {
  const ids = services.connections
    .list()
    .map(({ id }) => id)
    .filter((id) => id !== '' && id !== ref.connectionId);
  const groups = await Promise.all(ids.map((connectionId) => services.groups.listed({ connectionId, userGroupId })));
  return groups.filter((group) => group !== undefined);
}

/** `"acme" on production (PRODUCTION), sent 12 May`. */
function sideText({ services }: CommandContext, { connection, userGroupId, ref }: ListedTarget): string {
  const record = services.groups.find(ref);
  const group = markedGroup(userGroupId, connection);
  if (record?.draft !== undefined) return l10n.t('{0}, unsent changes', group);
  if (record?.base === undefined) return l10n.t('{0}, nothing known', group);
  const day = dayText(record.base.at, Date.now());
  if (record.base.from === 'sent') return l10n.t('{0}, sent {1}', group, day);
  return record.answered?.mapping === undefined
    ? l10n.t('{0}, received {1}, without mapping', group, day)
    : l10n.t('{0}, received {1}', group, day);
}

function textOf({ services }: CommandContext, { connection, ref }: ListedTarget): string {
  const record = services.groups.find(ref);
  return record === undefined ? '' : asShown(services.groups.documentText(record), namesOf(connection));
}
