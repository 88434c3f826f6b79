// One row of an import: which group it is, its document, and what is wrong with it.

import * as l10n from '@vscode/l10n';
import { LONGEST_DOCUMENT } from '../document/documentFiles.ts';
import { quotedId } from '../core/foreignText.ts';
import { edgeSpaceText, hasEdgeSpace } from '../document/edgeSpaces.ts';
import { fieldsTolerantly } from '../document/jsonFields.ts';
import { brokenLines, mayHaveBreak } from '../document/lineBreaks.ts';
import { redactionMarkIn } from '../document/redactionMark.ts';
import { LONGEST_ID } from '../contract/fields.ts';
import type { ColumnUse } from './csvColumns.ts';

/** `error`: cannot be sent. `warning`: can be, and is marked. */
export interface ImportProblem {
  readonly severity: 'error' | 'warning';
  /** A sentence. Foreign text in it is harmless. */
  readonly reason: string;
  /** A cell may mean something else than it says: to be answered for its column. */
  readonly isQuestion?: boolean;
}

export interface ImportRow {
  /** Line of the file on which it begins; in a folder, the place of its file. From 1. */
  readonly number: number;
  /** Name of the file, in a folder. Foreign text. */
  readonly file?: string | undefined;
  /** Absent: there is none that could be read. Foreign text. */
  readonly userGroupId?: string | undefined;
  /** Foreign text. */
  readonly name?: string | undefined;
  /** The document; of a row with errors, what there is of it. */
  readonly text: string;
  /** Columns whose cells are empty. Absent: none are. */
  readonly empty?: readonly ColumnUse[] | undefined;
  readonly problems: readonly ImportProblem[];
}

/** What the text holds that nobody wants to send, and what is seldom meant. */
export function contentProblems(text: string, mapping: string | undefined): ImportProblem[] {
  const mark = redactionMarkIn(text);
  return [
    ...(mark === undefined ? [] : [{ severity: 'error' as const, reason: mark.message }]),
    ...[...lineTexts(text), ...edgeSpaceText(mapping ?? '')].map((reason) => ({
      severity: 'warning' as const,
      reason,
    })),
  ];
}

/** A blank at the edge of a string. Most documents need not be read for any. */
const EDGE_IN_JSON = /"[^\S\r\n]|[^\s:,{[][^\S\r\n]+"/;

function lineTexts(document: string): string[] {
  if (!EDGE_IN_JSON.test(document) && !mayHaveBreak(document)) return [];
  const { fields } = fieldsTolerantly(document);
  const properties = fields.find(({ key }) => key === 'properties')?.valueText ?? '';
  return [...lineText(document, fields), ...lineText(properties)];
}

/** Problems of values with line breaks, or with blanks at their edges. IDs are judged elsewhere, all together. */
function lineText(object: string, fields = fieldsTolerantly(object).fields): string[] {
  const words = new Map(
    fields.flatMap(({ key, literal }) =>
      typeof literal === 'string' && hasEdgeSpace(literal)
        ? [[key, l10n.t('{0} has leading or trailing spaces: {1}.', quotedId(key), quotedId(literal))]]
        : [],
    ),
  );
  for (const { field, words: broken } of brokenLines(object)) words.set(field.key, broken);
  words.delete('user_group_id');
  return [...words.values()];
}

/** How many rows an import may have. */
export const MOST_IMPORT_ROWS = 100_000;

/** The row, or what is wrong with it in place of what nobody could hold many of. */
export function withinSize(row: ImportRow): ImportRow {
  if (row.text.length <= LONGEST_DOCUMENT) return row;
  const userGroupId = (row.userGroupId?.length ?? 0) > LONGEST_ID ? undefined : row.userGroupId;
  return {
    ...row,
    userGroupId,
    text: '',
    problems: [{ severity: 'error', reason: l10n.t('The group is larger than 10 MB.') }],
  };
}

export function hasError({ problems }: ImportRow): boolean {
  return problems.some(({ severity }) => severity === 'error');
}

/** "line 12", "the file acme.usergroup.json": where the user finds the row. Foreign text. */
export function placeOf({ number, file }: Pick<ImportRow, 'number' | 'file'>): string {
  return file === undefined ? l10n.t('line {0}', number) : l10n.t('the file "{0}"', file);
}
