// The command Import Groups from File…: previews groups of a file or folder in a table, then lists or gets or creates
// them.

import type { ImportedTable } from '../../bulk/readImport.ts';
import type { CsvHead } from '../../bulk/csvHead.ts';
import { delimiterText } from '../../bulk/columnText.ts';
import type { Connection } from '../../core/connection.ts';
import { guardedMark } from '../../core/environmentText.ts';
import { cancelled, UserGroupsError, whileDoing } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { visibleId } from '../../core/foreignText.ts';
import { counted } from '../../core/stateText.ts';
import type { NewRunItem } from '../../core/runs.ts';
import type { AddedGroups } from '../../services/bulk/importList.ts';
import type { ImportPreview, PreviewRow } from '../../services/bulk/importPreview.ts';
import { getOrCreateText, listOnlyText, validCount } from '../../services/bulk/importText.ts';
import { groupUri } from '../platform/documentUris.ts';
import { openGroup } from '../editing/documents/openDocuments.ts';
import { askHowToRead, type CsvChoice } from './imports/csvStep.ts';
import { ImportTable } from './imports/importTable.ts';
import { chooseSource, readSource, inputSource, sourceName, type Chosen } from './imports/importSource.ts';
import { withProgress } from '../platform/progress.ts';
import { BACK, type Place } from '../command/ask.ts';
import { askSeries } from '../command/series.ts';
import { isReady, pickConnection, plainConnection } from '../command/targets.ts';
import { openRunTable } from './runs/runTable.ts';
import type { Invocation } from '../command/invocation.ts';
import type { ImportResult } from '../command/commandMap.ts';
import { confirmMany } from './confirmMany.ts';
import type { BulkContext } from './bulkContext.ts';
import { requireTrustedFiles } from '../sending/sendRules.ts';
import { runResult } from './showRuns.ts';

const TITLE = 'Import';
const DOING = "Couldn't import the groups.";
const LIST_ONLY = 'List Only';
const GET_OR_CREATE = 'Get or Create';

interface Answers {
  readonly chosen: Chosen;
  readonly connection: Connection;
  /** `whole`: it is no CSV file, so there is nothing to choose. */
  readonly csv: CsvChoice | 'whole';
}

/**
 * `way` starts that button's action at once, after the same question; a caller with an argument object waits for its
 * end.
 */
export async function importGroups(context: BulkContext, invocation: Invocation): Promise<ImportResult> {
  const method = inputMethod(invocation);
  const { services } = context;
  const { chosen, connection, csv } = await answersTo(context, invocation);
  let how = csv;
  const table = await readAll(context, chosen, how);
  let preview = await previewOf(context, connection, table);
  let listed: AddedGroups | undefined;
  let runId: number | undefined;
  const view: ImportTable = new ImportTable(connection, preview, sourceText(chosen, table), {
    listOnly: async () => {
      listed = await listOnly(context, connection, chosen, preview);
      view.listed(listed);
    },
    getOrCreate: async () => {
      runId = await getOrCreate(context, connection, chosen, preview);
      view.sent(runId);
      openRunTable(context, runId);
    },
    ...(table.columns !== undefined && {
      changeColumns: async () => {
        const answer = await askColumns(context, { title: TITLE }, chosen, how === 'whole' ? undefined : how);
        if (answer === BACK || answer === 'whole') return;
        const read = await readAll(context, chosen, answer);
        preview = await previewOf(context, connection, read);
        how = answer;
        view.readAs(preview, sourceText(chosen, read));
      },
    }),
    changed: () => {
      panel.update();
    },
    showRun: (id) => {
      openRunTable(context, id);
    },
    changesOf: (row) => services.importList.changesBy(connection.id, row),
    open: (row) => openRow(context, connection, row),
  });
  const panel = context.openTable(view);
  if (method !== undefined) await view.onAction(method);
  if (runId !== undefined && invocation.origin === 'argument') await services.runs.whenLeft(runId);
  const { known, notKnown, invalid } = preview.counts;
  return {
    known,
    notKnown,
    invalid,
    ...(listed !== undefined && { added: listed.added, same: listed.same, different: listed.different.length }),
    ...(runId !== undefined && { run: runResult(context, runId) }),
  };
}

async function answersTo(context: BulkContext, invocation: Invocation): Promise<Answers> {
  const { services } = context;
  const { input, origin } = invocation;
  const connection = plainConnection(services, invocation, isReady);
  const chosen =
    input.file === undefined ? undefined : await whileDoing(DOING, undefined, () => inputSource(input.file));
  return askSeries<Answers>({
    title: connection === undefined ? TITLE : `${TITLE} on ${connection.name}`,
    input: {
      ...(chosen !== undefined && { chosen }),
      ...(connection !== undefined && { connection }),
      ...(origin === 'argument' && { csv: 'whole' as const }),
    },
    questions: {
      chosen: async (_answers, place) => {
        const answer = await chooseSource(place);
        return answer === BACK ? BACK : { chosen: answer };
      },
      connection: async (answers, place) => {
        const answer = await pickConnection(services.connections.list().filter(isReady), place, answers.connection);
        return answer === BACK ? BACK : { connection: answer };
      },
      csv: async (answers, place) => {
        const source = answers.chosen;
        if (source === undefined) return BACK;
        const answer = await askColumns(context, place, source);
        return answer === BACK ? BACK : { csv: answer };
      },
    },
  });
}

/** `former`: as it was read before. `whole`: it is no CSV file, so there is nothing to choose. */
async function askColumns(
  context: BulkContext,
  place: Place,
  source: Chosen,
  former?: CsvChoice,
): Promise<CsvChoice | 'whole' | typeof BACK> {
  const read = await withProgress('Reading the file', () => whileDoing(DOING, undefined, () => readSource(source)));
  if (read.kind !== 'csv') return 'whole';
  const { readCsvHead } = await context.importReader();
  const head = (reading: Parameters<typeof readCsvHead>[1]): Promise<CsvHead> =>
    withProgress('Reading the file', () => whileDoing(DOING, undefined, () => readCsvHead(read.bytes, reading)));
  return askHowToRead(place, head, sourceName(source), former);
}

function previewOf({ services }: BulkContext, connection: Connection, { rows }: ImportedTable): Promise<ImportPreview> {
  return withProgress('Comparing with what is known here', ({ signal }) =>
    whileDoing(DOING, undefined, () => services.importPreview(connection, rows, signal)),
  );
}

async function readAll(context: BulkContext, chosen: Chosen, csv: CsvChoice | 'whole'): Promise<ImportedTable> {
  return withProgress(`Reading ${sourceName(chosen)}`, () =>
    whileDoing(DOING, undefined, async () => {
      const [source, { readImport }] = await Promise.all([readSource(chosen), context.importReader()]);
      return readImport(
        csv === 'whole' || source.kind !== 'csv'
          ? source
          : { ...source, encoding: csv.encoding, delimiter: csv.delimiter, columns: csv.columns.map(({ use }) => use) },
      );
    }),
  );
}

/** "190 groups from customers.csv (windows-1252, parted by semicolon)". */
function sourceText(chosen: Chosen, { rows, encoding, delimiter, notes }: ImportedTable): string {
  const how = [encoding, delimiter !== undefined && `parted by ${delimiterText(delimiter)}`].filter(
    (part) => part !== undefined && part !== false,
  );
  return `${notes.map((note) => `${note} `).join('')}${counted(rows.length, 'group')} from ${sourceName(chosen)}${how.length === 0 ? '' : ` (${how.join(', ')})`}`;
}

async function listOnly(
  context: BulkContext,
  connection: Connection,
  chosen: Chosen,
  preview: ImportPreview,
): Promise<AddedGroups> {
  const { services, messages } = context;
  await requireTrustedFiles(context, connection, chosen.uris, sourceName(chosen), 'import');
  await confirmMany(context, connection, {
    what: `List ${counted(preview.counts.notKnown, 'group')}`,
    detail: listOnlyText(preview.counts),
    answer: LIST_ONLY,
    isLocal: true,
  });
  const result = await withProgress(`Adding groups to the list of ${connection.name}`, ({ signal }) =>
    services.importList.addListed(connection, preview.rows, signal),
  );
  const { added, same, different } = result;
  messages.status(
    `${counted(added, 'group')} added to the list of ${connection.name}${guardedMark(connection)}, ${same} there already${different.length === 0 ? '' : `, ${different.length} differ and were not changed`}`,
  );
  return result;
}

/** Answers the run, which is started. */
async function getOrCreate(
  context: BulkContext,
  connection: Connection,
  chosen: Chosen,
  preview: ImportPreview,
): Promise<number> {
  const { services } = context;
  await requireTrustedFiles(context, connection, chosen.uris, sourceName(chosen), 'send');
  await confirmMany(context, connection, {
    what: `Get or create ${counted(validCount(preview.counts), 'group')}`,
    detail: getOrCreateText(preview.counts),
    answer: GET_OR_CREATE,
  });
  const { id } = await withProgress('Preparing the run', ({ signal }) =>
    whileDoing(DOING, { connection: connection.name }, () =>
      services.runs.create('getOrCreate', connection, itemsOf(context, connection, preview, signal), {
        stopAtFirstFailure: false,
      }),
    ),
  );
  services.runs.start(id);
  return id;
}

/** @throws UserGroupsError `invalid` when a document has schema errors, and these are to block */
async function* itemsOf(
  { settings, schemas }: BulkContext,
  connection: Connection,
  { rows }: ImportPreview,
  signal: AbortSignal | undefined,
): AsyncGenerator<NewRunItem> {
  const isBlocking = settings.schemaErrors() === 'block';
  for (const { userGroupId, text, class: is } of rows) {
    if (signal?.aborted === true) throw cancelled();
    if (is === 'invalid' || userGroupId === undefined) continue;
    const [error] = isBlocking ? await schemas.errorsIn(groupUri(connection.name, userGroupId), text) : [];
    if (error !== undefined) {
      throw new UserGroupsError({
        kind: 'invalid',
        happened: `Nothing was sent: the document of ${visibleId(userGroupId)} has schema errors. ${error.message}`,
        next: 'Correct it, or set userGroups.schemaErrors to warn.',
      });
    }
    yield { userGroupId, text };
  }
}

async function openRow({ services }: BulkContext, connection: Connection, { userGroupId }: PreviewRow): Promise<void> {
  if (userGroupId === undefined)
    throw new UserGroupsError({ kind: 'notFound', happened: 'This row has no user_group_id.' });
  if (services.groups.find(groupRef(connection, userGroupId)) === undefined) {
    throw new UserGroupsError({
      kind: 'notFound',
      happened: `${groupText(userGroupId, connection)} is not in this machine's list yet.`,
    });
  }
  await openGroup(connection, userGroupId, 'default');
}

type ImportMethod = 'listOnly' | 'getOrCreate';

function inputMethod({ input: { way } }: Invocation): ImportMethod | undefined {
  if (way === undefined || way === 'listOnly' || way === 'getOrCreate') return way;
  throw new UserGroupsError({
    kind: 'invalid',
    happened: '"way" is neither listOnly nor getOrCreate.',
    next: 'Give one of them, or none to look at the preview.',
  });
}
