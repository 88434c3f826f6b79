// The command Find Group by Token…, and the search for a pasted token in the list.

import { visibleId } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import { momentText } from '../../core/stateText.ts';
import type { TokenOwner } from '../../core/userGroup.ts';
import { namesOf } from '../../services/groups/tokenLookup.ts';
import { askText } from '../command/ask.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { required } from '../command/targets.ts';

/** Looks in this machine's list; nothing is sent. */
export async function whoseToken(context: CommandContext): Promise<void> {
  const token = await askToken('Find Group by Token…', 'Looked for in the list of this machine. Nothing is sent');
  const { apiTokenOf, owners } = await context.services.inHand.look(token);
  const [first] = owners;
  if (apiTokenOf.length > 0) {
    void context.messages.info(
      `This is the API token of ${namesOf(apiTokenOf)}, not a user group token. Nothing was sent.`,
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

export async function askToken(title: string, prompt: string): Promise<string> {
  const typed = required(
    await askText({
      title,
      prompt,
      placeholder: 'user group token',
      isSecret: true,
      check: (value) => ({ problem: value.trim() === '' ? 'Paste the token.' : undefined }),
    }),
  );
  return typed.trim();
}

export function ownerText(context: CommandContext, owner: TokenOwner): string {
  const connection = context.services.connections.withId(owner.ref.connectionId);
  const { ref, replacedAt, issuedAt } = owner;
  const group = connection === undefined ? visibleId(ref.userGroupId) : groupText(ref.userGroupId, connection);
  const now = Date.now();
  return replacedAt === undefined
    ? `the current token of ${group}, known here since ${momentText(issuedAt, now)}`
    : `a former token of ${group}, replaced ${momentText(replacedAt, now)}`;
}
