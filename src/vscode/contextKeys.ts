// Context keys: what there is, so that menus and the command palette offer only what can be done now.

import * as vscode from 'vscode';
import { hasList, offers } from '../core/connection.ts';
import type { Disposable } from '../core/emitter.ts';
import { UserGroupsError } from '../core/errors.ts';
import type { Services } from '../services/services.ts';
import { OFFERED_BY_SOME } from './command/groupCapabilities.ts';
import { hasSeveralConnections, isConfigured, isReady } from './command/targets.ts';
import { Throttle } from './platform/throttle.ts';

export class ContextKeys implements Disposable {
  readonly #services: Services;
  readonly #throttle: Throttle;
  readonly #set = new Map<string, boolean>();

  constructor(services: Services) {
    this.#services = services;
    this.#throttle = new Throttle(() => {
      this.#update();
    });
  }

  refresh(): void {
    this.#throttle.request();
  }

  dispose(): void {
    this.#throttle.dispose();
  }

  /** While the list cannot be read, which the list itself reports, the keys stay. */
  #update(): void {
    try {
      for (const [key, value] of Object.entries(contextKeys(this.#services))) this.#setKey(key, value);
    } catch (error) {
      if (!(error instanceof UserGroupsError)) throw error;
    }
  }

  #setKey(key: string, value: boolean): void {
    if (this.#set.get(key) === value) return;
    this.#set.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  }
}

/** By their names in the manifest. */
export function contextKeys(services: Services): Readonly<Record<string, boolean>> {
  const { connections, removed, groups, rotation, runs, sandbox } = services;
  const all = connections.list();
  const ready = all.filter(isReady);
  const open = rotation.open();
  return {
    'userGroups.sandboxRunning': sandbox.isWanted,
    'userGroups.hasConnections': all.length > 0,
    'userGroups.hasReadyConnections': ready.length > 0,
    'userGroups.hasSeveralConnections': hasSeveralConnections(services),
    /** Described by the settings: these can be edited, checked and given an API token. */
    'userGroups.hasServices': all.some(isConfigured),
    /** Another one than that which all have by themselves. */
    'userGroups.hasApis': connections.describesApis() || all.some(({ api }) => api !== undefined),
    'userGroups.hasLists': ready.some(hasList),
    ...Object.fromEntries(
      OFFERED_BY_SOME.map(({ operation, contextKey }) => [contextKey, ready.some((each) => offers(each, operation))]),
    ),
    'userGroups.hasChangedConnections': all.some(({ status }) => status === 'moved' || status === 'renamedOrNew'),
    'userGroups.hasRemovedConnections': removed.list().length > 0,
    'userGroups.hasUnverifiedTokens': all.some(({ mismatch }) => mismatch !== undefined),
    'userGroups.hasGroups': all.some(({ id }) => id !== '' && groups.groupCount(id) > 0),
    'userGroups.hasDrafts': groups.hasDrafts(),
    'userGroups.hasPreviousTokens': groups.hasPreviousTokens(),
    'userGroups.hasUnresolvedRotations': open.length > 0,
    'userGroups.hasUnrecognizedResponses': open.some((each) => rotation.hasUnrecognizedResponse(each)),
    'userGroups.hasBulkOperations': runs.list().length > 0,
  };
}
