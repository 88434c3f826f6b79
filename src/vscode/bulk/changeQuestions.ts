// The questions of Edit Multiple Groups…: the field, its new value, and whether it stops at the first failure.

import * as vscode from 'vscode';
import type { ObjectField } from '../../contract/fields.ts';
import { columnValues } from '../../bulk/changes/columnValues.ts';
import { requireMeaningful, type BulkChange } from '../../bulk/changes/documentChange.ts';
import type { CsvTable } from '../../bulk/csvTable.ts';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText, quotedId, visibleId } from '../../core/foreignText.ts';
import { hasEdgeSpace } from '../../document/edgeSpaces.ts';
import { literalOf } from '../../document/stringLiteral.ts';
import { readStrictly } from '../../document/walkJson.ts';
import { askChoice, askText, BACK, type Place } from '../command/ask.ts';
import { askSeries, type AskStep } from '../command/series.ts';
import { withProgress } from '../platform/progress.ts';
import type { ChangeArgument } from '../command/commandMap.ts';

type Action = 'set' | 'setByGroup' | 'rename' | 'copy' | 'remove';

interface What {
  readonly action: Action;
  readonly field: ObjectField;
}

interface Answers {
  readonly what: What;
  readonly key: string;
  /** As `DocumentChange.value`. */
  readonly value: string;
  readonly to: string;
  readonly file: string;
  readonly idColumn: string;
  readonly valueColumn: string;
  readonly cells: 'text' | 'json';
  readonly onFailure: 'stop' | 'goOn';
}

export interface ChangeAsked {
  readonly change: BulkChange;
  readonly stopAtFirstFailure: boolean;
  /** Rows of the CSV file that could not be used: sentences, harmless to show. */
  readonly problems: readonly string[];
}

const TITLE = 'Edit Multiple Groups';
const NOUN: Readonly<Record<ObjectField, string>> = { properties: 'property', mapping: 'schema id' };
const CHOICES: readonly { readonly action: Action; readonly words: (noun: string) => string }[] = [
  { action: 'set', words: (noun) => `Set a ${noun} to one value` },
  { action: 'setByGroup', words: (noun) => `Set a ${noun} to a value of each group, from a CSV file` },
  { action: 'rename', words: (noun) => `Rename a ${noun}` },
  { action: 'copy', words: (noun) => `Copy a ${noun}` },
  { action: 'remove', words: (noun) => `Remove a ${noun}` },
];

/**
 * @param requireReadable throws for a file that must not be read
 * @throws UserGroupsError `cancelled`; `invalid` for a change without effect
 */
export async function askChange(
  connection: Connection,
  words: string,
  argument: ChangeArgument | undefined,
  onFailure: unknown,
  requireReadable: (file: vscode.Uri) => Promise<void>,
): Promise<ChangeAsked> {
  const title = `${TITLE}: ${words}`;
  const tables = new Map<string, Promise<CsvTable>>();
  const tableOf = (file: string): Promise<CsvTable> => {
    const table = tables.get(file) ?? readTable(file, requireReadable);
    tables.set(file, table);
    return table;
  };
  const answers = await askSeries<Answers>({
    title,
    subject: connection.name,
    input: inputOf(argument, onFailure),
    questions: {
      what: (before, place) => askWhat(before, place),
      key: (before, place, keep) => askName(before, place, keep),
      value: only(['set'], (before, place, keep) => askValue(before, place, keep)),
      to: only(['rename', 'copy'], (before, place, keep) => askNewName(before, place, keep)),
      file: only(['setByGroup'], () => askFile()),
      idColumn: only(['setByGroup'], async (before, place) =>
        askColumn(before, place, await tableOf(before.file ?? ''), 'idColumn'),
      ),
      valueColumn: only(['setByGroup'], async (before, place) =>
        askColumn(before, place, await tableOf(before.file ?? ''), 'valueColumn'),
      ),
      cells: only(['setByGroup'], (before, place) =>
        before.what?.field === 'mapping' ? Promise.resolve({}) : askCells(before, place),
      ),
      onFailure: (before, place) => askOnFailure(before, place),
    },
  });
  const { change, problems } = await changeOf(answers, tableOf);
  requireMeaningful(change);
  return { change, problems, stopAtFirstFailure: answers.onFailure === 'stop' };
}

async function changeOf(
  { what: { action, field }, key, value, to, file, idColumn, valueColumn, cells }: Answers,
  tableOf: (file: string) => Promise<CsvTable>,
): Promise<{ readonly change: BulkChange; readonly problems: readonly string[] }> {
  switch (action) {
    case 'set':
      return { change: { action, field, key, value }, problems: [] };
    case 'rename':
    case 'copy':
      return { change: { action, field, key, to }, problems: [] };
    case 'remove':
      return { change: { action, field, key }, problems: [] };
    case 'setByGroup': {
      const { columnRows } = await import('./valueFile.ts');
      const { values, problems } = columnValues(
        columnRows(await tableOf(file), idColumn, valueColumn),
        field === 'mapping' ? 'dataSource' : cells,
      );
      if (values.size === 0)
        throw new UserGroupsError({
          kind: 'invalid',
          happened: `The file gives no value for any group.${problems[0] === undefined ? '' : ` ${problems[0]}`}`,
          next: 'Choose another column.',
        });
      return { change: { action, field, key, values }, problems };
    }
  }
}

/** A question that only some changes need. */
function only(actions: readonly Action[], ask: AskStep<Answers>): AskStep<Answers> {
  return (before, place, keep) =>
    before.what !== undefined && actions.includes(before.what.action) ? ask(before, place, keep) : Promise.resolve({});
}

async function askWhat({ what }: Partial<Answers>, place: Place): Promise<Partial<Answers> | typeof BACK> {
  const choices = (['properties', 'mapping'] as const).flatMap((field) =>
    CHOICES.map(({ action, words }) => ({ label: words(NOUN[field]), value: { action, field } })),
  );
  const active = choices.find(({ value: { action, field } }) => action === what?.action && field === what.field)?.value;
  const chosen = await askChoice<What>({
    ...place,
    placeholder: 'What is changed in each group? The difference is shown before anything is sent',
    choices,
    active,
  });
  return chosen === BACK ? BACK : { what: chosen };
}

async function askName(
  { what, key }: Partial<Answers>,
  place: Place,
  keep: (left: Partial<Answers>) => void,
): Promise<Partial<Answers> | typeof BACK> {
  const noun = NOUN[what?.field ?? 'properties'];
  const typed = await askText({
    ...place,
    prompt: `Which ${noun}?`,
    placeholder: what?.field === 'mapping' ? '40' : 'region',
    value: key ?? '',
    onLeft: (left) => {
      keep({ key: left });
    },
    check: checkName(what?.field),
  });
  return typed === BACK ? BACK : { key: typed };
}

async function askNewName(
  { what, key, to }: Partial<Answers>,
  place: Place,
  keep: (left: Partial<Answers>) => void,
): Promise<Partial<Answers> | typeof BACK> {
  const noun = NOUN[what?.field ?? 'properties'];
  const check = checkName(what?.field);
  const typed = await askText({
    ...place,
    prompt: `${what?.action === 'copy' ? 'Copy' : 'Rename'} ${noun} ${visibleId(key ?? '')} to what name? A group that has this one already is skipped`,
    value: to ?? '',
    onLeft: (left) => {
      keep({ to: left });
    },
    check: (name) => (name === key ? { problem: 'Give another name.' } : check(name)),
  });
  return typed === BACK ? BACK : { to: typed };
}

async function askValue(
  { what, value }: Partial<Answers>,
  place: Place,
  keep: (left: Partial<Answers>) => void,
): Promise<Partial<Answers> | typeof BACK> {
  const field = what?.field ?? 'properties';
  const typed = await askText({
    ...place,
    prompt:
      field === 'mapping'
        ? 'The id of the data source'
        : 'The value, as JSON: true, 12, ["a"]. Anything else is taken as a text',
    value: value ?? '',
    onLeft: (left) => {
      keep({ value: left });
    },
    check: (text) => {
      if (field === 'mapping')
        return text === '' || !text.isWellFormed() ? { problem: 'Give the id of a data source.' } : edgeSpaceHint(text);
      return text === ''
        ? { problem: 'Type a value; "" is the empty text.' }
        : { hint: `Sets it to ${typedValue(text)}.` };
    },
  });
  if (typed === BACK) return BACK;
  return { value: field === 'mapping' ? typed : typedValue(typed) };
}

/** JSON text of the input: JSON as it is, anything else as a text. */
export function typedValue(typed: string): string {
  try {
    readStrictly(typed, 'The value', {}, 2);
    return typed.trim();
  } catch (error) {
    if (error instanceof UserGroupsError) return literalOf(typed);
    throw error;
  }
}

async function askFile(): Promise<Partial<Answers> | typeof BACK> {
  const [file] =
    (await vscode.window.showOpenDialog({
      title: 'Which CSV file has the values?',
      openLabel: 'Read Values',
      canSelectMany: false,
      filters: { 'CSV files': ['csv', 'tsv', 'txt'], 'All files': ['*'] },
    })) ?? [];
  return file === undefined ? BACK : { file: file.toString() };
}

async function askColumn(
  before: Partial<Answers>,
  place: Place,
  table: CsvTable,
  of: 'idColumn' | 'valueColumn',
): Promise<Partial<Answers> | typeof BACK> {
  const { idColumnOf } = await import('./valueFile.ts');
  const header = of === 'idColumn' ? table.header : table.header.filter((name) => name !== before.idColumn);
  const [example] = table.records;
  const chosen = await askChoice({
    ...place,
    placeholder:
      of === 'idColumn'
        ? 'Which column has the user_group_id?'
        : 'Which column has the values? A group with an empty cell is skipped',
    choices: header.map((name) => ({
      label: foreignText(name),
      description: foreignText(example?.cells[table.header.indexOf(name)] ?? ''),
      value: name,
    })),
    active: before[of] ?? (of === 'idColumn' ? idColumnOf(table) : undefined),
  });
  return chosen === BACK ? BACK : { [of]: chosen };
}

async function askCells({ cells }: Partial<Answers>, place: Place): Promise<Partial<Answers> | typeof BACK> {
  const chosen = await askChoice<Answers['cells']>({
    ...place,
    placeholder: 'What are the cells?',
    active: cells,
    choices: [
      { label: 'Texts', detail: '007 is the text "007".', value: 'text' },
      { label: 'JSON', detail: 'true, 12, ["a"]; a text is in quotes.', value: 'json' },
    ],
  });
  return chosen === BACK ? BACK : { cells: chosen };
}

async function askOnFailure({ onFailure }: Partial<Answers>, place: Place): Promise<Partial<Answers> | typeof BACK> {
  const chosen = await askChoice<Answers['onFailure']>({
    ...place,
    placeholder: 'When one fails?',
    active: onFailure,
    choices: [
      { label: 'Stop at the first failure', value: 'stop' },
      { label: 'Go on with the others', detail: 'The failed ones can be repeated afterwards.', value: 'goOn' },
    ],
  });
  return chosen === BACK ? BACK : { onFailure: chosen };
}

function checkName(
  field: ObjectField = 'properties',
): (name: string) => { readonly problem?: string; readonly hint?: string } {
  return (name) => {
    if (name === '' || !name.isWellFormed()) return { problem: `Name the ${NOUN[field]}.` };
    return field === 'mapping' ? edgeSpaceHint(name) : {};
  };
}

/** Of what is typed as an id of the mapping. */
function edgeSpaceHint(id: string): { readonly hint?: string } {
  return hasEdgeSpace(id) ? { hint: `${quotedId(id)} has leading or trailing white space.` } : {};
}

/** A file chosen in the editor may not be on this machine's disk. */
async function readTable(file: string, requireReadable: (file: vscode.Uri) => Promise<void>): Promise<CsvTable> {
  const uri = /^[a-z][a-z0-9+.-]+:/i.test(file) ? vscode.Uri.parse(file, true) : vscode.Uri.file(file);
  await requireReadable(uri);
  return withProgress('Reading the values', async () => {
    const { readColumns } = await import('./valueFile.ts');
    return readColumns(uri);
  });
}

/** Fields of the argument object are not asked for. @throws UserGroupsError `invalid` when it is not understood */
function inputOf(argument: ChangeArgument | undefined, onFailure: unknown): Partial<Answers> {
  if (onFailure !== undefined && onFailure !== 'stop' && onFailure !== 'goOn')
    throw invalid('"on_failure" is neither stop nor goOn.');
  const kept: Partial<Answers> = onFailure === undefined ? {} : { onFailure };
  if (argument === undefined) return kept;
  const {
    action,
    property,
    schema_id: schemaId,
    value,
    to,
    file,
    id_column: idColumn,
    value_column: valueColumn,
    cells,
  } = argument;
  if (action === undefined || !['set', 'rename', 'copy', 'remove'].includes(action))
    throw invalid('"change" has no action: set, rename, copy or remove.');
  if ((property === undefined) === (schemaId === undefined))
    throw invalid('"change" names neither a property nor a schema_id, or both.');
  const texts: readonly unknown[] = [property, schemaId, to, file, idColumn, valueColumn];
  if (texts.some((text) => text !== undefined && typeof text !== 'string'))
    throw invalid('"change" has something that is no text.');
  const what: What = {
    action: action === 'set' && file !== undefined ? 'setByGroup' : action,
    field: property === undefined ? 'mapping' : 'properties',
  };
  return {
    ...kept,
    what,
    key: property ?? schemaId ?? '',
    ...(value !== undefined && { value: inputValue(what.field, value) }),
    ...(to !== undefined && { to }),
    ...(file !== undefined && { file }),
    ...(idColumn !== undefined && { idColumn }),
    ...(valueColumn !== undefined && { valueColumn }),
    ...(cells !== undefined && { cells }),
  };
}

function inputValue(field: ObjectField, value: unknown): string {
  if (field === 'mapping') {
    if (typeof value !== 'string') throw invalid('The value of a schema_id is the id of a data source, in quotes.');
    return value;
  }
  if (typeof value === 'string') return literalOf(value);
  if (
    typeof value === 'number' &&
    (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
  )
    throw invalid('The value is a number that JSON does not carry exactly.');
  return JSON.stringify(value);
}

function invalid(happened: string): UserGroupsError {
  return new UserGroupsError({ kind: 'invalid', happened, next: 'See the table of commands in the README.' });
}
