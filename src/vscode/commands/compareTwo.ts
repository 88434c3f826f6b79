// The command Compare with…: two groups, or one on two connections, side by side and read-only.

import { isGuarded } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { groupWords } from '../../core/groupWords.ts';
import { dayWords } from '../../core/stateWords.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import { pickGroup } from '../prompts/pickGroup.ts';
import { listedGroup, type GroupTarget } from '../prompts/targets.ts';
import { environmentWords } from '../tree/describe.ts';
import type { Call } from './call.ts';
import type { Desk } from './desk.ts';

type Listed = GroupTarget & { readonly ref: GroupRef };

export async function compareTwo(desk: Desk, call: Call): Promise<void> {
  const one = await listedGroup(desk.services, call, 'Compare User Group');
  const other = await otherOf(desk, call, one);
  await desk.comparisons.show(
    `${sideWords(desk, one)} ↔ ${sideWords(desk, other)}`,
    textOf(desk, one),
    textOf(desk, other),
  );
}

async function otherOf(desk: Desk, call: Call, one: Listed): Promise<Listed> {
  const given = call.given.with;
  if (given !== undefined)
    return listedGroup(desk.services, { origin: 'argument', given: withOf(given, one) }, 'Compare with');
  const { connection, userGroupId } = await pickGroup(
    desk.services,
    `Compare ${groupWords(one.userGroupId, one.connection)} with`,
    '',
    {
      except: one.ref,
      proposed: await sameElsewhere(desk, one),
    },
  );
  return { connection, userGroupId, ref: { connectionId: connection.id, userGroupId } };
}

/** What is left out is that of the first group: "on the other connection", "the other group there". */
function withOf(given: unknown, { connection, userGroupId }: Listed): Record<string, string> {
  const { connection: otherConnection = connection.name, user_group_id: otherId = userGroupId } = (
    typeof given === 'object' && given !== null ? given : { user_group_id: given }
  ) as Record<string, unknown>;
  if (typeof otherConnection === 'string' && typeof otherId === 'string')
    return { connection: otherConnection, user_group_id: otherId };
  throw new UserGroupsError({
    kind: 'invalid',
    happened: '"userGroups.compareWith" takes with: {connection?, user_group_id?}, both texts',
    next: 'see the table of commands in the README',
  });
}

/** The same group on other connections: testing beside production is what is compared most. */
async function sameElsewhere(
  { services }: Desk,
  { ref, userGroupId }: Listed,
): ReturnType<Desk['services']['groups']['describe']> {
  const ids = services.connections
    .list()
    .map(({ id }) => id)
    .filter((id) => id !== '' && id !== ref.connectionId);
  const groups = await Promise.all(ids.map((connectionId) => services.groups.listed({ connectionId, userGroupId })));
  return groups.filter((group) => group !== undefined);
}

/** "acme on production (PRODUCTION), sent 12 May". */
function sideWords({ services }: Desk, { connection, userGroupId, ref }: Listed): string {
  const record = services.groups.find(ref);
  const mark = isGuarded(connection) ? ` (${environmentWords(connection)})` : '';
  const now = Date.now();
  const state =
    record?.draft !== undefined
      ? 'draft, not sent'
      : record?.base === undefined
        ? 'nothing known'
        : record.base.from === 'sent'
          ? `sent ${dayWords(record.base.at, now)}`
          : `answered ${dayWords(record.base.at, now)}, no mapping`;
  return `${groupWords(userGroupId, connection)}${mark}, ${state}`;
}

function textOf({ services }: Desk, { ref }: Listed): string {
  const record = services.groups.find(ref);
  return record === undefined ? '' : services.groups.documentText(record);
}
