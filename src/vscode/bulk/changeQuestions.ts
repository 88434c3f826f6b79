// The questions of Edit Multiple Groups…: what changes in each group, and its new value.

import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { ObjectField } from '../../contract/fields.ts';
import type { ChangedAnswer } from '../../bulk/cellJudge.ts';
import { requireMeaningful, type BulkChange } from '../../bulk/changes/documentChange.ts';
import { columnRows } from '../../bulk/changes/readColumn.ts';
import { columnValues } from '../../bulk/changes/columnValues.ts';
import type { CsvTable } from '../../bulk/csvTable.ts';
import { namesOf as namesOfRequest, type Connection, type RequestNames } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { sentences } from '../../core/sentences.ts';
import { hasEdgeSpace } from '../../document/edgeSpaces.ts';
import { literalOf } from '../../document/stringLiteral.ts';
import { furtherField } from '../../document/userGroupDocument.ts';
import { readStrictly } from '../../document/walkJson.ts';
import { askChoice, askText, BACK, type TextQuestion } from '../command/ask.ts';
import { askKnown, type KnownValue } from '../command/askKnown.ts';
import { askSeries } from '../command/series.ts';
import type { ChangeAction, ChangeAnswers, ChangeSubject, ChangeStep } from './changeArgument.ts';
import { askFurtherField, askFurtherValue, requireFurther } from './changeFurther.ts';
import { askChangedCells } from './changedCells.ts';
import { askCells, askColumn, askFile, readTable, valueFileUri } from './changeFile.ts';

export interface ChangeAsked {
  readonly change: BulkChange;
  /** Rows of the CSV file that could not be used: sentences, harmless to show. */
  readonly problems: readonly string[];
  /** That CSV file. */
  readonly file?: vscode.Uri;
}

const ACTIONS: readonly ChangeAction[] = ['set', 'setByGroup', 'rename', 'copy', 'remove'];

function labelOf({ action, field }: ChangeSubject): string {
  if (field === 'further')
    return action === 'set' ? l10n.t('Set another field') : l10n.t('Set another field from a CSV file');
  const isProperty = field === 'properties';
  switch (action) {
    case 'set':
      return isProperty ? l10n.t('Set a property') : l10n.t('Set a data source');
    case 'setByGroup':
      return isProperty ? l10n.t('Set a property from a CSV file') : l10n.t('Set a data source from a CSV file');
    case 'rename':
      return isProperty ? l10n.t('Rename a property') : l10n.t('Change a schema ID');
    case 'copy':
      return isProperty ? l10n.t('Copy a property') : l10n.t('Copy a data source to another schema ID');
    case 'remove':
      return isProperty ? l10n.t('Remove a property') : l10n.t('Remove a schema ID');
  }
}

/** What each kind of change is asked about. */
const QUESTIONS: Readonly<Record<ChangeAction, readonly (keyof ChangeAnswers)[]>> = {
  set: ['what', 'key', 'value'],
  setByGroup: ['what', 'key', 'file', 'idColumn', 'valueColumn', 'cells'],
  rename: ['what', 'key', 'to'],
  copy: ['what', 'key', 'to'],
  remove: ['what', 'key'],
};

export interface ChangeOptions {
  readonly connection: Connection;
  /** The groups, in words. */
  readonly words: string;
  /** These are not asked for. */
  readonly input: Partial<ChangeAnswers>;
  readonly namesOf: (field: ObjectField) => readonly KnownValue[];
  /** @throws UserGroupsError for a file that must not be read */
  readonly requireReadable: (file: vscode.Uri) => Promise<void>;
}

/** @throws UserGroupsError `cancelled`; `invalid` for a change without effect */
export async function askChange(options: ChangeOptions): Promise<ChangeAsked> {
  const { connection, words, input, namesOf, requireReadable } = options;
  const names = namesOfRequest(connection);
  const tables = new Map<string, Promise<CsvTable>>();
  const tableOf = (file: string): Promise<CsvTable> => {
    const table = tables.get(file) ?? readTable(file, requireReadable);
    tables.set(file, table);
    return table;
  };
  const title = l10n.t('Edit Multiple Groups: {0}', words);
  const answers = await askSeries<ChangeAnswers>({
    title,
    subject: connection.name,
    input,
    leadsTo: (field, { what }) => field === 'what' || leadsTo(field, what),
    questions: {
      what: askWhat(names),
      key: askKey(names, namesOf),
      value: askValue(names),
      to: askNewKey(namesOf),
      file: askFile,
      idColumn: askColumn('idColumn', connection, tableOf),
      valueColumn: askColumn('valueColumn', connection, tableOf),
      cells: askCells,
    },
  });
  if (answers.what.field === 'further') requireFurther(answers, names);
  const asked = await changeOf({ ...input, ...answers }, title, tableOf, names);
  requireMeaningful(asked.change);
  return asked;
}

function leadsTo(field: keyof ChangeAnswers, what: ChangeSubject | undefined): boolean | undefined {
  if (what === undefined) return undefined;
  // A data source is text, and a further field says its own type.
  return QUESTIONS[what.action].includes(field) && (field !== 'cells' || what.field === 'properties');
}

async function changeOf(
  { what, key, value, to, file, idColumn, valueColumn, cells, changedCells }: ChangeAnswers,
  title: string,
  tableOf: (file: string) => Promise<CsvTable>,
  names: RequestNames,
): Promise<ChangeAsked> {
  switch (what.action) {
    case 'set':
      return { change: { ...what, action: what.action, key, value }, problems: [] };
    case 'rename':
    case 'copy':
      return { change: { ...what, action: what.action, key, to }, problems: [] };
    case 'remove':
      return { change: { ...what, action: what.action, key }, problems: [] };
    case 'setByGroup': {
      const table = await tableOf(file);
      const kind = what.field === 'mapping' ? 'dataSource' : (furtherField(names, key)?.type ?? cells);
      const readAs = (answer?: ChangedAnswer) => columnRows(table, [idColumn, valueColumn], kind, answer, key);
      let read = readAs(changedCells);
      if (changedCells === undefined && read.questions.length > 0)
        read = readAs(await askChangedCells(title, read.questions));
      const { values, problems: unused } = columnValues(read.rows, kind);
      const problems = [...read.problems, ...unused];
      if (values.size === 0)
        throw new UserGroupsError(
          'invalid',
          sentences([l10n.t('The file has no value for any group.'), problems[0]]),
          l10n.t('Choose another column.'),
        );
      return { change: { ...what, action: what.action, key, values }, problems, file: valueFileUri(file) };
    }
  }
}

const askWhat =
  ({ fields = {} }: RequestNames): ChangeStep =>
  async ({ what }, place) => {
    const subjects: readonly ChangeSubject[] = [
      ...(['properties', 'mapping'] as const).flatMap((field) => ACTIONS.map((action) => ({ action, field }))),
      ...(Object.keys(fields).length === 0
        ? []
        : (['set', 'setByGroup'] as const).map((action) => ({ action, field: 'further' as const }))),
    ];
    const choices = subjects.map((subject) => ({ label: labelOf(subject), value: subject }));
    const active = choices.find(
      ({ value: { action, field } }) => action === what?.action && field === what.field,
    )?.value;
    const chosen = await askChoice<ChangeSubject>({
      ...place,
      placeholder: l10n.t('Select what to change in each group'),
      choices,
      active,
    });
    return chosen === BACK ? BACK : { what: chosen };
  };

const askKey =
  (names: RequestNames, namesOf: ChangeOptions['namesOf']): ChangeStep =>
  async (before, place, keep) => {
    const { what, key } = before;
    if (what?.field === 'further') return askFurtherField(names)(before, place, keep);
    const field = entryFieldOf(what);
    const chosen = await askKnown({
      ...place,
      placeholder:
        field === 'mapping' ? l10n.t('Select or type a schema ID') : l10n.t('Select or type the name of a property'),
      known: namesOf(field),
      value: key ?? '',
      onLeft: (left) => {
        keep({ key: left });
      },
      check: checkKey(field),
    });
    return chosen === BACK ? BACK : { key: chosen };
  };

const askNewKey =
  (namesOf: ChangeOptions['namesOf']): ChangeStep =>
  async ({ what, key = '', to }, place, keep) => {
    const field = entryFieldOf(what);
    const check = checkKey(field);
    const chosen = await askKnown({
      ...place,
      placeholder:
        field === 'mapping'
          ? l10n.t('New schema ID for {0}. Groups that already have it are skipped.', quotedId(key))
          : l10n.t('New name for {0}. Groups that already have it are skipped.', quotedId(key)),
      known: namesOf(field).filter(({ value }) => value !== key),
      value: to ?? '',
      onLeft: (left) => {
        keep({ to: left });
      },
      check: (name) =>
        name === key
          ? { problem: field === 'mapping' ? l10n.t('Enter another schema ID.') : l10n.t('Enter another name.') }
          : check(name),
    });
    return chosen === BACK ? BACK : { to: chosen };
  };

const askValue =
  (names: RequestNames): ChangeStep =>
  async (before, place, keep) => {
    const { what, key = '', value } = before;
    const further = what?.field === 'further' ? furtherField(names, key) : undefined;
    if (further !== undefined) return askFurtherValue(further.type)(before, place, keep);
    const field = entryFieldOf(what);
    const typed = await askText({
      ...place,
      prompt:
        field === 'mapping'
          ? l10n.t('Data source ID for schema ID {0}', quotedId(key))
          : l10n.t('Value of {0} as JSON, such as true, 12, or ["a"]. Anything else is a string.', quotedId(key)),
      value: value ?? '',
      onLeft: (left) => {
        keep({ value: left });
      },
      check: (text) => {
        if (field === 'mapping')
          return text === '' || !text.isWellFormed()
            ? { problem: l10n.t('Enter the data source ID.') }
            : edgeSpaceHint(text);
        return text === ''
          ? { problem: l10n.t('Enter a value, or "" for an empty string.') }
          : { hint: l10n.t('New value: {0}', typedValue(text)) };
      },
    });
    if (typed === BACK) return BACK;
    return { value: field === 'mapping' ? typed : typedValue(typed) };
  };

function entryFieldOf(what: ChangeSubject | undefined): ObjectField {
  return what?.field === 'mapping' ? 'mapping' : 'properties';
}

/** JSON text of the input: JSON as it is, anything else as a text. */
export function typedValue(typed: string): string {
  try {
    readStrictly(typed, {}, { levelsAbove: 2 });
    return typed.trim();
  } catch (error) {
    if (error instanceof UserGroupsError) return literalOf(typed);
    throw error;
  }
}

function checkKey(field: ObjectField): TextQuestion['check'] {
  return (name) => {
    if (name === '' || !name.isWellFormed())
      return { problem: field === 'mapping' ? l10n.t('Enter the schema ID.') : l10n.t('Enter the name.') };
    return field === 'mapping' ? edgeSpaceHint(name) : {};
  };
}

/** Of what is typed as an id of the mapping. */
function edgeSpaceHint(id: string): { readonly hint?: string } {
  return hasEdgeSpace(id) ? { hint: l10n.t('{0} has leading or trailing spaces.', quotedId(id)) } : {};
}
