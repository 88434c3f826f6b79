// The newest versions of one group or of all, read again once something was sent; without fetches, unless asked for.

import type { GroupRef, VersionSummary } from '../../core/userGroup.ts';
import type { AppliedBefore } from '../../services/groups/appliedBefore.ts';
import type { GroupService } from '../../services/groups/groupService.ts';

export const MOST_VERSIONS = 500;

interface Options {
  readonly groups: Pick<GroupService, 'versionSummaries'>;
  /** Absent: of all groups. */
  readonly ref?: GroupRef | undefined;
  /** Forgets what a group had before that has changed. */
  readonly before: Pick<AppliedBefore, 'forget'>;
}

export class NewestVersions {
  readonly #options: Options;
  /** One more than are given, where there are. */
  #read: readonly VersionSummary[] = [];
  #isStale = true;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Something was sent or answered. */
  changed(): void {
    this.#isStale = true;
  }

  /** Those that say what changed. Where there are only fetches, they are all there is. */
  get shown(): readonly VersionSummary[] {
    const all = this.#all;
    return all.every(isFetch) ? all : all.filter((version) => !isFetch(version));
  }

  get fetches(): readonly VersionSummary[] {
    return this.#all.filter(isFetch);
  }

  /** There are older ones. */
  get isCut(): boolean {
    return this.#all.length < this.#read.length;
  }

  get #all(): readonly VersionSummary[] {
    if (this.#isStale) {
      const { groups, ref, before } = this.#options;
      const read = groups.versionSummaries({ limit: MOST_VERSIONS + 1, ...(ref !== undefined && { ref }) });
      for (const changed of changedGroups(this.#read, read)) before.forget(changed);
      this.#read = read;
      this.#isStale = false;
    }
    return this.#read.slice(0, MOST_VERSIONS);
  }
}

/** A get-or-create that met the group as it was known. */
function isFetch({ outcome }: VersionSummary): boolean {
  return outcome === 'existed';
}

/** Of which a version was added or has another outcome. */
function changedGroups(before: readonly VersionSummary[], now: readonly VersionSummary[]): GroupRef[] {
  const known = new Set(before.map(({ id, outcome }) => `${id} ${outcome}`));
  return now.filter(({ id, outcome }) => !known.has(`${id} ${outcome}`)).map(({ ref }) => ref);
}
