// A new terminal whose environment has the token, as a place where a token is written.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText, visibleId } from '../../core/foreignText.ts';
import type { TerminalDestination } from '../../core/tokenDestination.ts';
import type { GroupTarget } from '../command/invocation.ts';
import { askVariable, type DeliveryContext, type Destination, type DestinationKind } from './destination.ts';
import { requireTrustedPlace } from './envPlaces.ts';

export const terminal: DestinationKind<TerminalDestination> = {
  label: ({ variable }) => l10n.t('{0} in New Terminal', variable),
  writeAgainLabel: () => l10n.t('Write to New Terminal'),
  at: newTerminal,
  choice: (context, { title, variable }) => ({
    label: `$(terminal) ${l10n.t('New Terminal…')}`,
    detail: l10n.t('One terminal has the token as an environment variable, until it is closed.'),
    value: async () => newTerminal(context, { kind: 'terminal', variable: await askVariable(title, variable) }),
  }),
};

function newTerminal(context: DeliveryContext, stored: TerminalDestination): Destination {
  const { variable } = stored;
  return {
    stored,
    notWrittenText: (group) => l10n.t("Couldn't open a terminal with the token of {0}.", group),
    questionText: (group) => l10n.t('Open a terminal that has the token of {0} as {1}?', group, variable),
    writtenText: (group) => l10n.t('Terminal opened. It has the token of {0} as {1}.', group, variable),
    consequence: l10n.t('Any extension, and any program that you start in the terminal, can read the token.'),
    remarks: () => {
      const { remoteName } = vscode.env;
      return remoteName === undefined
        ? []
        : [l10n.t('The terminal runs on the remote machine ({0}).', foreignText(remoteName))];
    },
    write: (target, token) => {
      openTerminal(context, target, variable, token);
    },
  };
}

/** It ends with its shell: VS Code keeps nothing of it. What a shell runs at its start is the workspace's, too. */
function openTerminal(
  { trust, log }: DeliveryContext,
  { connection, userGroupId }: GroupTarget,
  variable: string,
  token: string,
): void {
  requireTrustedPlace(trust);
  // VS Code puts other values there, and no process can have a NUL in its environment.
  if (token.includes('${') || token.includes('\0'))
    throw new UserGroupsError(
      'invalid',
      l10n.t("The token contains characters that a terminal can't take."),
      l10n.t('Deliver it another way.'),
    );
  const name = `${variable}: ${visibleId(userGroupId, 40)} (${foreignText(connection.name, 40)})`;
  const terminal = vscode.window.createTerminal({ name, env: { [variable]: token }, isTransient: true });
  terminal.show();
  void endWithWindow(terminal);
  log.info(`Opened a terminal with the token of ${visibleId(userGroupId)} on ${foreignText(connection.name)}`);
}

/** When its window is loaded again, VS Code may leave the shell running, which nobody sees any more. */
async function endWithWindow(terminal: vscode.Terminal): Promise<void> {
  const shell = await terminal.processId;
  const extension = vscode.extensions.getExtension('embedded-dashboards.user-groups');
  if (shell === undefined) return;
  // On this machine, the number of a remote shell is that of another process.
  if (vscode.env.remoteName !== undefined && extension?.extensionKind !== vscode.ExtensionKind.Workspace) return;
  const closing = vscode.window.onDidCloseTerminal(() => {
    if (terminal.exitStatus === undefined) return;
    closing.dispose();
    try {
      if (terminal.exitStatus.reason === vscode.TerminalExitReason.Shutdown) process.kill(shell, 'SIGKILL');
    } catch {
      // VS Code has ended it.
    }
  });
}
