// Commands about the API token of a connection: set it, and review an unverified one.

import { parseBaseUrl } from '../../core/baseUrl.ts';
import type { Connection } from '../../core/connection.ts';
import { environmentText, guardedMark } from '../../core/environmentText.ts';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { visibleId } from '../../core/foreignText.ts';
import { apiTokenProblem } from '../../services/connections/apiTokens.ts';
import { namesOf, type FoundToken } from '../../services/groups/tokenLookup.ts';
import { askText } from '../command/ask.ts';
import { isConfigured, required, targetConnection, type Fit } from '../command/targets.ts';
import { askConnectionName, confirm } from '../command/confirm.ts';
import type { Invocation } from '../command/invocation.ts';
import type { CommandContext } from '../command/commandContext.ts';

const SET_ANYWAY = 'Set Anyway';
const KEEP = 'Keep the Token';
const SET_ANOTHER = 'Set Another Token…';
const REMOVE = 'Remove the Token';
const USE_VARIABLE = 'Use It Here';

export async function setApiToken(context: CommandContext, invocation: Invocation): Promise<void> {
  const connection = await targetConnection(context.services, invocation, 'Set API Token', isConfigured);
  if (connection.kind === 'sandbox') {
    throw new UserGroupsError({
      kind: 'forbidden',
      happened: 'The built-in sandbox has its own API token, which nobody needs to set.',
    });
  }
  await askApiToken(context, connection);
}

/** The token goes from a masked box only to the secret storage. */
export async function askApiToken(context: CommandContext, connection: Connection): Promise<void> {
  if (connection.id === '') {
    throw new UserGroupsError({
      kind: 'conflict',
      happened: `"${connection.name}" cannot keep a token yet.`,
      next: 'First say what happened to this connection, or correct its settings.',
    });
  }
  const elsewhere = await context.services.apiTokens.variableElsewhere(connection);
  if (elsewhere !== undefined && (await isVariableAccepted(context, connection, elsewhere))) return;
  const typed = required(
    await askText({
      title: `Set API Token: ${connection.name} (${environmentText(connection)})`,
      prompt: `Kept secret on this machine, sent to ${parseBaseUrl(connection.baseUrl).origin} only`,
      placeholder: 'API token',
      isSecret: true,
      check: (value) => ({ problem: apiTokenProblem(value) }),
    }),
  );
  await askAboutOther(context, connection, await context.services.inHand.look(typed.trim()));
  await context.services.apiTokens.set(connection, typed);
  context.messages.status(`API token of ${connection.name} set${guardedMark(connection)}`);
}

/** A variable does not name its address, and the settings may have been changed by somebody else. */
async function isVariableAccepted(
  context: CommandContext,
  connection: Connection,
  elsewhere: string,
): Promise<boolean> {
  const token = `the token of the variable ${connection.apiTokenEnv ?? ''}`;
  const { origin } = parseBaseUrl(connection.baseUrl);
  const answer = await context.messages.ask({
    title: `Use ${token} for ${origin}?`,
    detail: [
      `Environment of ${connection.name}: ${environmentText(connection)}.`,
      `It was used for ${elsewhere}, and is sent to another address only if you say so.`,
    ],
    answers: [USE_VARIABLE, SET_ANOTHER],
  });
  if (answer === SET_ANOTHER) return false;
  if (answer !== USE_VARIABLE) throw cancelled();
  await askConnectionName(connection, {
    what: `Set API Token: ${connection.name}`,
    toDo: `send ${token} to ${origin}`,
  });
  await context.services.apiTokens.acceptVariable(connection);
  context.messages.status(`API token of ${connection.name} set${guardedMark(connection)}`);
  return true;
}

/** A token known as something else may have been pasted for the wrong connection. */
async function askAboutOther(
  context: CommandContext,
  connection: Connection,
  { apiTokenOf, owners }: FoundToken,
): Promise<void> {
  const others = apiTokenOf.filter(({ id }) => id !== connection.id);
  const [owner] = owners;
  if (others.length === 0 && owner === undefined) return;
  await confirm(context, {
    title:
      others.length > 0
        ? `This is the token of ${namesOf(others)}.`
        : `This is the user group token of ${visibleId(owner?.ref.userGroupId ?? '')}, no API token.`,
    detail: [
      `It would be set for ${connection.name} (${environmentText(connection)}), and sent to ${parseBaseUrl(connection.baseUrl).origin}.`,
      ...others.map((other) => `Environment of ${other.name}: ${environmentText(other)}.`),
    ],
    answer: SET_ANYWAY,
  });
}

const isUnverified: Fit = ({ mismatch }) => mismatch !== undefined;

/** Nothing is sent on the connection until the person decides. */
export async function resolveApiToken(context: CommandContext, invocation: Invocation): Promise<void> {
  const connection = await targetConnection(context.services, invocation, 'Review API Token', isUnverified);
  const { mismatch } = connection;
  if (mismatch === undefined) {
    context.messages.status(`Nothing is doubted about the API token of ${connection.name}`);
    return;
  }
  const answer = await context.messages.ask({
    title: `Is this the API token of ${connection.name}?`,
    detail: [
      `Environment: ${environmentText(connection)}.`,
      `${mismatch.reason} Nothing of that answer was taken, and nothing is sent until you decide.`,
      'Keep it if you know why: answers are taken again from then on.',
    ],
    answers: [KEEP, SET_ANOTHER, ...((await isStored(context, connection)) ? [REMOVE] : [])],
  });
  if (answer === KEEP) {
    context.services.trust.keep(connection, mismatch);
    context.messages.status(`API token of ${connection.name} kept: it counts as the right one`);
  } else if (answer === SET_ANOTHER) {
    await askApiToken(context, connection);
  } else if (answer === REMOVE) {
    await context.services.apiTokens.delete(connection);
    context.messages.status(`API token of ${connection.name} removed`);
  } else {
    throw cancelled();
  }
}

/** A variable's token is not ours to remove. */
async function isStored({ services }: CommandContext, connection: Connection): Promise<boolean> {
  return (await services.apiTokens.find(connection)).from === 'secret';
}
