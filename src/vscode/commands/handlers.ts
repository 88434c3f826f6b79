// All commands with what they do: loaded when the first of them runs.

import { showActions } from './actions.ts';
import { connectionHandlers } from './connections.ts';
import { copyAsCurl } from './copyAsCurl.ts';
import type { CommandContext } from './desk.ts';
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

export function createHandlers(context: CommandContext): Handlers {
  return {
    ...connectionHandlers(context),
    ...getOrCreateHandlers(context),
    'userGroups.update': (invocation) =>
      invocation.file === undefined ? update(context, invocation) : sendFile(context, invocation, invocation.file),
    'userGroups.rotateToken': (invocation) => rotateToken(context, invocation),
    'userGroups.resolveRotation': (invocation) => resolveRotation(context, invocation),
    'userGroups.showKeptAnswer': (invocation) => showKeptAnswer(context, invocation),
    'userGroups.letGoOfRotation': (invocation) => letGoOfRotation(context, invocation),
    'userGroups.rotateMany': (invocation) => rotateMany(context, invocation),
    'userGroups.rotateLeakedToken': (invocation) => rotateLeakedToken(context, invocation),
    'userGroups.whoseToken': () => whoseToken(context),
    'userGroups.copyToken': (invocation) => copyToken(context, invocation),
    'userGroups.copyReplacedToken': (invocation) => copyReplacedToken(context, invocation),
    'userGroups.markAsDeployed': (invocation) => markAsDeployed(context, invocation),
    'userGroups.open': (invocation) => open(context, invocation, 'default'),
    'userGroups.openAsText': (invocation) => open(context, invocation, 'text'),
    'userGroups.actions': (invocation) => showActions(context, invocation),
    'userGroups.goTo': (invocation) => goTo(context, invocation),
    'userGroups.filterList': (invocation) => filterList(context, invocation),
    'userGroups.clearFilter': () => {
      clearFilter(context);
    },
    'userGroups.checkUserGroup': (invocation) => checkUserGroup(context, invocation),
    'userGroups.compareWith': (invocation) => compareTwo(context, invocation),
    'userGroups.compareWithSent': (invocation) => compareWith(context, invocation, 'sent'),
    'userGroups.compareWithAnswered': (invocation) => compareWith(context, invocation, 'answered'),
    'userGroups.saveToWorkspace': (invocation) => saveToWorkspace(context, invocation),
    'userGroups.saveGroupsToFolder': (invocation) => saveGroupsToFolder(context, invocation),
    'userGroups.sendChangedFiles': (invocation) => sendChangedFiles(context, invocation),
    'userGroups.changeMany': (invocation) => changeMany(context, invocation),
    'userGroups.undoRun': (invocation) => undoRun(context, invocation),
    'userGroups.discardDraft': (invocation) => discardDraft(context, invocation),
    'userGroups.forget': (invocation) => forget(context, invocation),
    'userGroups.copyAsCurl': (invocation) => copyAsCurl(context, invocation),
    'userGroups.showHistory': (invocation) => showHistory(context, invocation),
    'userGroups.showHistoryOfAll': () => showHistoryOfAll(context),
    'userGroups.startSandbox': () => startSandbox(context),
    'userGroups.stopSandbox': () => stopSandbox(context),
    'userGroups.import': (invocation) => importGroups(context, invocation),
    'userGroups.showRuns': (invocation) => showRuns(context, invocation),
    'userGroups.exportList': (invocation) => exportList(context, invocation),
    'userGroups.importList': (invocation) => importList(context, invocation),
    'userGroups.deleteLocalData': () => deleteLocalData(context),
    'userGroups.showLog': () => {
      context.log.show();
    },
    'userGroups.loadMore': ({ input }) => {
      context.tree.loadMore(String(input.connection));
    },
  };
}
