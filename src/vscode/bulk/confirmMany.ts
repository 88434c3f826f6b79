// Confirms a bulk operation: names the connection and the number, and requires typing the name on guarded connections.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { grouped, isOne } from '../../core/language.ts';
import { confirmByName, confirmOn, type Confirmation } from '../command/confirm.ts';
import type { CommandContext } from '../command/commandContext.ts';

interface Many {
  /** "Get or create 3,000 groups on production?" */
  readonly title: string;
  readonly detail: Confirmation['detail'];
  /** The button's text. */
  readonly answer: string;
  /** Nothing leaves this machine: one dialog is enough everywhere. */
  readonly isLocal?: boolean;
}

/** @throws UserGroupsError `cancelled` */
export async function confirmMany(
  context: Pick<CommandContext, 'messages'>,
  connection: Connection,
  { isLocal = false, ...confirmation }: Many,
): Promise<void> {
  if (isLocal) return confirmOn(context, connection, confirmation);
  await confirmByName(context, connection, {
    ...confirmation,
    what: confirmation.title,
  });
}

/**
 * Before the service is asked for groups of a plan that need no change (plans/refreshUnchanged.ts). @throws
 * UserGroupsError `cancelled`
 */
export function confirmAskingMany(
  context: Pick<CommandContext, 'messages'>,
  connection: Connection,
  groups: number,
): Promise<void> {
  return confirmMany(context, connection, {
    title: isOne(groups)
      ? l10n.t('Refresh 1 group from {0}?', connection.name)
      : l10n.t('Refresh {0} groups from {1}?', grouped(groups), connection.name),
    detail: [l10n.t('Refreshing sends a get-or-create for each group. Nothing is updated.')],
    answer: l10n.t('Refresh'),
  });
}

/** In the question before an update of many. */
export function viewersText(): string {
  return l10n.t('Viewers see the change immediately. "Undo Bulk Operation…" restores the previous values.');
}
