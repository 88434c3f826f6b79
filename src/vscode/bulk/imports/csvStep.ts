// How a CSV file is read, as detected and as the person changes it: encoding, delimiter, the meaning of each column.

import { OBJECT_FIELDS, TEXT_FIELDS } from '../../../contract/fields.ts';
import type { CsvColumn, ColumnUse } from '../../../bulk/csvColumns.ts';
import type { CsvHead, CsvReading } from '../../../bulk/csvHead.ts';
import {
  columnTrouble,
  columnUseText,
  DELIMITERS,
  delimiterText,
  ENCODINGS,
  withUse,
} from '../../../bulk/columnText.ts';
import { counted } from '../../../core/stateText.ts';
import { askChoice, askText, BACK, type Choice, type Place } from '../../command/ask.ts';

/** How the file is to be read. */
export interface CsvChoice extends Pick<CsvHead, 'encoding' | 'delimiter'> {
  readonly columns: readonly CsvColumn[];
}

type Action = 'go' | 'encoding' | 'delimiter' | number;

/**
 * One list with everything until the person continues. Each change is its own pick, from which Back returns here.
 * @param chosen the earlier choice for this file, to begin with
 * @throws UserGroupsError `cancelled`; what `read` throws
 */
export async function askHowToRead(
  place: Place,
  read: (reading: CsvReading) => Promise<CsvHead>,
  file: string,
  chosen?: CsvChoice,
): Promise<CsvChoice | typeof BACK> {
  let head = await read(chosen === undefined ? {} : { encoding: chosen.encoding, delimiter: chosen.delimiter });
  // The file's header may have changed.
  let columns = chosen !== undefined && isSameHeader(chosen.columns, head.columns) ? chosen.columns : head.columns;
  let active: Action = columnTrouble(columns) === undefined ? 'go' : 0;
  for (;;) {
    const trouble = columnTrouble(columns);
    const action: Action | typeof BACK = await askChoice<Action>({
      ...place,
      placeholder: trouble ?? `How ${file} is read: choose a line to change it`,
      choices: choicesOf(head, columns, trouble),
      active,
    });
    if (action === BACK) return BACK;
    active = action;
    const within: Place = { title: place.title, canGoBack: true };
    if (action === 'go') {
      if (trouble === undefined) return { encoding: head.encoding, delimiter: head.delimiter, columns };
    } else if (typeof action === 'number') {
      const column = columns[action];
      const use = column === undefined ? BACK : await askUse(within, column, head.samples[action] ?? []);
      if (use !== BACK) columns = withUse(columns, action, use);
    } else {
      const changed = await askReading(within, action, head);
      if (changed === BACK) continue;
      head = await read(changed);
      ({ columns } = head);
    }
  }
}

function choicesOf(head: CsvHead, columns: readonly CsvColumn[], trouble: string | undefined): Choice<Action>[] {
  return [
    {
      label: '$(arrow-right) Continue to Preview',
      description: trouble ?? `${counted(head.rows, 'row')}; nothing is sent before you say so there`,
      value: 'go',
    },
    { label: '$(symbol-key) Encoding', description: head.encoding, value: 'encoding' },
    {
      label: '$(split-horizontal) Cells are parted by',
      description: delimiterText(head.delimiter),
      value: 'delimiter',
    },
    ...columns.map(({ header, use }, index): Choice<Action> => ({
      label: `$(${use.as === 'leftOut' ? 'circle-slash' : use.as === 'user_group_id' ? 'key' : 'symbol-field'}) ${header === '' ? `column ${index + 1}` : header}`,
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
  if (what === 'encoding') {
    const all = ENCODINGS.includes(encoding) ? ENCODINGS : [encoding, ...ENCODINGS];
    const chosen = await askChoice({
      ...place,
      placeholder: 'In which encoding was the file written?',
      choices: all.map((each) => ({ label: each, value: each })),
      active: encoding,
    });
    return chosen === BACK ? BACK : { encoding: chosen, delimiter };
  }
  const chosen = await askChoice({
    ...place,
    placeholder: 'What parts the cells?',
    choices: DELIMITERS.map(([value, words]) => ({ label: words, value })),
    active: delimiter,
  });
  return chosen === BACK ? BACK : { encoding, delimiter: chosen };
}

type Kind = ColumnUse | 'otherProperty' | 'otherSchemaId';

async function askUse(
  place: Place,
  { header, use }: CsvColumn,
  samples: readonly string[],
): Promise<ColumnUse | typeof BACK> {
  const name = use.as === 'property' ? use.name : use.as === 'schemaId' ? use.schemaId : header.trim();
  const uses: readonly ColumnUse[] = [
    ...TEXT_FIELDS.map((as) => ({ as })),
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
      placeholder: `What is the column ${header} for?${samples.length === 0 ? '' : ` It holds ${samples.join(', ')}`}`,
      choices: [
        ...uses.map((each) => ({ label: columnUseText(each), value: each })),
        { label: 'a property of another name…', value: 'otherProperty' },
        { label: 'the data source of another schema id…', value: 'otherSchemaId' },
      ],
      active: uses.find((each) => columnUseText(each) === columnUseText(use)),
    });
    if (chosen === BACK) return BACK;
    if (typeof chosen !== 'string') return chosen;
    const other = await askText({
      ...place,
      prompt:
        chosen === 'otherProperty'
          ? `The property that the cells of ${header} are`
          : `The schema id whose data source the cells of ${header} are`,
      value: name,
      check: (value) => ({ problem: value === '' ? 'Type a name.' : undefined }),
    });
    if (other !== BACK)
      return chosen === 'otherProperty' ? { as: 'property', name: other } : { as: 'schemaId', schemaId: other };
  }
}

function isSameHeader(one: readonly CsvColumn[], other: readonly CsvColumn[]): boolean {
  return one.length === other.length && one.every(({ header }, index) => header === other[index]?.header);
}
