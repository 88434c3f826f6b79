// Asks the service what the groups of a plan have there: by its list, which changes nothing, or else each by
// get-or-create, which recreates a group that was deleted.

import { apiOf, hasList, namesOf } from '../../core/connection.ts';
import type { UserGroupAnswer } from '../../core/userGroup.ts';
import type { UserGroupClient } from '../../core/ports/client.ts';
import { knownFields } from '../../document/answeredFields.ts';
import { differenceOfBoth } from '../../document/difference.ts';
import { requestBody } from '../../document/requestBody.ts';
import { listedPages, ReadList } from '../sending/listedPages.ts';
import { perhapsNewText } from '../sending/getOrCreateConclusions.ts';
import { timeText } from './appliedState.ts';
import type { ApplyDependencies } from './applyPlan.ts';
import { isNews, operationFor, type FolderPlan, type PlannedGroup, type PlanStatus } from './folderPlan.ts';
import { deliverToken, isTokenDue, journaledRequest, recordEnd } from './journaledRequest.ts';

export interface RefreshDependencies extends ApplyDependencies {
  readonly client: ApplyDependencies['client'] & Pick<UserGroupClient, 'list'>;
  /** Before each answer. `total`: where it is known. */
  readonly onProgress: (asked: number, total: number | undefined) => void;
  /** The service had none, and has it again. */
  readonly onRecreated: (userGroupId: string) => void;
}

/** @throws UserGroupsError at the first failure */
export async function refreshPlan(plan: FolderPlan, dependencies: RefreshDependencies): Promise<FolderPlan> {
  return hasList(dependencies.connection) ? byList(plan, dependencies) : byAsking(plan, dependencies);
}

async function byList(plan: FolderPlan, dependencies: RefreshDependencies): Promise<FolderPlan> {
  const { client, target, connection, signals, applied, onProgress } = dependencies;
  const planned = new Map(plan.groups.map((group) => [group.userGroupId, group]));
  const found = new Map<string, PlannedGroup>();
  const list = new ReadList(apiOf(connection).list?.page !== undefined);
  const ask = (page: number): ReturnType<UserGroupClient['list']> =>
    client.list(target, page, { signal: signals.untilLeft });
  for await (const { groups, total } of listedPages(list, ask)) {
    onProgress(list.ids.size, total);
    for (const { userGroup } of groups) {
      const group = planned.get(userGroup.providedId);
      if (group !== undefined) found.set(userGroup.providedId, await compared(group, userGroup, dependencies));
    }
  }
  for (const [reason, userGroupId = ''] of list.omitted) {
    const group = planned.get(userGroupId);
    if (group !== undefined) found.set(userGroupId, { ...group, note: reason });
  }
  return {
    ...plan,
    groups: plan.groups.map(
      (group) =>
        found.get(group.userGroupId) ??
        (list.isWhole && applied.has(group.userGroupId) ? withStatus(group, 'gone', true) : group),
    ),
  };
}

/** Those that the state has; the others are asked for when they are applied. */
async function byAsking(plan: FolderPlan, dependencies: RefreshDependencies): Promise<FolderPlan> {
  const { applied, onProgress } = dependencies;
  const total = plan.groups.filter(({ userGroupId }) => applied.has(userGroupId)).length;
  const groups: PlannedGroup[] = [];
  let asked = 0;
  for (const group of plan.groups) {
    if (!applied.has(group.userGroupId)) {
      groups.push(group);
      continue;
    }
    onProgress((asked += 1), total);
    groups.push(await askFor(group, dependencies));
  }
  return { ...plan, groups };
}

/** A group that is recreated gets what was applied before, and else nothing but its ID. */
async function askFor(group: PlannedGroup, dependencies: RefreshDependencies): Promise<PlannedGroup> {
  const { userGroupId, sha256, fields } = group;
  const { connection, applied, deliver, tool, now } = dependencies;
  // Before this request is the last one.
  const open = dependencies.pending.get(userGroupId);
  const isAsApplied = applied.get(userGroupId)?.sha256 === sha256;
  const document = await dependencies.documentOf(group);
  const body = requestBody(document, namesOf(connection), isAsApplied ? undefined : []);
  const answer = await journaledRequest('getOrCreate', userGroupId, body, dependencies);
  const { isNew, userGroup, token, mayHaveBeenCreatedByThisRequest } = answer;
  // The journal has it as open: with the update that follows, its token is delivered.
  if (mayHaveBeenCreatedByThisRequest === true)
    return { ...withStatus(group, 'unknown', true), note: perhapsNewText(answer).join(' ') };
  const at = timeText(now());
  if (isNew !== true) {
    recordEnd(dependencies, 'getOrCreate', { event: 'unchanged', userGroupId, at });
    return compared(group, userGroup, dependencies);
  }
  const isDue = isTokenDue(answer, open, dependencies);
  recordEnd(dependencies, 'getOrCreate', ...(isDue ? [{ event: 'tokenDue', userGroupId, at } as const] : []), {
    event: 'applied',
    userGroupId,
    teamId: userGroup.teamId,
    ...(isAsApplied && { sha256, fields }),
    at,
    tool,
  });
  dependencies.onRecreated(userGroupId);
  const note = deliver && (await deliverToken(userGroupId, token, deliver, dependencies));
  const status = isAsApplied ? (note === undefined ? 'same' : 'tokenDue') : 'changed';
  return { ...withStatus(group, status, true), isRecreated: true, note };
}

/** The service has the group. */
async function compared(
  group: PlannedGroup,
  answer: UserGroupAnswer,
  { documentOf }: RefreshDependencies,
): Promise<PlannedGroup> {
  const changes = differenceOfBoth(knownFields(answer), await documentOf(group));
  if (changes.length === 0) return isNews(group) ? withStatus(group, 'changed', true) : group;
  const status = group.status === 'same' ? 'drifted' : isNews(group) ? 'changed' : group.status;
  return { ...withStatus(group, status, true), changes };
}

/** @param isThere whether the service has it, or had it when it was applied */
function withStatus(group: PlannedGroup, status: PlanStatus, isThere: boolean): PlannedGroup {
  const { changedFields } = group;
  return {
    ...group,
    ...{ status, operation: operationFor(status, isThere) },
    changedFields: status === 'changed' ? changedFields : undefined,
  };
}
