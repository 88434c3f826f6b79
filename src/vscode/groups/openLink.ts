// Opens the group that a link names. A link is foreign text: it sends nothing, and its content is only shown, or put
// into a box that the user reads.

import * as l10n from '@vscode/l10n';
import { bugMessage } from '../../core/bugText.ts';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError, whileDoing } from '../../core/errors.ts';
import { holdsInvisible, quotedId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import type { Lazy } from '../../core/lazy.ts';
import type { Log } from '../../core/ports/log.ts';
import { readLink, type EditorLink } from '../../document/groupLink.ts';
import type { Services } from '../../services/services.ts';
import type { ExecuteOnItem } from '../command/commandRunner.ts';
import type { Messages } from '../platform/messages.ts';

interface LinkContext {
  readonly services: Lazy<Services>;
  readonly messages: Messages;
  readonly log: Log;
  readonly run: ExecuteOnItem;
}

export async function openLink(link: EditorLink, context: LinkContext): Promise<void> {
  try {
    await whileDoing(l10n.t("Couldn't open the link."), undefined, () => follow(link, context));
  } catch (error) {
    const isFailure = error instanceof UserGroupsError;
    if (!isFailure) context.log.bug(error);
    void context.messages.error(isFailure ? error.message : bugMessage());
  }
}

async function follow(link: EditorLink, { services: open, run }: LinkContext): Promise<void> {
  const linked = readLink(link);
  if (linked === undefined)
    throw new UserGroupsError(
      'invalid',
      l10n.t("It doesn't name a connection and an ID, or says more than that."),
      l10n.t('Use "Copy Link" on a group to get one that works.'),
    );
  const services = await open();
  const connection = connectionOf(services, linked.connection);
  const { userGroupId } = linked;
  const ref = groupRef(connection, userGroupId);
  const about = { connection: connection.name, user_group_id: userGroupId };
  if (services.groups.find(ref) !== undefined || services.tokens.isInMemory(ref)) {
    await run('userGroups.open', about);
    return;
  }
  requireVisible(userGroupId);
  await run('userGroups.addExisting', about);
}

/** By its exact name: users overlook another case, although commands accept it. */
function connectionOf({ connections }: Services, named: string): Connection {
  const connection = connections.list().find(({ id, name }) => id !== '' && name === named);
  if (connection !== undefined) return connection;
  throw new UserGroupsError(
    'notFound',
    l10n.t('There is no connection named exactly {0}.', quotedId(named)),
    l10n.t('Use "Add Existing User Group…" on the connection that is meant.'),
  );
}

/** The box for an ID would drop line breaks, and users overlook the rest. */
function requireVisible(userGroupId: string): void {
  if (!holdsInvisible(userGroupId)) return;
  throw new UserGroupsError(
    'invalid',
    l10n.t("{0} is not in the list, and has characters that can't be seen.", quotedId(userGroupId)),
    l10n.t('Use "Add Existing User Group…" and type the ID.'),
  );
}
