// Every command: its id, its arguments and its result (public interface, "Commands").

import type { ChangedCells } from '../../bulk/changedCell.ts';
import type { EmptyCells } from '../../bulk/changes/rowChange.ts';
import type { RefreshedList } from '../../services/sending/serviceList.ts';
import type { AnswerField, BodyField, FIELDS, ObjectField } from '../../contract/fields.ts';
import type { Environment } from '../../core/connection.ts';
import type { RunState } from '../../core/runs.ts';
import type { Operation } from '../../contract/operations.ts';

export interface ConnectionArgument {
  readonly connection?: string;
}

export interface GroupArgument extends ConnectionArgument {
  readonly user_group_id?: string;
}

/** Many groups: those that match the query, or have these IDs. */
interface GroupsArgument extends ConnectionArgument {
  readonly query?: string;
  readonly user_group_ids?: readonly string[];
}

export interface ConnectionFields {
  readonly name?: string;
  readonly baseUrl?: string;
  readonly environment?: Environment;
}

/** An object, or its JSON text: only text carries key order and numbers beyond 2^53. */
export type BodyArgument = ConnectionArgument & {
  readonly [F in BodyField]?: F extends ObjectField ? unknown : string;
};

export interface ConnectionResult {
  readonly name: string;
  readonly baseUrl: string;
  readonly environment?: Environment | undefined;
}

/** The service's object without its token. `team_id` is a number when safe, otherwise its digits. */
export type UserGroupResult = { readonly [F in AnswerField]?: ResultOfType[(typeof FIELDS)[F]['type']] };

interface ResultOfType {
  readonly string: string;
  readonly number: number | string;
  readonly object: unknown;
  readonly tag: string | null;
}

export interface GetOrCreateCommandResult {
  readonly new_user_group: boolean | undefined;
  readonly user_group: UserGroupResult;
}

/** The outcome of a rotation, as far as asking could show it (docs/tokens.md, "When the answer … is lost"). */
export interface ResolveRotationResult {
  readonly outcome: 'rotated' | 'probablyNot' | 'notRotated' | 'tokenKnown' | 'recreated' | 'notAccepted';
}

type Numbers<Names extends string> = Readonly<Record<Names, number>>;

/** How many of the groups that are known here the list shows. */
export type FilterResult = Numbers<'matching' | 'of'>;

/** Numbers of files: written, skipped as equal, kept as different. */
export type SavedToFolder = Numbers<'written' | 'same' | 'kept'>;

export interface ListExported {
  readonly groups: number;
  readonly file: string;
}

/** What sending the files of a folder would do: numbers of files. */
export type FilesPlanned = Numbers<'new' | 'changed' | 'same' | 'invalid' | 'held' | 'otherConnection'>;

/** What applying the documents of a folder would do: numbers of groups; of files, where they are invalid. */
export type FolderPlanned = Numbers<'new' | 'changed' | 'unknown' | 'tokenDue' | 'same' | 'invalid' | 'unmanaged'>;

/** What editing many groups would do: numbers of groups. */
export type ChangePlanned = Numbers<'changed' | 'same' | 'skipped'>;

/** What undoing a run would do: numbers of groups. */
export type UndoPlanned = Numbers<'undone' | 'skipped'>;

/** The change of a property, a schema id or a further field of each group. */
export interface ChangeArgument {
  readonly action?: 'set' | 'rename' | 'copy' | 'remove';
  readonly property?: string;
  readonly schema_id?: string;
  readonly field?: string;
  /** Any JSON value for a property or a field; for a schema id, the id of a data source. */
  readonly value?: unknown;
  /** Instead of `value`: a CSV file with a value for each group. */
  readonly file?: string;
  readonly id_column?: string;
  readonly value_column?: string;
  /** What the cells of a property are. */
  readonly cells?: 'text' | 'json';
  /** How cells are read that another program may have changed, such as `="007"`. */
  readonly changed_cells?: ChangedCells;
  /** The new name. */
  readonly to?: string;
}

/** Numbers of groups. `replaced`: what was known here. `leftOut`: of connections with no counterpart chosen here. */
export type ListImported = Numbers<'added' | 'replaced' | 'same' | 'different' | 'leftOut'>;

/** The progress of a run. Numbers of groups by outcome, those that are not 0. */
export interface RunResult extends Partial<Numbers<RunOutcome>> {
  readonly run: number;
  readonly state: RunState;
}

/** `notApplied`: of those that existed, what was sent was not applied; of rotations, possibly not delivered. */
type RunOutcome =
  | 'waiting'
  | 'sending'
  | 'new'
  | 'existed'
  | 'notApplied'
  | 'updated'
  | 'rotated'
  | 'failed'
  | 'unknown'
  | 'skipped';

/** Numbers of groups, by the way each was handled; invalid ones are skipped. */
export interface ImportResult
  extends Numbers<'known' | 'notKnown' | 'invalid'>, Partial<Numbers<'added' | 'same' | 'different'>> {
  readonly run?: RunResult;
}

/** The number of a run, and numbers of groups once the window has released it; `delivered`: of the rotated ones. */
export type RotatedMany = Numbers<'run' | 'groups' | 'rotated' | 'delivered'>;

/** id → [argument, result] */
export interface CommandMap {
  'userGroups.addConnection': [ConnectionFields, ConnectionResult];
  'userGroups.editConnection': [ConnectionArgument & ConnectionFields, ConnectionResult];
  'userGroups.removeConnection': [ConnectionArgument, void];
  'userGroups.undoRemoveConnection': [ConnectionArgument & { readonly name?: string }, ConnectionResult];
  'userGroups.resolveConnection': [ConnectionArgument, void];
  'userGroups.setApiToken': [ConnectionArgument, void];
  'userGroups.reviewApiToken': [ConnectionArgument, void];
  'userGroups.checkConnection': [ConnectionArgument, string];
  'userGroups.refreshListFromService': [ConnectionArgument, RefreshedList];
  'userGroups.moveToApi': [ConnectionArgument & { readonly api?: string }, ConnectionResult];
  'userGroups.new': [ConnectionArgument, void];
  'userGroups.addExisting': [GroupArgument & { readonly name?: string }, GetOrCreateCommandResult];
  'userGroups.getOrCreate': [BodyArgument, GetOrCreateCommandResult | undefined];
  'userGroups.update': [BodyArgument, { readonly user_group: UserGroupResult }];
  'userGroups.rotateToken': [GroupArgument, { readonly rotated: boolean }];
  'userGroups.resolveRotation': [GroupArgument, ResolveRotationResult];
  'userGroups.showUnrecognizedResponse': [GroupArgument, void];
  'userGroups.dismissRotation': [GroupArgument, void];
  'userGroups.copyPreviousToken': [GroupArgument, void];
  'userGroups.writeToken': [GroupArgument & { readonly to?: 'last' }, void];
  'userGroups.markAsDeployed': [
    GroupArgument | { readonly connection: string; readonly user_group_ids: readonly string[] },
    void,
  ];
  'userGroups.rotateMany': [
    GroupsArgument & {
      readonly run?: number;
      readonly deliver?: 'clipboard' | 'command' | 'last';
    },
    RotatedMany,
  ];
  'userGroups.rotateLeakedToken': [ConnectionArgument, { readonly rotated: boolean }];
  'userGroups.findGroupByToken': [object, void];
  'userGroups.fetch': [GroupArgument, GetOrCreateCommandResult];
  'userGroups.open': [GroupArgument, void];
  'userGroups.openAsText': [GroupArgument, void];
  'userGroups.saveToWorkspace': [GroupArgument, void];
  'userGroups.saveGroupsToFolder': [
    ConnectionArgument & { readonly query?: string; readonly folder?: string },
    SavedToFolder,
  ];
  'userGroups.sendChangedFiles': [ConnectionArgument & { readonly folder?: string }, FilesPlanned];
  'userGroups.sendDrafts': [GroupsArgument, FilesPlanned];
  'userGroups.planFolder': [ConnectionArgument & { readonly folder?: string }, FolderPlanned];
  'userGroups.editMany': [
    GroupsArgument & {
      readonly change?: ChangeArgument;
      readonly on_failure?: 'stop' | 'goOn';
    },
    ChangePlanned,
  ];
  'userGroups.undoRun': [{ readonly run?: number }, UndoPlanned];
  'userGroups.discardDraft': [GroupArgument, void];
  'userGroups.actions': [GroupArgument, void];
  'userGroups.goTo': [{ readonly query?: string }, void];
  'userGroups.filterList': [{ readonly query?: string }, FilterResult];
  'userGroups.clearFilter': [object, void];
  'userGroups.sortList': [{ readonly by?: 'name' | 'tokenAge' }, void];
  'userGroups.checkUserGroup': [GroupArgument, string];
  'userGroups.compareWith': [GroupArgument & { readonly with?: GroupArgument }, void];
  'userGroups.duplicate': [GroupArgument, void];
  'userGroups.copyToConnection': [GroupArgument & { readonly to?: ConnectionArgument }, void];
  'userGroups.copyToken': [GroupArgument, void];
  'userGroups.copyAsCurl': [GroupArgument & { readonly operation?: Operation }, void];
  'userGroups.copyLink': [GroupArgument, void];
  'userGroups.compareWithSent': [GroupArgument, void];
  'userGroups.compareWithAnswered': [GroupArgument, void];
  'userGroups.showHistory': [GroupArgument, void];
  'userGroups.showHistoryOfAll': [object, void];
  'userGroups.delete': [GroupArgument, { readonly deleted: boolean }];
  'userGroups.changeId': [GroupArgument & { readonly new_id?: string }, { readonly user_group: UserGroupResult }];
  'userGroups.removeFromList': [GroupArgument, void];
  'userGroups.startSandbox': [object, ConnectionResult];
  'userGroups.stopSandbox': [object, void];
  'userGroups.import': [
    ConnectionArgument & {
      readonly file?: string;
      readonly way?: 'listOnly' | 'getOrCreate' | 'update';
      readonly empty?: EmptyCells;
    },
    ImportResult,
  ];
  'userGroups.showRuns': [
    { readonly run?: number; readonly then?: 'pause' | 'resume' | 'cancel' | 'repeatFailed' },
    RunResult,
  ];
  'userGroups.exportList': [ConnectionArgument & { readonly file?: string }, ListExported];
  'userGroups.importList': [
    ConnectionArgument & { readonly file?: string; readonly different?: 'mine' | 'theirs' },
    ListImported,
  ];
  'userGroups.deleteLocalData': [object, void];
  'userGroups.openWalkthrough': [object, void];
  'userGroups.showLog': [object, void];
  'userGroups.copyRow': [object, void];
  'userGroups.loadMore': [ConnectionArgument, void];
}

export type CommandId = keyof CommandMap;
export type ResultOf<Id extends CommandId> = CommandMap[Id][1];
