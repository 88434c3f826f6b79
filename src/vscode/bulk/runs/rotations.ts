// A run of rotations in this window: how each new token is delivered, and what is shown when that fails.

import * as l10n from '@vscode/l10n';
import { bugMessage } from '../../../core/bugText.ts';
import type { Connection } from '../../../core/connection.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import { groupText } from '../../../core/groupText.ts';
import type { RunItem, RunSummary } from '../../../core/runs.ts';
import { grouped } from '../../../core/language.ts';
import { sentences } from '../../../core/sentences.ts';
import { deliverByClipboard, type Deliver, type DeliveryCommand } from '../../../services/rotation/deliver.ts';
import type { StartOptions } from '../../../services/bulk/runWork.ts';
import { showNotice } from '../../command/showNotice.ts';
import type { BulkContext } from '../bulkContext.ts';
import { writeWhereLast } from '../lastDestinations.ts';
import { deliveriesAsked } from './deliveriesAsked.ts';

/** How tokens are delivered. A command is the one that was shown, even if the setting has changed. */
export type DeliveryMethod =
  | { readonly kind: 'clipboard' }
  | { readonly kind: 'command'; readonly command: DeliveryCommand }
  /** Each to the file that its group's token was written to last. */
  | { readonly kind: 'last' };

export type RotationContext = Pick<BulkContext, 'messages' | 'run' | 'deliverBy' | 'envFiles' | 'trust'> & {
  readonly log: Pick<BulkContext['log'], 'bug' | 'info'>;
  readonly services: Pick<BulkContext['services'], 'runs' | 'connections' | 'destinations' | 'tokens'>;
  readonly clipboard: Pick<BulkContext['clipboard'], 'copy'>;
};

/** Stores a waiting run for these groups, to which the user has agreed. */
export function newRotations(
  { services }: Pick<RotationContext, 'services'>,
  connection: Connection,
  userGroupIds: readonly string[],
): Promise<RunSummary> {
  const items = userGroupIds.map((userGroupId) => ({ userGroupId, text: '' }));
  return services.runs.create('rotate', connection, items, { stopAtFirstFailure: false });
}

/**
 * Starts or continues the run; `left` resolves when this window has released it. The user is then asked about a token
 * that was not delivered. @throws UserGroupsError as `RunService.start`
 */
export function rotateThese(
  context: RotationContext,
  connection: Connection,
  runId: number,
  method: DeliveryMethod,
  options: Pick<StartOptions, 'delivered'> = {},
): { readonly left: Promise<void> } {
  const end = { isByPerson: false };
  const deliver = deliveryOf(context, connection, runId, method, () => {
    end.isByPerson = true;
  });
  context.services.runs.start(runId, {
    ...options,
    deliver: (token, { userGroupId }, signal) => deliver(token, { userGroupId, connection: connection.name }, signal),
  });
  return { left: left(context, connection, runId, method, end) };
}

async function left(
  context: RotationContext,
  connection: Connection,
  runId: number,
  method: DeliveryMethod,
  end: { readonly isByPerson: boolean },
): Promise<void> {
  const { runs } = context.services;
  await runs.whenLeft(runId);
  if (end.isByPerson) return;
  const [due] = await runs.deliveriesDue(runId);
  if (due !== undefined && runs.find(runId)?.state === 'paused')
    void askAboutDue(context, connection, runId, method, due);
}

function deliveryOf(
  context: RotationContext,
  connection: Connection,
  runId: number,
  method: DeliveryMethod,
  onStopped: () => void,
): Deliver {
  if (method.kind === 'command') return context.deliverBy(method.command);
  if (method.kind === 'last')
    return (token, { userGroupId }) => writeWhereLast(context, { connection, userGroupId }, token);
  return (token, about, signal) =>
    deliverByClipboard(
      (copied) => context.clipboard.copy(copied),
      async ({ userGroupId }) => {
        const isNext = await isDelivered(
          context,
          connection,
          runId,
          userGroupId,
          () => context.clipboard.copy(token),
          signal,
        );
        if (!isNext) onStopped();
        return isNext;
      },
    )(token, about, signal);
}

/** Shows whose token is in the clipboard, and waits. Closing the notice is no consent. */
async function isDelivered(
  { messages, services }: RotationContext,
  connection: Connection,
  runId: number,
  userGroupId: string,
  copyAgain: () => Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const [next, copyAnother] = [l10n.t('Mark as Delivered'), l10n.t('Copy Again')];
  for (;;) {
    const { total } = services.runs.progress(runId);
    const { waiting } = services.runs.counts(runId);
    const text = l10n.t(
      'Token of {0} copied ({1} of {2}). Deploy it before you continue.',
      groupText(userGroupId, connection),
      grouped(total - waiting),
      grouped(total),
    );
    const answer = await deliveriesAsked.ask(
      runId,
      Promise.race([messages.info(text, next, copyAnother, l10n.t('Stop')), aborted(signal)]),
    );
    if (answer !== copyAnother && answer !== 'copyAgain') return answer === next || answer === 'next';
    await copyAgain();
  }
}

function aborted(signal: AbortSignal | undefined): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve(undefined);
    else
      signal?.addEventListener('abort', () => {
        resolve(undefined);
      });
  });
}

/** The run has stopped by then: nothing else is rotated before this token is delivered, regardless of the answer. */
async function askAboutDue(
  context: RotationContext,
  connection: Connection,
  runId: number,
  method: DeliveryMethod,
  { userGroupId, reason }: RunItem,
): Promise<void> {
  const { messages } = context;
  const group = groupText(userGroupId, connection);
  const [retry, copyToken, stop] = [l10n.t('Retry Delivery'), l10n.t('Copy Token'), l10n.t('Stop')];
  const goOn = l10n.t('Mark as Delivered and Continue');
  try {
    let answer = await messages.warn(
      sentences([l10n.t('Rotation stopped at {0}.', group), reason ?? l10n.t('Its new token was not delivered.')]),
      retry,
      copyToken,
      stop,
    );
    if (answer === copyToken) {
      await context.run('userGroups.copyToken', { connection: connection.name, user_group_id: userGroupId });
      answer = await messages.warn(l10n.t('Is the new token of {0} delivered?', group), goOn, retry, stop);
    }
    if (answer === retry) await rotateThese(context, connection, runId, method).left;
    if (answer === goOn) await rotateThese(context, connection, runId, method, { delivered: [userGroupId] }).left;
  } catch (error) {
    if (!(error instanceof UserGroupsError)) context.log.bug(error);
    const why = error instanceof UserGroupsError ? error.inRow : bugMessage();
    void showNotice(messages, 'error', sentences([l10n.t("Couldn't continue rotating after {0}.", group), why]), {
      label: l10n.t('Show'),
      run: () => context.run('userGroups.showRuns', { run: runId }),
    });
  }
}
