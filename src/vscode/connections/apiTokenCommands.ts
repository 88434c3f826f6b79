// Commands about the API token of a connection: set it, and review an unverified one.

import * as l10n from '@vscode/l10n';
import { parseBaseUrl } from '../../core/baseUrl.ts';
import type { Connection } from '../../core/connection.ts';
import { environmentText, guardedMark } from '../../core/environmentText.ts';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { apiTokenProblem } from '../../services/connections/apiTokens.ts';
import { quotedNames, type FoundToken } from '../../services/groups/tokenLookup.ts';
import { askText, type Place } from '../command/ask.ts';
import { isConfigured, required, targetConnection, type Fit } from '../command/targets.ts';
import { askConnectionName, confirm, environmentsLine, guardedLine, leadingToBox } from '../command/confirm.ts';
import type { Invocation } from '../command/invocation.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { commandName } from '../platform/manifest.ts';

const setAnotherLabel = (): string => l10n.t('Set Another Token…');

export async function setApiToken(context: CommandContext, invocation: Invocation): Promise<void> {
  const connection = await targetConnection(context.services, invocation, l10n.t('Set API Token'), isConfigured);
  if (connection.kind === 'sandbox') {
    throw new UserGroupsError('forbidden', l10n.t('The local sandbox has its own API token.'));
  }
  await askApiToken(context, connection);
}

/** The token goes from a masked box only to the secret storage. */
export async function askApiToken(context: CommandContext, connection: Connection): Promise<void> {
  if (connection.id === '') {
    throw new UserGroupsError(
      'conflict',
      l10n.t('"{0}" can\'t store a token yet.', connection.name),
      l10n.t('Use "Resolve Connection Change…", or correct its settings.'),
    );
  }
  const elsewhere = await context.services.apiTokens.variableElsewhere(connection);
  if (elsewhere !== undefined && (await isVariableAccepted(context, connection, elsewhere))) return;
  await storeApiToken(context, connection, await typedApiToken(context, connection));
}

export async function storeApiToken(context: CommandContext, connection: Connection, typed: string): Promise<void> {
  await context.services.apiTokens.set(connection, typed);
  context.messages.status(setText(connection));
}

/** `place`: as a step of a series. @throws UserGroupsError `cancelled` */
export async function typedApiToken(
  context: CommandContext,
  connection: Connection,
  place: Omit<Place, 'title'> = {},
): Promise<string> {
  const typed = required(
    await askText({
      ...place,
      title: l10n.t('Set API Token: {0} ({1})', connection.name, environmentText(connection)),
      prompt: l10n.t('Stored as a secret on this machine. Sent to {0} only.', parseBaseUrl(connection.baseUrl).origin),
      placeholder: l10n.t('API token'),
      isSecret: true,
      check: (value) => ({ problem: apiTokenProblem(value) }),
    }),
  );
  await askAboutOther(context, connection, await context.services.inHand.look(typed.trim()));
  return typed;
}

function setText(connection: Connection): string {
  return l10n.t('API token of {0} set.', quotedId(connection.name) + guardedMark(connection));
}

/** A variable does not name its address, and the settings may have been changed by somebody else. */
async function isVariableAccepted(
  context: CommandContext,
  connection: Connection,
  elsewhere: string,
): Promise<boolean> {
  const variable = connection.apiTokenEnv ?? '';
  const { origin } = parseBaseUrl(connection.baseUrl);
  const [use, setAnother] = [l10n.t('Use Token'), setAnotherLabel()];
  const answer = await leadingToBox(context).messages.ask({
    title: l10n.t('Send the API token in {0} to {1}?', variable, origin),
    detail: [...guardedLine(connection), l10n.t('Until now it was only sent to {0}.', elsewhere)],
    answers: [use, setAnother],
  });
  if (answer === setAnother) return false;
  if (answer !== use) throw cancelled();
  await askConnectionName(connection, { what: l10n.t('Send the API token in {0} to {1}', variable, origin) });
  await context.services.apiTokens.acceptVariable(connection);
  context.messages.status(setText(connection));
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
        ? l10n.t('This is the API token of {0}. Set it for {1}?', quotedNames(others), quotedId(connection.name))
        : l10n.t(
            'This is the group token of {0}, not an API token. Set it for {1}?',
            quotedId(owner?.ref.userGroupId ?? ''),
            quotedId(connection.name),
          ),
    detail: [
      l10n.t('It would be sent to {0}.', parseBaseUrl(connection.baseUrl).origin),
      ...environmentsLine([connection, ...others]),
    ],
    answer: l10n.t('Set Anyway'),
  });
}

const isUnverified: Fit = ({ mismatch }) => mismatch !== undefined;

/** Nothing is sent on the connection until the person decides. */
export async function reviewApiToken(context: CommandContext, invocation: Invocation): Promise<void> {
  const connection = await targetConnection(
    context.services,
    invocation,
    commandName('userGroups.reviewApiToken'),
    isUnverified,
  );
  const { mismatch } = connection;
  if (mismatch === undefined) {
    context.messages.status(l10n.t('API token of {0} needs no review.', quotedId(connection.name)));
    return;
  }
  const [keep, setAnother, remove] = [l10n.t('Keep Token'), setAnotherLabel(), l10n.t('Remove Token')];
  const answer = await leadingToBox(context).messages.ask({
    title: l10n.t('Is this the API token of {0}?', quotedId(connection.name)),
    detail: [
      ...guardedLine(connection),
      mismatch.reason,
      l10n.t('That response was discarded. Nothing is sent until you decide.'),
    ],
    answers: [keep, setAnother, ...((await isStored(context, connection)) ? [remove] : [])],
  });
  if (answer === keep) {
    context.services.trust.keep(connection, mismatch);
    context.messages.status(l10n.t('API token of {0} kept.', quotedId(connection.name)));
  } else if (answer === setAnother) {
    await askApiToken(context, connection);
  } else if (answer === remove) {
    await context.services.apiTokens.delete(connection);
    context.messages.status(l10n.t('API token of {0} removed.', quotedId(connection.name)));
  } else {
    throw cancelled();
  }
}

/** A variable's token is not ours to remove. */
async function isStored({ services }: CommandContext, connection: Connection): Promise<boolean> {
  return (await services.apiTokens.find(connection)).from === 'secret';
}
