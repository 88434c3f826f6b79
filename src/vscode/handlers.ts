// All commands with their handlers: loaded when the first of them runs.

import { showActions } from './actions.ts';
import { connectionHandlers } from './connections/connectionCommands.ts';
import { copyAsCurl } from './sending/copyAsCurl.ts';
import type { BulkContext } from './bulk/bulkContext.ts';
import { getOrCreateHandlers } from './sending/getOrCreate.ts';
import { editMany } from './bulk/editMany.ts';
import { checkUserGroup } from './groups/checkUserGroup.ts';
import { compareTwo } from './groups/compareTwo.ts';
import { copyLink } from './groups/copyLink.ts';
import { copyToConnection, duplicateGroup } from './groups/copyGroup.ts';
import { filterList, goTo } from './groups/find.ts';
import { compareWith, discardDraft, open } from './groups/groupCommands.ts';
import { changeId } from './sending/changeId.ts';
import { deleteGroup } from './sending/deleteGroup.ts';
import { copyRow, forgetRow } from './groups/rowCommands.ts';
import { sortList } from './groups/sortList.ts';
import { HistoryTab } from './sending/historyTab.ts';
import { exportList, importList } from './bulk/listFiles.ts';
import { importGroups } from './bulk/importGroups.ts';
import { deleteLocalData } from './connections/deleteLocalData.ts';
import type { Handlers } from './command/commandRunner.ts';
import { startLocalSandbox, stopLocalSandbox } from './connections/sandboxCommands.ts';
import { saveGroupsToFolder } from './files/saveGroupsToFolder.ts';
import { saveToWorkspace } from './files/saveToWorkspace.ts';
import { planFolder } from './bulk/planFolder.ts';
import { sendChangedFiles } from './bulk/sendChangedFiles.ts';
import { sendDrafts } from './bulk/sendDrafts.ts';
import { sendFile } from './files/sendFile.ts';
import { undoRun } from './bulk/undoRun.ts';
import { showRuns } from './bulk/showRuns.ts';
import { dismissRotation, resolveRotation, showUnrecognizedResponse } from './rotation/openRotationCommands.ts';
import { findGroupByToken } from './groups/findGroupByToken.ts';
import { rotateLeakedToken } from './rotation/leakedToken.ts';
import { markAsDeployed } from './rotation/markAsDeployed.ts';
import { copyPreviousToken, copyToken } from './rotation/copyToken.ts';
import { rotateMany } from './bulk/rotateMany.ts';
import { rotateToken } from './rotation/rotateToken.ts';
import { writeToken } from './rotation/writeToken.ts';
import { update } from './sending/update.ts';
import { inOneBox } from './platform/oneBox.ts';
import { openWalkthrough } from './walkthrough.ts';

export function createHandlers(context: BulkContext): Handlers {
  const history = new HistoryTab(context);
  return {
    ...connectionHandlers(context),
    ...getOrCreateHandlers(context),
    ...tokenHandlers(context),
    'userGroups.update': (invocation) =>
      invocation.file === undefined ? update(context, invocation) : sendFile(context, invocation, invocation.file),
    'userGroups.delete': (invocation) => deleteGroup(context, invocation),
    'userGroups.changeId': (invocation) => inOneBox(() => changeId(context, invocation)),
    'userGroups.open': (invocation) => open(context, invocation, 'default'),
    'userGroups.openAsText': (invocation) => open(context, invocation, 'text'),
    'userGroups.actions': (invocation) => showActions(context, invocation),
    'userGroups.goTo': (invocation) => goTo(context, invocation),
    'userGroups.filterList': (invocation) => filterList(context, invocation),
    'userGroups.clearFilter': () => {
      context.tree.showMatching(undefined);
    },
    'userGroups.sortList': (invocation) => sortList(context, invocation),
    'userGroups.checkUserGroup': (invocation) => checkUserGroup(context, invocation),
    'userGroups.compareWith': (invocation) => compareTwo(context, invocation),
    'userGroups.duplicate': (invocation) => duplicateGroup(context, invocation),
    'userGroups.copyToConnection': (invocation) => copyToConnection(context, invocation),
    'userGroups.compareWithSent': (invocation) => compareWith(context, invocation, 'sent'),
    'userGroups.compareWithAnswered': (invocation) => compareWith(context, invocation, 'answered'),
    'userGroups.saveToWorkspace': (invocation) => saveToWorkspace(context, invocation),
    'userGroups.saveGroupsToFolder': (invocation) => saveGroupsToFolder(context, invocation),
    'userGroups.planFolder': (invocation) => planFolder(context, invocation),
    'userGroups.sendChangedFiles': (invocation) => sendChangedFiles(context, invocation),
    'userGroups.sendDrafts': (invocation) => sendDrafts(context, invocation),
    'userGroups.editMany': (invocation) => editMany(context, invocation),
    'userGroups.undoRun': (invocation) => undoRun(context, invocation),
    'userGroups.discardDraft': (invocation) => discardDraft(context, invocation),
    'userGroups.removeFromList': (invocation) => forgetRow(context, invocation),
    'userGroups.copyRow': (invocation) => copyRow(context, invocation),
    'userGroups.copyAsCurl': (invocation) => copyAsCurl(context, invocation),
    'userGroups.copyLink': (invocation) => copyLink(context, invocation),
    'userGroups.showHistory': (invocation) => history.show(invocation),
    'userGroups.showHistoryOfAll': () => history.showAll(),
    'userGroups.startSandbox': () => startLocalSandbox(context),
    'userGroups.stopSandbox': () => stopLocalSandbox(context),
    'userGroups.import': (invocation) => importGroups(context, invocation),
    'userGroups.showRuns': (invocation) => showRuns(context, invocation),
    'userGroups.exportList': (invocation) => exportList(context, invocation),
    'userGroups.importList': (invocation) => importList(context, invocation),
    'userGroups.deleteLocalData': () => inOneBox(() => deleteLocalData(context)),
    'userGroups.openWalkthrough': () => openWalkthrough(),
    'userGroups.showLog': () => {
      context.log.show();
    },
    'userGroups.loadMore': ({ input }) => {
      context.tree.loadMore(String(input.connection));
    },
  };
}

function tokenHandlers(context: BulkContext) {
  return {
    'userGroups.rotateToken': (invocation) => rotateToken(context, invocation),
    'userGroups.resolveRotation': (invocation) => resolveRotation(context, invocation),
    'userGroups.showUnrecognizedResponse': (invocation) => showUnrecognizedResponse(context, invocation),
    'userGroups.dismissRotation': (invocation) => dismissRotation(context, invocation),
    'userGroups.rotateMany': (invocation) => rotateMany(context, invocation),
    'userGroups.rotateLeakedToken': (invocation) => inOneBox(() => rotateLeakedToken(context, invocation)),
    'userGroups.findGroupByToken': () => findGroupByToken(context),
    'userGroups.copyToken': (invocation) => copyToken(context, invocation),
    'userGroups.copyPreviousToken': (invocation) => copyPreviousToken(context, invocation),
    'userGroups.writeToken': (invocation) => writeToken(context, invocation),
    'userGroups.markAsDeployed': (invocation) => markAsDeployed(context, invocation),
  } satisfies Partial<Handlers>;
}
