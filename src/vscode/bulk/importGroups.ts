// The command Import Groups from File…: previews groups of a file or folder in a table, then lists or gets or creates
// them.

import * as l10n from '@vscode/l10n';
import type { ImportedTable } from '../../bulk/readImport.ts';
import { delimiterText } from '../../bulk/columnText.ts';
import { namesOf, type Connection } from '../../core/connection.ts';
import { guardedMark } from '../../core/environmentText.ts';
import { cancelled, whileDoing, UserGroupsError } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { quotedId } from '../../core/foreignText.ts';
import { grouped, isOne } from '../../core/language.ts';
import type { NewRunItem } from '../../core/runs.ts';
import { asShown } from '../../document/idName.ts';
import type { AddedGroups } from '../../services/bulk/importList.ts';
import type { ImportPreview, PreviewRow } from '../../services/bulk/importPreview.ts';
import { getOrCreateText, listOnlyText, validCount } from '../../services/bulk/importText.ts';
import { groupUri } from '../platform/documentUris.ts';
import { openGroup } from '../editing/documents/openDocuments.ts';
import type { ChangedCells } from '../../bulk/changedCell.ts';
import { askChangedCells } from './changedCells.ts';
import { askHowToRead, type CsvChoice, type CsvQuestion } from './imports/csvStep.ts';
import { importTitle, ImportTable, type OpenQuestion } from './imports/importTable.ts';
import {
  chooseSource,
  csvBytes,
  isCsv,
  readSource,
  inputSource,
  sourceName,
  type Chosen,
} from './imports/importSource.ts';
import { withProgress } from '../platform/progress.ts';
import { BACK, type Place } from '../command/ask.ts';
import { askSeries } from '../command/series.ts';
import { isReady, pickConnection, plainConnection } from '../command/targets.ts';
import { openRunTable } from './runs/runTable.ts';
import type { Invocation } from '../command/invocation.ts';
import type { ImportResult } from '../command/commandMap.ts';
import { confirmByName, confirmOn } from '../command/confirm.ts';
import type { BulkContext } from './bulkContext.ts';
import { knownNames } from './knownNames.ts';
import { requireTrustedFiles } from '../sending/sendRules.ts';
import { runResult } from './showRuns.ts';

const doing = (): string => l10n.t("Couldn't import the groups.");

function importing<T>(title: string, work: (signal: AbortSignal | undefined) => Promise<T>): Promise<T> {
  return withProgress(title, ({ signal }) => whileDoing(doing(), undefined, () => work(signal)));
}

interface Answers {
  readonly chosen: Chosen;
  readonly connection: Connection;
  /** Absent where there is nothing to choose. */
  readonly csv?: CsvChoice;
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
  /** What was chosen in a change of the columns that was closed before its end. */
  let left: CsvChoice | undefined;
  let answers: CellAnswers = { changedCells: new Map(), allRows: false };
  let table = await readAll(context, connection, chosen, how, answers);
  let preview = await previewOf(context, connection, table);
  let listed: AddedGroups | undefined;
  let runId: number | undefined;
  const readAgain = async (csv: CsvChoice | undefined, answer: CellAnswers): Promise<void> => {
    const read = await readAll(context, connection, chosen, csv, answer);
    preview = await previewOf(context, connection, read);
    [table, how, answers] = [read, csv, answer];
    view.readAs({ preview, source: sourceText(chosen, table) });
  };
  const hasColumns = table.columns !== undefined;
  const changeColumns = async (): Promise<void> => {
    const answer = await askColumns(context, { title: importTitle(connection) }, connection, chosen, {
      chosen: left ?? how,
      keep: (choice) => {
        left = choice;
      },
    });
    if (answer === BACK) return;
    await readAgain(answer, answers);
    left = undefined;
  };
  const view: ImportTable = new ImportTable(
    connection,
    { preview, source: sourceText(chosen, table) },
    {
      listOnly: async () => {
        listed = await listOnly(context, connection, chosen, preview);
        view.listed(listed);
      },
      getOrCreate: async () => {
        runId = await getOrCreate(context, connection, chosen, preview);
        openRunTable(context, runId);
        panel.dispose();
      },
      openQuestions: () => [
        ...openQuestions(table, importTitle(connection), answers, (answer) => readAgain(how, answer)),
        ...(hasColumns ? [{ id: 'changeColumns', label: l10n.t('Change Columns…'), answer: changeColumns }] : []),
      ],
      changed: () => {
        panel.update();
      },
      changesOf: (row) => services.importList.changesBy(connection.id, row),
      open: (row) => openRow(context, connection, chosen, row),
    },
  );
  const panel = context.openTable(view);
  if (method !== undefined) await view.onAction(method);
  if (runId !== undefined && invocation.origin === 'argument') await services.runs.whenLeft(runId);
  return resultOf(context, preview, listed, runId);
}

function resultOf(
  context: BulkContext,
  { counts: { known, notKnown, invalid } }: ImportPreview,
  listed: AddedGroups | undefined,
  runId: number | undefined,
): ImportResult {
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
  const title = importTitle(connection);
  const chosen = await (input.file === undefined
    ? chooseSource(title)
    : whileDoing(doing(), undefined, () => inputSource(input.file)));
  return askSeries<Answers>({
    title,
    subject: chosen.uris.join('\n'),
    input: { chosen, ...(connection !== undefined && { connection }) },
    // A caller with an argument object gets what is proposed.
    leadsTo: (field) => field !== 'csv' || (origin !== 'argument' && isCsv(chosen)),
    questions: {
      connection: async (answers, place) => {
        const answer = await pickConnection(services.connections.list().filter(isReady), place, answers.connection);
        return answer === BACK ? BACK : { connection: answer };
      },
      csv: async (answers, place, keep) => {
        if (answers.connection === undefined) return BACK;
        const answer = await askColumns(context, place, answers.connection, chosen, {
          chosen: answers.csv,
          keep: (csv) => {
            keep({ csv });
          },
        });
        return answer === BACK ? BACK : { csv: answer };
      },
    },
  });
}

async function askColumns(
  context: BulkContext,
  place: Place,
  connection: Connection,
  source: Chosen,
  choice: Pick<CsvQuestion, 'chosen' | 'keep'>,
): Promise<CsvChoice | typeof BACK> {
  const reading = <T>(read: () => Promise<T>): Promise<T> => importing(l10n.t('Reading the file'), read);
  const bytes = await reading(() => csvBytes(source));
  const { readCsvHead } = await context.importReader();
  return askHowToRead(place, {
    read: (how) => reading(() => readCsvHead(bytes, how, namesOf(connection))),
    file: sourceName(source),
    namesOf: (field) => knownNames(context.services, connection, field),
    names: namesOf(connection),
    ...choice,
  });
}

/** What the preview asks about the cells and rows of a CSV file. */
interface CellAnswers {
  /** By the header of each column. */
  readonly changedCells: ReadonlyMap<string, ChangedCells>;
  readonly allRows: boolean;
}

function openQuestions(
  { questions = [], leftOut = 0 }: ImportedTable,
  title: string,
  answers: CellAnswers,
  readAgain: (answers: CellAnswers) => Promise<void>,
): OpenQuestion[] {
  const cells: OpenQuestion = {
    id: 'changedCells',
    label: l10n.t('Review Changed Cells…'),
    answer: async () => {
      const more = await askChangedCells(title, questions);
      await readAgain({ ...answers, changedCells: new Map([...answers.changedCells, ...more]) });
    },
  };
  const rows: OpenQuestion = {
    id: 'allRows',
    label: answers.allRows ? l10n.t('Skip Rows Again') : l10n.t('Read Skipped Rows'),
    answer: () => readAgain({ ...answers, allRows: !answers.allRows }),
  };
  return [...(questions.length === 0 ? [] : [cells]), ...(leftOut === 0 && !answers.allRows ? [] : [rows])];
}

function previewOf({ services }: BulkContext, connection: Connection, { rows }: ImportedTable): Promise<ImportPreview> {
  return importing(l10n.t('Comparing with the list'), (signal) => services.importPreview(connection, rows, signal));
}

async function readAll(
  context: BulkContext,
  connection: Connection,
  chosen: Chosen,
  csv: CsvChoice | undefined,
  answers: CellAnswers,
): Promise<ImportedTable> {
  return importing(l10n.t('Reading {0}', sourceName(chosen)), async () => {
    const [source, { readImport }] = await Promise.all([readSource(chosen), context.importReader()]);
    const schemaIds = knownNames(context.services, connection, 'mapping').map(({ value }) => value);
    return readImport(
      source.kind !== 'csv'
        ? { ...source, changedCells: answers.changedCells }
        : {
            ...source,
            ...answers,
            ...(csv && { ...csv, columns: csv.columns.map(({ use }) => use) }),
            schemaIds: new Set(schemaIds),
          },
      namesOf(connection),
    );
  });
}

/** "customers.csv · windows-1252 · Delimiter: semicolon", below a line for each note. */
function sourceText(chosen: Chosen, { encoding, delimiter, notes }: ImportedTable): string {
  const source = [
    sourceName(chosen),
    ...(encoding === undefined ? [] : [encoding]),
    ...(delimiter === undefined ? [] : [l10n.t('Delimiter: {0}', delimiterText(delimiter))]),
  ];
  return [...notes, source.join(' · ')].join('\n');
}

async function listOnly(
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
async function getOrCreate(
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
      throw new UserGroupsError(
        'invalid',
        l10n.t('Schema error in the document of {0}: {1}', quotedId(userGroupId), error.message),
        l10n.t('Correct it, or set "userGroups.schemaErrors" to "warn".'),
      );
    }
    yield { userGroupId, text };
  }
}

/** A row that is not in the list yet shows what the file has for it, if that can be read. */
async function openRow(
  { services, comparisons }: BulkContext,
  connection: Connection,
  source: Chosen,
  { userGroupId, text }: PreviewRow,
): Promise<void> {
  if (userGroupId === undefined || text === '') return;
  if (services.groups.find(groupRef(connection, userGroupId)) === undefined)
    await comparisons.show(
      l10n.t('{0}: not in the list ↔ {1}', groupText(userGroupId, connection), sourceName(source)),
      '',
      asShown(text, namesOf(connection)),
    );
  else await openGroup(connection, userGroupId, 'default');
}

type ImportMethod = 'listOnly' | 'getOrCreate';

function inputMethod({ input: { way } }: Invocation): ImportMethod | undefined {
  if (way === undefined || way === 'listOnly' || way === 'getOrCreate') return way;
  throw new UserGroupsError(
    'invalid',
    l10n.t('"way" must be "listOnly" or "getOrCreate".'),
    l10n.t('Omit it to open the preview.'),
  );
}
