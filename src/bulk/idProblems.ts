// What is suspicious about ids when they are seen together: spreadsheets change them, and people repeat them.

import * as l10n from '@vscode/l10n';
import { alike } from '../core/folding.ts';
import { holdsInvisible, quotedId, visibleId } from '../core/foreignText.ts';
import { lookAlikeIdText } from '../core/lookAlikeLetters.ts';
import { grouped } from '../core/language.ts';
import { WorkSlices } from '../core/workSlices.ts';
import { newIdProblem } from '../document/lineBreaks.ts';
import { placeOf, type ImportProblem, type ImportRow } from './importRow.ts';

/**
 * How many of the ids that are digits alone must have one length, so that a shorter one is suspicious; and how many
 * there must be.
 */
const MOST = 0.8;
const ENOUGH = 5;
/** Of several places, those that are named. */
const NAMED = 3;
/** What a decoder puts where it can read nothing. */
const UNREADABLE = '\uFFFD';

/** Each row with what its id, and the others, add to its problems. @param areThere the service has all of them */
export async function withIdProblems(rows: readonly ImportRow[], areThere = false): Promise<ImportRow[]> {
  const slices = new WorkSlices();
  const sameId = new Map<string, ImportRow[]>();
  const idsAlike = new Map<string, string[]>();
  const lengths = new Map<number, number>();
  for (const row of rows) {
    const { userGroupId } = row;
    if (userGroupId !== undefined && isNew(sameId, userGroupId, row)) {
      isNew(idsAlike, alike(userGroupId), userGroupId);
      if (isDigits(userGroupId)) lengths.set(userGroupId.length, (lengths.get(userGroupId.length) ?? 0) + 1);
    }
    await slices.pause();
  }
  const width = commonWidth(lengths);
  const checked: ImportRow[] = [];
  for (const row of rows) {
    const problems = problemsOf(row, { sameId, idsAlike, width, areThere });
    checked.push(problems.length === 0 ? row : { ...row, problems: [...row.problems, ...problems] });
    await slices.pause();
  }
  return checked;
}

/** By order of appearance. Answers whether the key is new. */
function isNew<T>(lists: Map<string, T[]>, key: string, item: T): boolean {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
  return list === undefined;
}

interface Seen {
  readonly sameId: ReadonlyMap<string, readonly ImportRow[]>;
  readonly idsAlike: ReadonlyMap<string, readonly string[]>;
  readonly width: number | undefined;
  readonly areThere: boolean;
}

function problemsOf(row: ImportRow, { sameId, idsAlike, width, areThere }: Seen): ImportProblem[] {
  const { userGroupId } = row;
  if (userGroupId === undefined || userGroupId === '')
    return row.problems.some(({ severity }) => severity === 'error') ? [] : [error(l10n.t('The ID is missing.'))];
  const problems: ImportProblem[] = [];
  const others = othersNamed(sameId.get(userGroupId), row, (other) => visibleId(placeOf(other), 100));
  if (others !== undefined) problems.push(error(l10n.t('The same ID is also in {0}.', others)));
  if (width !== undefined && isDigits(userGroupId) && userGroupId.length < width) {
    const full = quotedId(userGroupId.padStart(width, '0'));
    problems.push(
      warning(l10n.t('The ID is shorter than most. A spreadsheet may have dropped the leading zeros of {0}.', full)),
    );
  }
  const likeIt = othersNamed(idsAlike.get(alike(userGroupId)), userGroupId, (id) => quotedId(id));
  if (likeIt !== undefined)
    problems.push(
      warning(l10n.t('The ID differs only in letter case or in leading or trailing spaces from {0}.', likeIt)),
    );
  if (userGroupId.trim() !== userGroupId) problems.push(warning(l10n.t('The ID has leading or trailing spaces.')));
  const broken = newIdProblem(userGroupId);
  if (broken !== undefined) problems.push(areThere ? warning(broken) : error(broken));
  else if (!isPlain(userGroupId)) problems.push(...oddCharacters(userGroupId));
  return problems;
}

function oddCharacters(userGroupId: string): ImportProblem[] {
  return [
    ...(userGroupId.includes(UNREADABLE)
      ? [warning(l10n.t("The ID contains {0}, a character that couldn't be read. Check the encoding.", UNREADABLE))]
      : []),
    ...(holdsInvisible(userGroupId)
      ? [warning(l10n.t('The ID contains invisible characters: {0}.', quotedId(userGroupId)))]
      : []),
    ...lookAlikeIdText(userGroupId).map(warning),
  ];
}

function commonWidth(lengths: ReadonlyMap<number, number>): number | undefined {
  const all = [...lengths.values()].reduce((sum, count) => sum + count, 0);
  const [width, count = 0] = [...lengths].sort((a, b) => b[1] - a[1])[0] ?? [];
  return all >= ENOUGH && count >= MOST * all ? width : undefined;
}

/** Nothing of ASCII looks like anything else. */
function isPlain(id: string): boolean {
  return /^[ -~]*$/.test(id);
}

function isDigits(id: string): boolean {
  return /^\d+$/.test(id);
}

/** Those beside this one. No more of them are looked at than are named: one id may stand in every row. */
function othersNamed<T>(all: readonly T[] = [], self: T, words: (other: T) => string): string | undefined {
  if (all.length < 2) return undefined;
  const named = all
    .slice(0, NAMED + 1)
    .filter((other) => other !== self)
    .slice(0, NAMED);
  const more = all.length - 1 - named.length;
  const list = named.map(words).join(', ');
  return more > 0 ? l10n.t('{0} and {1} more', list, grouped(more)) : list;
}

function error(reason: string): ImportProblem {
  return { severity: 'error', reason };
}

function warning(reason: string): ImportProblem {
  return { severity: 'warning', reason };
}
