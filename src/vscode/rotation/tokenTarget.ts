// Finds the group whose token is to leave: listed, or with a token only in memory and perhaps no longer listed.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import { groupText } from '../../core/groupText.ts';
import type { Services } from '../../services/services.ts';
import type { UnstoredToken } from '../../services/groups/groupTokens.ts';
import type { Invocation } from '../command/invocation.ts';
import { askChoice } from '../command/ask.ts';
import { listedGroup, required, type ListedTarget } from '../command/targets.ts';

/** @throws UserGroupsError as `listedGroup` */
export async function tokenTarget(services: Services, invocation: Invocation, title: string): Promise<ListedTarget> {
  const unstored = services.tokens.unstored().toReversed();
  const invoked = invocation.unstored === undefined ? undefined : services.tokens.unstored(invocation.unstored).at(-1);
  const chosen =
    invoked ?? (invocation.origin === 'palette' && unstored.length > 0 ? await choose(unstored, title) : undefined);
  if (chosen !== undefined) return targetOf(chosen);
  try {
    return await listedGroup(services, invocation, title);
  } catch (error) {
    const { connection, user_group_id: userGroupId } = invocation.input;
    const named = unstored.find((each) => each.connection.name === connection && each.ref.userGroupId === userGroupId);
    if (named === undefined || !(error instanceof UserGroupsError && error.kind === 'notFound')) throw error;
    return targetOf(named);
  }
}

/** `undefined`: it belongs to another group. */
async function choose(unstored: readonly UnstoredToken[], title: string): Promise<UnstoredToken | undefined> {
  const inMemory = unstored.map((each) => ({
    label: groupText(each.ref.userGroupId, each.connection),
    description: l10n.t('not stored, only in the memory of this window'),
    value: { unstored: each },
  }));
  return required(
    await askChoice<{ readonly unstored?: UnstoredToken }>({
      title,
      placeholder: l10n.t('Select a token'),
      choices: [...inMemory, { label: l10n.t('Another Group…'), value: {} }],
    }),
  ).unstored;
}

function targetOf({ connection, ref }: UnstoredToken): ListedTarget {
  return { connection, userGroupId: ref.userGroupId, ref };
}
