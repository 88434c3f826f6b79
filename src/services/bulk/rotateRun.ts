// A run that rotates tokens one by one: each new token is delivered before the next rotation.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import type { RequestOptions } from '../../core/ports/client.ts';
import { sentences } from '../../core/sentences.ts';
import type { RunStore } from '../../core/ports/runStore.ts';
import type { RunItem } from '../../core/runs.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import type { GroupTokens } from '../groups/groupTokens.ts';
import type { RotationService } from '../rotation/rotationService.ts';
import { outcomeOfFailure } from '../sending/sendingFailures.ts';
import { itemsOfRun, reasonOf, type ItemWork, type WorkDone } from './itemWork.ts';

/** Delivers the new token. Rejects when that failed. */
export type DeliveryOfGroup = (token: string, ref: GroupRef, signal?: AbortSignal) => Promise<void>;

export interface RotateRunDependencies {
  readonly rotation: Pick<RotationService, 'rotate' | 'openOf'>;
  readonly tokens: Pick<GroupTokens, 'require'>;
  readonly runs: Pick<RunStore, 'items'>;
}

/** `byThePerson`: groups whose tokens, if still due, the user has delivered. */
export function rotateRun(
  { rotation, tokens, runs }: RotateRunDependencies,
  deliver: DeliveryOfGroup,
  byThePerson: readonly string[] = [],
): ItemWork {
  const delivered = async (
    connection: Connection,
    userGroupId: string,
    notes: readonly string[],
    options: RequestOptions,
  ): Promise<WorkDone> => {
    const ref = groupRef(connection, userGroupId);
    let why: string | undefined;
    try {
      if (rotation.openOf(ref) === undefined) {
        await deliver(await tokens.require(connection, ref, options), ref, options.signal);
        return { outcome: 'rotated', reason: reasonOf(notes) };
      }
      // Rotated again since: the token known here may be dead.
      why = l10n.t('It has an unresolved rotation.');
    } catch (error) {
      // A message from elsewhere may quote the token.
      why = error instanceof UserGroupsError ? error.failure.happened : undefined;
    }
    const reported = sentences([l10n.t('Its new token is stored locally, but was not delivered.'), why]);
    return {
      outcome: 'rotated',
      isNotApplied: true,
      reason: reasonOf([reported, ...notes]),
      stops: l10n.t("The new token of {0} couldn't be delivered.", quotedId(userGroupId)),
    };
  };
  return {
    atOnce: 1,
    due: (runId) => deliveriesDue(runs, runId),
    finish: async (connection, { userGroupId }, options) => {
      if (byThePerson.includes(userGroupId)) return { outcome: 'rotated', reason: l10n.t('Marked as delivered.') };
      const done = await delivered(connection, userGroupId, [], options);
      return done.stops === undefined ? { ...done, reason: l10n.t('Delivered later.') } : done;
    },
    send: async (connection, { userGroupId }, options) => {
      try {
        const { notes } = await rotation.rotate(connection, userGroupId, options);
        return await delivered(connection, userGroupId, notes, options);
      } catch (error) {
        if (!(error instanceof UserGroupsError) || outcomeOfFailure(error) !== 'unknown') throw error;
        // Its token may be dead, and the new one is not delivered.
        return {
          outcome: 'unknown',
          reason: error.inRow,
          stops: l10n.t('The token of {0} may have been rotated.', quotedId(userGroupId)),
        };
      }
    },
  };
}

/** Groups whose new token may not be delivered: at most one, plus those that closed windows left. */
export async function deliveriesDue(runs: Pick<RunStore, 'items'>, runId: number): Promise<RunItem[]> {
  const due: RunItem[] = [];
  for await (const item of itemsOfRun(runs, runId, { outcome: 'rotated', isNotApplied: true })) due.push(item);
  return due;
}
