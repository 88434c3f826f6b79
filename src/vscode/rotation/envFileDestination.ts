// A variable of a .env file of the workspace, as a place where a token is written.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { readOr, unlessBug, whileDoing } from '../../core/errors.ts';
import { foreignText, visibleId } from '../../core/foreignText.ts';
import { groupKey, groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import type { EnvFileDestination } from '../../core/tokenDestination.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import type { MayReplace } from '../../services/rotation/envFiles.ts';
import { askChoice } from '../command/ask.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { required } from '../command/targets.ts';
import type { GroupTarget } from '../command/invocation.ts';
import {
  askVariable,
  type DestinationQuestion,
  type DeliveryContext,
  type Destination,
  type DestinationKind,
} from './destination.ts';
import { envFilesOfWorkspace, envFileText, envPlace } from './envPlaces.ts';

export const envFile: DestinationKind<EnvFileDestination> = {
  label: envFileLabel,
  writeAgainLabel: ({ file }) =>
    l10n.t('Write to {0}', foreignText(vscode.Uri.parse(file).path.split('/').at(-1) ?? '', 40)),
  at: variableOf,
  choice: (context, asked) => ({
    label: `$(file) ${l10n.t('Variable in .env File…')}`,
    detail: l10n.t('Only a file of this workspace that Git ignores. All else in it stays.'),
    value: () => pickVariable(context, asked),
  }),
};

/** In a list. */
export function envFileLabel({ file, variable }: EnvFileDestination): string {
  return l10n.t('{0} in "{1}"', variable, envFileText(file));
}

function variableOf(context: DeliveryContext, stored: EnvFileDestination): Destination {
  const { variable } = stored;
  const file = envFileText(stored.file);
  return {
    stored,
    notWrittenText: (group) => l10n.t('Couldn\'t write the token of {0} to {1} in "{2}".', group, variable, file),
    questionText: (group) => l10n.t('Write the token of {0} to {1} in "{2}"?', group, variable, file),
    writtenText: (group) => l10n.t('Token of {0} written to {1} in "{2}".', group, variable, file),
    consequence: l10n.t('Any extension or program can read the file.'),
    presentValue: async () => (await context.envFiles.check(envPlace(context.trust, stored.file)))(variable),
    remarks: (target, value) => remarksOn(context.services, target, stored, value),
    write: (target, token, { mayReplace }) => writeToEnvFile(context, target, stored, token, mayReplace),
  };
}

async function pickVariable(context: DeliveryContext, { title, variable }: DestinationQuestion): Promise<Destination> {
  const { trust, envFiles } = context;
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
  await whileDoing(doing, undefined, async () => (await envFiles.check(envPlace(trust, file)))(variable));
  return variableOf(context, { kind: 'envFile', file, variable: await askVariable(title, variable) });
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

export type PresentServices = Pick<CommandContext['services'], 'connections' | 'destinations'> & {
  readonly tokens: Pick<CommandContext['services']['tokens'], 'ownersOf'>;
};

/** None where the variable has nothing, or a token of the group, and no other group's was written there last. */
export async function remarksOn(
  services: PresentServices,
  { connection, userGroupId }: GroupTarget,
  destination: EnvFileDestination,
  value: string | undefined,
): Promise<string[]> {
  const isOther = (ref: GroupRef): boolean => groupKey(ref) !== groupKey(groupRef(connection, userGroupId));
  const textOf = ({ connectionId, userGroupId: id }: GroupRef): string[] => {
    const of = services.connections.withId(connectionId);
    return of === undefined ? [] : [groupText(id, of)];
  };
  const remarks: string[] = [];
  if (value !== undefined && value !== '') {
    const owners = (await services.tokens.ownersOf(value).catch(unlessBug([]))).map(({ ref }) => ref);
    const [owner] = owners.flatMap(textOf);
    if (owners.every(isOther))
      remarks.push(
        owner === undefined
          ? l10n.t("{0} has a value that isn't a known token of this group.", destination.variable)
          : l10n.t('{0} has a token of {1}.', destination.variable, owner),
      );
  }
  const [writer] = readOr([], () => services.destinations.groupsAt(destination))
    .filter(isOther)
    .flatMap(textOf);
  if (writer !== undefined) remarks.push(l10n.t('The token of {0} was written there last.', writer));
  return remarks;
}
