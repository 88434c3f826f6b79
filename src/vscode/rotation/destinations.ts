// The places where a token can be written: one is chosen, or the last one is used again.

import * as l10n from '@vscode/l10n';
import { readOr } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import type { CommandDestination, TokenDestination } from '../../core/tokenDestination.ts';
import type { DeliveryCommand } from '../../services/rotation/deliver.ts';
import { proposedVariable } from '../../services/rotation/variableName.ts';
import { askChoice } from '../command/ask.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { required } from '../command/targets.ts';
import type { GroupTarget } from '../command/invocation.ts';
import type { NoticeButton } from '../command/showNotice.ts';
import { commandChoice, commandLines, orSetCommand, requireDeliveryCommand } from './deliverySetting.ts';
import type { DeliveryContext, Destination, DestinationKind } from './destination.ts';
import { envFile } from './envFileDestination.ts';
import { terminal } from './terminalDestination.ts';

/** The command of the user's own. */
const command: DestinationKind<CommandDestination> = {
  label: () => l10n.t('Command'),
  writeAgainLabel: () => l10n.t('Deliver by Command'),
  at: (context) => shownCommand(context, requireDeliveryCommand(context.settings)),
  choice: (context) => {
    const choice = commandChoice(
      context.settings,
      l10n.t('The command reads the token from standard input. Exit code 0 means delivered.'),
      (set) => set,
    );
    return { ...choice, value: async () => shownCommand(context, await orSetCommand(choice.value)) };
  },
};

/** It is the one that was shown, even if the setting has changed. */
function shownCommand(context: DeliveryContext, shown: DeliveryCommand): Destination {
  return {
    stored: { kind: 'command' },
    isCancellable: true,
    notWrittenText: (group) => l10n.t("Couldn't deliver the token of {0} by your command.", group),
    questionText: (group) => l10n.t('Deliver the token of {0} by your command?', group),
    writtenText: (group) => l10n.t('Token of {0} delivered by your command.', group),
    consequence: {
      heading: l10n.t('The token goes to the standard input of your command:'),
      items: commandLines(shown),
    },
    write: ({ connection, userGroupId }, token, { signal }) =>
      context.deliverBy(shown)(token, { userGroupId, connection: connection.name }, signal),
  };
}

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
