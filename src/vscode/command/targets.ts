// Finds the target of a command: in its invocation, as the only candidate, or by asking.

import * as l10n from '@vscode/l10n';
import { hasList, isGuarded, type Connection } from '../../core/connection.ts';
import { environmentText } from '../../core/environmentText.ts';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import type { Services } from '../../services/services.ts';
import type { GroupTarget, Invocation } from './invocation.ts';
import { askChoice, BACK, type Place } from './ask.ts';
import { pickGroup } from './pickGroup.ts';
import { isWorkspaceFile } from '../platform/documentUris.ts';

/** A group in the list. */
export interface ListedTarget extends GroupTarget {
  readonly ref: GroupRef;
}

/** The connection in the invocation, the only one there is, or the person's choice among those that `fit`. */
export async function targetConnection(
  services: Services,
  invocation: Invocation,
  title: string,
  fit: Fit = isAny,
): Promise<Connection> {
  const input = inputConnection(services, invocation);
  // The active document may have nothing to do with the command: a connection that does not fit is ignored.
  if (input !== undefined && (invocation.origin !== 'document' || fit(input))) return input;
  return (
    onlyConnection(services, invocation, fit) ??
    required(await pickConnection(services.connections.list().filter(fit), { title }))
  );
}

function inputConnection(services: Services, { input: { connection } }: Invocation): Connection | undefined {
  return typeof connection === 'string' ? services.connections.named(connection) : undefined;
}

/** The only one that fits, chosen without asking; a guarded one is asked for, unless the caller is no person. */
function onlyConnection(services: Services, { origin }: Pick<Invocation, 'origin'>, fit: Fit): Connection | undefined {
  const [only, ...others] = services.connections.list().filter(fit);
  return only !== undefined && others.length === 0 && (origin === 'argument' || !isGuarded(only)) ? only : undefined;
}

/**
 * For a series about several connections: the one in the invocation, never that of the active document, or the only
 * one.
 */
export function plainConnection(services: Services, invocation: Invocation, fit: Fit): Connection | undefined {
  return (
    (invocation.origin === 'document' ? undefined : inputConnection(services, invocation)) ??
    onlyConnection(services, invocation, fit)
  );
}

/** Which connections a command accepts. */
export type Fit = (connection: Connection) => boolean;

const isAny: Fit = () => true;

export const isReady: Fit = ({ status }) => status === 'ready';

/** Whether a group of one can be copied to another. */
export function hasSeveralConnections({ connections }: Services): boolean {
  return connections.list().filter(isReady).length > 1;
}

/** Described by the settings, not the built-in sandbox. */
export const isConfigured: Fit = ({ kind, status }) => kind === 'service' && status !== 'notInSettings';

/** Its service can be asked for its list. */
export const canList: Fit = (connection) => isReady(connection) && hasList(connection);

/** @throws UserGroupsError `forbidden` for the sandbox */
export function requireSettings({ kind }: Connection): void {
  if (kind === 'service') return;
  throw new UserGroupsError(
    'forbidden',
    l10n.t('The local sandbox has no settings.'),
    l10n.t('Use "Add Connection…" for a connection of your own.'),
  );
}

/**
 * Testing ones come first, and before them those that are likely since they have the group; a guarded one is never
 * preselected.
 */
export async function pickConnection(
  connections: readonly Connection[],
  { likely = [], ...place }: Place & { readonly likely?: readonly Connection[] },
  active?: Connection,
): Promise<Connection | typeof BACK> {
  if (connections.length === 0) {
    throw new UserGroupsError(
      'notFound',
      l10n.t('No connection can be used for this.'),
      l10n.t('Use "Add Connection…", or "Start Local Sandbox" to try it without a service.'),
      { remedy: 'addConnection' },
    );
  }
  const rankOf = (connection: Connection): number =>
    Number(isGuarded(connection)) - (likely.includes(connection) ? 2 : 0);
  const ordered = [...connections].sort((a, b) => rankOf(a) - rankOf(b));
  const candidate = active ?? ordered[0];
  return askChoice({
    ...place,
    placeholder: l10n.t('Select a connection'),
    choices: ordered.map((connection) => ({
      label: connectionLabel(connection),
      description: likely.includes(connection)
        ? l10n.t('{0} · has this group', connectionText(connection))
        : connectionText(connection),
      value: connection,
    })),
    active:
      candidate === undefined || isGuarded(candidate) ? 'nothing' : ordered.find(({ name }) => name === candidate.name),
  });
}

function connectionLabel(connection: Connection): string {
  const icon = connection.kind === 'sandbox' ? 'beaker' : isGuarded(connection) ? 'server-environment' : 'server';
  return `$(${icon}) ${foreignText(connection.name)}`;
}

function connectionText(connection: Connection): string {
  return connection.kind === 'sandbox'
    ? environmentText(connection)
    : `${environmentText(connection)} · ${foreignText(connection.baseUrl)}`;
}

/** The group in the invocation, or the person's choice among those known here. */
export async function targetGroup(services: Services, invocation: Invocation, title: string): Promise<GroupTarget> {
  const { user_group_id: userGroupId } = invocation.input;
  requireWorkspaceFile(invocation.file);
  if (typeof userGroupId === 'string') {
    return { connection: await targetConnection(services, invocation, title), userGroupId };
  }
  return pickGroup(services, title, '');
}

/** A version from Git, or from another extension, is no file of the user's. @throws UserGroupsError `forbidden` */
export function requireWorkspaceFile(file: Invocation['file']): void {
  if (file === undefined || isWorkspaceFile(file)) return;
  throw new UserGroupsError(
    'forbidden',
    l10n.t('"{0}" is not a file of a workspace.', foreignText(file.path.split('/').at(-1) ?? '')),
    l10n.t('Open the file itself, then try again.'),
  );
}

/** As `targetGroup`, for commands that require a listed group. @throws UserGroupsError `notFound` */
export async function listedGroup(services: Services, invocation: Invocation, title: string): Promise<ListedTarget> {
  const target = await targetGroup(services, invocation, title);
  const ref = groupRef(target.connection, target.userGroupId);
  if (services.tokens.isInMemory(ref) || services.groups.find(ref) !== undefined) return { ...target, ref };
  throw notListed(target);
}

export function notListed({ userGroupId, connection }: GroupTarget): UserGroupsError {
  return new UserGroupsError(
    'notFound',
    l10n.t('{0} is not in the list.', groupText(userGroupId, connection)),
    l10n.t('Use "Add Existing User Group…".'),
    { remedy: 'addExisting' },
  );
}

/** For questions without a Back button. */
export function required<T>(answer: T | typeof BACK): T {
  if (answer === BACK) throw cancelled();
  return answer;
}
