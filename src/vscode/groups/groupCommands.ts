// Commands about groups on this machine: open, find, compare, discard, forget. Nothing is sent.

import * as vscode from 'vscode';
import { UserGroupsError } from '../../core/errors.ts';
import { groupText } from '../../core/groupText.ts';
import { counted } from '../../core/stateText.ts';
import { VERSIONS_KEPT } from '../../core/userGroup.ts';
import { groupUri, newDraftUri } from '../platform/documentUris.ts';
import { openGroup, openNewDraft } from '../editing/documents/openDocuments.ts';
import { confirm } from '../command/confirm.ts';
import { listedGroup } from '../command/targets.ts';
import type { Invocation } from '../command/invocation.ts';
import { compare } from '../editing/compare.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { targetOfFile } from '../editing/fileTarget.ts';

export async function open(context: EditingContext, invocation: Invocation, how: 'default' | 'text'): Promise<void> {
  if (invocation.newNumber !== undefined) {
    await openNewDraft(context.services.connections.named(String(invocation.input.connection)), invocation.newNumber);
    return;
  }
  const { connection, userGroupId } = await listedGroup(
    context.services,
    invocation.origin === 'document' && how === 'default' ? { ...invocation, input: {} } : invocation,
    'Open User Group',
  );
  await openGroup(connection, userGroupId, how);
}

export async function compareWith(
  context: EditingContext,
  invocation: Invocation,
  side: 'sent' | 'answered',
): Promise<void> {
  if (invocation.file === undefined)
    await compare(context, await listedGroup(context.services, invocation, 'Compare User Group'), side);
  else await compare(context, await targetOfFile(context, invocation.file), side, invocation.file);
}

export async function discardDraft(context: EditingContext, invocation: Invocation): Promise<void> {
  if (invocation.newNumber !== undefined) {
    await discardNewDraft(context, invocation, invocation.newNumber);
    return;
  }
  const { connection, userGroupId, ref } = await listedGroup(context.services, invocation, 'Discard Draft');
  const record = context.services.groups.find(ref);
  const group = groupText(userGroupId, connection);
  const document = groupUri(connection.name, userGroupId);
  if (record === undefined || (record.draft === undefined && !context.documents.isUnsaved(document))) {
    throw new UserGroupsError({ kind: 'notFound', happened: `${groupText(userGroupId, connection)} has no draft.` });
  }
  const kept = record.base?.from === 'answered' ? 'what the service answered' : 'what was last sent';
  await confirm(context, {
    title: `Discard the draft of ${group}?`,
    detail: [`Its document goes back to ${kept}. Nothing is sent.`],
    answer: 'Discard Draft',
  });
  await context.documents.settle(document);
  context.services.groups.discardDraft(connection, userGroupId);
  context.messages.status(`Draft of ${group} discarded`);
}

async function discardNewDraft(context: EditingContext, invocation: Invocation, number: number): Promise<void> {
  const connection = context.services.connections.named(String(invocation.input.connection));
  await confirm(context, {
    title: `Discard this new user group, which was never sent to ${connection.name}?`,
    detail: ['What was typed into it is lost. Nothing happens on the service.'],
    answer: 'Discard Draft',
  });
  const document = newDraftUri(connection.name, number);
  await context.documents.settle(document);
  // Its tab closes as soon as the group is gone.
  await vscode.workspace.fs.delete(document);
}

export async function forget(context: EditingContext, invocation: Invocation): Promise<void> {
  const { connection, userGroupId, ref } = await listedGroup(context.services, invocation, 'Remove from List');
  const group = groupText(userGroupId, connection);
  context.services.groups.requireForgettable(connection, userGroupId);
  const record = context.services.groups.find(ref);
  const replaced = context.services.groups.replacedTokenCount(ref);
  const versions = context.services.groups.versions({ ref, limit: VERSIONS_KEPT }).length;
  const lost = [
    record?.token !== undefined && 'its token',
    replaced > 0 && `${counted(replaced, 'replaced token')}, which viewers may still use`,
    record?.draft !== undefined && 'its draft, which was never sent',
    record?.base?.from === 'sent' && 'its mapping, which the service never returns',
    versions > 0 && `the record of ${counted(versions, 'sending')}`,
  ].filter((part) => part !== false);
  await confirm(context, {
    title: `Remove ${group} from this machine's list?`,
    detail: [
      'Nothing is deleted on the service: the group and its token live on there.',
      ...(lost.length > 0 ? [`Lost here: ${lost.join(', ')}.`] : []),
    ],
    answer: 'Remove',
  });
  // Checked again: during the question a rotation may have begun in another window.
  context.services.groups.requireForgettable(connection, userGroupId);
  context.services.groups.forget(ref);
  context.messages.status(`${group} removed from this machine's list`);
}
