// Commands about connections: add and edit, and the table of the others.

import * as l10n from '@vscode/l10n';
import { type Connection, type ConnectionConfig, isGuarded } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { confirmOn } from '../command/confirm.ts';
import { isConfigured, requireSettings, targetConnection } from '../command/targets.ts';
import { reviewApiToken, setApiToken, storeApiToken, typedApiToken } from './apiTokenCommands.ts';
import type { Invocation } from '../command/invocation.ts';
import { sameName } from '../../services/connections/connectionEntry.ts';
import { inOneBox } from '../platform/oneBox.ts';
import type { ConnectionResult } from '../command/commandMap.ts';
import type { CommandContext } from '../command/commandContext.ts';
import type { Handlers } from '../command/commandRunner.ts';
import { askConnection, type ConnectionAnswers } from './askConnection.ts';
import { askProposed } from './proposedConnections.ts';
import { moveToApi } from './moveToApi.ts';
import { refreshList } from './refreshList.ts';
import { removeConnection, undoRemoveConnection } from './removeConnection.ts';
import { resolveConnection } from './resolveConnection.ts';
import { connectionResult } from '../command/results.ts';
import { withProgress } from '../platform/progress.ts';
import { environmentText } from '../../core/environmentText.ts';
import { commandName } from '../platform/manifest.ts';

type ConnectionHandlers = Pick<
  Handlers,
  | 'userGroups.addConnection'
  | 'userGroups.editConnection'
  | 'userGroups.removeConnection'
  | 'userGroups.undoRemoveConnection'
  | 'userGroups.resolveConnection'
  | 'userGroups.setApiToken'
  | 'userGroups.reviewApiToken'
  | 'userGroups.checkConnection'
  | 'userGroups.refreshListFromService'
  | 'userGroups.moveToApi'
>;

export function connectionHandlers(context: CommandContext): ConnectionHandlers {
  return {
    'userGroups.addConnection': (invocation) => inOneBox(() => addConnection(context, invocation)),
    'userGroups.editConnection': (invocation) => editConnection(context, invocation),
    'userGroups.removeConnection': (invocation) => removeConnection(context, invocation),
    'userGroups.undoRemoveConnection': (invocation) => undoRemoveConnection(context, invocation),
    'userGroups.resolveConnection': (invocation) => resolveConnection(context, invocation),
    'userGroups.setApiToken': (invocation) => inOneBox(() => setApiToken(context, invocation)),
    'userGroups.reviewApiToken': (invocation) => inOneBox(() => reviewApiToken(context, invocation)),
    'userGroups.checkConnection': (invocation) => checkConnection(context, invocation),
    'userGroups.refreshListFromService': (invocation) => refreshList(context, invocation),
    'userGroups.moveToApi': (invocation) => inOneBox(() => moveToApi(context, invocation)),
  };
}

async function addConnection(context: CommandContext, invocation: Invocation): Promise<ConnectionResult> {
  const input = inputFields(invocation);
  // An argument object without the environment means "not declared", which is guarded like production.
  const isWhole = invocation.origin === 'argument' && input.name !== undefined && input.baseUrl !== undefined;
  const hasTokenStep = invocation.origin !== 'argument';
  const title = l10n.t('Add Connection');
  const proposed = hasTokenStep ? await askProposed(context, title) : undefined;
  const answers = await askConnection(
    context,
    title,
    isWhole ? { environment: null, ...input } : input,
    proposed && {
      ...proposed.config,
      environment: proposed.config.environment ?? null,
      serviceApi: proposed.serviceApi,
    },
    hasTokenStep ? 1 : 0,
  );
  const config = { ...proposed?.config, ...configOf(answers) };
  // The settings take their time: they are written once nothing is left to type.
  const apiToken = hasTokenStep ? await offerApiToken(context, config, stepsOf(input) + 1) : undefined;
  const connection = await addTyped(context, config, hasTokenStep);
  context.messages.status(l10n.t('Connection {0} added.', quotedId(connection.name)));
  if (apiToken !== undefined) await storeApiToken(context, connection, apiToken);
  else if (hasTokenStep)
    context.messages.status(
      l10n.t('Connection {0} has no API token yet. Use "Set API Token…".', quotedId(connection.name)),
    );
  return connectionResult(connection);
}

/** What was typed waits while the settings cannot be written, such as a file with an error in it. */
async function addTyped(context: CommandContext, config: ConnectionConfig, isTyped: boolean): Promise<Connection> {
  try {
    return await context.services.connections.add(config);
  } catch (error) {
    if (!isTyped || !(error instanceof UserGroupsError)) throw error;
    const again = l10n.t('Retry');
    const title = l10n.t("Couldn't add connection {0}.", quotedId(config.name));
    if ((await context.messages.ask({ title, detail: [error.message], answers: [again] })) !== again) throw error;
    return addTyped(context, config, isTyped);
  }
}

/** How many questions are asked beside the API token. */
function stepsOf(input: Partial<ConnectionAnswers>): number {
  return [input.name, input.baseUrl, input.environment].filter((each) => each === undefined).length;
}

/** The last step of the series. `undefined`: the user sets none now. */
async function offerApiToken(context: CommandContext, config: ConnectionConfig, step: number) {
  // One that was taken out of the settings gets its groups and its API token back.
  const id = context.services.connections.list().find(({ name }) => sameName(name, config.name))?.id ?? '';
  const connection = { ...config, id, kind: 'service', status: 'ready' } as const;
  try {
    return await typedApiToken(context, connection, { step, totalSteps: step });
  } catch (error) {
    if (error instanceof UserGroupsError && error.kind === 'cancelled') return undefined;
    throw error;
  }
}

async function editConnection(context: CommandContext, invocation: Invocation): Promise<ConnectionResult> {
  const connection = await targetConnection(context.services, invocation, l10n.t('Edit Connection'), isConfigured);
  requireSettings(connection);
  const current = { name: connection.name, baseUrl: connection.baseUrl, environment: connection.environment ?? null };
  const input = inputFields(invocation);
  const answers =
    invocation.origin === 'argument'
      ? { ...current, ...input }
      : await askConnection(context, l10n.t('Edit Connection'), {}, { ...current, serviceApi: connection.serviceApi });
  await confirmEdit(context, connection, answers);
  const edited = await context.services.connections.edit(connection.name, {
    ...answers,
    environment: answers.environment ?? undefined,
  });
  context.messages.status(l10n.t('Connection {0} changed.', quotedId(edited.name)));
  return connectionResult(edited);
}

/**
 * Only a dialog proves that the user agreed, as VS Code's commands can accept boxes and choose from lists. @throws
 * UserGroupsError `cancelled`
 */
async function confirmEdit(
  context: CommandContext,
  connection: Connection,
  { baseUrl, environment }: ConnectionAnswers,
): Promise<void> {
  const risky = riskyChanges(connection, { baseUrl, environment: environment ?? undefined });
  if (risky.length === 0) return;
  await confirmOn(context, connection, {
    title: l10n.t('Change connection {0}?', quotedId(connection.name)),
    detail: risky,
    answer: l10n.t('Change'),
  });
}

function inputFields({ input }: Invocation): Partial<ConnectionAnswers> {
  const { name, baseUrl, environment } = input as Partial<ConnectionAnswers>;
  return {
    ...(name !== undefined && { name }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(environment !== undefined && { environment }),
  };
}

function configOf({ name, baseUrl, environment }: ConnectionAnswers): ConnectionConfig {
  return { name, baseUrl, ...(environment !== null && { environment }) };
}

/** The command Check Connection: checks the route to the service without a token, and shows a report. */
async function checkConnection(context: CommandContext, invocation: Invocation): Promise<string> {
  const connection = await targetConnection(context.services, invocation, commandName('userGroups.checkConnection'));
  const report = await withProgress(l10n.t('Checking connection {0}', quotedId(connection.name)), ({ signal }) =>
    context.services.connectionCheck.report(connection, signal),
  );
  if (invocation.origin !== 'argument')
    await context.reports.show(l10n.t('Check of {0}', quotedId(connection.name)), report);
  return report;
}

/** A line for each change after which requests go elsewhere, or skip the questions of a guarded connection. */
export function riskyChanges(
  connection: Connection,
  { baseUrl, environment }: Pick<ConnectionConfig, 'baseUrl' | 'environment'>,
): string[] {
  const changed = { ...connection, baseUrl, environment };
  return [
    ...(isGuarded(connection) && !isGuarded(changed)
      ? [l10n.t('Environment: {0}. Requests are sent without asking first.', environmentText(changed))]
      : []),
    ...(baseUrl === connection.baseUrl ? [] : [l10n.t('Address: {0} → {1}', connection.baseUrl, baseUrl)]),
  ];
}
