// What docs/reference.md says of each command's argument object and result, in Markdown.

import type { CommandId } from '../../src/vscode/command/commandMap.ts';

interface Cells {
  readonly argument?: string;
  readonly result?: string;
}

const connection = '`{connection?}`';
const chosenConnection = '`{connection}`';
const group = '`{connection?, user_group_id}`';
const guardedCopy = { argument: `${group}: always asks on a guarded connection` };
const user_group = '`{new_user_group, user_group}`';
const theConnection = 'the connection: `{name, baseUrl, environment?}`';

/** Of rows of the list: not commands for people. */
type OfRows = 'userGroups.copyRow' | 'userGroups.loadMore';

export const COMMAND_CELLS: Readonly<Record<Exclude<CommandId, OfRows>, Cells>> = {
  'userGroups.addConnection': { argument: '`{name, baseUrl, environment?}`', result: theConnection },
  'userGroups.editConnection': {
    argument: '`{connection, name?, baseUrl?, environment?}`: always asks before a guard or an address is changed',
    result: theConnection,
  },
  'userGroups.removeConnection': { argument: chosenConnection },
  'userGroups.undoRemoveConnection': {
    argument: '`{connection?, name?}`: `name` if another connection has its name by now',
    result: theConnection,
  },
  'userGroups.resolveConnection': { argument: chosenConnection },
  'userGroups.setApiToken': { argument: chosenConnection },
  'userGroups.reviewApiToken': { argument: chosenConnection },
  'userGroups.checkConnection': { argument: chosenConnection, result: 'the report. It creates nothing on the service' },
  'userGroups.moveToApi': { argument: '`{connection?, api?}`: always asks', result: theConnection },
  'userGroups.refreshListFromService': {
    argument: '`{connection?}`: of those whose service can list',
    result: '`{listed, added, changed, absent?, omitted?}`: numbers of groups, and why some were omitted',
  },
  'userGroups.new': { argument: connection, result: 'nothing: an empty document opens' },
  'userGroups.addExisting': { argument: '`{connection?, user_group_id, name?}`', result: user_group },
  'userGroups.getOrCreate': {
    argument: '`{connection?, user_group_id, name?, mapping?, properties?}`',
    result: user_group,
  },
  'userGroups.update': {
    argument:
      '`{connection?, user_group_id, name?, mapping?, properties?}`: absent fields come from the document of the group',
    result: '`{user_group}`',
  },
  'userGroups.rotateToken': { argument: group, result: '`{rotated: boolean}`' },
  'userGroups.changeId': { argument: '`{connection?, user_group_id, new_id?}`: always asks', result: '`{user_group}`' },
  'userGroups.delete': { argument: `${group}: always asks`, result: '`{deleted: boolean}`' },
  'userGroups.resolveRotation': {
    argument: group,
    result: '`{outcome}`: `rotated`, `probablyNot`, `notRotated`, `tokenKnown`, `recreated`, `notAccepted`',
  },
  'userGroups.showUnrecognizedResponse': { argument: group },
  'userGroups.dismissRotation': { argument: group },
  'userGroups.copyPreviousToken': guardedCopy,
  'userGroups.writeToken': {
    argument:
      '`{connection?, user_group_id, to?: "last"}`: asks where, or writes where it was written last. ' +
      'Always asks on a guarded connection',
  },
  'userGroups.markAsDeployed': {
    argument: `${group}, or \`{connection, user_group_ids}\` for several`,
  },
  'userGroups.rotateMany': {
    argument:
      '`{connection?, query?, user_group_ids?, deliver?: "clipboard"|"command"|"last"}`: you still type the name of the ' +
      'connection. `{run, deliver?}` continues a bulk operation',
    result: '`{run, groups, rotated, delivered}`: numbers, once it has completed or stopped',
  },
  'userGroups.rotateLeakedToken': {
    argument: `${connection}: the token is typed into a masked box`,
    result: '`{rotated: boolean}`',
  },
  'userGroups.findGroupByToken': {},
  'userGroups.fetch': { argument: group, result: user_group },
  'userGroups.open': { argument: group },
  'userGroups.openAsText': { argument: group },
  'userGroups.saveToWorkspace': { argument: group },
  'userGroups.saveGroupsToFolder': {
    argument: '`{connection?, query?, folder?}`',
    result: '`{written, same, kept}`: numbers of files',
  },
  'userGroups.sendChangedFiles': {
    argument: '`{connection?, folder?}`: a table opens, and its button sends',
    result: '`{new, changed, same, invalid, held, otherConnection}`: numbers of files',
  },
  'userGroups.sendDrafts': {
    argument: '`{connection?, query?, user_group_ids?}`: a table opens, and its button sends',
    result: '`{new, changed, same, invalid, held, otherConnection}`: numbers of groups',
  },
  'userGroups.planFolder': {
    argument: '`{connection?, folder?}`: a table opens. `folder` has the configuration, which names the connection',
    result: '`{new, changed, unknown, tokenDue, same, invalid, unmanaged}`: numbers of groups',
  },
  'userGroups.editMany': {
    argument:
      '`{connection?, query?, user_group_ids?, change?, on_failure?: "stop"|"goOn"}`: a table opens, and its buttons send. `"stop"` pauses at the first failure',
    result: '`{changed, same, skipped}`: numbers of groups',
  },
  'userGroups.undoRun': {
    argument: '`{run?}`: a table opens, and its button sends',
    result: '`{undone, skipped}`: numbers of groups',
  },
  'userGroups.discardDraft': { argument: group },
  'userGroups.actions': { argument: group },
  'userGroups.goTo': { argument: '`{query?}`' },
  'userGroups.filterList': { argument: '`{query?}`', result: '`{matching, of}`: numbers of groups' },
  'userGroups.clearFilter': {},
  'userGroups.sortList': { argument: '`{by?: "name"\\|"tokenAge"}`' },
  'userGroups.checkUserGroup': { argument: group, result: 'the report, as text' },
  'userGroups.compareWith': {
    argument: '`{connection?, user_group_id, with?: {connection?, user_group_id?}}`',
  },
  'userGroups.duplicate': { argument: group, result: 'nothing: a new document opens' },
  'userGroups.copyToConnection': {
    argument: '`{connection?, user_group_id, to?: {connection}}`',
    result: 'nothing: a new document opens',
  },
  'userGroups.copyToken': guardedCopy,
  'userGroups.copyLink': { argument: group },
  'userGroups.copyAsCurl': {
    argument: '`{connection?, user_group_id, operation?: "getOrCreate"|"update"|"rotate"}`',
  },
  'userGroups.compareWithSent': { argument: group },
  'userGroups.compareWithAnswered': { argument: group },
  'userGroups.showHistory': { argument: '`{connection?, user_group_id?}`' },
  'userGroups.showHistoryOfAll': {},
  'userGroups.removeFromList': { argument: group },
  'userGroups.startSandbox': { result: theConnection },
  'userGroups.stopSandbox': {},
  'userGroups.import': {
    argument:
      '`{connection?, file?, way?: "listOnly"|"getOrCreate"|"update", empty?: "leave"|"remove"|"set"}`: `file` is a file or folder, read in the proposed way; `empty`: what empty cells do to values',
    result: '`{known, notKnown, invalid, added?, same?, different?, run?}`: numbers of groups, and the bulk operation',
  },
  'userGroups.showRuns': {
    argument: '`{run?, then?: "pause"|"resume"|"cancel"|"repeatFailed"}`: without `run`, the newest bulk operation',
    result: '`{run, state, new?, existed?, notApplied?, failed?, …}`: numbers of groups',
  },
  'userGroups.exportList': { argument: '`{connection?, file?}`', result: '`{groups, file}`' },
  'userGroups.importList': {
    argument:
      '`{connection?, file?, different?}`: groups that differ stay as they are here (`"mine"`) or become as in the file ' +
      '(`"theirs"`, which asks if drafts would be lost)',
    result: '`{added, replaced, same, different, omitted}`: numbers of groups',
  },
  'userGroups.deleteLocalData': {},
  'userGroups.openWalkthrough': {},
  'userGroups.showLog': {},
};
