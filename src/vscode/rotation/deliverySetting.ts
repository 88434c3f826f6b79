// The command of the person's own that tokens can be delivered to: as a choice, in full, and where it is set.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import type { Settings } from '../../core/ports/userSettings.ts';
import { readDeliveryCommand, type DeliveryCommand } from '../../services/rotation/deliver.ts';
import type { Choice } from '../command/ask.ts';

const SETTING = 'userGroups.deliveryCommand';
const EXAMPLE = '["/usr/local/bin/deploy-token", "--verbose"]';

/** Chosen where no command is set. */
export const SET_COMMAND = 'set';

/** @throws UserGroupsError `invalid` where none is set, or it can't run as written */
export function requireDeliveryCommand(settings: Pick<Settings, 'deliveryCommand'>): DeliveryCommand {
  const command = readDeliveryCommand(settings.deliveryCommand());
  if (command !== undefined) return command;
  throw new UserGroupsError(
    'invalid',
    l10n.t('No command that receives the tokens is set.'),
    l10n.t('Set "userGroups.deliveryCommand" in your settings, for example {0}.', EXAMPLE),
  );
}

/** `detail`: what it does with a token. @throws UserGroupsError `invalid` for a command that can't run as written */
export function commandChoice<T>(
  settings: Pick<Settings, 'deliveryCommand'>,
  detail: string,
  valueOf: (command: DeliveryCommand) => T,
): Choice<T | typeof SET_COMMAND> {
  const command = readDeliveryCommand(settings.deliveryCommand());
  return command === undefined
    ? {
        label: `$(terminal) ${l10n.t('Set a Command…')}`,
        detail: l10n.t('Opens "{0}" in the settings. Example: {1}', SETTING, EXAMPLE),
        value: SET_COMMAND,
      }
    : {
        label: `$(terminal) ${l10n.t('Command')}`,
        description: commandLines(command).join(' '),
        detail,
        value: valueOf(command),
      };
}

/** The choice, unless it is to set a command: then the settings open. @throws UserGroupsError `cancelled` */
export async function orSetCommand<T>(choice: T | typeof SET_COMMAND): Promise<T> {
  if (choice !== SET_COMMAND) return choice;
  await vscode.commands.executeCommand('workbench.action.openSettings', SETTING);
  throw cancelled();
}

/** The command in full, a line for the program and for each argument, with nothing invisible in it. */
export function commandLines({ program, arguments: input }: DeliveryCommand): string[] {
  return [program, ...input].map((part) => JSON.stringify(part));
}
