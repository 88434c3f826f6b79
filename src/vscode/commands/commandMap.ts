// Every command: its id, what it may be called with, what it answers (public interface, "Commands").

import type { Environment } from '../../core/connection.ts';
import type { Operation } from '../../core/userGroup.ts';

export interface ConnectionArgument {
  readonly connection?: string;
}

export interface GroupArgument extends ConnectionArgument {
  readonly user_group_id?: string;
}

export interface ConnectionFields {
  readonly name?: string;
  readonly baseUrl?: string;
  readonly environment?: Environment;
}

export interface BodyArgument extends GroupArgument {
  readonly name?: string;
  /** An object, or JSON text: only text carries key order and numbers beyond 2^53. */
  readonly mapping?: unknown;
  readonly properties?: unknown;
}

export interface ConnectionShown {
  readonly name: string;
  readonly baseUrl: string;
  readonly environment?: Environment | undefined;
}

/** The service's object without its token. `team_id` is a number when safe, else its digits. */
export interface UserGroupShown {
  readonly team_id?: number | string;
  readonly name?: string;
  readonly provided_id?: string;
  readonly properties?: unknown;
  readonly api_environment_tag?: string | null;
}

export interface GetOrCreateShown {
  readonly new_user_group: boolean | undefined;
  readonly user_group: UserGroupShown;
}

/** id → [argument, result] */
export interface CommandMap {
  'userGroups.addConnection': [ConnectionFields, ConnectionShown];
  'userGroups.editConnection': [ConnectionArgument & ConnectionFields, ConnectionShown];
  'userGroups.removeConnection': [ConnectionArgument, void];
  'userGroups.resolveConnection': [ConnectionArgument, void];
  'userGroups.setApiToken': [ConnectionArgument, void];
  'userGroups.checkConnection': [ConnectionArgument, string];
  'userGroups.new': [ConnectionArgument, void];
  'userGroups.addExisting': [GroupArgument & { readonly name?: string }, GetOrCreateShown];
  'userGroups.getOrCreate': [BodyArgument, GetOrCreateShown | undefined];
  'userGroups.update': [BodyArgument, { readonly user_group: UserGroupShown }];
  'userGroups.rotateToken': [GroupArgument, { readonly rotated: boolean }];
  'userGroups.fetch': [GroupArgument, GetOrCreateShown];
  'userGroups.open': [GroupArgument, void];
  'userGroups.openAsText': [GroupArgument, void];
  'userGroups.discardDraft': [GroupArgument, void];
  'userGroups.actions': [GroupArgument, void];
  'userGroups.goTo': [{ readonly query?: string }, void];
  'userGroups.copyToken': [GroupArgument, void];
  'userGroups.copyAsCurl': [GroupArgument & { readonly operation?: Operation }, void];
  'userGroups.compareWithSent': [GroupArgument, void];
  'userGroups.compareWithAnswered': [GroupArgument, void];
  'userGroups.showHistory': [GroupArgument, void];
  'userGroups.forget': [GroupArgument, void];
  'userGroups.startSandbox': [object, ConnectionShown];
  'userGroups.stopSandbox': [object, void];
  'userGroups.showLog': [object, void];
  'userGroups.loadMore': [ConnectionArgument, void];
}

export type CommandId = keyof CommandMap;
export type ArgumentOf<Id extends CommandId> = CommandMap[Id][0];
export type ResultOf<Id extends CommandId> = CommandMap[Id][1];

/** Ids alone, for registration before anything else is loaded. */
export const COMMAND_IDS = Object.keys({
  'userGroups.addConnection': true,
  'userGroups.editConnection': true,
  'userGroups.removeConnection': true,
  'userGroups.resolveConnection': true,
  'userGroups.setApiToken': true,
  'userGroups.checkConnection': true,
  'userGroups.new': true,
  'userGroups.addExisting': true,
  'userGroups.getOrCreate': true,
  'userGroups.update': true,
  'userGroups.rotateToken': true,
  'userGroups.fetch': true,
  'userGroups.open': true,
  'userGroups.openAsText': true,
  'userGroups.discardDraft': true,
  'userGroups.actions': true,
  'userGroups.goTo': true,
  'userGroups.copyToken': true,
  'userGroups.copyAsCurl': true,
  'userGroups.compareWithSent': true,
  'userGroups.compareWithAnswered': true,
  'userGroups.showHistory': true,
  'userGroups.forget': true,
  'userGroups.startSandbox': true,
  'userGroups.stopSandbox': true,
  'userGroups.showLog': true,
  'userGroups.loadMore': true,
} satisfies Record<CommandId, true>) as CommandId[];
