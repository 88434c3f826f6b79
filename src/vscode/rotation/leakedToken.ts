// Commands that begin with a token in the person's hand: whose it is, and rotating one that leaked.

import { guardedMark } from '../../core/environmentText.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { visibleId } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import { momentText } from '../../core/stateText.ts';
import type { TokenOwner } from '../../core/userGroup.ts';
import { namesOf } from '../../services/groups/tokenLookup.ts';
import { withProgress } from '../platform/progress.ts';
import { askText } from '../command/ask.ts';
import { isReady, required, targetConnection } from '../command/targets.ts';
import type { Invocation } from '../command/invocation.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { confirmRotation, rotateTokenOf, reportRotated } from './rotateToken.ts';

/** Looks in this machine's list; nothing is sent. */
export async function whoseToken(context: CommandContext): Promise<void> {
  const token = await askToken('Whose Token Is This?', 'Looked for in the list of this machine. Nothing is sent');
  const { apiTokenOf, owners } = await context.services.inHand.look(token);
  const [first] = owners;
  if (apiTokenOf.length > 0) {
    void context.messages.info(
      `This is the API token of ${namesOf(apiTokenOf)}, no user group token. Nothing was sent.`,
    );
    return;
  }
  if (first === undefined) {
    void context.messages.info(
      'That token is not known here: no group in this machine’s list has it, or had it as long as replaced tokens are kept.',
    );
    return;
  }
  const open = 'Open User Group';
  const chosen = await context.messages.info(
    owners.map((owner) => `It is ${ownerText(context, owner)}.`).join(' '),
    open,
  );
  const connection = context.services.connections.withId(first.ref.connectionId);
  if (chosen === open && connection !== undefined)
    await context.run('userGroups.open', { connection: connection.name, user_group_id: first.ref.userGroupId });
}

/**
 * The group is found by the token, and named before anything happens; one that no group here has can be rotated all the
 * same.
 */
export async function rotateLeakedToken(
  context: CommandContext,
  invocation: Invocation,
): Promise<{ readonly rotated: boolean }> {
  const token = await askToken(
    'Rotate a Leaked Token',
    'The token that leaked. Its group is looked for on this machine first',
  );
  await context.services.inHand.requireNoApiToken(token);
  const {
    owners: [owner],
  } = await context.services.inHand.look(token);
  if (owner === undefined) return rotateUnlisted(context, invocation, token);
  const connection = context.services.connections.withId(owner.ref.connectionId);
  if (connection === undefined)
    throw new UserGroupsError({ kind: 'notFound', happened: 'the token is of a group whose connection is gone' });
  if (owner.replacedAt !== undefined) throw alreadyReplaced(context, owner);
  return rotateTokenOf(context, invocation, { connection, userGroupId: owner.ref.userGroupId });
}

async function rotateUnlisted(
  context: CommandContext,
  invocation: Invocation,
  token: string,
): Promise<{ readonly rotated: boolean }> {
  // The connection of a document that happens to be active is not the one that is meant.
  const about = invocation.origin === 'document' ? { ...invocation, input: {} } : invocation;
  const connection = await targetConnection(
    context.services,
    about,
    'Rotate a Leaked Token: not of a group in this list',
    isReady,
  );
  await context.services.rotation.requireLeakedRotatable(connection, token);
  await confirmRotation(context, connection, {
    whose: `a group that is not in this list, on ${connection.name}`,
    id: 'a token that no group in this list has',
  });
  const { userGroupId, wasListed, notes } = await withProgress(
    `Rotating a token on ${connection.name}${guardedMark(connection)}`,
    (options) => context.services.rotation.rotateLeaked(connection, token, options),
  );
  reportRotated(context, invocation, { connection, userGroupId }, [
    `The token was that of ${groupText(userGroupId, connection)}, ${wasListed ? 'for which another one was known here' : 'which is in the list now'}`,
    ...notes,
  ]);
  return { rotated: true };
}

export async function askToken(title: string, prompt: string): Promise<string> {
  const typed = required(
    await askText({
      title,
      prompt,
      placeholder: 'user group token',
      isSecret: true,
      check: (value) => ({ problem: value.trim() === '' ? 'paste the token' : undefined }),
    }),
  );
  return typed.trim();
}

function ownerText(context: CommandContext, owner: TokenOwner): string {
  const connection = context.services.connections.withId(owner.ref.connectionId);
  const { ref, replacedAt, issuedAt } = owner;
  const group = connection === undefined ? visibleId(ref.userGroupId) : groupText(ref.userGroupId, connection);
  const now = Date.now();
  return replacedAt === undefined
    ? `the current token of ${group}, known here since ${momentText(issuedAt, now)}`
    : `a former token of ${group}, replaced ${momentText(replacedAt, now)}`;
}

/** Rotating takes the current token: with a former one the service would refuse, or do nobody knows what. */
function alreadyReplaced(context: CommandContext, owner: TokenOwner): UserGroupsError {
  return new UserGroupsError({
    kind: 'conflict',
    doing: 'Could not rotate the leaked token',
    happened: `it is ${ownerText(context, owner)}`,
    next: 'use Rotate User Group Token… if the current one leaked, too',
  });
}
