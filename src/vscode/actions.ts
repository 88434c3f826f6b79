// The command Show Group Actions…: one pick with everything for the focused group, by keyboard.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { visibleId } from '../core/foreignText.ts';
import { groupText } from '../core/groupText.ts';
import { newDraftUri } from './platform/documentUris.ts';
import { askChoice } from './command/ask.ts';
import { hasSeveralConnections, listedGroup, required } from './command/targets.ts';
import { groupCapabilities } from './command/groupCapabilities.ts';
import type { Invocation } from './command/invocation.ts';
import type { CommandId } from './command/commandMap.ts';
import { commandTitle } from './platform/manifest.ts';
import type { CommandContext } from './command/commandContext.ts';

/** What an action requires of the group, and its command. */
type Action = readonly [string, CommandId];

/** As the context menu of a row has them: first what is done most, then its submenus. */
function sections(): (readonly [string | undefined, readonly Action[]])[] {
  return [
    [undefined, FIRST],
    [l10n.t('Token'), TOKEN],
    [l10n.t('Compare'), COMPARE],
    [l10n.t('Bulk'), BULK],
    [l10n.t('More'), MORE],
  ];
}

const FIRST: readonly Action[] = [
  ['canFindOut', 'userGroups.resolveRotation'],
  ['canOpen', 'userGroups.open'],
  ['canGetOrCreate', 'userGroups.getOrCreate'],
  ['canUpdate', 'userGroups.update'],
  ['canCopyToken', 'userGroups.copyToken'],
  ['canOpen', 'userGroups.checkUserGroup'],
];

const TOKEN: readonly Action[] = [
  ['canRotate', 'userGroups.rotateToken'],
  ['hasReplacedToken', 'userGroups.copyReplacedToken'],
  ['hasReplacedToken', 'userGroups.markAsDeployed'],
  ['hasKeptAnswer', 'userGroups.showKeptAnswer'],
  ['canLetGo', 'userGroups.letGoOfRotation'],
];

const COMPARE: readonly Action[] = [
  ['canCompareWithSent', 'userGroups.compareWithSent'],
  ['canCompareWithAnswered', 'userGroups.compareWithAnswered'],
  ['canOpen', 'userGroups.compareWith'],
];

const BULK: readonly Action[] = [
  ['canOpen', 'userGroups.changeMany'],
  ['canRotate', 'userGroups.rotateMany'],
  ['canOpen', 'userGroups.saveGroupsToFolder'],
];

const MORE: readonly Action[] = [
  ['canFetch', 'userGroups.fetch'],
  ['hasHistory', 'userGroups.showHistory'],
  ['canOpen', 'userGroups.openAsText'],
  // Where anything can be sent at all: a group has one of the two.
  ['canGetOrCreate', 'userGroups.duplicate'],
  ['canUpdate', 'userGroups.duplicate'],
  ['canCopyElsewhere', 'userGroups.copyToConnection'],
  ['hasHistory', 'userGroups.copyAsCurl'],
  ['canOpen', 'userGroups.saveToWorkspace'],
  ['hasDraft', 'userGroups.discardDraft'],
  ['canForget', 'userGroups.forget'],
];

const ON_NEW: readonly CommandId[] = [
  'userGroups.open',
  'userGroups.getOrCreate',
  'userGroups.copyAsCurl',
  'userGroups.discardDraft',
];

/** A command, below the heading of its section. */
interface Offered {
  readonly command: CommandId;
  readonly under?: string;
}

export async function showActions(context: CommandContext, invocation: Invocation): Promise<void> {
  if (invocation.newNumber === undefined) await showActionsOnGroup(context, invocation);
  else await showActionsOnNew(String(invocation.input.connection), invocation.newNumber);
}

async function showActionsOnGroup(context: CommandContext, invocation: Invocation): Promise<void> {
  const { connection, userGroupId, ref } = await listedGroup(
    context.services,
    invocation,
    l10n.t('Show Group Actions'),
  );
  const group = await context.services.groups.listed(ref);
  if (group === undefined) return;
  const can = [
    ...groupCapabilities(connection, group).split(' '),
    ...(hasSeveralConnections(context.services) ? ['canCopyElsewhere'] : []),
  ];
  const chosen = await askAction(
    `${visibleId(group.name)} (${groupText(userGroupId, connection)})`,
    group.words.join(' · '),
    sections().flatMap(([under, actions]) =>
      actions
        .filter(([capability]) => can.includes(capability))
        .map(([, command]) => ({ command, ...(under !== undefined && { under }) })),
    ),
  );
  // Bulk commands take it as their only group.
  const about = { connection: connection.name, user_group_id: userGroupId, user_group_ids: [userGroupId] };
  await context.run(chosen, about);
}

async function showActionsOnNew(connection: string, number: number): Promise<void> {
  const chosen = await askAction(
    l10n.t('New user group on {0}', connection),
    l10n.t('Unsent changes'),
    ON_NEW.map((command) => ({ command })),
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
