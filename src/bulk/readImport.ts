// Reads an import, be it CSV, JSON, JSON Lines or files of documents, as rows with their problems.

import * as l10n from '@vscode/l10n';
import type { RequestNames } from '../contract/serviceApi.ts';
import { UserGroupsError } from '../core/errors.ts';
import { foreignText } from '../core/foreignText.ts';
import { grouped, isOne } from '../core/language.ts';
import { sentence } from '../core/sentences.ts';
import { ignoredText, isDocumentFile, isIgnoredFile } from '../document/documentFiles.ts';
import { DOCUMENT_SUFFIX } from '../document/documentUri.ts';
import { STORED_NAMES } from '../document/idName.ts';
import { indentedSlice } from '../document/indentedSlice.ts';
import { withPreset, type Preset } from '../document/preset.ts';
import { WorkSlices } from '../core/workSlices.ts';
import { CellJudge, judgedColumn, type CellQuestion, type ChangedAnswer } from './cellJudge.ts';
import { proposeColumns, schemaIdText, withSchemaIds, type CsvColumn, type ColumnUse } from './csvColumns.ts';
import { csvRow } from './csvRow.ts';
import { leftOutText, readCsv, tooMany } from './csvTable.ts';
import { decodeText } from './decodeText.ts';
import { documentRow, type DocumentReader } from './documentRow.ts';
import { withIdProblems } from './idProblems.ts';
import { linesOf } from './textLines.ts';
import { MOST_IMPORT_ROWS, withinSize, type ImportRow } from './importRow.ts';
import { jsonItems } from './jsonItems.ts';

export interface NamedBytes {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Of its folder. */
  readonly preset?: Preset | undefined;
  /** Why nothing of it was read, as a sentence. */
  readonly unread?: string;
}

interface EncodedText {
  readonly bytes: Uint8Array;
  readonly encoding?: string | undefined;
}

/** What is not given is detected. */
export type ImportSource = { readonly changedCells?: ChangedAnswer | undefined } & (
  | (EncodedText & {
      readonly kind: 'csv';
      readonly delimiter?: string | undefined;
      /** One for each column of the header. */
      readonly columns?: readonly ColumnUse[] | undefined;
      /** In use: columns may be called like them alone. */
      readonly schemaIds?: ReadonlySet<string> | undefined;
      /** Leaves out no row. */
      readonly allRows?: boolean | undefined;
    })
  | (EncodedText & { readonly kind: 'json' | 'jsonLines' })
  /** Those that are no `*.usergroup.json` are left out. */
  | { readonly kind: 'folder'; readonly files: readonly NamedBytes[] }
);

export interface ImportedTable {
  readonly rows: readonly ImportRow[];
  /** Sentences about the whole of it. Foreign text in them is harmless. */
  readonly notes: readonly string[];
  readonly encoding?: string | undefined;
  /** Nothing says that it is the right one. */
  readonly isGuessed?: true | undefined;
  /** Only a CSV file has these two. */
  readonly delimiter?: string | undefined;
  readonly columns?: readonly CsvColumn[] | undefined;
  /** Of values that another program may have changed. */
  readonly questions?: readonly CellQuestion[] | undefined;
  /** How many rows are no customers, as it seems. */
  readonly leftOut?: number | undefined;
  /** Lines of those that may be customers nonetheless. */
  readonly doubtful?: readonly number[];
}

/**
 * Blocks nothing for longer than a few milliseconds.
 * @param names of the service that the groups are for
 * @throws UserGroupsError `invalid` when the whole of it cannot be read; what is wrong with a row alone is said there.
 */
export async function readImport(source: ImportSource, names: RequestNames = STORED_NAMES): Promise<ImportedTable> {
  const cellJudge = new CellJudge(source.changedCells);
  const table = await tableOf(source, { names, cellJudge });
  if (table.rows.length === 0 && (table.doubtful ?? []).length === 0)
    throw new UserGroupsError(
      'invalid',
      l10n.t('There are no groups to import.'),
      l10n.t('Choose another file or folder.'),
    );
  return { ...table, questions: cellJudge.questions, rows: await withIdProblems(table.rows.map(withinSize)) };
}

function tableOf(source: ImportSource, reader: Required<DocumentReader>): Promise<ImportedTable> {
  switch (source.kind) {
    case 'csv':
      return csvTable(source, reader);
    case 'json':
      return jsonTable(source, reader);
    case 'jsonLines':
      return jsonLinesTable(source, reader);
    case 'folder':
      return folderTable(source.files, reader);
  }
}

async function csvTable(
  { bytes, encoding, columns, schemaIds = new Set(), ...reading }: Extract<ImportSource, { kind: 'csv' }>,
  { names, cellJudge }: Required<DocumentReader>,
): Promise<ImportedTable> {
  const decoded = await decodeText(bytes, encoding);
  const { header, records, leftOut, doubtful, delimiter } = await readCsv(decoded.text, reading);
  const used = columnsOf(withSchemaIds(proposeColumns(header, names), schemaIds), columns);
  const judged = used.map((column, index) => ({ ...column, judged: judgedColumn(column, index, records) }));
  const rows = await eachInStretches(records, (record) => csvRow(record, judged, cellJudge));
  return {
    rows,
    notes: [...leftOutText({ leftOut, doubtful }), ...(columns === undefined ? schemaIdText(used) : [])],
    encoding: decoded.encoding,
    isGuessed: decoded.isGuessed,
    delimiter,
    columns: used,
    leftOut: leftOut.length,
    doubtful,
  };
}

/** @throws UserGroupsError `invalid` unless exactly one of them is the id */
function columnsOf(proposed: readonly CsvColumn[], uses: readonly ColumnUse[] | undefined): CsvColumn[] {
  const columns = proposed.map(({ header, use }, index): CsvColumn => ({ header, use: uses?.[index] ?? use }));
  const ids = columns.filter(({ use }) => use.as === 'user_group_id');
  if (ids.length !== 1) {
    throw new UserGroupsError(
      'invalid',
      ids.length === 0
        ? l10n.t(
            'None of the columns is the ID: {0}.',
            foreignText(columns.map(({ header }) => header).join(', '), 150),
          )
        : l10n.t('More than one column is the ID.'),
      l10n.t('Choose the column that has it.'),
    );
  }
  return columns;
}

async function jsonTable(source: EncodedText, reader: DocumentReader): Promise<ImportedTable> {
  const { text, encoding: used } = await decodeJson(source);
  const { items, others } = await jsonItems(text);
  // In the list an item stands further in than it will by itself.
  const rows = await eachInStretches(items, ({ from, to, line, indent }) =>
    documentRow(indentedSlice(text, from, to, indent).shown, { number: line }, reader),
  );
  const notes =
    others.length === 0 ? [] : [l10n.t('Only "groups" is read. Skipped: {0}.', foreignText(others.join(', '), 150))];
  return { rows, notes, encoding: used };
}

/** JSON is UTF-8 by definition (RFC 8259). @throws UserGroupsError `invalid` where it is not, and nobody says so */
async function decodeJson({ bytes, encoding }: EncodedText): ReturnType<typeof decodeText> {
  const decoded = await decodeText(bytes, encoding);
  if (decoded.isGuessed === true)
    throw new UserGroupsError('invalid', l10n.t('The file is not UTF-8.'), l10n.t('Save it as UTF-8.'));
  return decoded;
}

async function jsonLinesTable(source: EncodedText, reader: DocumentReader): Promise<ImportedTable> {
  const { text, encoding: used } = await decodeJson(source);
  const slices = new WorkSlices();
  const rows: ImportRow[] = [];
  let number = 0;
  // Line by line: taking all of them apart at once would block.
  for (const line of linesOf(text)) {
    number += 1;
    if (line.trim() !== '') rows.push(documentRow(line, { number }, reader));
    if (rows.length > MOST_IMPORT_ROWS) throw tooMany();
    await slices.pause();
  }
  return { rows, notes: [], encoding: used };
}

async function folderTable(files: readonly NamedBytes[], reader: DocumentReader): Promise<ImportedTable> {
  const documents = files.filter(({ name }) => isDocumentFile(name));
  if (documents.length > MOST_IMPORT_ROWS) throw tooMany();
  const slices = new WorkSlices();
  const rows: ImportRow[] = [];
  for (const [index, { name, bytes, preset, unread }] of documents.entries()) {
    const place = { number: index + 1, file: name };
    rows.push(unread === undefined ? await fileRow(bytes, preset, place, reader) : unreadRow(place, unread));
    await slices.pause();
  }
  const ignored = files.filter(({ name }) => isIgnoredFile(name)).length;
  const left = files.length - documents.length - ignored;
  return { rows, notes: [...(left === 0 ? [] : [skippedText(left)]), ...ignoredText(ignored).map(sentence)] };
}

function skippedText(files: number): string {
  return isOne(files)
    ? l10n.t('1 file is not a *{0} file and is skipped.', DOCUMENT_SUFFIX)
    : l10n.t('{0} files are not *{1} files and are skipped.', grouped(files), DOCUMENT_SUFFIX);
}

async function fileRow(
  bytes: Uint8Array,
  preset: Preset | undefined,
  place: Pick<ImportRow, 'number' | 'file'>,
  reader: DocumentReader,
): Promise<ImportRow> {
  try {
    return documentRow(withPreset((await decodeText(bytes)).text, preset).text, place, reader);
  } catch (error) {
    if (!(error instanceof UserGroupsError)) throw error;
    return unreadRow(place, error.failure.happened);
  }
}

function unreadRow(place: Pick<ImportRow, 'number' | 'file'>, reason: string): ImportRow {
  return { ...place, text: '', problems: [{ severity: 'error', reason }] };
}

async function eachInStretches<T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> {
  const slices = new WorkSlices();
  const done: R[] = [];
  for (const item of items) {
    done.push(work(item));
    await slices.pause();
  }
  return done;
}
