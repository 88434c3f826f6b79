// The command Mark as Deployed: removes the replaced tokens of one group, of all selected ones, or of all that match a
// filter.

import * as l10n from '@vscode/l10n';
import { UserGroupsError, whileDoingSync } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText, markedGroup } from '../../core/groupText.ts';
import { grouped, isOne } from '../../core/language.ts';
import type { Services } from '../../services/services.ts';
import { confirm, type Confirmation } from '../command/confirm.ts';
import { isReady, listedGroup } from '../command/targets.ts';
import { pickFound } from '../command/pickGroup.ts';
import type { Invocation, GroupTarget } from '../command/invocation.ts';
import type { CommandContext } from '../command/commandContext.ts';

/** A group with replaced tokens, and how many were shown to the person. */
interface Deployed extends GroupTarget {
  readonly count: number;
}

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
  await confirm(context, { ...questionOf(deployed), answer: markLabel() });
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

/**
 * The groups of a bulk rotation; all selected rows, as VS Code's own commands use them; the one group; else those that
 * the person picks.
 */
async function targetsOf({ services }: CommandContext, invocation: Invocation): Promise<readonly GroupTarget[]> {
  const {
    selection = [],
    origin,
    input: { connection: named, user_group_id: id, user_group_ids: ids },
  } = invocation;
  if (Array.isArray(ids) && typeof named === 'string') {
    const connection = services.connections.named(named);
    return ids.map((userGroupId) => ({ connection, userGroupId: String(userGroupId) }));
  }
  if (selection.length < 2) {
    const target = typeof id === 'string' ? await listedGroup(services, invocation, markLabel()) : undefined;
    // The document in front may have nothing to do with it.
    const isMeant = target !== undefined && (origin !== 'document' || services.tokens.countReplaced(target.ref) > 0);
    return isMeant ? [target] : pickReplaced(services);
  }
  return selection.map(({ connection, user_group_id: userGroupId }) => ({
    connection: services.connections.named(connection),
    userGroupId,
  }));
}

/** One group, or all that match: at first all that have a replaced token. */
async function pickReplaced(services: Services): Promise<readonly GroupTarget[]> {
  const picked = await pickFound(services, { title: markLabel(), query: 'is:replaced', inList: 'all' });
  if ('target' in picked) return [picked.target];
  const targets: GroupTarget[] = [];
  for (const connection of services.connections.list().filter(isReady))
    for await (const { userGroupId } of services.finder.refsOf(connection.id, picked.filter))
      targets.push({ connection, userGroupId });
  return targets;
}

function questionOf(deployed: readonly Deployed[]): Pick<Confirmation, 'title' | 'detail'> {
  const count = deployed.reduce((sum, each) => sum + each.count, 0);
  const removed = isOne(count)
    ? l10n.t('1 previous token is removed from this machine.')
    : l10n.t('{0} previous tokens are removed from this machine.', grouped(count));
  const [only, ...others] = deployed;
  if (only !== undefined && others.length === 0) {
    const title = l10n.t(
      'Is the current token of {0} deployed everywhere?',
      groupText(only.userGroupId, only.connection),
    );
    return { title, detail: [removed] };
  }
  const named = deployed.slice(0, MOST_NAMED).map(({ userGroupId, connection }) => groupText(userGroupId, connection));
  const more = deployed.length - named.length;
  return {
    title: l10n.t('Are the current tokens of {0} groups deployed everywhere?', grouped(deployed.length)),
    detail: [{ heading: removed, items: [...named, ...(more > 0 ? [l10n.t('and {0} more', grouped(more))] : [])] }],
  };
}

function markLabel(): string {
  return l10n.t('Mark as Deployed');
}

function mark({ services }: CommandContext, { connection, userGroupId, count }: Deployed): void {
  whileDoingSync(
    l10n.t("Couldn't mark the token of {0} as deployed.", groupText(userGroupId, connection)),
    { connection: connection.name, userGroupId },
    () => {
      services.tokens.dropReplaced(groupRef(connection, userGroupId), count);
    },
  );
}

function doneText(marked: readonly Deployed[]): string {
  const [only, ...others] = marked;
  return only !== undefined && others.length === 0
    ? l10n.t('Token of {0} marked as deployed.', markedGroup(only.userGroupId, only.connection))
    : l10n.t('Tokens of {0} groups marked as deployed.', grouped(marked.length));
}

function noneKept(targets: readonly GroupTarget[]): UserGroupsError {
  const [only, ...others] = targets;
  return new UserGroupsError(
    'notFound',
    only !== undefined && others.length === 0
      ? l10n.t('No previous token of {0} is stored.', groupText(only.userGroupId, only.connection))
      : l10n.t('No previous tokens of the selected groups are stored.'),
  );
}
