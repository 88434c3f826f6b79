// Whether a failure concerns one item alone or the whole run.

import { bugMessage } from '../../core/bugText.ts';
import { UserGroupsError } from '../../core/errors.ts';
import type { RunKind } from '../../core/runs.ts';
import { outcomeOfFailure } from '../sending/sendingFailures.ts';
import type { WorkDone } from './itemWork.ts';

export interface Failed {
  readonly done: WorkDone;
  /**
   * - `stop`: everything sent next would fail alike.
   * - `wait`: it may pass: nothing is sent for a while.
   */
  readonly failurePolicy?: 'stop' | 'wait' | undefined;
  readonly why: string;
}

export function failedItem(kind: RunKind, error: unknown): Failed {
  // A bug: its effect, and that of the next item, is unknown. The log has it.
  if (!(error instanceof UserGroupsError))
    return {
      done: { outcome: 'unknown', reason: bugMessage() },
      failurePolicy: 'stop',
      why: bugMessage(),
    };
  const why = error.failure.happened;
  const failurePolicy = failurePolicyFor(error);
  const proved = outcomeOfFailure(error);
  if (proved !== 'unknown')
    return {
      done:
        failurePolicy === undefined && error.kind !== 'cancelled'
          ? { outcome: 'failed', reason: error.inRow }
          : { outcome: 'waiting' },
      failurePolicy,
      why,
    };
  // A later get-or-create finds out what this one did.
  return {
    done:
      failurePolicy === 'stop' && kind === 'getOrCreate'
        ? { outcome: 'waiting' }
        : { outcome: 'unknown', reason: error.inRow },
    failurePolicy,
    why,
  };
}

/** What a failure of a request before the item's own means: the item's own request has not left. */
export function failedBefore(failed: Failed): Failed {
  return failed.done.outcome === 'unknown'
    ? { ...failed, done: { ...failed.done, outcome: failed.failurePolicy === undefined ? 'failed' : 'waiting' } }
    : failed;
}

function failurePolicyFor({ failure }: UserGroupsError): Failed['failurePolicy'] {
  const { kind, status, remedy, unstored } = failure;
  if (remedy === 'reviewApiToken' || remedy === 'reloadWindow' || unstored !== undefined) return 'stop';
  switch (kind) {
    case 'unauthorized':
    case 'forbidden':
      return 'stop';
    case 'rateLimited':
      return 'wait';
    case 'unavailable':
      // Without a status nothing left: the service cannot be reached, or the record cannot be stored.
      return status === undefined ? 'wait' : undefined;
    case 'notFound':
    case 'conflict':
    case 'invalid':
    case 'outcomeUnknown':
    case 'unexpectedResponse':
    case 'cancelled':
      return undefined;
  }
}
