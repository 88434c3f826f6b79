// What is suspicious about ids when they are seen together: spreadsheets change them, and people repeat them.

import { alike } from '../core/folding.ts';
import { holdsInvisible, quotedId, visibleId } from '../core/foreignText.ts';
import { lookAlikeLetterText } from '../core/lookAlikeLetters.ts';
import { WorkSlices } from './workSlices.ts';
import { placeOf, type ImportProblem, type ImportRow } from './importRow.ts';

/** As spreadsheets show a long number: its last digits are lost. */
const SCIENTIFIC = /^[+-]?\d(?:[.,]\d+)?E[+-]?\d+$/i;
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

/**
 * Each row with what its id, and the others, add to its problems. @param isTable whether a spreadsheet may have written
 * the ids.
 */
export async function withIdProblems(rows: readonly ImportRow[], isTable: boolean): Promise<ImportRow[]> {
  const slices = new WorkSlices();
  const byId = new Map<string, ImportRow[]>();
  const idsAlike = new Map<string, string[]>();
  const lengths = new Map<number, number>();
  for (const row of rows) {
    const { userGroupId } = row;
    if (userGroupId !== undefined && !put(byId, userGroupId, row)) {
      put(idsAlike, alike(userGroupId), userGroupId);
      if (isDigits(userGroupId)) lengths.set(userGroupId.length, (lengths.get(userGroupId.length) ?? 0) + 1);
    }
    await slices.pause();
  }
  const width = commonWidth(lengths);
  const checked: ImportRow[] = [];
  for (const row of rows) {
    checked.push({ ...row, problems: [...row.problems, ...problemsOf(row, { byId, idsAlike, width, isTable })] });
    await slices.pause();
  }
  return checked;
}

interface Seen {
  readonly byId: ReadonlyMap<string, readonly ImportRow[]>;
  readonly idsAlike: ReadonlyMap<string, readonly string[]>;
  readonly width: number | undefined;
  readonly isTable: boolean;
}

function problemsOf(row: ImportRow, { byId, idsAlike, width, isTable }: Seen): ImportProblem[] {
  const { userGroupId } = row;
  if (userGroupId === undefined || userGroupId === '') {
    return row.problems.some(({ severity }) => severity === 'error') ? [] : [error('The user_group_id is missing.')];
  }
  const same = byId.get(userGroupId) ?? [];
  const likeIt = idsAlike.get(alike(userGroupId)) ?? [];
  const isScientific = SCIENTIFIC.test(userGroupId);
  return [
    ...(same.length > 1
      ? [
          error(
            `The same user_group_id stands in ${othersNamed(same, row, (other) => visibleId(placeOf(other), 100))}.`,
          ),
        ]
      : []),
    ...(isScientific && isTable
      ? [error(`${quotedId(userGroupId)} is how a spreadsheet shortens a long number: its last digits are lost.`)]
      : []),
    ...(isScientific && !isTable
      ? [warning(`${quotedId(userGroupId)} looks like a long number that a spreadsheet shortened.`)]
      : []),
    ...(width !== undefined && isDigits(userGroupId) && userGroupId.length < width
      ? [
          warning(
            `Has ${userGroupId.length} digits where most have ${width}: a spreadsheet may have dropped leading zeros (${userGroupId.padStart(width, '0')}?).`,
          ),
        ]
      : []),
    ...(likeIt.length > 1
      ? [
          warning(
            `Differs in letter case or edge spaces alone from ${othersNamed(likeIt, userGroupId, (id) => visibleId(id))}.`,
          ),
        ]
      : []),
    ...(userGroupId.trim() !== userGroupId ? [warning('Begins or ends with white space.')] : []),
    ...(isPlain(userGroupId) ? [] : oddCharacters(userGroupId)),
  ];
}

function oddCharacters(userGroupId: string): ImportProblem[] {
  return [
    ...(userGroupId.includes(UNREADABLE)
      ? [warning(`Holds ${UNREADABLE}, which stands for what could not be read: is the encoding another one?`)]
      : []),
    ...(holdsInvisible(userGroupId) ? [warning(`Holds characters that are not seen: ${visibleId(userGroupId)}.`)] : []),
    ...lookAlikeLetterText('The id', userGroupId).map(warning),
  ];
}

function commonWidth(lengths: ReadonlyMap<number, number>): number | undefined {
  const all = [...lengths.values()].reduce((sum, count) => sum + count, 0);
  const [width, count] = [...lengths].sort((a, b) => b[1] - a[1])[0] ?? [];
  return count !== undefined && all >= ENOUGH && count >= MOST * all && count < all ? width : undefined;
}

/** Nothing of ASCII looks like anything else. */
function isPlain(id: string): boolean {
  return /^[ -~]*$/.test(id);
}

function isDigits(id: string): boolean {
  return /^\d+$/.test(id);
}

/** Answers whether the key was there already. */
function put<T>(lists: Map<string, T[]>, key: string, item: T): boolean {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
  return list !== undefined;
}

/** Those beside this one. No more of them are looked at than are named: one id may stand in every row. */
function othersNamed<T>(all: readonly T[], self: T, words: (other: T) => string): string {
  const named = all
    .slice(0, NAMED + 1)
    .filter((other) => other !== self)
    .slice(0, NAMED);
  const more = all.length - 1 - named.length;
  return named.map(words).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function error(reason: string): ImportProblem {
  return { severity: 'error', reason };
}

function warning(reason: string): ImportProblem {
  return { severity: 'warning', reason };
}
