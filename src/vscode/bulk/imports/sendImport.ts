// What an import does once it is agreed to: it lists the groups, gets or creates them, or updates those in the list.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../../core/connection.ts';
import { guardedMark } from '../../../core/environmentText.ts';
import { cancelled, whileDoing, UserGroupsError } from '../../../core/errors.ts';
import { quotedId } from '../../../core/foreignText.ts';
import { grouped, isOne } from '../../../core/language.ts';
import type { NewRunItem } from '../../../core/runs.ts';
import { sentences } from '../../../core/sentences.ts';
import type { AddedGroups } from '../../../services/bulk/importList.ts';
import type { ImportClass, ImportCounts, ImportPreview } from '../../../services/bulk/importPreview.ts';
import { getOrCreateText, invalidText, listOnlyText, validCount } from '../../../services/bulk/importText.ts';
import { confirmByName, confirmOn, type Confirmation } from '../../command/confirm.ts';
import { groupUri } from '../../platform/documentUris.ts';
import { withProgress } from '../../platform/progress.ts';
import { requireTrustedFiles } from '../../sending/sendRules.ts';
import type { TablePanel } from '../../table/tablePanel.ts';
import type { BulkContext } from '../bulkContext.ts';
import type { ChangeKind } from '../plans/plannedChange.ts';
import { PlannedRun, reportChanged } from '../plans/planFlow.ts';
import { FIRST_ONES, markedText, type PlannedRows } from '../plans/planTable.ts';
import { createText, updateText } from '../plans/sendingPlan.ts';
import { viewersText } from '../runs/runKinds.ts';
import { openRunTable } from '../runs/runTable.ts';
import { sourceName, type Chosen } from './importSource.ts';
import type { ImportReading } from './importTable.ts';

export const doing = (): string => l10n.t("Couldn't import the groups.");

export function importing<T>(title: string, work: (signal: AbortSignal | undefined) => Promise<T>): Promise<T> {
  return withProgress(title, ({ signal }) => whileDoing(doing(), undefined, () => work(signal)));
}

export async function listOnly(
  context: BulkContext,
  connection: Connection,
  chosen: Chosen,
  preview: ImportPreview,
): Promise<AddedGroups> {
  const { services, messages } = context;
  await requireTrustedFiles(context, connection, chosen.uris, sourceName(chosen), 'import');
  await confirmOn(context, connection, {
    title: isOne(preview.counts.notKnown)
      ? l10n.t('Add 1 group to the list of {0}?', connection.name)
      : l10n.t('Add {0} groups to the list of {1}?', grouped(preview.counts.notKnown), connection.name),
    detail: listOnlyText(preview.counts),
    answer: l10n.t('Add to List Without Sending'),
  });
  const result = await withProgress(l10n.t('Adding groups to the list of {0}', connection.name), ({ signal }) =>
    services.importList.addListed(connection, preview.rows, signal),
  );
  const name = `${connection.name}${guardedMark(connection)}`;
  // The preview counts the others.
  messages.status(
    isOne(result.added)
      ? l10n.t('1 group added to the list of {0}', name)
      : l10n.t('{0} groups added to the list of {1}', grouped(result.added), name),
  );
  return result;
}

/** Answers the run, which is started. */
export async function getOrCreate(
  context: BulkContext,
  connection: Connection,
  chosen: Chosen,
  preview: ImportPreview,
): Promise<number> {
  const { services } = context;
  await requireTrustedFiles(context, connection, chosen.uris, sourceName(chosen), 'send');
  await confirmByName(context, connection, {
    title: isOne(validCount(preview.counts))
      ? l10n.t('Get or create 1 group on {0}?', connection.name)
      : l10n.t('Get or create {0} groups on {1}?', grouped(validCount(preview.counts)), connection.name),
    detail: getOrCreateText(preview.counts),
    answer: l10n.t('Get or Create'),
  });
  const { id } = await withProgress(l10n.t('Preparing the bulk operation'), ({ signal }) =>
    whileDoing(doing(), { connection: connection.name }, () =>
      services.runs.create('getOrCreate', connection, itemsOf(context, connection, preview, signal), {
        stopAtFirstFailure: false,
      }),
    ),
  );
  services.runs.start(id);
  return id;
}

/**
 * Answers the run, which is started; absent where nothing was sent, since all of it has changed since it was shown.
 */
export async function updateAndCreate(
  context: BulkContext,
  connection: Connection,
  chosen: Chosen,
  { preview, updates }: ImportReading,
  panel: TablePanel,
): Promise<number | undefined> {
  const { services } = context;
  const [toUpdate, toCreate] = [updates.rows.count('changed'), preview.counts.notKnown];
  if (toUpdate + toCreate === 0) return undefined;
  await requireTrustedFiles(context, connection, chosen.uris, sourceName(chosen), 'send');
  const isStaged = toUpdate > FIRST_ONES;
  await confirmByName(context, connection, updateQuestion(connection, preview.counts, updates.rows));
  const changed: string[] = [];
  const run = new PlannedRun(
    services.runs,
    toUpdate === 0 ? 'getOrCreate' : 'import',
    connection,
    toUpdate === 0 ? undefined : l10n.t('Import from {0}', quotedId(sourceName(chosen))),
  );
  await withProgress(l10n.t('Preparing the bulk operation'), ({ signal }) =>
    whileDoing(doing(), { connection: connection.name }, () =>
      run.begin(updatesFirst(updates.items(changed), itemsOf(context, connection, preview, signal, ['notKnown'])), {
        stopAtFirstFailure: false,
        ...(isStaged && { askAfterFirst: FIRST_ONES }),
      }),
    ),
  );
  if (run.id !== undefined) openRunTable(context, run.id);
  // The table says which ones were not sent.
  if (changed.length === 0) panel.dispose();
  else reportChanged(context, changed, panel);
  return run.id;
}

/** The first ones that the user checks are updates: creating changes nothing that exists. */
async function* updatesFirst(
  updates: AsyncIterable<NewRunItem>,
  others: AsyncIterable<NewRunItem>,
): AsyncGenerator<NewRunItem> {
  yield* updates;
  yield* others;
}

/** @throws UserGroupsError `invalid` when a document has schema errors, and these are to block */
async function* itemsOf(
  { settings, schemas }: BulkContext,
  connection: Connection,
  { rows }: ImportPreview,
  signal: AbortSignal | undefined,
  classes: readonly ImportClass[] = ['known', 'notKnown'],
): AsyncGenerator<NewRunItem> {
  const isBlocking = settings.schemaErrors() === 'block';
  for (const { userGroupId, text, class: is } of rows) {
    if (signal?.aborted === true) throw cancelled();
    if (!classes.includes(is) || userGroupId === undefined) continue;
    const [error] = isBlocking ? await schemas.errorsIn(groupUri(connection.name, userGroupId), text) : [];
    if (error !== undefined) {
      throw new UserGroupsError(
        'invalid',
        l10n.t('Schema error in the document of {0}: {1}', quotedId(userGroupId), error.message),
        l10n.t('Correct it, or set "userGroups.schemaErrors" to "warn".'),
      );
    }
    yield { userGroupId, text };
  }
}

/** Before they are sent. */
function updateQuestion({ name }: Connection, counts: ImportCounts, rows: PlannedRows<ChangeKind>): Confirmation {
  const [toUpdate, toCreate] = [rows.count('changed'), counts.notKnown];
  const count = toUpdate + toCreate;
  return {
    title:
      toUpdate > FIRST_ONES
        ? l10n.t('Send the first {0} of {1} groups to {2}?', grouped(FIRST_ONES), grouped(count), name)
        : isOne(count)
          ? l10n.t('Send 1 group to {0}?', name)
          : l10n.t('Send {0} groups to {1}?', grouped(count), name),
    detail: [
      sentences([
        ...(toUpdate > 0 ? [updateText(toUpdate, false)] : []),
        ...(toCreate > 0 ? [createText(toCreate)] : []),
      ]),
      sentences([...invalidText(counts), ...markedText(rows)]),
      ...(toUpdate > 0 ? [viewersText()] : []),
    ].filter((text) => text !== ''),
    answer: l10n.t('Send'),
  };
}
