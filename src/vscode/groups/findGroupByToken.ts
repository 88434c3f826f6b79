// The command Find Group by Token…, and the search for a pasted token in the list.

import * as l10n from '@vscode/l10n';
import { sentences } from '../../core/sentences.ts';
import { visibleId } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import { momentText } from '../../core/stateText.ts';
import type { TokenOwner } from '../../core/userGroup.ts';
import { quotedNames } from '../../services/groups/tokenLookup.ts';
import { askText } from '../command/ask.ts';
import type { CommandContext } from '../command/commandContext.ts';
import type { CommandId } from '../command/commandMap.ts';
import { showNotice, type NoticeButton } from '../command/showNotice.ts';
import { required } from '../command/targets.ts';
import { commandName, commandTitle } from '../platform/manifest.ts';

/** Looks in this machine's list; nothing is sent. */
export async function findGroupByToken(context: CommandContext): Promise<void> {
  const token = await askToken(
    commandTitle('userGroups.findGroupByToken'),
    l10n.t('Searches the list on this machine. Nothing is sent.'),
  );
  const { apiTokenOf, owners } = await context.services.inHand.look(token);
  const [first] = owners;
  const button = (label: string, id: CommandId, about: Readonly<Record<string, string>>): NoticeButton => ({
    label,
    run: () => context.run(id, about),
  });
  const show = (text: string, ...buttons: readonly [NoticeButton]): Promise<void> =>
    showNotice(context.messages, 'info', text, ...buttons);
  const [apiConnection] = apiTokenOf;
  if (apiConnection !== undefined)
    return show(
      l10n.t('This is the API token of {0}, not the token of a group.', quotedNames(apiTokenOf)),
      button(commandTitle('userGroups.setApiToken'), 'userGroups.setApiToken', { connection: apiConnection.name }),
    );
  if (first === undefined)
    return show(
      l10n.t('No group in the list has this token, and no previous token matches it.'),
      button(l10n.t('Search Again…'), 'userGroups.findGroupByToken', {}),
    );
  const connection = context.services.connections.withId(first.ref.connectionId);
  return show(
    sentences(owners.map((owner) => ownerText(context, owner))),
    button(commandName('userGroups.open'), 'userGroups.open', {
      ...(connection !== undefined && { connection: connection.name }),
      user_group_id: first.ref.userGroupId,
    }),
  );
}

export async function askToken(title: string, prompt: string): Promise<string> {
  const typed = required(
    await askText({
      title,
      prompt,
      placeholder: l10n.t('Group token'),
      isSecret: true,
      check: (value) => ({ problem: value.trim() === '' ? l10n.t('Paste the token.') : undefined }),
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
    ? l10n.t('It is the current token of {0}, received {1}.', group, momentText(issuedAt, now))
    : l10n.t('It is a previous token of {0}, replaced {1}.', group, momentText(replacedAt, now));
}
