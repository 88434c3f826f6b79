// Compares the rows of an import with what is known here, and counts them. Sends and stores nothing.

import * as l10n from '@vscode/l10n';
import { cancelled } from '../../core/errors.ts';
import { deletedText } from '../../core/deletedGroups.ts';
import { quotedId } from '../../core/foreignText.ts';
import type { KnownId, UserGroupStore } from '../../core/ports/userGroupStore.ts';
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

export interface ImportPreview {
  readonly rows: readonly PreviewRow[];
  readonly counts: ImportCounts;
}

/** Ids that the store is asked for at once. */
const BATCH = 200;

/** @throws UserGroupsError `cancelled`; `unavailable` when the store cannot be read */
export async function previewImport(
  groups: Pick<UserGroupStore, 'knownAmong'>,
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
  const of = (wanted: ImportClass): number => classified.filter((row) => row.class === wanted).length;
  return {
    rows: classified,
    counts: {
      known: of('known'),
      notKnown: of('notKnown'),
      invalid: of('invalid'),
      warned: classified.filter(isWarned).length,
    },
  };
}

export function isWarned({ problems, class: is }: PreviewRow): boolean {
  return is !== 'invalid' && problems.length > 0;
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
