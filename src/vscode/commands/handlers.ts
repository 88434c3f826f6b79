// All commands with what they do: loaded when the first of them runs.

import { showActions } from './actions.ts';
import { connectionHandlers } from './connections.ts';
import type { Desk } from './desk.ts';
import { getOrCreateHandlers } from './getOrCreate.ts';
import { compareWith, copyAsCurl, discardDraft, forget, goTo, open } from './groups.ts';
import { showHistory } from './history.ts';
import type { Handlers } from './commandDoor.ts';
import { startSandbox, stopSandbox } from './sandbox.ts';
import { copyToken, rotateToken } from './tokens.ts';
import { update } from './update.ts';

export function createHandlers(desk: Desk): Handlers {
  return {
    ...connectionHandlers(desk),
    ...getOrCreateHandlers(desk),
    'userGroups.update': (call) => update(desk, call),
    'userGroups.rotateToken': (call) => rotateToken(desk, call),
    'userGroups.copyToken': (call) => copyToken(desk, call),
    'userGroups.open': (call) => open(desk, call, 'default'),
    'userGroups.openAsText': (call) => open(desk, call, 'text'),
    'userGroups.actions': (call) => showActions(desk, call),
    'userGroups.goTo': (call) => goTo(desk, call),
    'userGroups.compareWithSent': (call) => compareWith(desk, call, 'sent'),
    'userGroups.compareWithAnswered': (call) => compareWith(desk, call, 'answered'),
    'userGroups.discardDraft': (call) => discardDraft(desk, call),
    'userGroups.forget': (call) => forget(desk, call),
    'userGroups.copyAsCurl': (call) => copyAsCurl(desk, call),
    'userGroups.showHistory': (call) => showHistory(desk, call),
    'userGroups.startSandbox': () => startSandbox(desk),
    'userGroups.stopSandbox': () => stopSandbox(desk),
    'userGroups.showLog': () => { desk.log.show(); },
    'userGroups.loadMore': ({ given }) => { desk.tree.loadMore(String(given.connection)); },
  };
}
