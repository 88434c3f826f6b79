// Commands about groups on this machine: open, find, compare, discard, forget. Nothing is sent.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isPerhapsDeleted } from '../../core/deletedGroups.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { groupText } from '../../core/groupText.ts';
import { previousTokensText } from '../../core/stateText.ts';
import { VERSIONS_KEPT, type UserGroupRecord } from '../../core/userGroup.ts';
import { groupUri, newDraftUri } from '../platform/documentUris.ts';
import { openGroup, openNewDraft } from '../editing/documents/openDocuments.ts';
import { confirm } from '../command/confirm.ts';
import { listedGroup } from '../command/targets.ts';
import type { Invocation } from '../command/invocation.ts';
import { compare } from '../editing/compare.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { targetOfFile } from '../editing/fileTarget.ts';
import { commandName } from '../platform/manifest.ts';

export async function open(context: EditingContext, invocation: Invocation, how: 'default' | 'text'): Promise<void> {
  if (invocation.newNumber !== undefined) {
    await openNewDraft(context.services.connections.named(String(invocation.input.connection)), invocation.newNumber);
    return;
  }
  const { connection, userGroupId } = await listedGroup(
    context.services,
    invocation.origin === 'document' && how === 'default' ? { ...invocation, input: {} } : invocation,
    commandName('userGroups.open'),
  );
  await openGroup(connection, userGroupId, how);
}

export async function compareWith(
  context: EditingContext,
  invocation: Invocation,
  side: 'sent' | 'answered',
): Promise<void> {
  if (invocation.file === undefined)
    await compare(context, await listedGroup(context.services, invocation, l10n.t('Compare User Group')), side);
  else await compare(context, await targetOfFile(context, invocation.file), side, invocation.file);
}

export async function discardDraft(context: EditingContext, invocation: Invocation): Promise<void> {
  if (invocation.newNumber !== undefined) {
    await discardNewDraft(context, invocation, invocation.newNumber);
    return;
  }
  const { connection, userGroupId, ref } = await listedGroup(
    context.services,
    invocation,
    commandName('userGroups.discardDraft'),
  );
  const group = groupText(userGroupId, connection);
  const document = groupUri(connection.name, userGroupId);
  const unsaved = await context.documents.unsavedText(document);
  const record = context.services.groups.find(ref);
  if (record === undefined || (record.draft === undefined && unsaved === undefined)) {
    throw new UserGroupsError('notFound', l10n.t('{0} has no draft.', group));
  }
  await confirm(context, {
    title: l10n.t('Discard the draft of {0}?', group),
    detail: [
      record.base?.from === 'answered'
        ? l10n.t('The document returns to the last response of the service. Nothing is sent.')
        : l10n.t('The document returns to what was last sent. Nothing is sent.'),
    ],
    answer: commandName('userGroups.discardDraft'),
  });
  await context.documents.settle(document);
  context.services.groups.discardDraft(connection, userGroupId);
  context.messages.status(l10n.t('Draft of {0} discarded', group));
}

async function discardNewDraft(context: EditingContext, invocation: Invocation, number: number): Promise<void> {
  const connection = context.services.connections.named(String(invocation.input.connection));
  await confirm(context, {
    title: l10n.t('Discard the new group?'),
    detail: [l10n.t('It was never sent to {0}.', connection.name)],
    answer: commandName('userGroups.discardDraft'),
  });
  const document = newDraftUri(connection.name, number);
  await context.documents.settle(document);
  // Its tab closes as soon as the group is gone.
  await vscode.workspace.fs.delete(document);
}

export async function forget(context: EditingContext, invocation: Invocation): Promise<void> {
  const { connection, userGroupId, ref } = await listedGroup(
    context.services,
    invocation,
    commandName('userGroups.removeFromList'),
  );
  const group = groupText(userGroupId, connection);
  context.services.groups.requireRemovable(connection, userGroupId);
  const record = context.services.groups.find(ref);
  const replaced = context.services.groups.previousTokenCount(ref);
  const versions = context.services.groups.versions({ ref, limit: VERSIONS_KEPT }).length;
  const lost = [
    record?.token !== undefined && l10n.t('Token'),
    ...previousTokensText(replaced),
    record?.draft !== undefined && l10n.t('Unsent changes'),
    record?.base?.from === 'sent' &&
      record.answered?.mapping === undefined &&
      l10n.t('Mapping, which the service never returns'),
    versions > 0 && l10n.t('History'),
  ].filter((part) => part !== false);
  await confirm(context, {
    title: l10n.t('Remove {0} from the list?', group),
    detail: [
      stayText(record),
      ...(lost.length > 0 ? [{ heading: l10n.t('Deleted from this machine:'), items: lost }] : []),
    ],
    answer: l10n.t('Remove'),
  });
  // Checked again: during the question a rotation may have begun in another window.
  context.services.groups.requireRemovable(connection, userGroupId);
  context.services.groups.remove(ref);
  context.messages.status(l10n.t('{0} removed from the list', group));
}

/** What removing it from the list leaves on the service. */
function stayText(record: UserGroupRecord | undefined): string {
  if (record?.listing === 'idChanged') return l10n.t('The group has another ID on the service.');
  if (record?.listing === 'deleted') return l10n.t('The group was deleted from the service.');
  if (isPerhapsDeleted(record)) return l10n.t('The group may still be on the service.');
  return l10n.t('The group and its token stay on the service.');
}
