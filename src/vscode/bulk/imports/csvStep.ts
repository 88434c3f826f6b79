// How a CSV file is read, as detected and as the user changes it: encoding, delimiter, the meaning of each column.

import * as l10n from '@vscode/l10n';
import { OBJECT_FIELDS, TEXT_FIELDS, type ObjectField } from '../../../contract/fields.ts';
import { furtherUses, withSchemaIds, type ColumnUse, type CsvColumn } from '../../../bulk/csvColumns.ts';
import type { CsvHead, CsvReading } from '../../../bulk/csvHead.ts';
import {
  columnTrouble,
  columnUseText,
  DELIMITERS,
  delimiterText,
  ENCODINGS,
  withUse,
} from '../../../bulk/columnText.ts';
import type { RequestNames } from '../../../core/connection.ts';
import { isJson } from '../../../core/isJson.ts';
import { grouped, isOne } from '../../../core/language.ts';
import { askChoice, BACK, type Choice, type Place } from '../../command/ask.ts';
import { askKnown, type KnownValue } from '../../command/askKnown.ts';

/** How the file is to be read. */
export interface CsvChoice extends Pick<CsvHead, 'encoding' | 'delimiter'> {
  readonly columns: readonly CsvColumn[];
}

export interface CsvQuestion {
  /** @throws what it throws is thrown */
  readonly read: (reading: CsvReading) => Promise<CsvHead>;
  readonly file: string;
  /** Names in use on the connection. */
  readonly namesOf: (field: ObjectField) => readonly KnownValue[];
  /** The names that the service uses. */
  readonly names: RequestNames;
  /** The earlier choice for this file, to begin with. */
  readonly chosen?: CsvChoice | undefined;
  /** Receives the choice so far, so that closing a list does not lose it. */
  readonly keep: (choice: CsvChoice) => void;
}

type Action = 'go' | 'encoding' | 'delimiter' | number;

/**
 * One list with everything until the user continues. Each change is its own pick, from which Back returns here.
 * @throws UserGroupsError `cancelled`; what `read` throws
 */
export async function askHowToRead(
  place: Place,
  { read, file, namesOf, names, chosen, keep }: CsvQuestion,
): Promise<CsvChoice | typeof BACK> {
  const schemaIds = new Set(namesOf('mapping').map(({ value }) => value));
  let head = await read(chosen === undefined ? {} : { encoding: chosen.encoding, delimiter: chosen.delimiter });
  // The file's header may have changed.
  let columns =
    chosen !== undefined && isSameHeader(chosen.columns, head.columns)
      ? chosen.columns
      : withSchemaIds(head.columns, schemaIds);
  let active: Action = columnTrouble(columns) === undefined ? 'go' : 0;
  for (;;) {
    const choice: CsvChoice = { encoding: head.encoding, delimiter: head.delimiter, columns };
    keep(choice);
    const trouble = columnTrouble(columns);
    const action: Action | typeof BACK = await askChoice<Action>({
      ...place,
      placeholder: trouble ?? l10n.t('Check how {0} is read', file),
      choices: choicesOf(head, columns, trouble),
      active,
    });
    if (action === BACK) return BACK;
    active = action;
    const within: Place = { title: place.title, canGoBack: true };
    if (action === 'go') {
      if (trouble === undefined) return choice;
    } else if (typeof action === 'number') {
      const column = columns[action];
      const use =
        column === undefined ? BACK : await askUse(within, column, head.samples[action] ?? [], { namesOf, names });
      if (use === BACK) continue;
      columns = withUse(columns, action, use);
    } else {
      const changed = await askReading(within, action, head);
      if (changed === BACK) continue;
      head = await read(changed);
      columns = withSchemaIds(head.columns, schemaIds);
    }
    // Corrected: Enter goes on, where nothing else is missing.
    if (columnTrouble(columns) === undefined) active = 'go';
  }
}

function choicesOf(head: CsvHead, columns: readonly CsvColumn[], trouble: string | undefined): Choice<Action>[] {
  return [
    {
      label: iconLabel('arrow-right', l10n.t('Continue to Preview')),
      description: trouble ?? (isOne(head.rows) ? l10n.t('1 row') : l10n.t('{0} rows', grouped(head.rows))),
      value: 'go',
    },
    { label: iconLabel('symbol-key', l10n.t('Encoding')), description: head.encoding, value: 'encoding' },
    {
      label: iconLabel('split-horizontal', l10n.t('Delimiter')),
      description: delimiterText(head.delimiter),
      value: 'delimiter',
    },
    ...columns.map(({ header, use }, index): Choice<Action> => ({
      label: iconLabel(
        use.as === 'leftOut' ? 'circle-slash' : use.as === 'user_group_id' ? 'key' : 'symbol-field',
        header === '' ? l10n.t('Column {0}', index + 1) : header,
      ),
      description: `→ ${columnUseText(use)}`,
      detail: (head.samples[index] ?? []).join(' · '),
      value: index,
    })),
  ];
}

async function askReading(
  place: Place,
  what: 'encoding' | 'delimiter',
  { encoding, delimiter }: CsvHead,
): Promise<CsvReading | typeof BACK> {
  const encodings = ENCODINGS.includes(encoding) ? ENCODINGS : [encoding, ...ENCODINGS];
  const chosen = await askChoice({
    ...place,
    ...(what === 'encoding'
      ? {
          placeholder: l10n.t('Select the encoding of the file'),
          choices: encodings.map((value) => ({ label: value, value })),
          active: encoding,
        }
      : {
          placeholder: l10n.t('Select the delimiter'),
          choices: DELIMITERS.map((value) => ({ label: delimiterText(value), value })),
          active: delimiter,
        }),
  });
  return chosen === BACK ? BACK : { encoding, delimiter, [what]: chosen };
}

type Kind = ColumnUse | 'otherProperty' | 'otherSchemaId';

async function askUse(
  place: Place,
  { header, use }: CsvColumn,
  samples: readonly string[],
  { namesOf, names }: Pick<CsvQuestion, 'namesOf' | 'names'>,
): Promise<ColumnUse | typeof BACK> {
  const name = use.as === 'property' ? use.name : use.as === 'schemaId' ? use.schemaId : header.trim();
  const uses: readonly ColumnUse[] = [
    ...TEXT_FIELDS.map((as) => ({ as })),
    ...furtherUses(names),
    ...(name === ''
      ? []
      : ([
          { as: 'property', name },
          { as: 'property', name, isJson: true },
          { as: 'schemaId', schemaId: name },
          { as: 'schemaId', schemaId: name, isJson: true },
        ] satisfies ColumnUse[])),
    ...OBJECT_FIELDS.map((as) => ({ as })),
    { as: 'leftOut' },
  ];
  for (;;) {
    const chosen: Kind | typeof BACK = await askChoice<Kind>({
      ...place,
      placeholder:
        samples.length === 0
          ? l10n.t('Use column {0} as', header)
          : l10n.t('Use column {0} as (values: {1})', header, samples.join(', ')),
      choices: [
        ...uses.map((each) => ({ label: columnUseText(each), description: sentText(each, samples), value: each })),
        { label: l10n.t('Property with another name…'), value: 'otherProperty' },
        { label: l10n.t('Data source of a schema ID…'), value: 'otherSchemaId' },
      ],
      active: uses.find((each) => columnUseText(each) === columnUseText(use)),
    });
    if (chosen === BACK) return BACK;
    if (typeof chosen !== 'string') return chosen;
    const other = await askOther(place, header, chosen === 'otherProperty' ? 'properties' : 'mapping', namesOf);
    if (other !== BACK)
      return chosen === 'otherProperty' ? { as: 'property', name: other } : { as: 'schemaId', schemaId: other };
  }
}

/** How the first value would be sent: `"213"` as text, `213` as JSON. */
function sentText(use: ColumnUse, [sample]: readonly string[]): string {
  if (sample === undefined || (use.as !== 'property' && use.as !== 'schemaId')) return '';
  if (use.isJson !== true) return JSON.stringify(sample);
  return isJson(sample) ? sample : l10n.t('The values are not JSON');
}

function askOther(
  place: Place,
  header: string,
  field: ObjectField,
  namesOf: CsvQuestion['namesOf'],
): Promise<string | typeof BACK> {
  return askKnown({
    ...place,
    placeholder:
      field === 'properties'
        ? l10n.t('Select or type the name of the property for column {0}', header)
        : l10n.t('Select or type the schema ID for column {0}', header),
    known: namesOf(field),
    check: (value) => ({ problem: value === '' ? l10n.t('Type a name.') : undefined }),
  });
}

function isSameHeader(one: readonly CsvColumn[], other: readonly CsvColumn[]): boolean {
  return one.length === other.length && one.every(({ header }, index) => header === other[index]?.header);
}

function iconLabel(icon: string, label: string): string {
  return `$(${icon}) ${label}`;
}
