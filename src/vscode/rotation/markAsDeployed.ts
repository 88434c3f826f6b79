// The command Mark as Deployed: removes the replaced tokens of one group, or of all that are selected.

import { guardedMark } from '../../core/environmentText.ts';
import { UserGroupsError, whileDoingSync } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { counted } from '../../core/stateText.ts';
import { confirm } from '../command/confirm.ts';
import type { GroupTarget } from '../command/pickGroup.ts';
import { listedGroup } from '../command/targets.ts';
import type { Invocation } from '../command/invocation.ts';
import type { CommandContext } from '../command/commandContext.ts';

/** A group with replaced tokens, and how many were shown to the person. */
interface Deployed extends GroupTarget {
  readonly count: number;
}

const MARK = 'Mark as Deployed';
const MOST_NAMED = 5;

export async function markAsDeployed(context: CommandContext, invocation: Invocation): Promise<void> {
  const targets = await targetsOf(context, invocation);
  const deployed = targets
    .map((target): Deployed => ({
      ...target,
      count: context.services.tokens.countReplaced(groupRef(target.connection, target.userGroupId)),
    }))
    .filter(({ count }) => count > 0);
  if (deployed.length === 0) throw noneKept(targets);
  await confirm(context, { ...questionOf(deployed), answer: MARK });
  const failures: unknown[] = [];
  const marked = deployed.filter((target) => {
    try {
      mark(context, target);
      return true;
    } catch (error) {
      failures.push(error);
      return false;
    }
  });
  if (marked.length > 0) context.messages.status(doneText(marked));
  if (failures.length > 0) throw failures[0];
}

/** All selected rows, as VS Code's own commands use them; else the one group of the invocation. */
async function targetsOf({ services }: CommandContext, invocation: Invocation): Promise<readonly GroupTarget[]> {
  const { selection = [] } = invocation;
  if (selection.length < 2) return [await listedGroup(services, invocation, MARK)];
  return selection.map(({ connection, user_group_id: userGroupId }) => ({
    connection: services.connections.named(connection),
    userGroupId,
  }));
}

function questionOf(deployed: readonly Deployed[]): { readonly title: string; readonly detail: readonly string[] } {
  const count = deployed.reduce((sum, each) => sum + each.count, 0);
  const [only, ...others] = deployed;
  if (only !== undefined && others.length === 0) {
    return {
      title: `Is the current token of ${groupText(only.userGroupId, only.connection)} deployed everywhere?`,
      detail: [
        `${counted(count, 'replaced token')} of it ${count === 1 ? 'is' : 'are'} removed from this machine. Nothing is sent.`,
      ],
    };
  }
  const named = deployed
    .slice(0, MOST_NAMED)
    .map(({ userGroupId, connection }) => groupText(userGroupId, connection))
    .join(', ');
  const more = deployed.length > MOST_NAMED ? ` and ${deployed.length - MOST_NAMED} more` : '';
  return {
    title: `Are the current tokens of ${counted(deployed.length, 'group')} deployed everywhere?`,
    detail: [`${named}${more}.`, `${counted(count, 'replaced token')} are removed from this machine. Nothing is sent.`],
  };
}

function mark({ services }: CommandContext, { connection, userGroupId, count }: Deployed): void {
  whileDoingSync(
    `Couldn't mark the token of ${groupText(userGroupId, connection)} as deployed.`,
    { connection: connection.name, userGroupId },
    () => {
      services.tokens.dropReplaced(groupRef(connection, userGroupId), count);
    },
  );
}

function doneText(marked: readonly Deployed[]): string {
  const [only, ...others] = marked;
  return only !== undefined && others.length === 0
    ? `Token of ${groupText(only.userGroupId, only.connection)} is deployed; the replaced one is gone from this machine${guardedMark(only.connection)}`
    : `Tokens of ${counted(marked.length, 'group')} are deployed; the replaced ones are gone from this machine`;
}

function noneKept(targets: readonly GroupTarget[]): UserGroupsError {
  const [only, ...others] = targets;
  return new UserGroupsError({
    kind: 'notFound',
    happened:
      only !== undefined && others.length === 0
        ? `No replaced token of ${groupText(only.userGroupId, only.connection)} is kept here.`
        : 'No replaced token of the selected groups is kept here.',
  });
}
