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
import { mismatchOf } from '../connections/tokenMismatches.ts';
import type { HandOver } from '../rotation/handOver.ts';
import { outcomeOfFailure } from '../sending/sendOutcome.ts';
import { timeText, type AppliedGroups } from './appliedState.ts';
import { markOf, type JournalEntry, type PlannedOperation } from './planJournal.ts';

export interface JournalDependencies {
  readonly client: Pick<UserGroupClient, PlannedOperation>;
  readonly target: ServiceTarget;
  readonly connection: Connection;
  /** With what is recorded. */
  readonly applied: AppliedGroups;
  /** On disk when it returns. */
  readonly record: (...entries: readonly JournalEntry[]) => void;
  /** Absent: tokens are not delivered. */
  readonly handOver: HandOver | undefined;
  /** Version of the program. */
  readonly tool: string;
  readonly now: () => number;
  /** `untilLeft` ends it before the next request, `signal` even one that has left. */
  readonly signals: Pick<RequestOptions, 'signal' | 'untilLeft'>;
}

/** @throws UserGroupsError; whoever asked for its place in the journal finds it open when the outcome is unknown */
export async function journaledRequest(
  operation: PlannedOperation,
  userGroupId: string,
  body: string,
  dependencies: JournalDependencies,
): Promise<ServiceAnswer & Pick<GetOrCreateAnswer, 'isNew'>> {
  const { client, target, applied, record, signals, handOver } = dependencies;
  const handsOver = handOver === undefined ? undefined : true;
  const was = markOf(applied.get(userGroupId));
  record({ event: 'sending', userGroupId, at: timeText(dependencies.now()), operation, handsOver, was });
  try {
    const answer: ServiceAnswer & Pick<GetOrCreateAnswer, 'isNew'> = await client[operation](
      target,
      userGroupId,
      body,
      { ...signals, isBulk: true },
    );
    requireSameService(userGroupId, answer, dependencies);
    return answer;
  } catch (error) {
    if (outcomeOfFailure(error) !== 'unknown')
      record({ event: 'unchanged', userGroupId, at: timeText(dependencies.now()) });
    throw error;
  }
}

/** Why it was not delivered, as a sentence, or `undefined`. It is due in the journal until it is. */
export async function deliver(
  userGroupId: string,
  token: string,
  handOver: HandOver,
  dependencies: JournalDependencies,
): Promise<string | undefined> {
  const { connection, record, signals } = dependencies;
  try {
    await handOver(token, { userGroupId, connection: connection.name }, signals.signal);
  } catch (error) {
    if (error instanceof UserGroupsError) return error.failure.happened;
    throw error;
  }
  record({ event: 'tokenDelivered', userGroupId, at: timeText(dependencies.now()) });
  return undefined;
}

/** @throws UserGroupsError where the answer is of another environment or team: the outcome stays unknown */
function requireSameService(
  userGroupId: string,
  answer: ServiceAnswer & Pick<GetOrCreateAnswer, 'isNew'>,
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
  throw new UserGroupsError({
    kind: 'outcomeUnknown',
    happened:
      typeof environment === 'object'
        ? environment.reason
        : l10n.t(
            'The service returned team {1} for {0}, but the state has {2}.',
            quotedId(userGroupId),
            is ?? '',
            was ?? '',
          ),
    next: isOtherTeam
      ? l10n.t('Check the API token. If the group was recreated, delete its line from the state.')
      : l10n.t('Check the API token.'),
    remedy: 'reviewApiToken',
  });
}
