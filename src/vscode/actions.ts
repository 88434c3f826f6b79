// The command Show Group Actions…: one pick with everything for the focused group, by keyboard.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { visibleId } from '../core/foreignText.ts';
import { stateText } from '../core/groupStatus.ts';
import { groupText } from '../core/groupText.ts';
import { newDraftUri } from './platform/documentUris.ts';
import { askChoice } from './command/ask.ts';
import { hasSeveralConnections, listedGroup, required } from './command/targets.ts';
import { groupCapabilities, NEW_DRAFT_CAPABILITIES } from './command/groupCapabilities.ts';
import type { Invocation } from './command/invocation.ts';
import type { CommandId } from './command/commandMap.ts';
import { newDraftNode } from './groups/tree/nodes.ts';
import { commandName, commandTitle, contributions } from './platform/manifest.ts';
import { menuItems, type ContextValues } from './platform/menus.ts';
import type { CommandContext } from './command/commandContext.ts';

/** A command, below the heading of its section. */
interface Offered {
  readonly command: CommandId;
  readonly under?: string;
}

/**
 * What the context menu of a row offers, its submenus as sections.
 *
 * @param row its context value in the list
 */
function actionsOf(row: string, more: ContextValues = {}): Offered[] {
  const context = { view: 'userGroups.tree', viewItem: row, ...more };
  const { submenus } = contributions();
  return menuItems('view/item/context', context).flatMap(({ command, submenu = '' }) =>
    command === undefined
      ? menuItems(submenu, context).map((item) => ({
          command: item.command as CommandId,
          under: submenus.find(({ id }) => id === submenu)?.label ?? '',
        }))
      : { command: command as CommandId },
  );
}

export async function showActions(context: CommandContext, invocation: Invocation): Promise<void> {
  if (invocation.newNumber === undefined) await showActionsOnGroup(context, invocation);
  else await showActionsOnNew(context, String(invocation.input.connection), invocation.newNumber);
}

async function showActionsOnGroup(context: CommandContext, invocation: Invocation): Promise<void> {
  const { connection, userGroupId, ref } = await listedGroup(
    context.services,
    invocation,
    commandName('userGroups.actions'),
  );
  const group = await context.services.groups.listed(ref);
  if (group === undefined) return;
  const chosen = await askAction(
    `${visibleId(group.name)} (${groupText(userGroupId, connection)})`,
    group.words.join(' · '),
    actionsOf(['group', groupCapabilities(connection, group)].join(' '), {
      'userGroups.hasSeveralConnections': hasSeveralConnections(context.services),
    }),
  );
  // Bulk commands take it as their only group.
  const about = { connection: connection.name, user_group_id: userGroupId, user_group_ids: [userGroupId] };
  await context.run(chosen, about);
}

async function showActionsOnNew({ services }: CommandContext, connection: string, number: number): Promise<void> {
  const of = services.connections.named(connection);
  const draft = services.groups.newDraft(of.id, number);
  const chosen = await askAction(
    l10n.t('New group on {0}', connection),
    draft === undefined ? '' : stateText(newDraftNode(of, draft).state, Date.now()).join(' · '),
    actionsOf(`newDraft ${NEW_DRAFT_CAPABILITIES}`),
  );
  await vscode.commands.executeCommand(chosen, newDraftUri(connection, number));
}

async function askAction(title: string, placeholder: string, offered: readonly Offered[]): Promise<CommandId> {
  return required(
    await askChoice<CommandId>({
      title,
      placeholder,
      choices: offered.map(({ command, under }) => ({
        label: commandTitle(command),
        value: command,
        ...(under !== undefined && { under }),
      })),
    }),
  );
}
