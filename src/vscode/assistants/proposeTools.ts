// The tools that propose: a draft, which a person sends, and requests that a person allows one by one in a dialog.

import * as l10n from '@vscode/l10n';
import type { CancellationToken } from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { peekDocument } from '../../document/userGroupDocument.ts';
import { requireReady } from '../../services/connections/serviceTargets.ts';
import type { Invocation } from '../command/invocation.ts';
import { openGroup, openNewDraft } from '../editing/documents/openDocuments.ts';
import { groupUri } from '../platform/documentUris.ts';
import { fetchGroup } from '../sending/getOrCreate.ts';
import { update } from '../sending/update.ts';
import type { AssistantContext, ToolInput } from './assistantContext.ts';
import { aboutTarget, shownDocument } from './groupData.ts';
import type { Data } from '../../document/toolText.ts';
import {
  knownTarget,
  proposedFields,
  proposedText,
  requireAccess,
  requireUnguarded,
  toolTarget,
  type ToolTarget,
} from './toolTarget.ts';

/** What the last draft of an assistant was, by group: a person's own is never replaced. */
type OwnDrafts = Map<string, string>;

/** Nothing is sent. @throws UserGroupsError `conflict` where a person has unsent changes */
export async function draftDocument(context: AssistantContext, input: ToolInput, own: OwnDrafts): Promise<Data> {
  const target = toolTarget(context, input);
  const { connection, userGroupId, record } = target;
  requireReady(connection);
  if (record === undefined) return draftNew(context, target, input);
  const uri = groupUri(connection.name, userGroupId);
  const text = await proposedText(context, target, input);
  context.services.sending.read(connection, text);
  // What is typed at this moment is a draft as well.
  const before = context.services.groups.find(record.ref)?.draft?.text;
  if (context.documents.isUnsaved(uri) || (before !== undefined && before !== own.get(uri.toString())))
    throw unsentChanges(target);
  const { draft } = context.services.groups.saveDraft(connection, userGroupId, text);
  if (draft !== undefined) own.set(uri.toString(), draft.text);
  await openGroup(connection, userGroupId, 'default');
  return { ...aboutTarget(target), is_draft: draft !== undefined };
}

async function draftNew(context: AssistantContext, target: ToolTarget, input: ToolInput): Promise<Data> {
  const { connection, userGroupId } = target;
  const { groups, sending } = context.services;
  if (groups.newDrafts(connection.id).some(({ text }) => peekDocument(text)?.userGroupId === userGroupId))
    throw unsentChanges(target);
  const text = await proposedText(context, target, input);
  sending.read(connection, text);
  const { number } = groups.addNewDraft(connection, text);
  await openNewDraft(connection, number);
  return { ...aboutTarget(target), is_draft: true };
}

/** A get-or-create, which a person allows. */
export async function refreshGroup(
  context: AssistantContext,
  input: ToolInput,
  token: CancellationToken,
): Promise<Data> {
  const target = knownTarget(context, input);
  const invocation = invocationFor(context, target, {}, token);
  if (context.services.rotation.openOf(target.record.ref) !== undefined)
    throw new UserGroupsError({
      kind: 'conflict',
      happened: l10n.t(
        'A rotation of the token of {0} is unresolved.',
        groupText(target.userGroupId, target.connection),
      ),
      next: l10n.t('Ask a person to use "Resolve Rotation…".'),
    });
  await fetchGroup(context, invocation);
  return answered(context, target);
}

/** An update, which a person allows after seeing what it changes. */
export async function updateKnown(
  context: AssistantContext,
  input: ToolInput,
  token: CancellationToken,
): Promise<Data> {
  const target = knownTarget(context, input);
  const { connection, userGroupId, record } = target;
  proposedFields(connection, input);
  const invocation = invocationFor(context, target, input, token);
  if (record.answered === undefined)
    throw new UserGroupsError({
      kind: 'conflict',
      happened: l10n.t("The service hasn't confirmed {0} yet.", groupText(userGroupId, connection)),
      next: l10n.t('Keep a draft, which a person can send.'),
    });
  await update(context, invocation);
  return answered(context, target);
}

/** That of the target alone, whatever else the assistant gave. */
function invocationFor(
  context: AssistantContext,
  { connection, userGroupId }: ToolTarget,
  input: ToolInput,
  token: CancellationToken,
): Invocation {
  const requireAllowed = (): void => {
    if (token.isCancellationRequested) throw cancelled();
    requireAllowedOn(context, connection);
  };
  requireAllowed();
  return {
    origin: 'argument',
    input: { ...input, connection: connection.name, user_group_id: userGroupId },
    assistant: { requireAllowed },
  };
}

/** By what the settings say at this moment. */
function requireAllowedOn({ services, settings }: AssistantContext, { id, name }: Connection): void {
  const connection = services.connections.withId(id) ?? services.connections.named(name);
  requireUnguarded(connection);
  requireAccess(settings, 'propose');
}

function answered({ services }: AssistantContext, target: ToolTarget): Data {
  const record = services.groups.find(groupRef(target.connection, target.userGroupId));
  return {
    ...aboutTarget(target),
    answered: record === undefined ? undefined : shownDocument(target.connection, services.groups.answeredText(record)),
  };
}

function unsentChanges({ connection, userGroupId }: ToolTarget): UserGroupsError {
  return new UserGroupsError({
    kind: 'conflict',
    happened: l10n.t('{0} has unsent changes of a person.', groupText(userGroupId, connection)),
    next: l10n.t('Ask them to send or discard these first.'),
  });
}
