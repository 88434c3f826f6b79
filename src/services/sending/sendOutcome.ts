// What a failed sending proves about the service: nothing left, it was refused, or the outcome is unknown.

import { UserGroupsError } from '../../core/errors.ts';
import type { SendOutcome } from '../../core/userGroup.ts';

/**
 * The outcome to record for a failed sending. It is `unknown` unless known to be harmless:
 * the interface document shows no failure codes ("Errors").
 */
export function outcomeOfFailure(error: unknown): Extract<SendOutcome, 'refused' | 'notSent' | 'unknown'> {
  if (!(error instanceof UserGroupsError)) return 'unknown';
  switch (error.kind) {
    case 'cancelled':
      return 'notSent';
    case 'unauthorized':
    case 'forbidden':
    case 'notFound':
    case 'conflict':
    case 'invalid':
    case 'rateLimited':
      return error.failure.status === undefined ? 'notSent' : 'refused';
    case 'unavailable':
      // No answer at all: the client says `outcomeUnknown` when anything had left.
      return error.failure.status === undefined ? 'notSent' : 'unknown';
    case 'unexpectedResponse':
      return isRedirect(error.failure.status) ? 'refused' : 'unknown';
    case 'outcomeUnknown':
      return 'unknown';
  }
}

function isRedirect(status: number | undefined): boolean {
  return status !== undefined && status >= 300 && status < 400;
}
