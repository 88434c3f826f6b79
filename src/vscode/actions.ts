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
import { commandName, commandTitle } from './platform/manifest.ts';
import type { CommandContext } from './command/commandContext.ts';

/** What an action requires of a row of the list, in the words of its context value, and its command. */
type Action = readonly [RegExp, CommandId];

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
  [/\bcanOpen\b/, 'userGroups.open'],
  [/\bcanUpdate\b/, 'userGroups.update'],
  [/\bcanGetOrCreate\b/, 'userGroups.getOrCreate'],
  [/\bcanCopyToken\b/, 'userGroups.copyToken'],
  [/\bcanFindOut\b/, 'userGroups.resolveRotation'],
  [/^group .*\bcanOpen\b/, 'userGroups.checkUserGroup'],
];

const TOKEN: readonly Action[] = [
  [/\bcanRotate\b/, 'userGroups.rotateToken'],
  [/\bcanCopyToken\b/, 'userGroups.writeToken'],
  [/\bhasPreviousToken\b/, 'userGroups.copyPreviousToken'],
  [/\bhasPreviousToken\b/, 'userGroups.markAsDeployed'],
  [/\bhasUnrecognizedResponse\b/, 'userGroups.showUnrecognizedResponse'],
  [/\bcanDismiss\b/, 'userGroups.dismissRotation'],
];

const COMPARE: readonly Action[] = [
  [/\bcanCompareWithSent\b/, 'userGroups.compareWithSent'],
  [/\bcanCompareWithAnswered\b/, 'userGroups.compareWithAnswered'],
  [/^group .*\bcanOpen\b/, 'userGroups.compareWith'],
];

const BULK: readonly Action[] = [
  [/^group .*\bcanOpen\b/, 'userGroups.editMany'],
  [/^group .*\bcanRotate\b/, 'userGroups.rotateMany'],
  [/^group .*\bcanOpen\b/, 'userGroups.saveGroupsToFolder'],
];

const MORE: readonly Action[] = [
  [/\bcanOpen\b/, 'userGroups.openAsText'],
  [/^group .*\bcanOpen\b/, 'userGroups.saveToWorkspace'],
  [/\bhasHistory\b/, 'userGroups.showHistory'],
  [/\bcanFetch\b/, 'userGroups.fetch'],
  // Where anything can be sent at all: a group has one of the two.
  [/^group .*\b(canGetOrCreate|canUpdate)\b/, 'userGroups.duplicate'],
  [/\bcanCopyElsewhere\b/, 'userGroups.copyToConnection'],
  [/\bhasHistory\b|^newDraft /, 'userGroups.copyAsCurl'],
  [/^group /, 'userGroups.copyLink'],
  [/\bhasDraft\b/, 'userGroups.discardDraft'],
  [/\bcanRemoveFromList\b/, 'userGroups.removeFromList'],
  [/\bcanChangeId\b/, 'userGroups.changeId'],
  [/\bcanDelete\b/, 'userGroups.delete'],
];

/** A command, below the heading of its section. */
export interface Offered {
  readonly command: CommandId;
  readonly under?: string;
}

/** `row`: its context value in the list. */
export function actionsOf(row: string): Offered[] {
  return sections().flatMap(([under, actions]) =>
    actions
      .filter(([required]) => required.test(row))
      .map(([, command]) => ({ command, ...(under !== undefined && { under }) })),
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
  const row = [
    'group',
    groupCapabilities(connection, group),
    ...(hasSeveralConnections(context.services) ? ['canCopyElsewhere'] : []),
  ].join(' ');
  const chosen = await askAction(
    `${visibleId(group.name)} (${groupText(userGroupId, connection)})`,
    group.words.join(' · '),
    actionsOf(row),
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
