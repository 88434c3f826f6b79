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

/** How all that is judged here begins or ends: most values are known to be fine by this alone. */
const SUSPECT = /^(?:\P{L}|[nu]|b['"]|(?:ObjectId|Decimal)\(|inf|System\.|\p{L}{3,4}\.?[- ]\d)|:\s?5\d\d$/iu;

/** As programs print a long number. A name such as `7E3` exists. */
const SCIENTIFIC = /^[+-]?(?:\d|\d+(?=[.,]|E\+))(?:[.,]\d+)?E([+-]?)\d+$/i;
/** Part of a hexadecimal ID: spreadsheets write `E+`, and MySQL writes such an exponent from 15 on. */
const HEXADECIMAL = /^\de(?!1[5-9]$|2\d$)\d+$/;
/** What other programs print in place of a value, in their languages. */
const DAMAGED = [
  /^#(?:[¡¿]?\p{Lu}[\p{Lu}\d/_]*[!?]|\p{Lu}\/\p{Lu}|NV|YOK|HIÁNYZIK|NENÍ_K_DISPOZICI|GETTING_DATA|#{2,})$/u,
  /^(?:Err|Erro|Errore|Błąd|Chyba|Fejl|Feil|Fel|Fout|Hata|Hiba|Virhe|Ошибка|Помилка|エラー|错误|錯誤|오류)\s?:\s?5\d\d$/iu,
  /^\{?=\s*(?:[-+'"\d$({@#]|[\p{L}_.]+[\d(!:&*+/^$-])/u,
  /^(?:\[object \w+\]|System\.(?:\w+\[\]|(?:Collections|Data|Management)\.\S+)|#?<\w.* at 0x[\da-f]+>|\[L?java\..*|\[\w@[\da-f]+|System\.DBNull|\{\{.*\}\}|\$\{.*\})$/i,
];

const NO_VALUE =
  /^(?:[([{<]?null[)\]}>.]?|\\N|<NA>|-?nan|-?1\.#(?:QNAN|IND|INF)|undefined|[([{<](?:nil|none|empty|blank|leer|vide)[)\]}>])$/i;
/** Names have these letters in another case. */
const NO_VALUE_EXACTLY = /^(?:NaT|nil|NIL)$/;
/** Usual names and values of properties: North America, Namibia. */
const MAYBE_NO_VALUE = /^(?:n[./]?a\.?|n\/[dv]|none|[-–—.?]{1,3})$/i;
const QUOTED_FORMULA = /^=\s*(?:T?\()?"((?:[^"]|"")*)"(?:\s*&\s*"")?\)?$|^=(\d+)$/i;
const QUOTED = /^['"“„‘](.+)['"”“’]$/;
/** Of Python and of databases, which say of which type a value is. */
const TYPED = /^(?:[bu]|(?:UUID|ObjectId|Decimal)(?=\(.*\)$)\()(['"])(.*)\1\)?$/;
/** Before what a spreadsheet would take for a number or a formula. */
const GUARDED = /^(?:\t|\s*['’])(?=[\d=+\-@\t])(.*\S)/;
/** Three zeros may be thousands, where no more than three digits stand before. IDs have no fractions. */
const WHOLE_FLOAT =
  /^([+-]?(?:\d+(?=[.,](?:0{1,2}|0{4,})$)|\d{4,}|\d{1,3}([.,'’ \u00A0\u202F])\d{3}(?:\2\d{3})*(?!\2)))[.,]0+$|^(\d+)\.$/;
export const FRACTION = /^[+-]?\d+[.,]0*[1-9]\d*$/;

const GROUPED_DIGITS = /^[1-9]\d{0,2}([.,'’ \u00A0\u202F])\d{3}(?:\1\d{3})*$/;
const MONEY = /^(?:[+-]?\p{Sc}\s?\d[\d.,'’\s]*|\d[\d.,'’\s]*\p{Sc})$/u;
const INFINITY = /^[+-]?inf(?:inity)?$/i;
/** Spreadsheets keep 15 digits. */
const SIXTEEN_DIGITS = /^\d{15}0+$/;
const MONTH =
  '(?:Janv?|Gen|Ene|F[eé][bv]r?|M[aä]r|Mrz|Mrt|A[pvb]r|Ma[yijg]|Mei|Jui?n|Giu|Juil?|Lug|A[ug][go]|Août|Sept?|Set|O[ck]t|Ott|Out|Nov|D[eéi][cz])';
const DATE = new RegExp(
  `^(?:\\d{1,2}[-. ] ?${MONTH}\\.?(?:[-. ](?:\\d{2}){1,2})?|${MONTH}\\.?[- ](?:\\d{2}){1,2}|\\d{1,2}([/.])\\d{1,2}\\1\\d{4}|\\d{1,2}/\\d{1,2}/\\d{2}|\\d{4}/\\d{1,2}/\\d{1,2}|\\d{4}-\\d\\d-\\d\\d[ T]00:00:00(?:\\.0+)?(?:Z|[+-]\\d\\d:?\\d\\d)?|\\d{4}年\\d{1,2}月(?:\\d{1,2}日)?)$`,
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
  const meant = meantBy(typed, cell, of, hasFractions);
  // No customer is called so, until somebody says it.
  if (meant !== undefined) return { isDamaged: of === 'id' && meant === '', reason: meantText(cell, meant), meant };
  const isDoubtful = [DATE, GROUPED_DIGITS, SIXTEEN_DIGITS, MONEY, INFINITY].some((each) => each.test(cell));
  if (!isDoubtful || of === 'name' || of === 'property') return undefined;
  return { isDamaged: false, reason: l10n.t('Another program may have made {0} of another value.', quotedCell(cell)) };
}

function damageOf(cell: string, of: CellOf): string | undefined {
  const [number, sign] = HEXADECIMAL.test(cell) ? [] : (SCIENTIFIC.exec(cell) ?? []);
  if (number !== undefined && (sign === '+' || of === 'id' || of === 'dataSource'))
    return l10n.t(
      'A spreadsheet shortened the number {0}, and its last digits are lost. Enter the values there as text, and export the file again.',
      quotedCell(cell),
    );
  return DAMAGED.some((each) => each.test(cell)) && !QUOTED_FORMULA.test(cell)
    ? l10n.t(
        'Another program wrote {0} in place of the value. Correct the column there, and export the file again.',
        quotedCell(cell),
      )
    : undefined;
}

function meantBy(typed: string, cell: string, of: CellOf, hasFractions: () => boolean): string | undefined {
  const isId = of === 'id' || of === 'dataSource';
  const noValues = isId ? [NO_VALUE, NO_VALUE_EXACTLY, MAYBE_NO_VALUE] : [NO_VALUE, NO_VALUE_EXACTLY];
  if (noValues.some((each) => each.test(cell))) return '';
  const [, text, digits] = QUOTED_FORMULA.exec(cell) ?? [];
  const [, , bytes] = TYPED.exec(cell) ?? [];
  const [, guarded] = (isId ? QUOTED.exec(cell) : null) ?? GUARDED.exec(typed) ?? [];
  const [, float, , digitsAndDot] = WHOLE_FLOAT.exec(cell) ?? [];
  const whole = float ?? (isId ? digitsAndDot : undefined);
  return (
    (text?.trim() === '' ? '' : text?.replaceAll('""', '"')) ??
    digits ??
    bytes ??
    guarded ??
    (whole === undefined || (!isId && hasFractions()) ? undefined : whole.replaceAll(/[^\d+-]/g, ''))
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
