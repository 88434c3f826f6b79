// Judges whether another program changed a value on its way into a file: what is certainly damaged, and what may be
// meant by something else.

import * as l10n from '@vscode/l10n';
import { LONGEST_ID } from '../contract/fields.ts';
import { quotedId, visibleId } from '../core/foreignText.ts';

/** A property may be anything: of one, nothing is refused, and less is doubted. */
export type CellOf = 'id' | 'dataSource' | 'name' | 'property';

/** What becomes of cells that may mean something else. */
export type ChangedCells = 'restore' | 'keep';

export interface ChangedCell {
  readonly isDamaged: boolean;
  /** One or more sentences. Foreign text in them is harmless. */
  readonly reason: string;
  /** What was likely written; absent where nobody can tell. */
  readonly meant?: string;
}

/** How all that is judged here begins: most values are known to be fine by this alone. */
const SUSPECT = /^(?:[-+=#[('’<\\\d]|n|u|[a-z]{3,4}\.?[- ]\d)/i;

/** As spreadsheets show a long number. A name such as `7E3` exists. */
const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?E([+-]?)\d+$/i;
const SPREADSHEET_ERROR = /^#(?:[A-ZÀ-Ü\d/_]+[!?]|N\/A|NV|GETTING_DATA|#{2,})$/;
const FORMULA = /^=[A-Z$]+[\d(!](?!"(?:[^"]|"")*"\)?$)/i;
const OBJECT = /^\[object \w+\]$/;

const NO_VALUE = /^(?:\(?null\)?|\\N|<null>|<nil>|<NA>|nan|undefined)$/i;
/** Usual names and values of properties: North America, Namibia. */
const MAYBE_NO_VALUE = /^(?:NA|N\/A|none)$/i;
const QUOTED_FORMULA = /^=(?:T\()?"((?:[^"]|"")*)"\)?$|^=(\d+)$/;
const SINGLE_QUOTED = /^'(.*)'$/;
/** Before what a spreadsheet would take for a number or a formula. */
const GUARDED = /^['’](?=[\d=+\-@\t])(.*)$/;
/** Three zeros may be thousands. IDs have no fractions. */
const WHOLE_FLOAT = /^([+-]?\d+)[.,](?:0{1,2}|0{4,})$/;
export const FRACTION = /^[+-]?\d+[.,]0*[1-9]\d*$/;

const GROUPED_DIGITS = /^\d{1,3}([.,'’\u00A0\u202F])\d{3}(?:\1\d{3})*$/;
/** Spreadsheets keep 15 digits. */
const SIXTEEN_DIGITS = /^\d{15}0+$/;
const MONTH = '(?:Jan|Feb|Mar|Mär|Mrz|Apr|May|Mai|Jun|Jul|Aug|Sept?|Oct|Okt|Nov|Dec|Dez)';
const DATE = new RegExp(
  `^(?:\\d{1,2}[-. ]${MONTH}\\.?|${MONTH}\\.?[- ]\\d{2}|\\d{1,2}([/.])\\d{1,2}\\1\\d{4}|\\d{4}-\\d\\d-\\d\\d 00:00:00)$`,
  'i',
);

/**
 * `undefined` for a value that stands as it was written, as far as anybody can tell.
 * @param hasFractions whether its column has fractions, so that `7.0` is one of them
 */
export function changedCell(
  typed: string,
  of: CellOf,
  hasFractions: () => boolean = () => false,
): ChangedCell | undefined {
  const cell = typed.trim();
  if (cell.length > LONGEST_ID || !SUSPECT.test(cell)) return undefined;
  const damage = damageOf(cell, of);
  if (damage !== undefined) return { isDamaged: of !== 'property', reason: damage };
  const meant = meantBy(cell, of, hasFractions);
  // No customer is called so, until somebody says it.
  if (meant !== undefined) return { isDamaged: of === 'id' && meant === '', reason: meantText(cell, meant), meant };
  const isDoubtful = [DATE, GROUPED_DIGITS, SIXTEEN_DIGITS].some((each) => each.test(cell));
  if (!isDoubtful || of === 'name' || of === 'property') return undefined;
  return { isDamaged: false, reason: l10n.t('A spreadsheet may have made {0} of another value.', quotedCell(cell)) };
}

function damageOf(cell: string, of: CellOf): string | undefined {
  const [number, sign] = SCIENTIFIC.exec(cell) ?? [];
  if (number !== undefined && (sign === '+' || of === 'id' || of === 'dataSource'))
    return l10n.t(
      'A spreadsheet shortened the number {0}, and its last digits are lost. Enter the values there as text, and export the file again.',
      quotedCell(cell),
    );
  return [SPREADSHEET_ERROR, FORMULA, OBJECT].some((each) => each.test(cell))
    ? l10n.t(
        'Another program wrote {0} in place of the value. Correct the column there, and export the file again.',
        quotedCell(cell),
      )
    : undefined;
}

function meantBy(cell: string, of: CellOf, hasFractions: () => boolean): string | undefined {
  const isId = of === 'id' || of === 'dataSource';
  if (NO_VALUE.test(cell) || (isId && MAYBE_NO_VALUE.test(cell))) return '';
  const [, text, digits] = QUOTED_FORMULA.exec(cell) ?? [];
  const [, guarded] = (isId ? SINGLE_QUOTED.exec(cell) : null) ?? GUARDED.exec(cell) ?? [];
  const [, whole] = WHOLE_FLOAT.exec(cell) ?? [];
  return (
    text?.replaceAll('""', '"') ??
    digits ??
    guarded ??
    (whole === undefined || (!isId && hasFractions()) ? undefined : whole)
  );
}

function meantText(cell: string, meant: string): string {
  return meant === ''
    ? l10n.t('{0} may stand for an empty cell.', quotedCell(cell))
    : l10n.t('Another program may have written {0} for {1}.', quotedCell(cell), quotedCell(meant));
}

/** A cell with quotes of its own stands as it is in the file. */
export function quotedCell(cell: string): string {
  return cell.includes('"') ? visibleId(cell) : quotedId(cell);
}
