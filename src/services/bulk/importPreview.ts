// Previews an import beside what is known here: classes, counts, pages of a table. Sends and stores nothing.

import * as l10n from '@vscode/l10n';
import { cancelled } from '../../core/errors.ts';
import { deletedText } from '../../core/deletedGroups.ts';
import { fold } from '../../core/folding.ts';
import { quotedId } from '../../core/foreignText.ts';
import { naturalKey } from '../../core/naturalKey.ts';
import type { KnownId, UserGroupStore } from '../../core/ports/userGroupStore.ts';
import { inOrder } from '../../bulk/inOrder.ts';
import { WorkSlices } from '../../core/workSlices.ts';
import { hasError, type ImportProblem, type ImportRow } from '../../bulk/importRow.ts';

/** `notKnown`: the service will find the group, or create it. */
export type ImportClass = 'known' | 'notKnown' | 'invalid';

export interface PreviewRow extends ImportRow {
  readonly class: ImportClass;
}

export interface ImportCounts extends Readonly<Record<ImportClass, number>> {
  /** Of those that are not invalid: how many are marked. */
  readonly warned: number;
}

export interface PreviewQuestion {
  readonly filter?: ImportClass | 'warned' | undefined;
  /** In the id, the name, the file or a reason, in any letter case. */
  readonly text?: string | undefined;
  /** Absent: as in the file. */
  readonly sort?: { readonly by: keyof typeof SORT_KEYS; readonly isDescending: boolean } | undefined;
}

/** Ids that the store is asked for at once. */
const BATCH = 200;

export class ImportPreview {
  readonly rows: readonly PreviewRow[];
  readonly counts: ImportCounts;
  /** The last request: a table asks for one part after another. */
  #asked: { readonly key: string; readonly found: Promise<readonly PreviewRow[]> } | undefined;

  private constructor(rows: readonly PreviewRow[]) {
    this.rows = rows;
    const of = (wanted: ImportClass): number => rows.filter((row) => row.class === wanted).length;
    this.counts = {
      known: of('known'),
      notKnown: of('notKnown'),
      invalid: of('invalid'),
      warned: rows.filter(isWarned).length,
    };
  }

  /** @throws UserGroupsError `cancelled`; `unavailable` when the store cannot be read */
  static async of(
    groups: UserGroupStore,
    connectionId: string,
    rows: readonly ImportRow[],
    signal?: AbortSignal,
  ): Promise<ImportPreview> {
    const slices = new WorkSlices();
    const classified: PreviewRow[] = [];
    for (let from = 0; from < rows.length; from += BATCH) {
      const batch = rows.slice(from, from + BATCH);
      const known = new Map(
        groups
          .knownAmong(
            connectionId,
            batch.flatMap(({ userGroupId }) => userGroupId ?? []),
          )
          .map((each) => [each.userGroupId, each]),
      );
      for (const row of batch) {
        const standing = row.userGroupId === undefined ? undefined : known.get(row.userGroupId);
        const found = [...alikeProblem(standing?.alike ?? []), ...deletedProblem(standing)];
        classified.push({
          ...row,
          problems: found.length === 0 ? row.problems : [...row.problems, ...found],
          class: hasError(row) ? 'invalid' : standing?.group !== undefined ? 'known' : 'notKnown',
        });
      }
      await slices.pause();
      if (signal?.aborted === true) throw cancelled();
    }
    return new ImportPreview(classified);
  }

  /** All of them, in the order asked for. */
  found(question: PreviewQuestion): Promise<readonly PreviewRow[]> {
    const { filter, text, sort } = question;
    const key = JSON.stringify([filter, text, sort?.by, sort?.isDescending]);
    if (this.#asked?.key !== key) this.#asked = { key, found: this.#find(question) };
    return this.#asked.found;
  }

  async #find({ filter, text = '', sort }: PreviewQuestion): Promise<readonly PreviewRow[]> {
    const words = fold(text.trim());
    const found = this.rows.filter((row) => isAsked(row, filter) && (words === '' || wordsOf(row).includes(words)));
    return sort === undefined ? found : inOrder(found, SORT_KEYS[sort.by], sort.isDescending);
  }
}

const SORT_KEYS = {
  place: ({ number }: PreviewRow) => number,
  id: ({ userGroupId = '' }: PreviewRow) => naturalKey(fold(userGroupId)),
  name: ({ name = '' }: PreviewRow) => naturalKey(fold(name)),
  class: (row: PreviewRow) => row.class,
} as const;

function isAsked(row: PreviewRow, filter: PreviewQuestion['filter']): boolean {
  return filter === undefined || (filter === 'warned' ? isWarned(row) : row.class === filter);
}

function isWarned({ problems, class: is }: PreviewRow): boolean {
  return is !== 'invalid' && problems.length > 0;
}

function wordsOf({ userGroupId = '', name = '', file = '', problems }: PreviewRow): string {
  return fold([userGroupId, name, file, ...problems.map(({ reason }) => reason)].join('\n'));
}

function alikeProblem(ids: readonly string[]): ImportProblem[] {
  return ids.length === 0
    ? []
    : [
        {
          severity: 'warning',
          reason: l10n.t(
            'Not in the list, but {0} is. They differ only in letter case or in leading or trailing spaces.',
            ids.slice(0, 3).map(quotedId).join(', '),
          ),
        },
      ];
}

function deletedProblem(standing: KnownId | undefined): ImportProblem[] {
  const reason = deletedText(standing?.group);
  return reason === undefined ? [] : [{ severity: 'warning', reason }];
}
