// The tools that propose: a draft, which a person sends, and requests that a person allows one by one in a dialog.

import * as l10n from '@vscode/l10n';
import type { CancellationToken } from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { peekDocument } from '../../document/userGroupDocument.ts';
import { requireReady } from '../../services/connections/serviceTargets.ts';
import type { GroupTarget } from '../command/groupTarget.ts';
import type { AssistantRequest, Invocation } from '../command/invocation.ts';
import { openGroup, openNewDraft } from '../editing/documents/openDocuments.ts';
import { groupUri } from '../platform/documentUris.ts';
import { fetchGroup } from '../sending/getOrCreate.ts';
import { updateGroup } from '../sending/update.ts';
import type { AssistantContext, ToolInput } from './assistantContext.ts';
import type { AssistantDialogs } from './assistantDialogs.ts';
import { aboutTarget, shownDocument } from './groupData.ts';
import { unsentChanges, type OwnDrafts } from './ownDrafts.ts';
import type { Data } from '../../document/toolText.ts';
import {
  knownTarget,
  proposedText,
  requireAccess,
  requireUnguarded,
  toolTarget,
  type ToolTarget,
} from './toolTarget.ts';

/** What the assistants of a window have in common. */
interface OfWindow {
  readonly drafts: OwnDrafts;
  readonly dialogs: AssistantDialogs;
}

/** Nothing is sent. */
export async function draftDocument(context: AssistantContext, input: ToolInput, own: OwnDrafts): Promise<Data> {
  const { record, ...target } = toolTarget(context, input);
  if (record === undefined) return draftNew(context, { ...target, record }, input, own);
  const { isDraft } = await own.keep(context, { ...target, record }, input);
  await openGroup(target.connection, target.userGroupId, 'default');
  return { ...(await aboutTarget(context, target)), is_draft: isDraft };
}

async function draftNew(
  context: AssistantContext,
  target: ToolTarget,
  input: ToolInput,
  own: OwnDrafts,
): Promise<Data> {
  const { connection, userGroupId } = target;
  const { groups, sending } = context.services;
  requireReady(connection);
  if (groups.newDrafts(connection.id).some(({ text }) => peekDocument(text)?.userGroupId === userGroupId))
    throw unsentChanges(target);
  const { text } = sending.read(connection, await proposedText(context, target, input));
  const { number } = own.add(context, connection, text);
  await openNewDraft(connection, number);
  return { ...(await aboutTarget(context, target)), is_draft: true };
}

/** A get-or-create, which a person allows. */
export async function refreshGroup(
  context: AssistantContext,
  input: ToolInput,
  dialogs: AssistantDialogs,
  token: CancellationToken,
): Promise<Data> {
  const target = knownTarget(context, input);
  const { connection, userGroupId } = target;
  const requireAllowed = allowedWhile(context, target, token);
  const tooMuch = (): Promise<UserGroupsError> =>
    Promise.resolve(
      new UserGroupsError({
        kind: 'invalid',
        happened: l10n.t('The question about {0} is more than a dialog can show.', groupText(userGroupId, connection)),
        next: l10n.t('Ask the person to fetch it.'),
      }),
    );
  const ask: AssistantRequest['ask'] = (question) => dialogs.ask(context, target, question, tooMuch);
  await fetchGroup(context, invocationFor(target, { requireAllowed, ask }));
  return answered(context, target);
}

/**
 * An update, which a person allows after seeing what it changes. What is proposed is the draft first: what is compared
 * is what is sent.
 */
export async function updateKnown(
  context: AssistantContext,
  input: ToolInput,
  { drafts, dialogs }: OfWindow,
  token: CancellationToken,
): Promise<Data> {
  const target = knownTarget(context, input);
  const { connection, userGroupId, record } = target;
  const requireAllowed = allowedWhile(context, target, token);
  if (record.answered === undefined)
    throw new UserGroupsError({
      kind: 'conflict',
      happened: l10n.t("The service hasn't confirmed {0} yet.", groupText(userGroupId, connection)),
      next: l10n.t('Keep a draft, which a person can send.'),
    });
  const uri = groupUri(connection.name, userGroupId);
  const { document } = await drafts.keep(context, target, input);
  const tooMuch = async (): Promise<UserGroupsError> => {
    await openGroup(connection, userGroupId, 'default');
    return new UserGroupsError({
      kind: 'invalid',
      happened: l10n.t('The changes of {0} are more than a dialog can show.', groupText(userGroupId, connection)),
      next: l10n.t('They are kept as a draft, which a person can compare and send.'),
    });
  };
  const ask: AssistantRequest['ask'] = (question) => dialogs.ask(context, target, question, tooMuch);
  const invocation = invocationFor(target, { requireAllowed, ask });
  await context.sendings.oneAtATime(invocation, uri, () => updateGroup(context, invocation, target, { document, uri }));
  return answered(context, target);
}

/** As long as the chat goes on. @throws UserGroupsError where it is not allowed to begin with */
function allowedWhile(
  context: AssistantContext,
  target: GroupTarget,
  token: CancellationToken,
): AssistantRequest['requireAllowed'] {
  const requireAllowed = (): void => {
    if (token.isCancellationRequested) throw cancelled();
    requireAllowedOn(context, target.connection);
    requireNoOpenRotation(context, target);
  };
  requireAllowed();
  return requireAllowed;
}

function invocationFor({ connection, userGroupId }: GroupTarget, assistant: AssistantRequest): Invocation {
  return { origin: 'argument', input: { connection: connection.name, user_group_id: userGroupId }, assistant };
}

/** Only a person resolves one, which each get-or-create does. @throws UserGroupsError */
function requireNoOpenRotation({ services }: AssistantContext, { connection, userGroupId }: GroupTarget): void {
  if (services.rotation.openOf(groupRef(connection, userGroupId))?.isUnderWay !== false) return;
  throw new UserGroupsError({
    kind: 'conflict',
    happened: l10n.t('A rotation of the token of {0} is unresolved.', groupText(userGroupId, connection)),
    next: l10n.t('Ask a person to use "Resolve Rotation…".'),
  });
}

/** By what the settings say at this moment. @throws UserGroupsError */
function requireAllowedOn({ services, settings }: AssistantContext, connection: Connection): void {
  const present = services.connections.withId(connection.id);
  requireUnguarded(present ?? connection);
  requireAccess(settings, 'propose');
  if (JSON.stringify(present) === JSON.stringify(connection)) return;
  throw new UserGroupsError({
    kind: 'conflict',
    happened: l10n.t('The connection {0} changed meanwhile.', quotedId(connection.name)),
    next: l10n.t('Try again.'),
  });
}

async function answered(context: AssistantContext, target: GroupTarget): Promise<Data> {
  const { groups } = context.services;
  const record = groups.find(groupRef(target.connection, target.userGroupId));
  return {
    ...(await aboutTarget(context, target)),
    answered: record === undefined ? undefined : shownDocument(target.connection, groups.answeredText(record)),
  };
}
