// A plan as a file, to be applied later: exactly that or nothing. It holds no token and nothing of a document.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import { isObject } from '../../core/isObject.ts';
import type { ConfiguredConnection } from '../files/groupsConfig.ts';
import { appliedStateText } from './appliedState.ts';
import { sha256 } from './bodyDigest.ts';
import { operationFor, PLAN_STATUSES, type FolderPlan, type PlanStatus } from './folderPlan.ts';
import { pendingText, type KnownState } from './planJournal.ts';

/** What a plan is made from. */
export interface PlanSources {
  readonly connection: ConfiguredConnection;
  readonly known: KnownState;
  /** Names of files, where not all of the folder were planned. */
  readonly only: readonly string[] | undefined;
}

/** JSON text. */
export function planFileText(plan: FolderPlan, sources: PlanSources): string {
  const groups = plan.groups
    .filter(({ status }) => status !== 'same')
    .map(({ file: name, status, operation, adopts }) => ({
      file: name,
      status,
      isThere: operation === 'update',
      ...(adopts === true && { adopts }),
    }));
  const file: PlanFile = {
    version: VERSION,
    connection: sources.connection.config.name,
    ...(sources.only !== undefined && { only: sources.only }),
    ...digestsOf(plan, groups, sources),
    groups,
  };
  return `${JSON.stringify(file, undefined, 2)}\n`;
}

/** What a plan file says by itself. */
export interface PlanFile extends Digests {
  readonly version: typeof VERSION;
  /** Name of the connection. */
  readonly connection: string;
  readonly only?: readonly string[];
  /** Those that something is to be done for. `isThere`: an update finds it. */
  readonly groups: readonly {
    readonly file: string;
    readonly status: PlanStatus;
    readonly isThere: boolean;
    readonly adopts?: true | undefined;
  }[];
}

/** @throws UserGroupsError `invalid` */
export function readPlanFile(text: string): PlanFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (isPlanFile(value)) return value;
  throw new UserGroupsError('invalid', l10n.t('It is no plan of this version.'), planAgain());
}

/**
 * The plan of the file, where it was made from the very same files, state and connection.
 * @param plan of today, without having asked the service
 * @throws UserGroupsError `conflict`
 */
export function plannedIn(file: PlanFile, plan: FolderPlan, sources: PlanSources): FolderPlan {
  const digests = digestsOf(plan, file.groups, sources);
  if (file.connectionSha256 !== digests.connectionSha256)
    throw conflict(l10n.t('The connection is another one than when the plan was made.'));
  if (file.stateSha256 !== digests.stateSha256) throw conflict(l10n.t('The state changed since the plan was made.'));
  if (file.filesSha256 !== digests.filesSha256) throw conflict(l10n.t('The files changed since the plan was made.'));
  if (file.groupsSha256 !== digests.groupsSha256) throw conflict(l10n.t('The plan itself was changed.'));
  const listed = new Map(file.groups.map((group) => [group.file, group]));
  return {
    ...plan,
    groups: plan.groups.map((group) => {
      const { status, isThere, adopts } = listed.get(group.file) ?? { status: 'same', isThere: true };
      return { ...group, status, operation: operationFor(status, isThere), adopts };
    }),
  };
}

const VERSION = 1;

interface Digests {
  readonly connectionSha256: string;
  readonly stateSha256: string;
  readonly filesSha256: string;
  readonly groupsSha256: string;
}

function digestsOf({ groups }: FolderPlan, todo: PlanFile['groups'], { connection, known }: PlanSources): Digests {
  const { config, serviceApi, folder } = connection;
  return {
    connectionSha256: sha256(JSON.stringify([config, serviceApi, folder])),
    stateSha256: sha256(appliedStateText(known.applied) + pendingText(known.pending)),
    filesSha256: sha256(JSON.stringify(groups.map(({ file, sha256: body }) => [file, body]))),
    groupsSha256: sha256(JSON.stringify(todo)),
  };
}

function isPlanFile(value: unknown): value is PlanFile {
  if (!isObject(value) || value.version !== VERSION || !Array.isArray(value.groups)) return false;
  const { connection, only, groups, connectionSha256, stateSha256, filesSha256, groupsSha256 } = value;
  return (
    [connection, connectionSha256, stateSha256, filesSha256, groupsSha256].every((text) => typeof text === 'string') &&
    (only === undefined || (Array.isArray(only) && only.every((name) => typeof name === 'string'))) &&
    groups.every(
      (group) =>
        isObject(group) &&
        typeof group.file === 'string' &&
        typeof group.isThere === 'boolean' &&
        (group.adopts === undefined || group.adopts === true) &&
        PLAN_STATUSES.some((status) => status === group.status),
    )
  );
}

function conflict(happened: string): UserGroupsError {
  return new UserGroupsError('conflict', happened, planAgain());
}

function planAgain(): string {
  return l10n.t('Plan again.');
}
