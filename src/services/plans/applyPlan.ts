// Does what a plan says, a group at a time.

import * as l10n from '@vscode/l10n';
import { namesOf } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { sentences } from '../../core/sentences.ts';
import { requestBody } from '../../document/requestBody.ts';
import type { SendableDocument } from '../../document/userGroupDocument.ts';
import { failedItem } from '../bulk/failurePolicy.ts';
import { compareWithService } from '../sending/changedElsewhere.ts';
import { perhapsNewText } from '../sending/getOrCreateConclusions.ts';
import { outcomeOfFailure } from '../sending/sendingFailures.ts';
import { timeText } from './appliedState.ts';
import type { PlannedGroup } from './folderPlan.ts';
import {
  deliverToken,
  isTokenDue,
  journaledRequest,
  recordEnd,
  type JournalDependencies,
  type PlannedAnswer,
} from './journaledRequest.ts';

export interface ApplyDependencies extends JournalDependencies {
  /** @throws UserGroupsError when the file is not the planned one any more */
  readonly documentOf: (planned: PlannedGroup) => Promise<SendableDocument>;
}

/**
 * - `same`: it was to be created, is there, and has all of it.
 * - `createdOrExisted`: likewise, and this request has perhaps created it.
 * - `existed`: it was to be created, is there, and may have something else. Nothing was applied.
 * - `asked`: for its token alone.
 * - `unknown`: perhaps applied.
 */
export type ApplyOutcome =
  | ('created' | 'updated' | 'same' | 'createdOrExisted' | 'asked')
  | ('existed' | 'failed' | 'unknown' | 'notSent');

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
  return isAsPlanned(outcome) && typeof token !== 'object';
}

/** The service has it, or may have it: what was done cannot be said to be nothing. */
export function mayBeApplied({ outcome }: AppliedResult): boolean {
  return isAsPlanned(outcome) || outcome === 'unknown';
}

function isAsPlanned(outcome: ApplyOutcome): boolean {
  return !['existed', 'failed', 'unknown', 'notSent'].includes(outcome);
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
    // A group that exists already is no failure: the next plan shows all of them.
    isOver = stops || (!goesOn && !isDone(result) && result.outcome !== 'existed');
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
    const isDue = isTokenDue(answer, open, dependencies);
    recordOutcome(planned, outcome, answer, isDue, dependencies);
    // Created by the request whose outcome is unknown, or there before: what is in its file was agreed to.
    if (!isAsPlanned(outcome) && (planned.status === 'unknown' || planned.adopts === true)) {
      const updated = await journaledRequest('update', userGroupId, body, dependencies);
      recordOutcome(planned, 'updated', updated, isDue, dependencies);
      return { ...(await delivered(planned, 'updated', updated, isDue, dependencies)), stops: false };
    }
    return { ...(await delivered(planned, outcome, answer, isDue, dependencies)), stops: false };
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
    if (error.kind === 'cancelled') return { planned, outcome: 'notSent', stops: true };
    if (operation === 'update' && error.kind === 'notFound' && error.failure.status === 404)
      recordGone(userGroupId, dependencies);
    return {
      planned,
      outcome: outcomeOfFailure(error) === 'unknown' ? 'unknown' : 'failed',
      reason: error.inRow,
      stops: failedItem(operation, error).failurePolicy !== undefined,
    };
  }
}

type EndOutcome = Exclude<ApplyOutcome, 'failed' | 'notSent'>;

function recordOutcome(
  { operation, userGroupId, sha256, fields }: PlannedGroup,
  outcome: EndOutcome,
  { userGroup: { teamId } }: PlannedAnswer,
  isDue: boolean,
  dependencies: ApplyDependencies,
): void {
  const { tool, now } = dependencies;
  const at = timeText(now());
  recordEnd(
    dependencies,
    operation,
    ...(isDue ? [{ event: 'tokenDue', userGroupId, at } as const] : []),
    outcome === 'asked'
      ? { event: 'unchanged', userGroupId, at }
      : { event: 'applied', userGroupId, teamId, ...(isAsPlanned(outcome) && { sha256, fields }), at, tool },
  );
}

/** The next plan says it, so that the same update does not fail again. */
function recordGone(userGroupId: string, dependencies: ApplyDependencies): void {
  const { tool, now } = dependencies;
  recordEnd(dependencies, undefined, { event: 'applied', userGroupId, isGone: true, at: timeText(now()), tool });
}

async function delivered(
  planned: PlannedGroup,
  outcome: EndOutcome,
  answer: PlannedAnswer,
  isDue: boolean,
  dependencies: ApplyDependencies,
): Promise<AppliedResult> {
  const reason = isAsPlanned(outcome) ? undefined : existedText(perhapsNewText(answer));
  const result = { planned, outcome, reason };
  const { deliver } = dependencies;
  if (deliver === undefined || !isDue) return result;
  const notDelivered = await deliverToken(planned.userGroupId, answer.token, deliver, dependencies);
  return { ...result, token: notDelivered === undefined ? 'delivered' : { notDelivered } };
}

function outcomeOf({ operation, status }: PlannedGroup, document: SendableDocument, answer: PlannedAnswer): EndOutcome {
  if (operation === 'update') return 'updated';
  if (answer.isNew === true) return 'created';
  if (status === 'tokenDue') return 'asked';
  // Get-or-create takes no action on a group that is there (interface document, "Get or create a user group").
  const { differences, unknown } = compareWithService(document, undefined, answer.userGroup);
  const isSame = differences.length === 0 && unknown.length === 0;
  if (perhapsNewText(answer).length > 0) return isSame ? 'createdOrExisted' : 'unknown';
  return isSame ? 'same' : 'existed';
}

/** @param perhaps why it is perhaps new */
function existedText(perhaps: readonly string[]): string {
  return perhaps.length === 0
    ? l10n.t('It exists already, so nothing was applied. Plan again to update it.')
    : sentences([...perhaps, l10n.t('Plan again to update it.')]);
}
