// The command Import Groups from File…: previews groups of a file or folder in a table, then lists them, gets or
// creates them, or updates those that are in the list.

import * as l10n from '@vscode/l10n';
import type { ImportedTable } from '../../bulk/readImport.ts';
import { EMPTY_CELLS, type EmptyCells } from '../../bulk/changes/rowChange.ts';
import { delimiterText } from '../../bulk/columnText.ts';
import { namesOf, type Connection } from '../../core/connection.ts';
import { whileDoing, UserGroupsError } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { asShown } from '../../document/idName.ts';
import type { AddedGroups } from '../../services/bulk/importList.ts';
import type { ImportPreview, PreviewRow } from '../../services/bulk/importPreview.ts';
import { openGroup } from '../editing/documents/openDocuments.ts';
import type { ChangedCells } from '../../bulk/changedCell.ts';
import { askChangedCells } from './changedCells.ts';
import { askHowToRead, type CsvChoice, type CsvQuestion } from './imports/csvStep.ts';
import { importTitle, ImportTable, type ImportReading, type OpenQuestion } from './imports/importTable.ts';
import { askEmptyCells, importUpdates } from './imports/importUpdates.ts';
import { doing, getOrCreate, importing, listOnly, updateAndCreate } from './imports/sendImport.ts';
import {
  chooseSource,
  csvBytes,
  isCsv,
  readSource,
  inputSource,
  sourceName,
  type Chosen,
} from './imports/importSource.ts';
import { BACK, type Place } from '../command/ask.ts';
import { askSeries } from '../command/series.ts';
import { isReady, pickConnection, plainConnection } from '../command/targets.ts';
import { openRunTable } from './runs/runTable.ts';
import type { Invocation } from '../command/invocation.ts';
import type { ImportResult } from '../command/commandMap.ts';
import type { BulkContext } from './bulkContext.ts';
import { knownNames } from './knownNames.ts';
import { runResult } from './showRuns.ts';

/** The action of the table that asks it. */
const EMPTY_CELLS_QUESTION = 'emptyCells';

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
  let answers: CellAnswers = { changedCells: new Map(), allRows: false, emptyCells: inputEmptyCells(invocation) };
  let reading = await readingOf(context, connection, chosen, how, answers);
  let listed: AddedGroups | undefined;
  let runId: number | undefined;
  const title = importTitle(connection);
  const readAgain = async (csv: CsvChoice | undefined, answer: CellAnswers): Promise<void> => {
    reading = await readingOf(context, connection, chosen, csv, answer);
    [how, answers] = [csv, answer];
    view.readAs(reading);
  };
  const changeColumns = async (): Promise<void> => {
    const answer = await askColumns(context, { title }, connection, chosen, {
      chosen: left ?? how,
      keep: (choice) => {
        left = choice;
      },
    });
    if (answer === BACK) return;
    await readAgain(answer, answers);
    left = undefined;
  };
  const ask = (): OpenQuestion[] => openQuestions(reading, title, answers, (answer) => readAgain(how, answer));
  const view: ImportTable = new ImportTable(connection, reading, {
    listOnly: async () => {
      listed = await listOnly(context, connection, chosen, reading.preview);
      view.listed(listed);
    },
    getOrCreate: async () => {
      runId = await getOrCreate(context, connection, chosen, reading.preview);
      openRunTable(context, runId);
      panel.dispose();
    },
    update: async () => {
      runId = await updateAndCreate(context, connection, chosen, reading, panel);
    },
    openQuestions: () => [
      ...ask(),
      ...(reading.table.columns === undefined
        ? []
        : [{ id: 'changeColumns', label: l10n.t('Change Columns…'), answer: changeColumns }]),
    ],
    changed: () => {
      panel.update();
    },
    changesOf: (row) => services.importList.changesBy(connection.id, row),
    open: (row) => openRow(context, connection, chosen, row),
  });
  const panel = context.openTable(view);
  if (method !== undefined) await view.onAction(method);
  // Once: the button of the table changes the answer.
  else if (invocation.origin !== 'argument' && reading.updates.emptied > 0) await view.onAction(EMPTY_CELLS_QUESTION);
  if (runId !== undefined && invocation.origin === 'argument') await services.runs.whenLeft(runId);
  return resultOf(context, reading.preview, listed, runId);
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
  readonly emptyCells: EmptyCells;
}

/** What was read, and what would become of it. */
interface Reading extends ImportReading {
  readonly table: ImportedTable;
}

function openQuestions(
  { table: { questions = [], leftOut = 0 }, updates: { emptied } }: Reading,
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
  const empty: OpenQuestion = {
    id: EMPTY_CELLS_QUESTION,
    label: l10n.t('Choose What Empty Cells Do…'),
    answer: async () => {
      const emptyCells = await askEmptyCells(title, emptied, answers.emptyCells);
      if (emptyCells !== answers.emptyCells) await readAgain({ ...answers, emptyCells });
    },
  };
  return [
    ...(questions.length === 0 ? [] : [cells]),
    ...(leftOut === 0 && !answers.allRows ? [] : [rows]),
    ...(emptied === 0 ? [] : [empty]),
  ];
}

async function readingOf(
  context: BulkContext,
  connection: Connection,
  chosen: Chosen,
  csv: CsvChoice | undefined,
  answers: CellAnswers,
): Promise<Reading> {
  const table = await readAll(context, connection, chosen, csv, answers);
  return importing(l10n.t('Comparing with the list'), async (signal) => {
    const preview = await context.services.importPreview(connection, table.rows, signal);
    const { columns } = table;
    const updates = await importUpdates(context, connection, { preview, columns }, answers.emptyCells, signal);
    return { table, preview, updates, source: sourceText(chosen, table) };
  });
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

type ImportMethod = 'listOnly' | 'getOrCreate' | 'update';

function inputMethod({ input: { way } }: Invocation): ImportMethod | undefined {
  if (way === undefined || way === 'listOnly' || way === 'getOrCreate' || way === 'update') return way;
  throw new UserGroupsError(
    'invalid',
    l10n.t('"way" must be "listOnly", "getOrCreate" or "update".'),
    l10n.t('Omit it to open the preview.'),
  );
}

function inputEmptyCells({ input: { empty = 'leave' } }: Invocation): EmptyCells {
  const found = EMPTY_CELLS.find((each) => each === empty);
  if (found !== undefined) return found;
  throw new UserGroupsError('invalid', l10n.t('"empty" must be "leave", "remove" or "set".'));
}
