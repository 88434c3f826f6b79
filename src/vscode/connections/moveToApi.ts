// The command Move Connection to Another API…: the same service, asked otherwise. What is known here stays.

import * as l10n from '@vscode/l10n';
import { apiOf, hasList, isGuarded, type Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { groupsText } from '../../core/stateText.ts';
import { grouped } from '../../core/language.ts';
import { requireReady } from '../../services/connections/serviceTargets.ts';
import { askChoice } from '../command/ask.ts';
import type { CommandContext } from '../command/commandContext.ts';
import type { ConnectionResult } from '../command/commandMap.ts';
import { confirmByName } from '../command/confirm.ts';
import type { Invocation } from '../command/invocation.ts';
import { connectionResult } from '../command/results.ts';
import { isConfigured, isReady, required, requireSettings, targetConnection, type Fit } from '../command/targets.ts';
import type { DialogLine } from '../platform/messages.ts';
import { withProgress } from '../platform/progress.ts';
import { commandName } from '../platform/manifest.ts';

const canMove: Fit = (connection) => isConfigured(connection) && isReady(connection);

export async function moveToApi(context: CommandContext, invocation: Invocation): Promise<ConnectionResult> {
  const { connections } = context.services;
  const title = commandName('userGroups.moveToApi');
  const chosen = await targetConnection(context.services, invocation, title, canMove);
  requireSettings(chosen);
  const { api = await askApi(context, chosen, title) } = invocation.input as { readonly api?: string };
  // Read again, because the settings may have changed during the question: this is what is compared and confirmed.
  const connection = connections.named(chosen.name);
  requireReady(connection);
  requireOther(connection, api);
  requireNoneRunning(context, connection);
  const other = connections.withApi(connection, api);
  await confirmByName(context, connection, {
    what: title,
    title: l10n.t('Move {0} to the API {1}?', quotedId(connection.name), quotedId(api)),
    detail: [
      l10n.t('All groups stay in the list, with drafts and tokens. Nothing changes on the service.'),
      ...(await comparisonOf(context, other)),
    ],
    answer: l10n.t('Move'),
  });
  requireNoneRunning(context, connection);
  const moved = await connections.setApi(connection, other);
  context.messages.status(l10n.t('Connection {0} uses the API {1}.', quotedId(moved.name), quotedId(api)));
  return connectionResult(moved);
}

async function askApi(
  { services: { connections } }: CommandContext,
  connection: Connection,
  title: string,
): Promise<string> {
  const others = connections.apiNames().filter((name) => name !== apiOf(connection).name);
  return required(
    await askChoice({
      title: l10n.t('{0}: {1}', title, quotedId(connection.name)),
      placeholder: l10n.t('The API that the same service has now'),
      choices: others.map((name) => ({ label: name, value: name })),
      active: isGuarded(connection) ? 'nothing' : undefined,
    }),
  );
}

async function comparisonOf({ services }: CommandContext, other: Connection): Promise<DialogLine[]> {
  const name = quotedId(apiOf(other).name);
  if (!hasList(other)) return [l10n.t("The API {0} has no list, so the groups can't be compared.", name)];
  const { listed, absent } = await withProgress(
    l10n.t('Reading the list of {0}', quotedId(other.name)),
    ({ signal, onWaiting, say }) =>
      services.serviceList.compare(other, {
        signal,
        onWaiting,
        onProgress: (so) => {
          say(groupsText(so));
        },
      }),
  );
  const missing =
    absent === undefined
      ? [l10n.t('not known which of the list are missing there')]
      : absent === 0
        ? []
        : [l10n.t('{0} of the list missing there', grouped(absent))];
  return [{ heading: l10n.t('On the service, by the API {0}:', name), items: [groupsText(listed), ...missing] }];
}

/** @throws UserGroupsError `invalid` */
function requireOther(connection: Connection, api: string): void {
  if (apiOf(connection).name !== api) return;
  throw new UserGroupsError(
    'invalid',
    l10n.t('The connection {0} uses the API {1} already.', quotedId(connection.name), quotedId(api)),
    l10n.t('Choose another API.'),
  );
}

/** @throws UserGroupsError `conflict`: what it has planned was for the API of that time */
function requireNoneRunning({ services }: CommandContext, connection: Connection): void {
  const isOpen = services.runs
    .list()
    .some(({ connectionId, state }) => connectionId === connection.id && !['ended', 'cancelled'].includes(state));
  if (!isOpen) return;
  throw new UserGroupsError(
    'conflict',
    l10n.t('The connection {0} has a bulk operation that is not completed.', quotedId(connection.name)),
    l10n.t('Complete or cancel it first.'),
  );
}
