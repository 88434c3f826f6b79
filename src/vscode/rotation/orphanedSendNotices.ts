// Notices by the extension itself: sendings that a closed window left, unresolved rotations, tokens stored at last.

import * as vscode from 'vscode';
import { groupText } from '../../core/groupText.ts';
import type { AbandonedSending } from '../../core/ports/journal.ts';
import type { Log } from '../../core/ports/log.ts';
import { momentText } from '../../core/stateText.ts';
import type { OpenRotation, Operation } from '../../core/userGroup.ts';
import type { Services } from '../../services/services.ts';
import type { ExecuteOnItem } from '../command/commandRunner.ts';
import type { Messages } from '../platform/messages.ts';

interface Dependencies {
  readonly services: Services;
  readonly messages: Messages;
  readonly log: Log;
  readonly run: ExecuteOnItem;
}

const RESOLVE_ROTATION = 'Resolve Rotation…';
const SHOW_LIST = 'Show List';
const MOST_NAMED = 3;

/** At the start of a window, and whenever another one is gone. */
export function reportOrphanedSends(dependencies: Dependencies): void {
  const { services, messages } = dependencies;
  let reported: readonly AbandonedSending[] = [];
  services.orphanedSends.onDidFind((found) => {
    reported = [...reported, ...found];
    void report(
      dependencies,
      found,
      `A window closed before the service answered: ${named(dependencies, found)}. What became of it is not known`,
    );
  });
  const open = services.rotation.open();
  const news = open.filter(
    (rotation) => rotation.askedAt === undefined && !reported.some((sent) => isSame(sent, rotation)),
  );
  if (news.length > 0) {
    const sent = news.map((rotation): AbandonedSending => ({ ...rotation, operation: 'rotate' }));
    void report(
      dependencies,
      sent,
      `Nobody knows yet what became of ${named(dependencies, sent)}: the token known here may be dead`,
    );
  }
  for (const rotation of open.filter(({ askedAt }) => askedAt !== undefined)) void askAgain(dependencies, rotation);
  services.retryQueue.onDidStore(({ connectionId, userGroupId }) => {
    messages.status(`Token of ${groupTextOf(dependencies, connectionId, userGroupId)} is stored now`);
  });
}

async function report(
  { messages, run, services }: Dependencies,
  sent: readonly AbandonedSending[],
  text: string,
): Promise<void> {
  const [only, ...others] = sent;
  const connection = only && services.connections.withId(only.connectionId);
  const canFindOut = others.length === 0 && only?.operation === 'rotate' && connection !== undefined;
  const chosen = await messages.warn(`${text}.`, canFindOut ? RESOLVE_ROTATION : SHOW_LIST);
  if (chosen === SHOW_LIST) await vscode.commands.executeCommand('userGroups.tree.focus');
  if (chosen === RESOLVE_ROTATION && canFindOut) {
    await run('userGroups.resolveRotation', {
      connection: connection.name,
      ...(only.userGroupId !== undefined && { user_group_id: only.userGroupId }),
    });
  }
}

/** The person has already asked for this one and knows that it is asked about again. Failures are no news. */
async function askAgain(
  { services, messages, log }: Dependencies,
  { connectionId, userGroupId, at }: OpenRotation,
): Promise<void> {
  const connection = services.connections.withId(connectionId);
  const isReachable = connection?.status === 'ready' && (connection.kind === 'service' || services.sandbox.isWanted);
  if (userGroupId === undefined || connection === undefined || !isReachable) return;
  const group = groupText(userGroupId, connection);
  try {
    const { kind } = await services.rotation.findOut(connection, userGroupId, () => Promise.resolve(false));
    if (kind === 'rotated' || kind === 'recreated')
      void messages.warn(
        `The token of ${group} has changed since the rotation ${momentText(at, Date.now())}: the current one is stored now. Deploy it.`,
      );
    if (kind === 'notRotated') messages.status(`Token of ${group} was not rotated: it is the current one`);
  } catch (error) {
    log.warn(
      `What became of the rotation of ${group} could not be asked again: ${error instanceof Error ? error.message : ''}`,
    );
  }
}

/** "the update of acme on production, the rotation of the token of beta on staging and 3 more". */
function named(dependencies: Dependencies, sent: readonly AbandonedSending[]): string {
  const names = sent
    .slice(0, MOST_NAMED)
    .map(({ operation, connectionId, userGroupId }) =>
      userGroupId === undefined
        ? 'the rotation of a token that no group in the list has'
        : `${ACTIONS[operation]} ${groupTextOf(dependencies, connectionId, userGroupId)}`,
    );
  const more = sent.length - names.length;
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const ACTIONS: Readonly<Record<Operation, string>> = {
  getOrCreate: 'the get-or-create of',
  update: 'the update of',
  rotate: 'the rotation of the token of',
};

function groupTextOf({ services }: Dependencies, connectionId: string, userGroupId: string): string {
  const connection = services.connections.withId(connectionId);
  return connection === undefined ? userGroupId : groupText(userGroupId, connection);
}

function isSame(one: AbandonedSending, other: OpenRotation): boolean {
  return (
    one.operation === 'rotate' &&
    one.connectionId === other.connectionId &&
    one.userGroupId === other.userGroupId &&
    one.at === other.at
  );
}
