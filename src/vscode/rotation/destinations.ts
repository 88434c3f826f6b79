// Writes a token where a person has chosen, and offers to do so again.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { readOr, UserGroupsError } from '../../core/errors.ts';
import { foreignText, visibleId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import type { EnvFileDestination, TokenDestination } from '../../core/tokenDestination.ts';
import type { MayReplace } from '../../services/rotation/envFiles.ts';
import type { HandOverCommand } from '../../services/rotation/handOver.ts';
import type { GroupTarget } from '../command/groupTarget.ts';
import type { CommandContext } from '../command/commandContext.ts';
import type { NoticeButton } from '../command/showNotice.ts';
import type { DeliveryContext } from './deliveryContext.ts';
import { writeAgainLabel } from './destinationTexts.ts';
import { envPlace, requireTrustedPlace } from './envPlaces.ts';
import { requireHandOverCommand } from './handOverSetting.ts';

/** A command is the one that was shown, even if the setting has changed. */
export type ShownDestination =
  | Exclude<TokenDestination, { readonly kind: 'command' }>
  | { readonly kind: 'command'; readonly command: HandOverCommand };

/** @throws UserGroupsError `invalid` where no command is set, or it can't run as written */
export function shownDestination(
  { settings }: Pick<DeliveryContext, 'settings'>,
  destination: TokenDestination,
): ShownDestination {
  return destination.kind === 'command' ? { kind: 'command', command: requireHandOverCommand(settings) } : destination;
}

/** @throws UserGroupsError when it was not delivered */
export async function deliver(
  context: DeliveryContext,
  target: GroupTarget,
  destination: ShownDestination,
  token: string,
  { mayReplace, signal }: { readonly mayReplace: MayReplace; readonly signal: AbortSignal | undefined },
): Promise<void> {
  const { connection, userGroupId } = target;
  switch (destination.kind) {
    case 'envFile':
      return writeToEnvFile(context, target, destination, token, mayReplace);
    case 'terminal':
      openTerminal(context, target, destination.variable, token);
      return;
    case 'command':
      return context.handOverBy(destination.command)(token, { userGroupId, connection: connection.name }, signal);
  }
}

/** What writing to files needs. */
export type FileDelivery = Pick<DeliveryContext, 'trust' | 'envFiles'> & {
  readonly log: Pick<DeliveryContext['log'], 'info'>;
};

/** @throws UserGroupsError when it was not written */
export async function writeToEnvFile(
  { trust, envFiles, log }: FileDelivery,
  { connection, userGroupId }: GroupTarget,
  { file, variable }: EnvFileDestination,
  token: string,
  mayReplace: MayReplace,
): Promise<void> {
  await envFiles.write(envPlace(trust, file), variable, token, mayReplace);
  log.info(`Wrote the token of ${visibleId(userGroupId)} on ${foreignText(connection.name)} to ${foreignText(file)}`);
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

/** Writes the current token of a group where its last one was written, if there is such a place. */
export function writeAgainButtons(
  {
    services,
    run,
  }: Pick<CommandContext, 'run'> & { readonly services: Pick<CommandContext['services'], 'destinations'> },
  { connection, userGroupId }: GroupTarget,
): NoticeButton[] {
  const destination = readOr(undefined, () => services.destinations.find(groupRef(connection, userGroupId)));
  if (destination === undefined) return [];
  const about = { connection: connection.name, user_group_id: userGroupId, to: 'last' };
  return [{ label: writeAgainLabel(destination), run: () => run('userGroups.writeToken', about) }];
}
