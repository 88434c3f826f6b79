// The command of the user's own, as a place where a token is written.

import * as l10n from '@vscode/l10n';
import type { CommandDestination } from '../../core/tokenDestination.ts';
import type { DeliveryCommand } from '../../services/rotation/deliver.ts';
import type { DeliveryContext } from './deliveryContext.ts';
import type { Destination, DestinationKind } from './destination.ts';
import { commandChoice, commandLines, orSetCommand, requireDeliveryCommand } from './deliverySetting.ts';

export const command: DestinationKind<CommandDestination> = {
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
