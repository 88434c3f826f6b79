// What an import changes in the groups that exist: the plan of Edit Multiple Groups…, with a change for each row.

import * as l10n from '@vscode/l10n';
import { emptyCellsChange, rowChange, type EmptyCells } from '../../../bulk/changes/rowChange.ts';
import type { ImportedTable } from '../../../bulk/readImport.ts';
import type { Connection } from '../../../core/connection.ts';
import { cancelled } from '../../../core/errors.ts';
import { groupRef } from '../../../core/groupKey.ts';
import { grouped, isOne } from '../../../core/language.ts';
import type { NewRunItem } from '../../../core/runs.ts';
import { WorkSlices } from '../../../core/workSlices.ts';
import type { ImportPreview, PreviewRow } from '../../../services/bulk/importPreview.ts';
import { askChoice, BACK } from '../../command/ask.ts';
import { groupUri } from '../../platform/documentUris.ts';
import type { BulkContext } from '../bulkContext.ts';
import { exceptUnsaved, itemsAsShown, type Planning } from '../plans/planFlow.ts';
import { changedSince, plannedChanges, type ChangeKind } from '../plans/plannedChange.ts';
import { PlannedRows, type PlannedRow } from '../plans/planTable.ts';

export interface ImportUpdates {
  readonly rows: PlannedRows<ChangeKind>;
  readonly rowOf: (userGroupId: string) => PlannedRow<ChangeKind> | undefined;
  /** In how many groups an empty cell stands where they have a value. */
  readonly emptied: number;
  /** What is sent for those that change, planned again. `changed`: the ID of each that is not sent is added. */
  readonly items: (changed: string[]) => AsyncIterable<NewRunItem>;
}

/** From what is known here. @throws UserGroupsError `cancelled` */
export async function importUpdates(
  context: BulkContext,
  connection: Connection,
  { preview, columns }: { readonly preview: ImportPreview } & Pick<ImportedTable, 'columns'>,
  emptyCells: EmptyCells,
  signal?: AbortSignal,
): Promise<ImportUpdates> {
  const known = new Map<string, PreviewRow>();
  for (const row of preview.rows)
    if (row.class === 'known' && row.userGroupId !== undefined) known.set(row.userGroupId, row);
  const change = {
    action: 'byRow',
    of: (userGroupId: string) => {
      const row = known.get(userGroupId);
      return row && rowChange(row, columns, emptyCells);
    },
  } as const;
  const planning: Planning<ChangeKind> = {
    planned: (again = known.keys()) =>
      plannedChanges(
        { context, connection, change },
        Array.from(again, (id) => groupRef(connection, id)),
      ),
    documentOf: ({ id }) => groupUri(connection.name, id),
    changedSince: changedSince(),
  };
  const withUnsaved = { ...planning, planned: (again?: Iterable<string>) => exceptUnsaved(context, planning, again) };
  const rows = new PlannedRows<ChangeKind>();
  const places = new Map<string, number>();
  for await (const { row } of withUnsaved.planned()) {
    if (signal?.aborted === true) throw cancelled();
    places.set(row.id, rows.length);
    rows.add(row);
  }
  return {
    rows,
    rowOf: (userGroupId) => {
      const place = places.get(userGroupId);
      return place === undefined ? undefined : rows.at(place);
    },
    emptied: await countEmptied(context, connection, known.values()),
    items: (changed) => itemsAsShown(withUnsaved, rows, 'changed', changed),
  };
}

async function countEmptied(
  { services: { changes } }: BulkContext,
  connection: Connection,
  rows: Iterable<PreviewRow>,
): Promise<number> {
  const slices = new WorkSlices();
  let count = 0;
  for (const row of rows) {
    const change = emptyCellsChange(row);
    if (change.columns.length === 0) continue;
    if (changes.planOne(connection, groupRef(connection, row.userGroupId ?? ''), change).kind === 'changed') count += 1;
    await slices.pause();
  }
  return count;
}

/** @throws UserGroupsError `cancelled` */
export async function askEmptyCells(title: string, emptied: number, active: EmptyCells): Promise<EmptyCells> {
  const chosen = await askChoice<EmptyCells>({
    title,
    placeholder: isOne(emptied)
      ? l10n.t('1 group has a value where a cell is empty')
      : l10n.t('{0} groups have a value where a cell is empty', grouped(emptied)),
    choices: [
      { label: l10n.t('Leave the Values'), detail: l10n.t('An empty cell changes nothing.'), value: 'leave' },
      {
        label: l10n.t('Remove the Values'),
        detail: l10n.t('The property or schema ID is removed from the group.'),
        value: 'remove',
      },
      {
        label: l10n.t('Set the Values Empty'),
        detail: l10n.t('The property stays and is empty. Data sources stay as they are.'),
        value: 'set',
      },
    ],
    active,
  });
  if (chosen === BACK) throw cancelled();
  return chosen;
}
