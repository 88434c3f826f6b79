// Confirms a bulk operation: names the connection and the number, and requires typing the name on guarded connections.

import type { Connection } from '../../core/connection.ts';
import { counted } from '../../core/stateText.ts';
import { confirmByName, confirmOn } from '../command/confirm.ts';
import type { CommandContext } from '../command/commandContext.ts';

interface Many {
  /** "Get or create 3,000 groups": the action, without the connection. */
  readonly what: string;
  readonly detail: readonly string[];
  /** The button's text. */
  readonly answer: string;
  /** Nothing leaves this machine: one dialog is enough everywhere. */
  readonly isLocal?: boolean;
}

/** @throws UserGroupsError `cancelled` */
export async function confirmMany(
  context: Pick<CommandContext, 'messages'>,
  connection: Connection,
  { what, detail, answer, isLocal = false }: Many,
): Promise<void> {
  const confirmation = { title: `${what} on ${connection.name}?`, detail, answer };
  if (isLocal) return confirmOn(context, connection, confirmation);
  await confirmByName(context, connection, { ...confirmation, what: `${what} on ${connection.name}` });
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
    what: `Ask for ${counted(groups, 'group')}`,
    detail: [
      'The service is asked by get-or-create, with what was last sent from here. Nothing is updated, but a group that is gone there is made anew, with a new token.',
    ],
    answer: `Ask for ${counted(groups, 'Group')}`,
  });
}
