// The values of a column, one for each group: what a change by group is made from.

import * as l10n from '@vscode/l10n';
import type { FurtherField } from '../../contract/furtherFields.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { literalOf } from '../../document/stringLiteral.ts';
import { readStrictly } from '../../document/walkJson.ts';
import { furtherJson } from '../furtherCell.ts';

/** A row of a table, as read. `line` counts from 1. */
export interface ColumnRow {
  readonly line: number;
  readonly userGroupId: string;
  /** The cell as it stands there; a row without one is left out by whoever reads. */
  readonly cell: string;
}

export interface ColumnValues {
  /** As `ChangeByGroup` takes them. A group with a problem has none: it is not guessed which is meant. */
  readonly values: ReadonlyMap<string, string>;
  /** Sentences, harmless to show. */
  readonly problems: readonly string[];
}

/**
 * `text`: a string, whatever it looks like (`007`). `json`: the cell is JSON text. `dataSource`: the id of one, as
 * typed. Else of a further field of this type.
 */
export type CellKind = 'text' | 'json' | 'dataSource' | FurtherField['type'];

export function columnValues(rows: Iterable<ColumnRow>, kind: CellKind): ColumnValues {
  const values = new Map<string, string>();
  const lines = new Map<string, number>();
  const problems: string[] = [];
  for (const { line, userGroupId, cell } of rows) {
    const first = lines.get(userGroupId);
    if (first !== undefined) {
      problems.push(
        l10n.t('Lines {0} and {1} both have a value for {2}. Neither is used.', first, line, quotedId(userGroupId)),
      );
      values.delete(userGroupId);
      continue;
    }
    lines.set(userGroupId, line);
    const value = valueOf(cell, kind);
    if (typeof value === 'string') values.set(userGroupId, value);
    else problems.push(l10n.t('Line {0}, {1}: {2}', line, quotedId(userGroupId), value.reason));
  }
  return { values, problems };
}

function valueOf(cell: string, kind: CellKind): string | { readonly reason: string } {
  if (!cell.isWellFormed()) return { reason: l10n.t('The value contains half of a surrogate pair.') };
  if (kind === 'text') return literalOf(cell);
  if (kind === 'dataSource') return cell === '' ? { reason: l10n.t('The data source ID is missing.') } : cell;
  if (kind !== 'json') return furtherJson(cell, kind) ?? { reason: l10n.t('The value must be true or false.') };
  try {
    readStrictly(cell, {}, { levelsAbove: 2 });
    return cell.trim();
  } catch (error) {
    if (error instanceof UserGroupsError) return { reason: error.failure.happened };
    throw error;
  }
}
