// What a person looks at before a token is written to a variable: whose token it has, and whose goes there, too.

import * as l10n from '@vscode/l10n';
import { readOr, unlessBug } from '../../core/errors.ts';
import { groupKey, groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import type { EnvFileDestination } from '../../core/tokenDestination.ts';
import type { GroupRef } from '../../core/userGroup.ts';
import type { CommandContext } from '../command/commandContext.ts';
import type { GroupTarget } from '../command/groupTarget.ts';

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
