// The groups that a service lists, as rows to import, and in the state once their files are written: from then on the
// repository manages them.

import * as l10n from '@vscode/l10n';
import { documentRow } from '../bulk/documentRow.ts';
import { withIdProblems } from '../bulk/idProblems.ts';
import { hasError, withinSize, type ImportRow } from '../bulk/importRow.ts';
import { apiOf, hasList, namesOf } from '../core/connection.ts';
import { UserGroupsError } from '../core/errors.ts';
import { quotedId } from '../core/foreignText.ts';
import { grouped, isOne } from '../core/language.ts';
import type { ServiceGroup } from '../core/ports/client.ts';
import { withoutInherited, withPreset, type Preset } from '../document/preset.ts';
import { requirePreset, type DocumentFolder } from '../services/files/groupFiles.ts';
import { answeredDocument } from '../services/groups/answeredDocument.ts';
import { timeText } from '../services/plans/appliedState.ts';
import { isNews } from '../services/plans/folderPlan.ts';
import { compareWithService } from '../services/sending/changedElsewhere.ts';
import { listedPages, ReadList } from '../services/sending/listedPages.ts';
import type { Input } from './command.ts';
import { openPlanning, type PLANNING_OPTIONS, type Planning } from './planning.ts';
import { withRequests, type PlanRequests } from './planRequests.ts';
import type { OpenState } from './stateFiles.ts';

export interface GroupsOnService {
  readonly rows: readonly ImportRow[];
  /** What is odd about groups of the list, and why some are left out, as sentences. */
  readonly notes: readonly string[];
  /** How many are left out. */
  readonly skipped: number;
  /**
   * Called once the files are written. A file that differs from the service is planned as an update.
   * @returns how many groups the state did not have
   */
  readonly adopt: () => Promise<number>;
}

/** Nobody else applies while `work` runs. @throws UserGroupsError `invalid` where the service has no list */
export async function withGroupsOnService<T>(
  input: Input<typeof PLANNING_OPTIONS>,
  folder: DocumentFolder,
  work: (groups: GroupsOnService) => Promise<T>,
): Promise<T> {
  const planning = await openPlanning(input);
  if (!hasList(planning.connection))
    throw new UserGroupsError(
      'invalid',
      l10n.t('The service of {0} has no list.', quotedId(planning.connection.name)),
      l10n.t('Import a file with its groups, and then use {0}.', '"apply --adopt"'),
    );
  return withRequests(input, planning, async (requests, state) => {
    const list = new ReadList(apiOf(planning.connection).list?.page !== undefined);
    const groups = await listedGroups(list, requests);
    const preset = await requirePreset(folder);
    const names = namesOf(planning.connection);
    const checked = await withIdProblems(
      groups.map(({ userGroup }, index) =>
        withinSize(documentRow(answeredDocument(userGroup.providedId, userGroup), { number: index + 1 }, { names })),
      ),
      true,
    );
    const rows = checked.filter((row) => !hasError(row));
    return work({
      rows: rows.map((row) => ({ ...row, text: withoutInherited(row.text, preset), problems: [] })),
      notes: [...list.omitted.keys(), ...checked.flatMap(problemTexts), ...inheritingText(rows, preset)],
      skipped: list.omitted.size + checked.length - rows.length,
      adopt: () => adopt(groups, planning, state, input),
    });
  });
}

/** The place of a group in the list helps nobody. */
function problemTexts({ userGroupId = '', problems }: ImportRow): string[] {
  return problems.map(({ severity, reason }) =>
    severity === 'error'
      ? l10n.t('{0} is skipped: {1}', quotedId(userGroupId), reason)
      : `${quotedId(userGroupId)}: ${reason}`,
  );
}

/** A document can't say that it has less than its preset. */
function inheritingText(rows: readonly ImportRow[], preset: Preset | undefined): string[] {
  const groups = rows.filter(({ text }) => withPreset(text, preset).inherited.length > 0).length;
  if (groups === 0) return [];
  return isOne(groups)
    ? [l10n.t('The preset adds values to 1 group, which the next plan updates.')]
    : [l10n.t('The preset adds values to {0} groups, which the next plan updates.', grouped(groups))];
}

async function listedGroups(
  list: ReadList,
  { client, target, signals, onProgress }: PlanRequests,
): Promise<ServiceGroup[]> {
  const all: ServiceGroup[] = [];
  for await (const { groups, total } of listedPages(list, (page) =>
    client.list(target, page, { signal: signals.untilLeft }),
  )) {
    all.push(...groups);
    onProgress(all.length, total);
  }
  return all;
}

async function adopt(
  groups: readonly ServiceGroup[],
  planning: Planning,
  state: OpenState,
  { now, version: tool }: Pick<Input, 'now' | 'version'>,
): Promise<number> {
  const answers = new Map(groups.map(({ userGroup }) => [userGroup.providedId, userGroup]));
  const { groups: planned } = await planning.plan(state.known, (userGroupId) => answers.has(userGroupId));
  let adopted = 0;
  for (const group of planned) {
    const { userGroupId, status, sha256, fields } = group;
    const answer = answers.get(userGroupId);
    if (answer === undefined || !(isNews(group) || status === 'changed')) continue;
    const { differences, unknown } = compareWithService(await planning.documentOf(group), undefined, answer);
    const isSame = differences.length === 0 && unknown.length === 0;
    if (!isNews(group) && !isSame) continue;
    const { teamId } = answer;
    state.record({
      event: 'applied',
      userGroupId,
      teamId,
      ...(isSame && { sha256, fields }),
      at: timeText(now()),
      tool,
    });
    if (isNews(group)) adopted += 1;
  }
  await state.save();
  return adopted;
}
