// Asks where a token is to be written: a .env file and its variable, a new terminal, or the command that is set.

import * as l10n from '@vscode/l10n';
import { whileDoing } from '../../core/errors.ts';
import { groupText } from '../../core/groupText.ts';
import type { EnvFileDestination, TokenDestination } from '../../core/tokenDestination.ts';
import { isReserved, isVariableName, proposedVariable } from '../../services/rotation/variableName.ts';
import { askChoice, askText, type Choice } from '../command/ask.ts';
import type { GroupTarget } from '../command/groupTarget.ts';
import { required } from '../command/targets.ts';
import type { DeliveryContext } from './deliveryContext.ts';
import { destinationLabel } from './destinationTexts.ts';
import { shownDestination, type ShownDestination } from './destinations.ts';
import { envFilesOfWorkspace, envFileText, envPlace } from './envPlaces.ts';
import { commandChoice, orSetCommand } from './handOverSetting.ts';

/** `last` comes first. @throws UserGroupsError `cancelled`; where no token may be written to what was chosen */
export async function pickDestination(
  context: DeliveryContext,
  target: GroupTarget,
  last: TokenDestination | undefined,
): Promise<ShownDestination> {
  const title = l10n.t('Write Token of {0}', groupText(target.userGroupId, target.connection));
  const choice = await orSetCommand(
    required(
      await askChoice<TokenDestination | ShownDestination | 'envFile' | 'terminal' | 'set'>({
        title,
        placeholder: l10n.t('Select where the token is written'),
        choices: [
          ...(last === undefined ? [] : [lastChoice(last)]),
          {
            label: `$(file) ${l10n.t('Variable in .env File…')}`,
            detail: l10n.t('Only a file of this workspace that Git ignores. All else in it stays.'),
            value: 'envFile',
          },
          {
            label: `$(terminal) ${l10n.t('New Terminal…')}`,
            detail: l10n.t('One terminal has the token as an environment variable, until it is closed.'),
            value: 'terminal',
          },
          commandChoice(
            context.settings,
            l10n.t('The command reads the token from standard input. Exit code 0 means delivered.'),
            (command): ShownDestination => ({ kind: 'command', command }),
          ),
        ],
      }),
    ),
  );
  const proposed = last !== undefined && 'variable' in last ? last.variable : proposedVariable(target.userGroupId);
  if (choice === 'envFile') return pickEnvFile(context, title, proposed);
  if (choice === 'terminal') return { kind: 'terminal', variable: await askVariable(title, proposed) };
  return 'command' in choice ? choice : shownDestination(context, choice);
}

function lastChoice(last: TokenDestination): Choice<TokenDestination> {
  return { label: `$(history) ${destinationLabel(last)}`, description: l10n.t('last time'), value: last };
}

async function pickEnvFile(
  { trust, envFiles }: DeliveryContext,
  title: string,
  proposed: string,
): Promise<EnvFileDestination> {
  const found = await envFilesOfWorkspace(trust);
  const uri = required(
    await askChoice({
      title,
      placeholder: l10n.t('Select a file'),
      choices: found.map(({ uri: value, isThere }) => ({
        label: envFileText(value),
        ...(!isThere && { description: l10n.t('new file') }),
        value,
      })),
    }),
  );
  const file = uri.toString();
  const doing = l10n.t('Couldn\'t use "{0}".', envFileText(uri));
  // Said now, before a variable is typed.
  await whileDoing(doing, undefined, async () => (await envFiles.check(envPlace(trust, file)))(proposed));
  return { kind: 'envFile', file, variable: await askVariable(title, proposed) };
}

async function askVariable(title: string, proposed: string): Promise<string> {
  return required(
    await askText({
      title,
      prompt: l10n.t('Name of the variable'),
      value: proposed,
      check: (typed) => ({ problem: problemOf(typed) }),
    }),
  );
}

function problemOf(name: string): string | undefined {
  if (!isVariableName(name)) return l10n.t('Use letters, digits and _, and begin with no digit.');
  return isReserved(name) ? l10n.t('Other programs use this variable. Choose another name.') : undefined;
}
