// The command that deletes all local data: shows what is deleted and what stays, and requires a typed confirmation.

import { counted, keptText } from '../../core/stateText.ts';
import { askWord, confirm } from '../command/confirm.ts';
import type { CommandContext } from '../command/commandContext.ts';

const DELETE = 'Delete All Local Data';

export async function deleteLocalData(context: CommandContext): Promise<void> {
  const { localData } = context.services;
  const { openRotations, removedConnections, unstoredTokens, ...kept } = await localData.kept();
  const removed =
    removedConnections === 0
      ? []
      : [
          `${counted(removedConnections, 'removed connection')} with all that belongs to ${removedConnections === 1 ? 'it' : 'them'}`,
        ];
  await confirm(context, {
    title: 'Delete everything that User Groups keeps on this machine?',
    detail: [
      ...unstoredTokens.map(
        (group) =>
          `The only copy of the token of ${group} is in the memory of this window. Run Copy User Group Token first.`,
      ),
      ...(openRotations === undefined
        ? []
        : [
            `Whether the token of ${openRotations} was rotated is not known yet: after this, nothing here remembers that it was asked for. Resolve Rotation… asks the service.`,
          ]),
      `Lost here: ${[...keptText(kept), ...removed, 'the key that seals tokens', 'the API tokens', "the sandbox's groups", 'damaged lists that were set aside'].join(', ')}. Other windows lose them too.`,
      'What stays: userGroups.connections in the settings, files of workspaces, what other workspaces remember of the connections of their files, what is not saved in open editors, the log files of the editor, and everything on the service.',
    ],
    answer: DELETE,
  });
  await askWord('delete', {
    title: DELETE,
    prompt: 'Type delete to delete everything that is kept here. It cannot be brought back',
  });
  await context.clipboard.clear();
  await localData.deleteAll();
  context.messages.status('All local data deleted. The service and the settings stay as they were');
}
