// The groups that a service lists, as rows to import, and in the state once their files are written: from then on the
// repository manages them.

import * as l10n from '@vscode/l10n';
import type { ImportRow } from '../bulk/importRow.ts';
import { apiOf, hasList, namesOf } from '../core/connection.ts';
import { UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import type { ListedGroup } from '../core/ports/client.ts';
import { asShown } from '../document/idName.ts';
import { withoutInherited } from '../document/preset.ts';
import { requirePreset, type DocumentFolder } from '../services/files/groupFiles.ts';
import { answeredDocument } from '../services/groups/answeredDocument.ts';
import { timeText } from '../services/plans/appliedState.ts';
import { compareWithService } from '../services/sending/knownOnService.ts';
import { listedPages, ReadList } from '../services/sending/listedPages.ts';
import type { Input } from './command.ts';
import { openPlanning, type PLANNING_OPTIONS, type Planning } from './planning.ts';
import { planRequests, type PlanRequests } from './planRequests.ts';
import type { OpenState } from './stateFiles.ts';

export interface GroupsOnService {
  readonly rows: readonly ImportRow[];
  /** Why groups of the list are left out, as sentences. */
  readonly notes: readonly string[];
  /**
   * To be called once their files are written. A file that says something else than the service is planned as an update.
   * @returns how many groups the state did not have
   */
  readonly adopt: () => Promise<number>;
}

/** Nobody else applies while `work` runs. @throws UserGroupsError `invalid` where the service has no list */
export async function withGroupsOnService<T>(
  input: Input<typeof PLANNING_OPTIONS>,
  folderOf: (planning: Planning) => DocumentFolder,
  work: (groups: GroupsOnService) => Promise<T>,
): Promise<T> {
  const planning = await openPlanning(input);
  if (!hasList(planning.connection))
    throw new UserGroupsError({
      kind: 'invalid',
      happened: l10n.t('The service of {0} has no list.', quotedId(planning.connection.name)),
      next: l10n.t('Import a file with its groups, and then use {0}.', '"apply --adopt"'),
    });
  const state = await planning.state.open();
  let requests: PlanRequests | undefined;
  try {
    requests = planRequests(input, planning, state);
    const list = new ReadList(apiOf(planning.connection).list?.page !== undefined);
    const groups = await listedGroups(list, requests);
    const preset = await requirePreset(folderOf(planning));
    const names = namesOf(planning.connection);
    const rows = groups.map(({ userGroup }, index): ImportRow => {
      const { providedId: userGroupId } = userGroup;
      const text = withoutInherited(asShown(answeredDocument(userGroupId, userGroup), names), preset);
      return { number: index + 1, userGroupId, text, problems: [] };
    });
    return await work({ rows, notes: [...list.omitted.keys()], adopt: () => adopt(groups, planning, state, input) });
  } finally {
    state.close();
    await requests?.client.close();
  }
}

async function listedGroups(
  list: ReadList,
  { client, target, signals, onProgress }: PlanRequests,
): Promise<ListedGroup[]> {
  const all: ListedGroup[] = [];
  for await (const { groups, total } of listedPages(list, (page) =>
    client.list(target, page, { signal: signals.untilLeft }),
  )) {
    all.push(...groups);
    onProgress(all.length, total);
  }
  return all;
}

async function adopt(
  groups: readonly ListedGroup[],
  planning: Planning,
  state: OpenState,
  { now, version: tool }: Pick<Input, 'now' | 'version'>,
): Promise<number> {
  const answers = new Map(groups.map(({ userGroup }) => [userGroup.providedId, userGroup]));
  const { groups: planned } = await planning.plan(state.known);
  let adopted = 0;
  for (const group of planned) {
    const { userGroupId, status, sha256, fields } = group;
    const answer = answers.get(userGroupId);
    const isNews = status === 'new' || status === 'gone';
    if (answer === undefined || !(isNews || status === 'changed')) continue;
    const { differences, unknown } = compareWithService(await planning.documentOf(group), undefined, answer);
    const isSame = differences.length === 0 && unknown.length === 0;
    if (!isNews && !isSame) continue;
    const { teamId } = answer;
    state.record({
      event: 'applied',
      userGroupId,
      teamId,
      ...(isSame && { sha256, fields }),
      at: timeText(now()),
      tool,
    });
    if (isNews) adopted += 1;
  }
  await state.save();
  return adopted;
}
