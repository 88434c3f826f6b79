// The commands Duplicate Group… and Copy to Connection…: a new document with the text of a group. Nothing is sent.

import * as l10n from '@vscode/l10n';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError, whileDoingSync } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { isObject } from '../../core/isObject.ts';
import type { ListedGroup } from '../../services/groups/groupService.ts';
import { mappingEntries } from '../../document/entries.ts';
import { peekDocument } from '../../document/userGroupDocument.ts';
import { withText } from '../../document/fieldEdits.ts';
import { emptyDocument } from '../../document/writeDocument.ts';
import type { Invocation } from '../command/invocation.ts';
import { showNotice, type NoticeButton } from '../command/showNotice.ts';
import { isReady, listedGroup, targetConnection, type ListedTarget } from '../command/targets.ts';
import { openGroup, openNewDraft, currentText } from '../editing/documents/openDocuments.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { commandName } from '../platform/manifest.ts';

/** On the same connection: the ID is left to the person. */
export async function duplicateGroup(context: EditingContext, invocation: Invocation): Promise<void> {
  const source = await listedGroup(context.services, invocation, commandName('userGroups.duplicate'));
  const original = await textOf(context, source);
  const text = edited(source, l10n.t("Couldn't duplicate {0}.", nameOf(source)), () => {
    const withoutId = withText(original, 'user_group_id', '');
    const name = peekDocument(original)?.name ?? '';
    return name === '' ? withoutId : withText(withoutId, 'name', l10n.t('{0} copy', name));
  });
  const { number } = context.services.groups.addNewDraft(source.connection, text);
  await openNewDraft(source.connection, number);
  const unknown = unknownMapping(source, text, await context.services.groups.listed(source.ref));
  if (unknown !== undefined) context.messages.status(unknown);
}

/** With the same ID and name. A group or document that is there already is never changed. */
export async function copyToConnection(context: EditingContext, invocation: Invocation): Promise<void> {
  const source = await listedGroup(context.services, invocation, commandName('userGroups.copyToConnection'));
  const target = await otherConnection(context, invocation, source);
  const present = presentOn(context, target, source.userGroupId);
  if (present !== undefined) {
    if (invocation.origin === 'argument')
      throw new UserGroupsError('conflict', present.text, l10n.t('It was not changed.'));
    void offerPresent(context, source, target, present);
    return;
  }
  const original = await textOf(context, source);
  const text = edited(source, l10n.t("Couldn't copy {0}.", nameOf(source)), () =>
    withText(original, 'user_group_id', source.userGroupId),
  );
  const { number } = context.services.groups.addNewDraft(target, text);
  await openNewDraft(target, number);
  const remark =
    unknownMapping(source, text, await context.services.groups.listed(source.ref)) ??
    (mappingEntries(text).length === 0
      ? undefined
      : l10n.t('The mapping still has the IDs of {0}. Check them before you send.', source.connection.name));
  if (remark !== undefined) context.messages.status(remark);
}

function nameOf({ userGroupId, connection }: ListedTarget): string {
  return groupText(userGroupId, connection);
}

async function textOf({ services, documents }: EditingContext, source: ListedTarget): Promise<string> {
  const text = await currentText(documents, services.groups, source);
  return text.trim() === '' ? emptyDocument() : text;
}

function edited({ connection, userGroupId }: ListedTarget, doing: string, edit: () => string): string {
  return whileDoingSync(doing, { connection: connection.name, userGroupId }, edit);
}

function unknownMapping(source: ListedTarget, text: string, group: ListedGroup | undefined): string | undefined {
  if (group === undefined || group.mappingKnown || group.hasNoMapping === true) return undefined;
  if (group.answeredAt === undefined || peekDocument(text)?.hasMapping === true) return undefined;
  return l10n.t('The mapping of {0} is unknown. The copy has none.', nameOf(source));
}

async function otherConnection(
  { services }: EditingContext,
  { origin, input }: Invocation,
  { connection, userGroupId }: ListedTarget,
): Promise<Connection> {
  const chosen = await targetConnection(
    services,
    { origin: origin === 'argument' ? 'argument' : 'item', input: targetInput(input.to) },
    l10n.t('Copy {0} to Connection', groupText(userGroupId, connection)),
    (each) => isReady(each) && each.id !== connection.id,
  );
  if (chosen.id !== connection.id) return chosen;
  throw new UserGroupsError(
    'invalid',
    l10n.t('{0} is on this connection already.', groupText(userGroupId, connection)),
    l10n.t('Name another connection, or use "Duplicate Group…".'),
  );
}

function targetInput(to: unknown): Record<string, string> {
  if (to === undefined) return {};
  const connection = isObject(to) ? to.connection : to;
  if (typeof connection === 'string') return { connection };
  throw new UserGroupsError(
    'invalid',
    l10n.t('"userGroups.copyToConnection" takes {0}, a string.', 'to: {connection}'),
  );
}

/** What has the ID on a connection: a group in the list, or a document that was never sent. */
interface Present {
  readonly text: string;
  /** The number of the document that was never sent. */
  readonly number?: number;
}

function presentOn({ services }: EditingContext, connection: Connection, userGroupId: string): Present | undefined {
  const group = groupText(userGroupId, connection);
  if (services.groups.find(groupRef(connection, userGroupId)) !== undefined)
    return { text: l10n.t('{0} is already in the list.', group) };
  const draft = services.groups
    .newDrafts(connection.id)
    .find(({ text }) => peekDocument(text)?.userGroupId === userGroupId);
  return draft && { text: l10n.t('{0} already has a draft that was never sent.', group), number: draft.number };
}

async function offerPresent(
  context: EditingContext,
  { connection, userGroupId }: ListedTarget,
  target: Connection,
  { text, number }: Present,
): Promise<void> {
  const open: NoticeButton = {
    label: l10n.t('Open'),
    run: () => (number === undefined ? openGroup(target, userGroupId, 'default') : openNewDraft(target, number)),
  };
  const compare: NoticeButton = {
    label: l10n.t('Compare'),
    run: () =>
      context.run('userGroups.compareWith', {
        connection: connection.name,
        user_group_id: userGroupId,
        with: { connection: target.name },
      }),
  };
  await showNotice(context.messages, 'warn', text, open, ...(number === undefined ? [compare] : []));
}
