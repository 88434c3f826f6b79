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
  const sameId = new Repeated<ImportRow>();
  const idsAlike = new Repeated<string>();
  const lengths = new Map<number, number>();
  for (const row of rows) {
    const { userGroupId } = row;
    if (userGroupId !== undefined && sameId.add(userGroupId, row)) {
      idsAlike.add(alike(userGroupId), userGroupId);
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

/** What stands under a key more than once: of a hundred thousand keys nearly all stand alone. */
class Repeated<T> {
  readonly #first = new Map<string, T>();
  readonly #lists = new Map<string, T[]>();

  /** Answers whether the key is new. */
  add(key: string, item: T): boolean {
    const first = this.#first.get(key);
    if (first === undefined) {
      this.#first.set(key, item);
      return true;
    }
    const list = this.#lists.get(key) ?? [first];
    list.push(item);
    this.#lists.set(key, list);
    return false;
  }

  /** All of them, by order of appearance; none where one stands alone. */
  under(key: string): readonly T[] {
    return this.#lists.get(key) ?? [];
  }
}

interface Seen {
  readonly sameId: Repeated<ImportRow>;
  readonly idsAlike: Repeated<string>;
  readonly width: number | undefined;
  readonly areThere: boolean;
}

function problemsOf(row: ImportRow, { sameId, idsAlike, width, areThere }: Seen): ImportProblem[] {
  const { userGroupId } = row;
  if (userGroupId === undefined || userGroupId === '') {
    return row.problems.some(({ severity }) => severity === 'error') ? [] : [error(l10n.t('The ID is missing.'))];
  }
  const same = sameId.under(userGroupId);
  const likeIt = idsAlike.under(alike(userGroupId));
  const broken = newIdProblem(userGroupId);
  return [
    ...(same.length > 0
      ? [
          error(
            l10n.t(
              'The same ID is also in {0}.',
              othersNamed(same, row, (other) => visibleId(placeOf(other), 100)),
            ),
          ),
        ]
      : []),
    ...(width !== undefined && isDigits(userGroupId) && userGroupId.length < width
      ? [
          warning(
            l10n.t(
              'The ID is shorter than most. A spreadsheet may have dropped the leading zeros of {0}.',
              quotedId(userGroupId.padStart(width, '0')),
            ),
          ),
        ]
      : []),
    ...(likeIt.length > 0
      ? [
          warning(
            l10n.t(
              'The ID differs only in letter case or in leading or trailing spaces from {0}.',
              othersNamed(likeIt, userGroupId, (id) => quotedId(id)),
            ),
          ),
        ]
      : []),
    ...(userGroupId.trim() !== userGroupId ? [warning(l10n.t('The ID has leading or trailing spaces.'))] : []),
    ...(broken !== undefined
      ? [areThere ? warning(broken) : error(broken)]
      : isPlain(userGroupId)
        ? []
        : oddCharacters(userGroupId)),
  ];
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
function othersNamed<T>(all: readonly T[], self: T, words: (other: T) => string): string {
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
