// Finds what a command is about: from its call, from the only one there is, or by asking.

import * as vscode from 'vscode';
import { isGuarded, type Connection } from '../../core/connection.ts';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { foreignText, visibleId } from '../../core/foreignText.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import type { ListedGroup } from '../../services/groupService.ts';
import type { Services } from '../../services/services.ts';
import type { Call } from '../commands/call.ts';
import { environmentWords } from '../tree/describe.ts';
import { askChoice, BACK, settled, type Place } from './ask.ts';

export interface GroupTarget {
  readonly connection: Connection;
  readonly userGroupId: string;
}

const MOST_SHOWN = 100;

/** The connection that the call names, the only one there is, or the person's choice among those that `fit`. */
export async function targetConnection(services: Services, call: Call, title: string, fit: Fit = isAny): Promise<Connection> {
  const given = call.given.connection;
  if (typeof given === 'string') return services.connections.named(given);
  const connections = services.connections.list().filter(fit);
  const [only, ...others] = connections;
  const isPlain = only !== undefined && others.length === 0 && (call.origin === 'argument' || !isGuarded(only));
  return isPlain ? only : required(await pickConnection(connections, { title }));
}

/** Which connections a command can be about. */
export type Fit = (connection: Connection) => boolean;

const isAny: Fit = () => true;

export const isReady: Fit = ({ status }) => status === 'ready';

/** What the settings describe, not the built-in sandbox. */
export const isConfigured: Fit = ({ kind, status }) => kind === 'service' && status !== 'notInSettings';

/** Testing ones come first; a guarded one is never preselected. */
export async function pickConnection(connections: readonly Connection[], place: Place, active?: Connection): Promise<Connection | typeof BACK> {
  if (connections.length === 0) {
    throw new UserGroupsError({ kind: 'notFound', happened: 'there is no connection that this could be done with', next: 'use Add Connection…, or Start Local Sandbox to try without a service' });
  }
  const ordered = [...connections].sort((a, b) => Number(isGuarded(a)) - Number(isGuarded(b)));
  const candidate = active ?? ordered[0];
  return askChoice({
    ...place,
    placeholder: 'Which connection?',
    choices: ordered.map((connection) => ({ label: connectionLabel(connection), description: connectionWords(connection), value: connection })),
    active: candidate === undefined || isGuarded(candidate) ? 'nothing' : ordered.find(({ name }) => name === candidate.name),
  });
}

function connectionLabel(connection: Connection): string {
  const icon = connection.kind === 'sandbox' ? 'beaker' : isGuarded(connection) ? 'server-environment' : 'server';
  return `$(${icon}) ${foreignText(connection.name)}`;
}

function connectionWords(connection: Connection): string {
  return connection.kind === 'sandbox' ? environmentWords(connection) : `${environmentWords(connection)} · ${foreignText(connection.baseUrl)}`;
}

/** The group that the call names, or the person's choice among those known here. */
export async function targetGroup(services: Services, call: Call, title: string): Promise<GroupTarget> {
  const { user_group_id: userGroupId } = call.given;
  if (typeof userGroupId === 'string') {
    return { connection: await targetConnection(services, call, title), userGroupId };
  }
  return pickGroup(services, title, '');
}

/** As `targetGroup`, for commands that need the group to be in the list. @throws UserGroupsError `notFound` */
export async function listedGroup(services: Services, call: Call, title: string): Promise<GroupTarget & { readonly ref: GroupRef }> {
  const target = await targetGroup(services, call, title);
  const ref = { connectionId: target.connection.id, userGroupId: target.userGroupId };
  if (services.groups.find(ref) !== undefined) return { ...target, ref };
  throw new UserGroupsError({
    kind: 'notFound',
    happened: `${visibleId(target.userGroupId)} on ${target.connection.name} is not in this machine's list`,
    next: 'use Get or Create, or Add Existing User Group…',
  });
}

/** Searches the store at every keystroke; the list itself filters nothing. */
export async function pickGroup(services: Services, title: string, query: string): Promise<GroupTarget> {
  const connections = new Map(services.connections.list().map((connection) => [connection.id, connection]));
  const pick = vscode.window.createQuickPick<vscode.QuickPickItem & { readonly target?: GroupTarget }>();
  pick.title = title;
  pick.placeholder = 'Words of the id or the name';
  pick.value = query;
  let asked = 0;
  const search = async (): Promise<void> => {
    asked += 1;
    const mine = asked;
    const found = await services.groups.search(pick.value, MOST_SHOWN);
    if (mine !== asked) return;
    pick.items = found.length > 0 ? found.flatMap((group) => groupItem(group, connections)) : [nothingFound(pick.value)];
  };
  pick.onDidChangeValue(() => void search());
  await search();
  return settled(pick, (resolve) => {
    pick.onDidAccept(() => {
      const target = pick.activeItems[0]?.target;
      if (target !== undefined) resolve(target);
    });
  });
}

/** For questions without a way back. */
export function required<T>(answer: T | typeof BACK): T {
  if (answer === BACK) throw cancelled();
  return answer;
}

function groupItem(group: ListedGroup, connections: ReadonlyMap<string, Connection>): (vscode.QuickPickItem & { target: GroupTarget })[] {
  const connection = connections.get(group.ref.connectionId);
  if (connection === undefined) return [];
  return [{
    label: visibleId(group.name),
    description: `${visibleId(group.ref.userGroupId)} · ${connection.name}${isGuarded(connection) ? ` (${environmentWords(connection)})` : ''}`,
    detail: group.words.join(' · '),
    alwaysShow: true,
    target: { connection, userGroupId: group.ref.userGroupId },
  }];
}

function nothingFound(query: string): vscode.QuickPickItem {
  return query === ''
    ? { label: 'No groups are known on this machine yet', detail: 'The service cannot list its user groups. Add them with New User Group… or Add Existing User Group….', alwaysShow: true }
    : { label: 'No group known on this machine has these words in its id or name', alwaysShow: true };
}
