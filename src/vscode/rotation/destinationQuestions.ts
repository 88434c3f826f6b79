// Asks where a token is to be written: a .env file and its variable, a new terminal, or the command that is set.

import * as l10n from '@vscode/l10n';
import { whileDoing } from '../../core/errors.ts';
import { groupText } from '../../core/groupText.ts';
import type { TokenDestination } from '../../core/tokenDestination.ts';
import { isVariableName } from '../../services/rotation/envText.ts';
import { askChoice, askText, type Choice } from '../command/ask.ts';
import type { GroupTarget } from '../command/groupTarget.ts';
import { required } from '../command/targets.ts';
import type { DeliveryContext } from './deliveryContext.ts';
import { destinationLabel } from './destinationTexts.ts';
import { envFilesOfWorkspace, envFileText, envPlace } from './envPlaces.ts';
import { commandChoice, orSetCommand } from './handOverSetting.ts';

const USUAL_VARIABLE = 'USER_GROUP_TOKEN';

/** `last` comes first. @throws UserGroupsError `cancelled`; where no token may be written to what was chosen */
export async function pickDestination(
  context: DeliveryContext,
  target: GroupTarget,
  last: TokenDestination | undefined,
): Promise<TokenDestination> {
  const title = l10n.t('Write Token of {0}', groupText(target.userGroupId, target.connection));
  const choice = await orSetCommand(
    required(
      await askChoice<TokenDestination | TokenDestination['kind'] | 'set'>({
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
            (): TokenDestination => ({ kind: 'command' }),
          ),
        ],
      }),
    ),
  );
  if (choice === 'envFile') return pickEnvFile(context, title, last);
  if (choice === 'terminal') return { kind: 'terminal', variable: await askVariable(title, last) };
  return choice === 'command' ? { kind: 'command' } : choice;
}

function lastChoice(last: TokenDestination): Choice<TokenDestination> {
  return { label: `$(history) ${destinationLabel(last)}`, description: l10n.t('last time'), value: last };
}

async function pickEnvFile(
  { trust, envFiles }: DeliveryContext,
  title: string,
  last: TokenDestination | undefined,
): Promise<TokenDestination> {
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
  await whileDoing(doing, undefined, async () => envFiles.check(envPlace(trust, file), USUAL_VARIABLE));
  return { kind: 'envFile', file, variable: await askVariable(title, last) };
}

async function askVariable(title: string, last: TokenDestination | undefined): Promise<string> {
  return required(
    await askText({
      title,
      prompt: l10n.t('Name of the variable'),
      value: last !== undefined && 'variable' in last ? last.variable : USUAL_VARIABLE,
      check: (typed) => ({
        problem: isVariableName(typed) ? undefined : l10n.t('Use letters, digits and _, and begin with no digit.'),
      }),
    }),
  );
}
