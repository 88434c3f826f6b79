// Does what a plan says, a group at a time.

import * as l10n from '@vscode/l10n';
import { namesOf } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import type { GetOrCreateAnswer, ServiceAnswer } from '../../core/ports/client.ts';
import { requestBody } from '../../document/requestBody.ts';
import type { SendableDocument } from '../../document/userGroupDocument.ts';
import { failedItem } from '../bulk/failurePolicy.ts';
import { compareWithService } from '../sending/knownOnService.ts';
import { outcomeOfFailure } from '../sending/sendOutcome.ts';
import type { PlannedGroup } from './folderPlan.ts';
import { deliver, journaledRequest, timeOf, type JournalDependencies } from './journaledRequest.ts';
import type { JournalEntry, KnownState } from './planJournal.ts';

export interface ApplyDependencies extends JournalDependencies, Pick<KnownState, 'pending'> {
  /** @throws UserGroupsError when the file is not the planned one any more */
  readonly documentOf: (planned: PlannedGroup) => Promise<SendableDocument>;
}

/**
 * - `same`: it was to be created, is there, and has all of it.
 * - `existed`: it was to be created, is there, and may have something else. Nothing was applied.
 * - `asked`: for its token alone.
 * - `unknown`: perhaps applied.
 */
export type ApplyOutcome = 'created' | 'updated' | 'same' | 'existed' | 'asked' | 'failed' | 'unknown' | 'notSent';

export interface AppliedResult {
  readonly planned: PlannedGroup;
  readonly outcome: ApplyOutcome;
  /** One or more sentences, harmless to show. */
  readonly reason?: string | undefined;
  /** Its token was delivered, or why not: sentences, likewise. Absent: none was due. */
  readonly token?: 'delivered' | { readonly notDelivered: string } | undefined;
}

/** The service has it as planned, and its token is where it belongs. */
export function isDone({ outcome, token }: AppliedResult): boolean {
  return ['created', 'updated', 'same', 'asked'].includes(outcome) && typeof token !== 'object';
}

/** @param goesOn after a failure that concerns one group alone */
export async function* applyGroups(
  groups: readonly PlannedGroup[],
  goesOn: boolean,
  dependencies: ApplyDependencies,
): AsyncGenerator<AppliedResult, void, void> {
  let isOver = false;
  for (const planned of groups) {
    isOver ||= dependencies.signals.untilLeft?.aborted === true;
    if (isOver) {
      yield { planned, outcome: 'notSent' };
      continue;
    }
    const { stops, ...result } = await applyGroup(planned, dependencies);
    isOver = stops || (!goesOn && !isDone(result));
    yield result;
  }
}

/** `stops`: the next group would fail alike, or nobody wants it. */
async function applyGroup(
  planned: PlannedGroup,
  dependencies: ApplyDependencies,
): Promise<AppliedResult & { readonly stops: boolean }> {
  const { operation = 'update', userGroupId } = planned;
  try {
    const document = await dependencies.documentOf(planned);
    const body = requestBody(document, namesOf(dependencies.connection));
    const answer = await journaledRequest(operation, userGroupId, body, dependencies);
    return { ...(await conclude(planned, document, answer, dependencies)), stops: false };
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
    if (error.kind === 'cancelled') return { planned, outcome: 'notSent', stops: true };
    return {
      planned,
      outcome: outcomeOfFailure(error) === 'unknown' ? 'unknown' : 'failed',
      reason: error.inRow,
      stops: failedItem(operation, error).failurePolicy !== undefined,
    };
  }
}

async function conclude(
  planned: PlannedGroup,
  document: SendableDocument,
  answer: ServiceAnswer & Pick<GetOrCreateAnswer, 'isNew'>,
  dependencies: ApplyDependencies,
): Promise<AppliedResult> {
  const { userGroupId, sha256 } = planned;
  const { record, handOver, pending, tool } = dependencies;
  const outcome = outcomeOf(planned, document, answer);
  const at = timeOf(dependencies);
  const isTokenDue = outcome === 'created' || pending.get(userGroupId)?.tokenDueSince !== undefined;
  const isKnown = outcome !== 'existed';
  const ended: JournalEntry =
    outcome === 'asked'
      ? { event: 'unchanged', userGroupId, at }
      : { event: 'applied', userGroupId, teamId: answer.userGroup.teamId, ...(isKnown && { sha256 }), at, tool };
  const result = { planned, outcome, ...(!isKnown && { reason: existedText() }) };
  if (handOver === undefined || !isTokenDue) {
    record(ended);
    return result;
  }
  record({ event: 'tokenDue', userGroupId, at }, ended);
  const notDelivered = await deliver(userGroupId, answer.token, handOver, dependencies);
  return { ...result, token: notDelivered === undefined ? 'delivered' : { notDelivered } };
}

function outcomeOf(
  { operation, status }: PlannedGroup,
  document: SendableDocument,
  { userGroup, isNew }: ServiceAnswer & Pick<GetOrCreateAnswer, 'isNew'>,
): Extract<ApplyOutcome, 'created' | 'updated' | 'same' | 'existed' | 'asked'> {
  if (operation === 'update') return 'updated';
  if (isNew === true) return 'created';
  if (status === 'tokenDue') return 'asked';
  // Get-or-create takes no action on a group that is there (interface document, "Get or create a user group").
  const { differences, unknown } = compareWithService(document, undefined, userGroup);
  return differences.length === 0 && unknown.length === 0 ? 'same' : 'existed';
}

function existedText(): string {
  return l10n.t('It exists already, so nothing was applied. Plan again to update it.');
}
