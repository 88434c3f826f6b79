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
import { timeText } from './appliedState.ts';
import type { PlannedGroup } from './folderPlan.ts';
import { deliver, journaledRequest, type JournalDependencies } from './journaledRequest.ts';
import { lostToken, type KnownState } from './planJournal.ts';

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

/** The service has it, or may have it: what was done cannot be said to be nothing. */
export function mayBeApplied({ outcome }: AppliedResult): boolean {
  return ['created', 'updated', 'same', 'asked', 'unknown'].includes(outcome);
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
  // Before this request is the last one.
  const open = dependencies.pending.get(userGroupId);
  try {
    const document = await dependencies.documentOf(planned);
    const body = requestBody(document, namesOf(dependencies.connection));
    const answer = await journaledRequest(operation, userGroupId, body, dependencies);
    const outcome = outcomeOf(planned, document, answer);
    const lost = lostToken(open);
    const isTokenOpen = outcome === 'created' || open?.tokenDueSince !== undefined || lost !== undefined;
    // Also where nobody takes it now, for the next one who does.
    const isTokenDue = isTokenOpen && (dependencies.handOver !== undefined || lost === 'wanted');
    recordEnd(planned, outcome, answer, isTokenDue, dependencies);
    // Created by the request whose outcome is unknown, or there before: what is in its file was agreed to.
    if (outcome === 'existed' && planned.status === 'unknown') {
      const updated = await journaledRequest('update', userGroupId, body, dependencies);
      recordEnd(planned, 'updated', updated, isTokenDue, dependencies);
      return { ...(await delivered(planned, 'updated', updated, isTokenDue, dependencies)), stops: false };
    }
    return { ...(await delivered(planned, outcome, answer, isTokenDue, dependencies)), stops: false };
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

type EndOutcome = Extract<ApplyOutcome, 'created' | 'updated' | 'same' | 'existed' | 'asked'>;

function recordEnd(
  { userGroupId, sha256 }: PlannedGroup,
  outcome: EndOutcome,
  { userGroup: { teamId } }: ServiceAnswer,
  isTokenDue: boolean,
  dependencies: ApplyDependencies,
): void {
  const { record, tool } = dependencies;
  const at = timeText(dependencies.now());
  record(
    ...(isTokenDue ? [{ event: 'tokenDue', userGroupId, at } as const] : []),
    outcome === 'asked'
      ? { event: 'unchanged', userGroupId, at }
      : { event: 'applied', userGroupId, teamId, ...(outcome !== 'existed' && { sha256 }), at, tool },
  );
}

async function delivered(
  planned: PlannedGroup,
  outcome: EndOutcome,
  { token }: ServiceAnswer,
  isTokenDue: boolean,
  dependencies: ApplyDependencies,
): Promise<AppliedResult> {
  const result = { planned, outcome, ...(outcome === 'existed' && { reason: existedText() }) };
  const { handOver } = dependencies;
  if (handOver === undefined || !isTokenDue) return result;
  const notDelivered = await deliver(planned.userGroupId, token, handOver, dependencies);
  return { ...result, token: notDelivered === undefined ? 'delivered' : { notDelivered } };
}

function outcomeOf(
  { operation, status }: PlannedGroup,
  document: SendableDocument,
  { userGroup, isNew }: ServiceAnswer & Pick<GetOrCreateAnswer, 'isNew'>,
): EndOutcome {
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
