// All commands with what they do: loaded when the first of them runs.

import { showActions } from './actions.ts';
import { connectionHandlers } from './connections.ts';
import { copyAsCurl } from './copyAsCurl.ts';
import type { Desk } from './desk.ts';
import { getOrCreateHandlers } from './getOrCreate.ts';
import { changeMany } from './changeMany.ts';
import { checkUserGroup } from './checkUserGroup.ts';
import { compareTwo } from './compareTwo.ts';
import { clearFilter, filterList, goTo } from './find.ts';
import { compareWith, discardDraft, forget, open } from './groups.ts';
import { showHistory, showHistoryOfAll } from './history.ts';
import { exportList, importList } from './listFiles.ts';
import { importGroups } from './importGroups.ts';
import { deleteLocalData } from './localData.ts';
import type { Handlers } from './commandDoor.ts';
import { startSandbox, stopSandbox } from './sandbox.ts';
import { saveGroupsToFolder } from './saveGroupsToFolder.ts';
import { saveToWorkspace } from './saveToWorkspace.ts';
import { sendChangedFiles } from './sendChangedFiles.ts';
import { sendFile } from './sendFile.ts';
import { undoRun } from './undoRun.ts';
import { showRuns } from './showRuns.ts';
import { letGoOfRotation, resolveRotation, showKeptAnswer } from './openRotations.ts';
import { rotateLeakedToken, whoseToken } from './leakedToken.ts';
import { markAsDeployed } from './markAsDeployed.ts';
import { copyReplacedToken, copyToken } from './tokens.ts';
import { rotateMany } from './rotateMany.ts';
import { rotateToken } from './rotateToken.ts';
import { update } from './update.ts';

export function createHandlers(desk: Desk): Handlers {
  return {
    ...connectionHandlers(desk),
    ...getOrCreateHandlers(desk),
    'userGroups.update': (call) => (call.file === undefined ? update(desk, call) : sendFile(desk, call, call.file)),
    'userGroups.rotateToken': (call) => rotateToken(desk, call),
    'userGroups.resolveRotation': (call) => resolveRotation(desk, call),
    'userGroups.showKeptAnswer': (call) => showKeptAnswer(desk, call),
    'userGroups.letGoOfRotation': (call) => letGoOfRotation(desk, call),
    'userGroups.rotateMany': (call) => rotateMany(desk, call),
    'userGroups.rotateLeakedToken': (call) => rotateLeakedToken(desk, call),
    'userGroups.whoseToken': () => whoseToken(desk),
    'userGroups.copyToken': (call) => copyToken(desk, call),
    'userGroups.copyReplacedToken': (call) => copyReplacedToken(desk, call),
    'userGroups.markAsDeployed': (call) => markAsDeployed(desk, call),
    'userGroups.open': (call) => open(desk, call, 'default'),
    'userGroups.openAsText': (call) => open(desk, call, 'text'),
    'userGroups.actions': (call) => showActions(desk, call),
    'userGroups.goTo': (call) => goTo(desk, call),
    'userGroups.filterList': (call) => filterList(desk, call),
    'userGroups.clearFilter': () => {
      clearFilter(desk);
    },
    'userGroups.checkUserGroup': (call) => checkUserGroup(desk, call),
    'userGroups.compareWith': (call) => compareTwo(desk, call),
    'userGroups.compareWithSent': (call) => compareWith(desk, call, 'sent'),
    'userGroups.compareWithAnswered': (call) => compareWith(desk, call, 'answered'),
    'userGroups.saveToWorkspace': (call) => saveToWorkspace(desk, call),
    'userGroups.saveGroupsToFolder': (call) => saveGroupsToFolder(desk, call),
    'userGroups.sendChangedFiles': (call) => sendChangedFiles(desk, call),
    'userGroups.changeMany': (call) => changeMany(desk, call),
    'userGroups.undoRun': (call) => undoRun(desk, call),
    'userGroups.discardDraft': (call) => discardDraft(desk, call),
    'userGroups.forget': (call) => forget(desk, call),
    'userGroups.copyAsCurl': (call) => copyAsCurl(desk, call),
    'userGroups.showHistory': (call) => showHistory(desk, call),
    'userGroups.showHistoryOfAll': () => showHistoryOfAll(desk),
    'userGroups.startSandbox': () => startSandbox(desk),
    'userGroups.stopSandbox': () => stopSandbox(desk),
    'userGroups.import': (call) => importGroups(desk, call),
    'userGroups.showRuns': (call) => showRuns(desk, call),
    'userGroups.exportList': (call) => exportList(desk, call),
    'userGroups.importList': (call) => importList(desk, call),
    'userGroups.deleteLocalData': () => deleteLocalData(desk),
    'userGroups.showLog': () => {
      desk.log.show();
    },
    'userGroups.loadMore': ({ given }) => {
      desk.tree.loadMore(String(given.connection));
    },
  };
}
