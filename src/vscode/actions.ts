// The command Show Group Actions…: one pick with everything for the focused group, by keyboard.

import * as vscode from 'vscode';
import { visibleId } from '../core/foreignText.ts';
import { groupText } from '../core/groupText.ts';
import { newDraftUri } from './platform/documentUris.ts';
import { askChoice } from './command/ask.ts';
import { listedGroup, required } from './command/targets.ts';
import { groupCapabilities } from './command/groupCapabilities.ts';
import type { Invocation } from './command/invocation.ts';
import type { CommandId } from './command/commandMap.ts';
import type { CommandContext } from './command/commandContext.ts';

/** In the order of the menus: what each requires of the group, and its command. */
const ACTIONS: readonly (readonly [string, CommandId])[] = [
  ['canFindOut', 'userGroups.resolveRotation'],
  ['canOpen', 'userGroups.open'],
  ['canOpen', 'userGroups.openAsText'],
  ['canGetOrCreate', 'userGroups.getOrCreate'],
  ['canUpdate', 'userGroups.update'],
  ['canFetch', 'userGroups.fetch'],
  ['canCopyToken', 'userGroups.copyToken'],
  ['canRotate', 'userGroups.rotateToken'],
  ['hasKeptAnswer', 'userGroups.showKeptAnswer'],
  ['hasReplacedToken', 'userGroups.copyReplacedToken'],
  ['hasReplacedToken', 'userGroups.markAsDeployed'],
  ['canCompareWithSent', 'userGroups.compareWithSent'],
  ['canCompareWithAnswered', 'userGroups.compareWithAnswered'],
  ['canOpen', 'userGroups.compareWith'],
  ['canOpen', 'userGroups.checkUserGroup'],
  ['hasHistory', 'userGroups.showHistory'],
  ['hasHistory', 'userGroups.copyAsCurl'],
  ['canOpen', 'userGroups.saveToWorkspace'],
  ['canLetGo', 'userGroups.letGoOfRotation'],
  ['hasDraft', 'userGroups.discardDraft'],
  ['canForget', 'userGroups.forget'],
];

const ACTIONS_ON_NEW: readonly CommandId[] = [
  'userGroups.open',
  'userGroups.getOrCreate',
  'userGroups.copyAsCurl',
  'userGroups.discardDraft',
];

export async function showActions(context: CommandContext, invocation: Invocation): Promise<void> {
  if (invocation.newNumber === undefined) await showActionsOnGroup(context, invocation);
  else await showActionsOnNew(String(invocation.input.connection), invocation.newNumber);
}

async function showActionsOnGroup(context: CommandContext, invocation: Invocation): Promise<void> {
  const { connection, userGroupId, ref } = await listedGroup(context.services, invocation, 'Actions');
  const group = await context.services.groups.listed(ref);
  if (group === undefined) return;
  const can = groupCapabilities(connection, group).split(' ');
  const chosen = await askAction(
    `${visibleId(group.name)} (${groupText(userGroupId, connection)})`,
    group.words.join(' · '),
    ACTIONS.filter(([capability]) => can.includes(capability)).map(([, command]) => command),
  );
  await context.run(chosen, { connection: connection.name, user_group_id: userGroupId });
}

async function showActionsOnNew(connection: string, number: number): Promise<void> {
  const chosen = await askAction(`New user group on ${connection}`, 'Unsent changes', ACTIONS_ON_NEW);
  await vscode.commands.executeCommand(chosen, newDraftUri(connection, number));
}

async function askAction(title: string, placeholder: string, commands: readonly CommandId[]): Promise<CommandId> {
  const titles = commandTitles();
  return required(
    await askChoice<CommandId>({
      title,
      placeholder,
      choices: commands.map((command) => ({ label: titles.get(command) ?? command, value: command })),
    }),
  );
}

/** As in the manifest, so that each text exists once. */
function commandTitles(): Map<string, string> {
  const manifest = vscode.extensions.getExtension('embedded-dashboards.user-groups')?.packageJSON as
    { contributes: { commands: { command: string; title: string }[] } } | undefined;
  return new Map(manifest?.contributes.commands.map(({ command, title }) => [command, title]));
}
