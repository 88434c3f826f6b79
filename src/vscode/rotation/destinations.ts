// The places where a token can be written: one is chosen, or the last one is used again.

import * as l10n from '@vscode/l10n';
import { readOr } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import type { TokenDestination } from '../../core/tokenDestination.ts';
import { proposedVariable } from '../../services/rotation/variableName.ts';
import { askChoice } from '../command/ask.ts';
import type { CommandContext } from '../command/commandContext.ts';
import type { GroupTarget } from '../command/groupTarget.ts';
import type { NoticeButton } from '../command/showNotice.ts';
import { required } from '../command/targets.ts';
import { command } from './commandDestination.ts';
import type { DeliveryContext } from './deliveryContext.ts';
import type { Destination, DestinationKind } from './destination.ts';
import { envFile } from './envFileDestination.ts';
import { terminal } from './terminalDestination.ts';

/** In the order of the list. */
const KINDS: {
  readonly [Kind in TokenDestination['kind']]: DestinationKind<Extract<TokenDestination, { readonly kind: Kind }>>;
} = { envFile, terminal, command };

function kindOf<Stored extends TokenDestination>({ kind }: Stored): DestinationKind<Stored> {
  return KINDS[kind] as DestinationKind<TokenDestination>;
}

/** @throws UserGroupsError `invalid` where no command is set, or it can't run as written */
export function destinationAt(context: DeliveryContext, stored: TokenDestination): Destination {
  return kindOf(stored).at(context, stored);
}

/** `last` comes first. @throws UserGroupsError `cancelled`; where no token may be written to what was chosen */
export async function pickDestination(
  context: DeliveryContext,
  target: GroupTarget,
  last: TokenDestination | undefined,
): Promise<Destination> {
  const title = l10n.t('Write Token of {0}', groupText(target.userGroupId, target.connection));
  const variable = last !== undefined && 'variable' in last ? last.variable : proposedVariable(target.userGroupId);
  const pick = required(
    await askChoice<() => Destination | Promise<Destination>>({
      title,
      placeholder: l10n.t('Select where the token is written'),
      choices: [
        ...(last === undefined
          ? []
          : [
              {
                label: `$(history) ${kindOf(last).label(last)}`,
                description: l10n.t('last time'),
                value: () => destinationAt(context, last),
              },
            ]),
        ...Object.values(KINDS).map((kind) => kind.choice(context, { title, variable })),
      ],
    }),
  );
  return pick();
}

/** Writes the current token of a group where its last one was written, if there is such a place. */
export function writeAgainButtons(
  {
    services,
    run,
  }: Pick<CommandContext, 'run'> & { readonly services: Pick<CommandContext['services'], 'destinations'> },
  { connection, userGroupId }: GroupTarget,
): NoticeButton[] {
  const last = readOr(undefined, () => services.destinations.find(groupRef(connection, userGroupId)));
  if (last === undefined) return [];
  const about = { connection: connection.name, user_group_id: userGroupId, to: 'last' };
  return [{ label: kindOf(last).writeAgainLabel(last), run: () => run('userGroups.writeToken', about) }];
}
