// Commands about groups on this machine: open, find, compare, discard, forget. Nothing here is sent.

import * as vscode from 'vscode';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { groupWords, quotedGroup } from '../../core/groupWords.ts';
import { counted } from '../../core/stateWords.ts';
import { groupUri, newDraftUri } from '../documents/documentUris.ts';
import { openGroup, openNewDraft } from '../documents/openDocuments.ts';
import { listedGroup } from '../prompts/targets.ts';
import type { Call } from './call.ts';
import { compare } from './compare.ts';
import type { Desk } from './desk.ts';
import { targetOfFile } from './sendFile.ts';

export async function open(desk: Desk, call: Call, how: 'default' | 'text'): Promise<void> {
  if (call.newNumber !== undefined) {
    await openNewDraft(desk.services.connections.named(String(call.given.connection)), call.newNumber);
    return;
  }
  const { connection, userGroupId } = await listedGroup(
    desk.services,
    call.origin === 'document' && how === 'default' ? { ...call, given: {} } : call,
    'Open User Group',
  );
  await openGroup(connection, userGroupId, how);
}

export async function compareWith(desk: Desk, call: Call, side: 'sent' | 'answered'): Promise<void> {
  if (call.file === undefined) await compare(desk, await listedGroup(desk.services, call, 'Compare User Group'), side);
  else await compare(desk, await targetOfFile(desk, call.file), side, call.file);
}

export async function discardDraft(desk: Desk, call: Call): Promise<void> {
  if (call.newNumber !== undefined) {
    await discardNewDraft(desk, call, call.newNumber);
    return;
  }
  const { connection, userGroupId, ref } = await listedGroup(desk.services, call, 'Discard Draft');
  const record = desk.services.groups.find(ref);
  const group = groupWords(userGroupId, connection);
  const document = groupUri(connection.name, userGroupId);
  if (record === undefined || (record.draft === undefined && !desk.documents.isUnsaved(document))) {
    throw new UserGroupsError({ kind: 'notFound', happened: `${quotedGroup(userGroupId, connection)} has no draft` });
  }
  const kept = record.base?.from === 'answered' ? 'what the service answered' : 'what was last sent';
  await confirm(
    desk,
    `Discard the draft of ${group}?`,
    [`Its document goes back to ${kept}. Nothing is sent.`],
    'Discard Draft',
  );
  await desk.documents.settle(document);
  desk.services.groups.discardDraft(connection, userGroupId);
  desk.messages.status(`Draft of ${group} discarded`);
}

async function discardNewDraft(desk: Desk, call: Call, number: number): Promise<void> {
  const connection = desk.services.connections.named(String(call.given.connection));
  await confirm(
    desk,
    `Discard this new user group, which was never sent to ${connection.name}?`,
    ['What was typed into it is lost. Nothing happens on the service.'],
    'Discard Draft',
  );
  const document = newDraftUri(connection.name, number);
  await desk.documents.settle(document);
  // Its tab closes as soon as it is gone.
  await vscode.workspace.fs.delete(document);
}

export async function forget(desk: Desk, call: Call): Promise<void> {
  const { connection, userGroupId, ref } = await listedGroup(desk.services, call, "Remove from This Machine's List");
  const group = groupWords(userGroupId, connection);
  desk.services.groups.requireForgettable(connection, userGroupId);
  const record = desk.services.groups.find(ref);
  const replaced = desk.services.groups.replacedTokenCount(ref);
  const versions = desk.services.groups.versions({ ref, limit: 50 }).length;
  const lost = [
    record?.token !== undefined && 'its token',
    replaced > 0 && `${counted(replaced, 'replaced token')}, which viewers may still use`,
    record?.draft !== undefined && 'its draft, which was never sent',
    record?.base?.from === 'sent' && 'its mapping, which the service never returns',
    versions > 0 && `the record of ${counted(versions, 'sending')}`,
  ].filter((part) => part !== false);
  await confirm(
    desk,
    `Remove ${group} from this machine's list?`,
    [
      'Nothing is deleted on the service: the group and its token live on there.',
      ...(lost.length > 0 ? [`Lost here: ${lost.join(', ')}.`] : []),
    ],
    'Remove',
  );
  // Again: while the question stood there, a rotation may have begun in another window.
  desk.services.groups.requireForgettable(connection, userGroupId);
  desk.services.groups.forget(ref);
  desk.messages.status(`${group} removed from this machine's list`);
}

async function confirm(desk: Desk, title: string, detail: readonly string[], answer: string): Promise<void> {
  if ((await desk.messages.ask({ title, detail, answers: [answer] })) !== answer) throw cancelled();
}
