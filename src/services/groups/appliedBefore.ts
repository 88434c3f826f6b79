// What the service last applied before each version of the history was sent.

import { isSentSince, type GroupRef, type VersionSummary } from '../../core/userGroup.ts';
import { groupKey } from '../../core/groupKey.ts';
import { sendsDocument } from '../../contract/operations.ts';
import { isApplied, isOutcomeUnknown } from './versionText.ts';
import type { GroupService } from './groupService.ts';

/** More versions than are kept of a group. */
const MOST_VERSIONS = 500;

export interface AppliedText {
  /** Distinguishes it from all other texts of the group. */
  readonly key: string;
  readonly at: number;
  /** Reads it. */
  readonly text: () => string;
}

export interface Before {
  /** What was applied last: by the history, or by the group's record where the history does not go back so far. */
  readonly applied: AppliedText | undefined;
  /** What was sent in between may have been applied as well. */
  readonly isUncertain: boolean;
}

/** Remembers what it has read of a group until that is invalidated. */
export class AppliedBefore {
  readonly #groups: Pick<GroupService, 'find' | 'version' | 'versionSummaries'>;
  readonly #read = new Map<string, ReadonlyMap<number, Before>>();

  constructor(groups: Pick<GroupService, 'find' | 'version' | 'versionSummaries'>) {
    this.#groups = groups;
  }

  /** Something was sent to the group or answered since. */
  invalidate(ref: GroupRef): void {
    this.#read.delete(groupKey(ref));
  }

  of({ ref, id }: VersionSummary): Before {
    const key = groupKey(ref);
    const read = this.#read.get(key) ?? this.#ofGroup(ref);
    this.#read.set(key, read);
    return read.get(id) ?? { applied: undefined, isUncertain: false };
  }

  #ofGroup(ref: GroupRef): Map<number, Before> {
    const found = new Map<number, Before>();
    let applied: AppliedText | undefined;
    let isUncertain = false;
    for (const version of this.#groups.versionSummaries({ ref, limit: MOST_VERSIONS }).toReversed()) {
      found.set(version.id, { applied: applied ?? this.#baseBefore(version), isUncertain });
      // What was applied before is gone with the group.
      if (version.outcome === 'deleted') [applied, isUncertain] = [undefined, false];
      if (!sendsDocument(version.operation)) continue;
      if (isApplied(version)) [applied, isUncertain] = [this.#textOf(version), false];
      else if (isOutcomeUnknown(version)) isUncertain = true;
    }
    return found;
  }

  #textOf({ id, at }: VersionSummary): AppliedText {
    return { key: String(id), at, text: () => this.#groups.version(id)?.text ?? '' };
  }

  #baseBefore(version: VersionSummary): AppliedText | undefined {
    const record = this.#groups.find(version.ref);
    if (record?.base?.from !== 'sent' || !isSentSince(record, version)) return undefined;
    const { at, text } = record.base;
    return { key: `base-${at}`, at, text: () => text };
  }
}
