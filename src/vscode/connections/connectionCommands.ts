// Commands about connections: add, edit, the API token, and what happened to one.

import { parseBaseUrl } from '../../core/baseUrl.ts';
import type { Clause } from '../../core/clause.ts';
import type { Connection, ConnectionConfig, Environment } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import { baseUrlProblem } from '../../services/connections/connectionEntry.ts';
import { askChoice, askText, BACK } from '../command/ask.ts';
import { confirmOn } from '../command/confirm.ts';
import { askSeries } from '../command/series.ts';
import { isConfigured, required, targetConnection, type Fit } from '../command/targets.ts';
import { askApiToken, resolveApiToken, setApiToken } from './apiTokenCommands.ts';
import type { Invocation } from '../command/invocation.ts';
import { checkConnection } from './checkConnection.ts';
import type { ConnectionResult } from '../command/commandMap.ts';
import { hurtingChanges } from './connectionChanges.ts';
import type { CommandContext } from '../command/commandContext.ts';
import type { Handlers } from '../command/commandRunner.ts';
import { removeConnection, undoRemoveConnection } from './removeConnection.ts';
import { connectionResult } from '../command/results.ts';

type ConnectionHandlers = Pick<
  Handlers,
  | 'userGroups.addConnection'
  | 'userGroups.editConnection'
  | 'userGroups.removeConnection'
  | 'userGroups.undoRemoveConnection'
  | 'userGroups.resolveConnection'
  | 'userGroups.setApiToken'
  | 'userGroups.resolveApiToken'
  | 'userGroups.checkConnection'
>;

const needsAnswer: Fit = ({ status }) => status === 'moved' || status === 'renamedOrNew';

interface Answers {
  readonly name: string;
  readonly baseUrl: string;
  /** Null: not declared. */
  readonly environment: Environment | null;
}

export function connectionHandlers(context: CommandContext): ConnectionHandlers {
  return {
    'userGroups.addConnection': (invocation) => addConnection(context, invocation),
    'userGroups.editConnection': (invocation) => editConnection(context, invocation),
    'userGroups.removeConnection': (invocation) => removeConnection(context, invocation),
    'userGroups.undoRemoveConnection': (invocation) => undoRemoveConnection(context, invocation),
    'userGroups.resolveConnection': (invocation) => resolveConnection(context, invocation),
    'userGroups.setApiToken': (invocation) => setApiToken(context, invocation),
    'userGroups.resolveApiToken': (invocation) => resolveApiToken(context, invocation),
    'userGroups.checkConnection': (invocation) => checkConnection(context, invocation),
  };
}

async function addConnection(context: CommandContext, invocation: Invocation): Promise<ConnectionResult> {
  const input = inputFields(invocation);
  // An argument object that leaves the environment out means "not declared", which is guarded like production.
  const isWhole = invocation.origin === 'argument' && input.name !== undefined && input.baseUrl !== undefined;
  const answers = await askConnection(context, 'Add Connection', isWhole ? { environment: null, ...input } : input);
  const connection = await context.services.connections.add(configOf(answers));
  context.messages.status(`Connection ${connection.name} added`);
  if (invocation.origin !== 'argument') await offerApiToken(context, connection);
  return connectionResult(connection);
}

async function offerApiToken(context: CommandContext, connection: Connection): Promise<void> {
  try {
    await askApiToken(context, connection);
  } catch (error) {
    if (!(error instanceof UserGroupsError && error.kind === 'cancelled')) throw error;
    context.messages.status(`Connection ${connection.name} has no API token yet: use Set API Token…`);
  }
}

async function editConnection(context: CommandContext, invocation: Invocation): Promise<ConnectionResult> {
  const connection = await targetConnection(context.services, invocation, 'Edit Connection', isConfigured);
  if (connection.kind === 'sandbox') {
    throw new UserGroupsError({
      kind: 'forbidden',
      happened: 'the built-in sandbox has no settings',
      next: 'add a connection of your own with Add Connection…',
    });
  }
  const current = { name: connection.name, baseUrl: connection.baseUrl, environment: connection.environment ?? null };
  const input = inputFields(invocation);
  const answers =
    invocation.origin === 'argument'
      ? { ...current, ...input }
      : await askConnection(context, 'Edit Connection', {}, current);
  await confirmEdit(context, connection, answers);
  const edited = await context.services.connections.edit(connection.name, {
    ...answers,
    environment: answers.environment ?? undefined,
  });
  context.messages.status(`Connection ${edited.name} changed`);
  return connectionResult(edited);
}

/**
 * Commands of VS Code accept boxes and choose from lists: only a dialog is answered by the person alone. @throws
 * UserGroupsError `cancelled`
 */
async function confirmEdit(
  context: CommandContext,
  connection: Connection,
  { baseUrl, environment }: Answers,
): Promise<void> {
  const hurting = hurtingChanges(connection, { baseUrl, environment: environment ?? undefined });
  if (hurting.length === 0) return;
  await confirmOn(context, connection, {
    title: `Change the connection ${connection.name}?`,
    detail: hurting,
    answer: 'Change',
  });
}

/** `current`: of the connection that is edited. */
function askConnection(
  context: CommandContext,
  title: string,
  input: Partial<Answers>,
  current: Partial<Answers> = {},
): Promise<Answers> {
  return askSeries<Answers>({
    title,
    subject: current.name ?? '',
    input,
    questions: {
      name: async (answers, place, keep) => {
        const name = await askText({
          ...place,
          field: 'Name',
          prompt: 'A name for this environment of the service, such as staging or production',
          value: answers.name ?? current.name ?? '',
          check: (value) => ({ problem: context.services.connections.nameProblem(value.trim(), current.name) }),
          onLeft: (value) => {
            keep({ name: value });
          },
        });
        return name === BACK ? BACK : { name: name.trim() };
      },
      baseUrl: async (answers, place, keep) => {
        const baseUrl = await askText({
          ...place,
          field: 'Base URL',
          prompt: 'Base URL of the service',
          placeholder: 'https://dashboards.example.com',
          value: answers.baseUrl ?? current.baseUrl ?? '',
          check: checkBaseUrl,
          onLeft: (value) => {
            keep({ baseUrl: value });
          },
        });
        return baseUrl === BACK ? BACK : { baseUrl: parseBaseUrl(baseUrl).href };
      },
      environment: async (answers, place) => {
        const environment = await askChoice<Environment | null>({
          ...place,
          placeholder: 'Who looks at these dashboards?',
          choices: [
            { label: 'Testing', description: 'staging, development: nobody is harmed by a mistake', value: 'Testing' },
            { label: 'Customer', description: 'production: real viewers', value: 'Customer' },
            { label: 'Not declared', description: 'guarded like production', value: null },
          ],
          active: answers.environment ?? current.environment ?? 'nothing',
        });
        return environment === BACK ? BACK : { environment };
      },
    },
  });
}

function checkBaseUrl(value: string): { problem?: Clause | undefined; hint?: Clause } {
  const problem = value.trim() === '' ? 'type the base URL' : baseUrlProblem(value);
  return problem === undefined ? { hint: `requests go to ${parseBaseUrl(value).requestUrl}` } : { problem };
}

async function resolveConnection(context: CommandContext, invocation: Invocation): Promise<void> {
  const connection = await targetConnection(
    context.services,
    invocation,
    'What Happened to This Connection?',
    needsAnswer,
  );
  const place = { title: `What Happened to ${connection.name}?` };
  if (connection.status === 'moved') {
    const from = connection.recordedBaseUrl ?? '';
    const answer = required(
      await askChoice({
        ...place,
        placeholder: `The address changed from ${from} to ${connection.baseUrl}`,
        choices: [
          {
            label: 'The same service moved',
            detail:
              'Its groups go along. The API token must be set again, or that of a variable allowed: it was bound to the old address.',
            value: 'sameServiceMoved' as const,
          },
          {
            label: 'This is another service',
            detail: 'The old groups stay here, read-only, under a name with the old address.',
            value: 'anotherService' as const,
          },
        ],
      }),
    );
    context.services.connections.answerMoved(connection, answer);
  } else if (connection.status === 'renamedOrNew') {
    const renamed = (connection.mayBe ?? []).map(({ id, name }) => ({
      label: `It is ${foreignText(name)}, renamed`,
      detail: 'Its groups go along.',
      value: id,
    }));
    const answer = required(
      await askChoice<string | undefined>({
        ...place,
        placeholder: `The settings name ${connection.name}, at an address that is known under another name`,
        choices: [
          ...renamed,
          { label: 'It is a new connection', detail: 'It begins with an empty list.', value: undefined },
        ],
      }),
    );
    context.services.connections.answerRenamed(connection, answer);
  } else {
    context.messages.status(`There is nothing to answer about ${connection.name}`);
  }
}

function inputFields({ input }: Invocation): Partial<Answers> {
  const { name, baseUrl, environment } = input as Partial<Answers>;
  return {
    ...(name !== undefined && { name }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(environment !== undefined && { environment }),
  };
}

function configOf({ name, baseUrl, environment }: Answers): ConnectionConfig {
  return { name, baseUrl, ...(environment !== null && { environment }) };
}
