// The plan of a folder: what its files say beside what was applied. Nothing is sent for it.

import type { ServiceApi } from '../../contract/serviceApi.ts';
import type { Change } from '../../document/difference.ts';
import { editableNames, hasField } from '../../document/userGroupDocument.ts';
import { inheritedPath } from '../../document/preset.ts';
import type { CheckedFile, FileFinding } from '../files/folderCheck.ts';
import { PRESET_FILE } from '../../document/documentUri.ts';
import { bodyDigest, changedFields, fieldDigests, type FieldDigests } from './bodyDigest.ts';
import { isUnknown, type KnownState, type PlannedOperation } from './planJournal.ts';

/**
 * - `new`: the state does not have it.
 * - `changed`: its file says something else than what was applied, or that is unknown.
 * - `unknown`: the outcome of its last request is unknown.
 * - `tokenDue`: its token was not delivered. The rest is as applied.
 * - `drifted`: its file is as applied, and the service has something else.
 * - `gone`: the service no longer lists it, or had none at the last update.
 * - `same`: nothing is to be done.
 */
export type PlanStatus = (typeof PLAN_STATUSES)[number];

export const PLAN_STATUSES = ['new', 'changed', 'unknown', 'tokenDue', 'drifted', 'gone', 'same'] as const;

export interface PlannedGroup {
  readonly userGroupId: string;
  /** Name in the folder. */
  readonly file: string;
  /** The digest of the request body. */
  readonly sha256: string;
  /** The digests of its fields. */
  readonly fields?: FieldDigests;
  readonly status: PlanStatus;
  /** Absent: nothing is sent. */
  readonly operation?: PlannedOperation | undefined;
  /** Paths of what it has from the preset of its folder: `properties.region`. */
  readonly inherited: readonly string[];
  /** Fields that an update omits, and that the service may keep or clear. */
  readonly omitted: readonly string[];
  /** From what the service has to what the file says, where it was asked. */
  readonly changes?: readonly Change[] | undefined;
  /** Names of its fields that changed since it was applied, as far as the state has them. */
  readonly changedFields?: readonly string[] | undefined;
  /** Asking has recreated it: the service had none. */
  readonly isRecreated?: boolean | undefined;
  /** Where the service has it already, it is updated to what the file says. */
  readonly adopts?: true | undefined;
  /** What else is to be known: a sentence, harmless to show. */
  readonly note?: string | undefined;
}

export interface FolderPlan {
  /** By the order of their files. */
  readonly groups: readonly PlannedGroup[];
  /** IDs of groups that were applied, and have no file any more. Empty where not all files are planned. */
  readonly unmanaged: readonly string[];
  /** Why files cannot be sent. */
  readonly errors: readonly (FileFinding & { readonly file: string })[];
  /** Files of other programs in the folder. */
  readonly ignored?: number;
}

/** @param isWanted of a file's name; absent: all of them */
export async function planFiles(
  files: AsyncIterable<CheckedFile>,
  { applied, pending }: KnownState,
  { request: names, updatesOnlyGiven }: ServiceApi,
  isWanted: ((file: string) => boolean) | undefined,
): Promise<FolderPlan> {
  const groups: PlannedGroup[] = [];
  const errors: FolderPlan['errors'][number][] = [];
  const withoutFile = new Set(applied.keys());
  for await (const { file, findings, document, inherited = [] } of files) {
    if (document !== undefined) withoutFile.delete(document.userGroupId);
    if (file !== PRESET_FILE && isWanted?.(file) === false) continue;
    errors.push(...findings.filter(({ severity }) => severity === 'error').map((finding) => ({ file, ...finding })));
    if (document === undefined) continue;
    const { userGroupId } = document;
    const sha256 = bodyDigest(document, names);
    const status = statusOf(sha256, userGroupId, { applied, pending });
    const omitted = updatesOnlyGiven ? [] : editableNames(document).filter((field) => !hasField(document, field));
    const operation = operationFor(status, applied.has(userGroupId));
    const fields = fieldDigests(document, names);
    groups.push({
      ...{ userGroupId, file, sha256, fields, status, operation, omitted },
      ...(status === 'changed' && { changedFields: changedFields(applied.get(userGroupId)?.fields, fields) }),
      inherited: inherited.map(inheritedPath),
    });
  }
  // The group of a file that is wrong may be one of them.
  const isComplete = isWanted === undefined && errors.length === 0;
  return { groups, errors, unmanaged: isComplete ? [...withoutFile].sort() : [] };
}

/** Makes groups that exist already take what their files say. */
export function adopting(plan: FolderPlan): FolderPlan {
  return {
    ...plan,
    groups: plan.groups.map((group) => {
      // A file with the ID alone changes nothing.
      const isNothing = Object.keys(group.fields ?? {}).length === 0;
      return isNews(group) && !isNothing ? { ...group, adopts: true } : group;
    }),
  };
}

/** Whether the service has it is news to the state. */
export function isNews({ status }: Pick<PlannedGroup, 'status'>): boolean {
  return status === 'new' || status === 'gone';
}

/** As far as the state tells. @param sha256 of the body */
export function statusOf(sha256: string, userGroupId: string, { applied, pending }: KnownState): PlanStatus {
  const open = pending.get(userGroupId);
  if (isUnknown(open)) return 'unknown';
  const group = applied.get(userGroupId);
  if (group === undefined) return 'new';
  if (group.isGone === true) return 'gone';
  if (group.sha256 !== sha256) return 'changed';
  return open?.tokenDueSince === undefined ? 'same' : 'tokenDue';
}

/** An update needs a group that is known to be there. */
export function operationFor(status: PlanStatus, isApplied: boolean): PlannedOperation | undefined {
  switch (status) {
    case 'new':
    case 'gone':
    case 'tokenDue':
      return 'getOrCreate';
    case 'unknown':
      return isApplied ? 'update' : 'getOrCreate';
    case 'changed':
    case 'drifted':
      return 'update';
    case 'same':
      return undefined;
  }
}
