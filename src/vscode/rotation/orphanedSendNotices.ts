// Notices by the extension itself: sendings that a closed window left, unresolved rotations, tokens stored at last.

import * as l10n from '@vscode/l10n';
import { grouped, listed } from '../../core/language.ts';
import * as vscode from 'vscode';
import { groupText } from '../../core/groupText.ts';
import type { AbandonedSending } from '../../core/ports/journal.ts';
import type { Log } from '../../core/ports/log.ts';
import { momentText } from '../../core/stateText.ts';
import type { OpenRotation } from '../../core/userGroup.ts';
import { quotedId } from '../../core/foreignText.ts';
import { OPERATION_TEXTS } from '../../core/operationTexts.ts';
import type { Services } from '../../services/services.ts';
import type { ExecuteOnItem } from '../command/commandRunner.ts';
import type { Messages } from '../platform/messages.ts';
import { offerCopy } from './rotateToken.ts';

interface Dependencies {
  readonly services: Services;
  readonly messages: Messages;
  readonly log: Log;
  readonly run: ExecuteOnItem;
}

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
      l10n.t('Outcome unknown, because a window closed: {0}', named(dependencies, found)),
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
      l10n.t('Outcome unknown, so the stored token may no longer work: {0}', named(dependencies, sent)),
    );
  }
  for (const rotation of open.filter(({ askedAt }) => askedAt !== undefined)) void askAgain(dependencies, rotation);
  services.retryQueue.onDidStore(({ connectionId, userGroupId }) => {
    messages.status(l10n.t('Token of {0} stored.', groupTextOf(dependencies, connectionId, userGroupId)));
  });
}

async function report(
  { messages, run, services }: Dependencies,
  sent: readonly AbandonedSending[],
  text: string,
): Promise<void> {
  const [only, ...others] = sent;
  const connection = only && services.connections.withId(only.connectionId);
  const canResolve = others.length === 0 && only?.operation === 'rotate' && connection !== undefined;
  const button = canResolve ? l10n.t('Resolve Rotation…') : l10n.t('Show List');
  if ((await messages.warn(text, button)) !== button) return;
  if (!canResolve) await vscode.commands.executeCommand('userGroups.tree.focus');
  else {
    await run('userGroups.resolveRotation', {
      connection: connection.name,
      ...(only.userGroupId !== undefined && { user_group_id: only.userGroupId }),
    });
  }
}

/** The person has already asked for this one and knows that it is asked about again. Failures are no news. */
async function askAgain(dependencies: Dependencies, { connectionId, userGroupId, at }: OpenRotation): Promise<void> {
  const { services, messages, log } = dependencies;
  const connection = services.connections.withId(connectionId);
  const isReachable = connection?.status === 'ready' && (connection.kind === 'service' || services.sandbox.isWanted);
  if (userGroupId === undefined || connection === undefined || !isReachable) return;
  const group = groupText(userGroupId, connection);
  try {
    const { kind } = await services.rotation.findOut(connection, userGroupId, () => Promise.resolve(false));
    if (kind === 'rotated' || kind === 'recreated')
      void offerCopy(
        dependencies,
        { connection, userGroupId },
        l10n.t(
          'Token of {0} changed after the rotation {1}. Deploy the new token now.',
          group,
          momentText(at, Date.now()),
        ),
        'warn',
      );
    if (kind === 'notRotated') messages.status(l10n.t('Token of {0} was not rotated and is still current', group));
  } catch (error) {
    log.warn(
      `What became of the rotation of ${group} could not be asked again: ${error instanceof Error ? error.message : ''}`,
    );
  }
}

/** `update of "acme" on production, token rotation of "beta" on staging, and 3 more`. */
function named(dependencies: Dependencies, sent: readonly AbandonedSending[]): string {
  const names = sent.slice(0, MOST_NAMED).map((each) => nameOf(dependencies, each));
  const more = sent.length - names.length;
  return listed([...names, ...(more > 0 ? [l10n.t('and {0} more', grouped(more))] : [])]);
}

function nameOf(dependencies: Dependencies, { operation, connectionId, userGroupId }: AbandonedSending): string {
  if (userGroupId === undefined) return l10n.t('token rotation of an unlisted group');
  return OPERATION_TEXTS[operation].of(groupTextOf(dependencies, connectionId, userGroupId));
}

function groupTextOf({ services }: Dependencies, connectionId: string, userGroupId: string): string {
  const connection = services.connections.withId(connectionId);
  return connection === undefined ? quotedId(userGroupId) : groupText(userGroupId, connection);
}

function isSame(one: AbandonedSending, other: OpenRotation): boolean {
  return (
    one.operation === 'rotate' &&
    one.connectionId === other.connectionId &&
    one.userGroupId === other.userGroupId &&
    one.at === other.at
  );
}
