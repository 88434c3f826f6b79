// A request that the journal knows of before it leaves, and the delivery of the token that its answer holds.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import type {
  GetOrCreateAnswer,
  RequestOptions,
  ServiceAnswer,
  ServiceTarget,
  UserGroupClient,
} from '../../core/ports/client.ts';
import { maybeDoneText } from '../../core/operationTexts.ts';
import { mismatchOf } from '../connections/tokenMismatches.ts';
import type { Deliver } from '../rotation/deliver.ts';
import { perhapsNewText } from '../sending/getOrCreateConclusions.ts';
import { outcomeOfFailure } from '../sending/sendingFailures.ts';
import { timeText, type AppliedGroups } from './appliedState.ts';
import {
  lostToken,
  markOf,
  type JournalEntry,
  type KnownState,
  type Pending,
  type PlannedOperation,
} from './planJournal.ts';

export interface JournalDependencies extends Pick<KnownState, 'pending'> {
  readonly client: Pick<UserGroupClient, PlannedOperation>;
  readonly target: ServiceTarget;
  readonly connection: Connection;
  /** With what is recorded. */
  readonly applied: AppliedGroups;
  /** On disk when it returns. */
  readonly record: (...entries: readonly JournalEntry[]) => void;
  /** Absent: tokens are not delivered. */
  readonly deliver: Deliver | undefined;
  /** Version of the program. */
  readonly tool: string;
  readonly now: () => number;
  /** `untilLeft` ends it before the next request, `signal` even one that has left. */
  readonly signals: Pick<RequestOptions, 'signal' | 'untilLeft'>;
}

/** The answer to either operation: only that to a get-or-create says whether the group is new. */
export type PlannedAnswer = ServiceAnswer &
  Partial<Pick<GetOrCreateAnswer, 'isNew' | 'mayHaveBeenCreatedByThisRequest'>>;

/**
 * Whether somebody waits for the token in an answer: the group is new or perhaps new, or its token was not delivered
 * before. Where nobody takes it now, it is due for the next one who does.
 * @param open what was pending before the request
 */
export function isTokenDue(
  answer: PlannedAnswer,
  open: Pending | undefined,
  { deliver }: Pick<JournalDependencies, 'deliver'>,
): boolean {
  const lost = lostToken(open);
  if (deliver === undefined) return lost === 'wanted';
  const isWanted = open?.tokenDueSince !== undefined || lost !== undefined;
  return isWanted || answer.isNew === true || perhapsNewText(answer).length > 0;
}

/** @throws UserGroupsError; whoever asked for its place in the journal finds it open when the outcome is unknown */
export async function journaledRequest(
  operation: PlannedOperation,
  userGroupId: string,
  body: string,
  dependencies: JournalDependencies,
): Promise<PlannedAnswer> {
  const { client, target, applied, record, signals, deliver, now } = dependencies;
  const delivers = deliver === undefined ? undefined : true;
  const was = markOf(applied.get(userGroupId));
  record({ event: 'sending', userGroupId, at: timeText(now()), operation, delivers, was });
  try {
    const answer: PlannedAnswer = await client[operation](target, userGroupId, body, { ...signals, isBulk: true });
    requireSameService(userGroupId, answer, dependencies);
    return answer;
  } catch (error) {
    if (outcomeOfFailure(error) !== 'unknown')
      recordEnd(dependencies, operation, { event: 'unchanged', userGroupId, at: timeText(now()) });
    throw error;
  }
}

/**
 * What came of a request that has left.
 * @throws UserGroupsError `outcomeUnknown` where it is not on disk: the journal has the request without its end
 */
export function recordEnd(
  { record }: Pick<JournalDependencies, 'record'>,
  operation: PlannedOperation | undefined,
  ...entries: readonly JournalEntry[]
): void {
  try {
    record(...entries);
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
    throw error.with({ kind: 'outcomeUnknown', maybeDone: operation && maybeDoneText(operation) });
  }
}

/** Why it was not delivered, as a sentence, or `undefined`. It is due in the journal until it is. */
export async function deliverToken(
  userGroupId: string,
  token: string,
  deliver: Deliver,
  dependencies: JournalDependencies,
): Promise<string | undefined> {
  const { connection, signals, now } = dependencies;
  try {
    await deliver(token, { userGroupId, connection: connection.name }, signals.signal);
  } catch (error) {
    if (error instanceof UserGroupsError) return error.failure.happened;
    throw error;
  }
  recordEnd(dependencies, undefined, { event: 'tokenDelivered', userGroupId, at: timeText(now()) });
  return undefined;
}

/** @throws UserGroupsError where the answer is of another environment or team: the outcome stays unknown */
function requireSameService(
  userGroupId: string,
  answer: PlannedAnswer,
  { connection, applied }: JournalDependencies,
): void {
  const environment = mismatchOf({
    connection,
    userGroupId,
    answer,
    before: undefined,
    isKnownFromBefore: false,
    isProved: true,
    accepted: undefined,
  });
  const [was, is] = [applied.get(userGroupId)?.teamId, answer.userGroup.teamId];
  // A recreated group may have another one (interface document, "not shown").
  const isOtherTeam = was !== undefined && is !== undefined && was !== is && answer.isNew !== true;
  if (!isOtherTeam && (environment === undefined || environment === 'proved')) return;
  throw new UserGroupsError(
    'outcomeUnknown',
    typeof environment === 'object'
      ? environment.reason
      : l10n.t(
          'The service returned team {1} for {0}, but the state has {2}.',
          quotedId(userGroupId),
          is ?? '',
          was ?? '',
        ),
    isOtherTeam
      ? l10n.t('Check the API token. If the group was recreated, forget it by "state rm".')
      : l10n.t('Check the API token.'),
    { remedy: 'reviewApiToken' },
  );
}
