// Commands that get or create: from a document, from questions, or with the caller's arguments.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { isGuarded, namesOf, type Connection } from '../../core/connection.ts';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText, markedGroup } from '../../core/groupText.ts';
import { lookAlikeIdText } from '../../core/lookAlikeLetters.ts';
import { fieldsFromArgument } from '../../document/jsonFromArgument.ts';
import { emptyDocument, writeDocument } from '../../document/writeDocument.ts';
import type { GetOrCreateResult } from '../../services/sending/sendService.ts';
import { showAnswerNotice } from '../command/answerNotice.ts';
import { showNotice } from '../command/showNotice.ts';
import { groupUri, newDraftUri } from '../platform/documentUris.ts';
import { commandName, commandTitle } from '../platform/manifest.ts';
import { openGroup, openNewDraft } from '../editing/documents/openDocuments.ts';
import { withProgress } from '../platform/progress.ts';
import { asksBeforeSending, confirmOn } from '../command/confirm.ts';
import { isReady, listedGroup, targetConnection, targetGroup } from '../command/targets.ts';
import { askGroup, type Answers } from '../groups/askGroup.ts';
import type { Invocation, GroupTarget } from '../command/invocation.ts';
import type { Handlers } from '../command/commandRunner.ts';
import type { GetOrCreateCommandResult } from '../command/commandMap.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { aboutGroup } from '../editing/fileTarget.ts';
import { resolveOpenRotation } from '../rotation/resolveRotation.ts';
import { copyNewToken, recreatedText } from '../rotation/rotateToken.ts';
import {
  ADD,
  GET_OR_CREATE,
  recreationText,
  differenceNotice,
  getOrCreateResult,
  openButton,
  report,
  send,
  sendAndReport,
} from './sendGetOrCreate.ts';
import { requireTrusted } from './sendRules.ts';
import { userGroupResult } from '../command/results.ts';

type GetOrCreateHandlers = Pick<
  Handlers,
  'userGroups.new' | 'userGroups.addExisting' | 'userGroups.getOrCreate' | 'userGroups.fetch'
>;

export function getOrCreateHandlers(context: EditingContext): GetOrCreateHandlers {
  return {
    'userGroups.new': (invocation) => newGroup(context, invocation),
    'userGroups.addExisting': (invocation) => addExisting(context, invocation),
    'userGroups.getOrCreate': (invocation) => getOrCreate(context, invocation),
    'userGroups.fetch': (invocation) => fetchGroup(context, invocation),
  };
}

async function newGroup(context: EditingContext, invocation: Invocation): Promise<void> {
  const isAboutConnection = invocation.origin === 'item' || invocation.origin === 'argument';
  const title = l10n.t('New User Group');
  const connection =
    isAboutConnection && invocation.input.connection !== undefined
      ? await targetConnection(context.services, invocation, title, isReady)
      : (usualConnection(context) ??
        (await targetConnection(context.services, { ...invocation, input: {} }, title, isReady)));
  const { number } = context.services.groups.addNewDraft(connection);
  await openNewDraft(connection, number);
}

/** The initial connection of a new document; its form lets the user choose another. Never a guarded one. */
function usualConnection({ services }: EditingContext): Connection | undefined {
  return services.connections.list().find((connection) => isReady(connection) && !isGuarded(connection));
}

async function addExisting(context: EditingContext, invocation: Invocation): Promise<GetOrCreateCommandResult> {
  const answers = await askGroup(context, invocation, commandName('userGroups.addExisting'));
  const text = writeDocument({ userGroupId: answers.userGroupId, ...(answers.name !== '' && { name: answers.name }) });
  const { connection, userGroupId } = answers;
  const document = context.services.sending.read(connection, text);
  const isForCaller = invocation.origin === 'argument';
  const result = await send(context, connection, document, { ...ADD, isForCaller });
  if (!isForCaller) await openSent(context, answers, result.isNew);
  // A group that was gone, and a name that was not applied, are reported as by any get-or-create.
  if (result.isNew !== true || result.wasGone) return report(context, connection, document, result);
  const about = { connection: connection.name, user_group_id: userGroupId };
  showAnswerNotice(context, connection, {
    text: l10n.t("{0} didn't exist and was created.", groupText(userGroupId, connection)),
    buttons: [
      { label: commandTitle('userGroups.removeFromList'), run: () => context.run('userGroups.removeFromList', about) },
    ],
    notes: result.notes,
  });
  return getOrCreateResult(result);
}

/** One that was just created is opened to set its mapping. */
async function openSent(
  { files }: EditingContext,
  { connection, userGroupId }: GroupTarget,
  isCreated: boolean | undefined,
): Promise<void> {
  if (isCreated === true) files.noteArrival(groupUri(connection.name, userGroupId));
  await openGroup(connection, userGroupId, 'default');
}

async function getOrCreate(
  context: EditingContext,
  invocation: Invocation,
): Promise<GetOrCreateCommandResult | undefined> {
  const { newNumber } = invocation;
  const title = commandName('userGroups.getOrCreate');
  if (newNumber !== undefined) {
    return context.sendings.oneAtATime(invocation, newDraftUri(String(invocation.input.connection), newNumber), () =>
      sendNewDraft(context, invocation, newNumber),
    );
  }
  // From the palette it asks, even with an active document: a group's document is sent by an update.
  if (invocation.origin === 'item' && typeof invocation.input.user_group_id === 'string') {
    const { connection, userGroupId } = await targetGroup(context.services, invocation, title);
    return sendAndReport(
      context,
      connection,
      await context.documents.textToSend(context.services.groups, connection, userGroupId),
    );
  }
  const isForCaller = invocation.origin === 'argument';
  const answers = await askGroup(context, invocation, title, { asksWhetherToEdit: !isForCaller });
  if (isForCaller) {
    const purpose = { ...GET_OR_CREATE, isForCaller };
    return sendAndReport(context, answers.connection, documentOf(answers, invocation), { purpose });
  }
  if (answers.isToEdit !== true) {
    const result = await sendAndReport(context, answers.connection, documentOf(answers, invocation));
    await openSent(context, answers, result.new_user_group);
    return result;
  }
  const { number } = context.services.groups.addNewDraft(answers.connection, emptyDocument(answers));
  await openNewDraft(answers.connection, number);
  return undefined;
}

/** The first sending of a new document: saves, sends, and its tab becomes the group's. */
async function sendNewDraft(
  context: EditingContext,
  invocation: Invocation,
  number: number,
): Promise<GetOrCreateCommandResult> {
  const { groups, connections } = context.services;
  const connection = connections.named(String(invocation.input.connection));
  const text =
    (await context.documents.savedText(newDraftUri(connection.name, number))) ??
    groups.newDraft(connection.id, number)?.text ??
    emptyDocument();
  const document = context.services.sending.read(connection, text);
  const { userGroupId } = document;
  if (groups.find(groupRef(connection, userGroupId)) !== undefined) {
    const text = l10n.t('{0} is already in the list.', groupText(userGroupId, connection));
    void showNotice(context.messages, 'warn', text, openButton({ connection, userGroupId }));
    throw cancelled();
  }
  let result: GetOrCreateResult;
  try {
    result = await send(context, connection, document, GET_OR_CREATE, newDraftUri(connection.name, number));
  } finally {
    // Also with an unknown outcome: the group is in the list then, and may exist.
    if (groups.find(groupRef(connection, userGroupId)) !== undefined) {
      // Input typed meanwhile moves along.
      await context.documents.savedText(newDraftUri(connection.name, number));
      await context.files.become(newDraftUri(connection.name, number), groupUri(connection.name, userGroupId));
    }
  }
  return report(context, connection, document, result);
}

async function fetchGroup(context: EditingContext, invocation: Invocation): Promise<GetOrCreateCommandResult> {
  const { connection, userGroupId } = await groupToFetch(context, invocation);
  await context.services.sending.requireSendable(connection, userGroupId, 'fetch');
  const ref = groupRef(connection, userGroupId);
  if (context.services.rotation.openOf(ref)?.isUnderWay === false) {
    // Resolving sends the same get-or-create, and also finds out whether the token was rotated, and asks before using
    // an uncertain answer.
    const { kind } = await resolveOpenRotation(context, { connection, userGroupId });
    return {
      new_user_group: kind === 'recreated',
      user_group: userGroupResult(context.services.groups.find(ref)?.answered ?? {}),
    };
  }
  const recreation = recreationText(context.services.groups.find(ref));
  if (recreation !== undefined || asksBeforeSending(context.settings, connection))
    await askToFetch(context, { connection, userGroupId }, recreation);
  // Another window may have deleted it meanwhile.
  if (recreationText(context.services.groups.find(ref)) !== recreation)
    throw new UserGroupsError(
      'conflict',
      l10n.t('{0} changed while you were asked.', groupText(userGroupId, connection)),
      l10n.t('Try again.'),
    );
  const group = markedGroup(userGroupId, connection);
  const result = await withProgress(l10n.t('Fetching {0} with get-or-create', group), (options) =>
    context.services.sending.fetch(connection, userGroupId, { ...options, mayRecreate: recreation !== undefined }),
  );
  const target = { connection, userGroupId };
  const notice = result.wasGone
    ? { text: recreatedText(group), buttons: [copyNewToken(context, target)] }
    : result.differences.length > 0
      ? differenceNotice(context, target, result.differences)
      : undefined;
  if (notice === undefined)
    context.messages.status(l10n.t('{0} fetched with get-or-create. Its token is stored.', group));
  showAnswerNotice(context, connection, { ...notice, notes: result.notes });
  return getOrCreateResult(result);
}

/** That of a workspace file only where it is in the list: its first sending is the file's own. */
async function groupToFetch(context: EditingContext, invocation: Invocation): Promise<GroupTarget> {
  const title = commandName('userGroups.fetch');
  if (invocation.file === undefined) return targetGroup(context.services, invocation, title);
  const target = await listedGroup(context.services, await aboutGroup(context, invocation), title);
  requireTrusted(context.trust, target.connection, vscode.workspace.asRelativePath(invocation.file));
  return target;
}

function askToFetch(
  context: EditingContext,
  { connection, userGroupId }: GroupTarget,
  recreation: string | undefined,
): Promise<void> {
  return confirmOn(context, connection, {
    title: l10n.t('Fetch {0}?', groupText(userGroupId, connection)),
    detail: [
      ...lookAlikeIdText(userGroupId),
      recreation ??
        l10n.t('Fetching is a get-or-create: a group that is gone is recreated as last sent, with a new token.'),
    ],
    answer: l10n.t('Fetch'),
  });
}

function documentOf({ connection, userGroupId, name }: Answers, { input }: Invocation): string {
  const fields = fieldsFromArgument(input, namesOf(connection));
  return writeDocument({ ...fields, name: name === '' ? undefined : name, userGroupId });
}
