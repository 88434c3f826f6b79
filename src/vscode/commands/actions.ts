// The command Actions…: one pick that reaches everything for the group at hand, by keyboard.

import * as vscode from 'vscode';
import { visibleId } from '../../core/foreignText.ts';
import { askChoice } from '../prompts/ask.ts';
import { listedGroup, required } from '../prompts/targets.ts';
import { groupCapabilities } from '../tree/describe.ts';
import type { Call } from './call.ts';
import type { CommandId } from './commandMap.ts';
import type { Desk } from './desk.ts';

/** In the order of the menus: what each needs of the group, and its command. */
const ACTIONS: readonly (readonly [string, CommandId])[] = [
  ['canOpen', 'userGroups.open'],
  ['canOpen', 'userGroups.openAsText'],
  ['canGetOrCreate', 'userGroups.getOrCreate'],
  ['canUpdate', 'userGroups.update'],
  ['canFetch', 'userGroups.fetch'],
  ['canCopyToken', 'userGroups.copyToken'],
  ['canRotate', 'userGroups.rotateToken'],
  ['canCompareWithSent', 'userGroups.compareWithSent'],
  ['canCompareWithAnswered', 'userGroups.compareWithAnswered'],
  ['hasHistory', 'userGroups.showHistory'],
  ['hasHistory', 'userGroups.copyAsCurl'],
  ['hasDraft', 'userGroups.discardDraft'],
  ['canForget', 'userGroups.forget'],
];

export async function showActions(desk: Desk, call: Call): Promise<void> {
  const { connection, userGroupId, ref } = await listedGroup(desk.services, call, 'Actions');
  const group = await desk.services.groups.listed(ref);
  if (group === undefined) return;
  const can = groupCapabilities(connection, group).split(' ');
  const titles = commandTitles();
  const chosen = required(await askChoice<CommandId>({
    title: `${visibleId(group.name)} (${visibleId(userGroupId)} on ${connection.name})`,
    placeholder: group.words.join(' · '),
    choices: ACTIONS.filter(([capability]) => can.includes(capability)).map(([, command]) => ({ label: titles.get(command) ?? command, value: command })),
  }));
  await desk.run(chosen, { connection: connection.name, user_group_id: userGroupId });
}

/** As the manifest says them, so that they are said once. */
function commandTitles(): Map<string, string> {
  const manifest = vscode.extensions.getExtension('embedded-dashboards.user-groups')?.packageJSON as
    { contributes: { commands: { command: string; title: string }[] } } | undefined;
  return new Map(manifest?.contributes.commands.map(({ command, title }) => [command, title]));
}
