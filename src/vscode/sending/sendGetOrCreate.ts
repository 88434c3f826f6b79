// One get-or-create with its dialogs: asks first where it matters, sends, and shows the result.

import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { quotedId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText, markedGroup } from '../../core/groupText.ts';
import type { SendableDocument } from '../../document/userGroupDocument.ts';
import { createdOrSameText, notAppliedText } from '../../services/sending/notAppliedText.ts';
import type { GetOrCreateResult } from '../../services/sending/sendService.ts';
import { groupUri, sentAs } from '../platform/documentUris.ts';
import { openGroup } from '../editing/documents/openDocuments.ts';
import { asksBeforeSending } from '../command/confirm.ts';
import { withProgress } from '../platform/progress.ts';
import type { GroupTarget } from '../command/groupTarget.ts';
import { offerCopy, recreatedText } from '../rotation/rotateToken.ts';
import type { GetOrCreateCommandResult } from '../command/commandMap.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { askToSend, GET_OR_CREATE, listed, type Purpose } from './creationQuestion.ts';
import { mappingWarnings, requireNoSchemaErrors } from './sendRules.ts';
import { userGroupResult } from '../command/results.ts';

/** Sends a document and shows the result. `uri`: the document, or its future URI. */
export async function sendAndReport(
  context: EditingContext,
  connection: Connection,
  text: string | SendableDocument,
  uri?: vscode.Uri,
): Promise<GetOrCreateCommandResult> {
  const document = context.services.sending.read(connection, text);
  return report(context, connection, document, await send(context, connection, document, GET_OR_CREATE, uri));
}

/** Asks first where the settings say so, or where the mapping is unusual. */
export async function send(
  context: EditingContext,
  connection: Connection,
  document: SendableDocument,
  purpose: Purpose,
  uri?: vscode.Uri,
): Promise<GetOrCreateResult> {
  const { userGroupId } = document;
  await requireNoSchemaErrors(
    context,
    'getOrCreate',
    connection,
    document,
    uri ?? groupUri(connection.name, userGroupId),
  );
  await context.services.sending.requireSendable(connection, userGroupId, 'getOrCreate');
  const warnings = mappingWarnings(context.services, connection, document);
  if (warnings.length > 0 || asksBeforeSending(context.settings, connection))
    await askToSend(context, connection, userGroupId, purpose, warnings);
  return context.sendings.whileSending(sentAs(uri, connection.name, userGroupId), () =>
    withProgress(purpose.progress(markedGroup(userGroupId, connection)), (options) =>
      context.services.sending.getOrCreate(connection, document, options),
    ),
  );
}

export function report(
  context: EditingContext,
  connection: Connection,
  { text }: SendableDocument,
  result: GetOrCreateResult,
): GetOrCreateCommandResult {
  const { userGroupId } = result.record.ref;
  const group = markedGroup(userGroupId, connection);
  if (result.wasGone) {
    void offerCopy(context, { connection, userGroupId }, recreatedText(group), 'warn');
  } else if (result.isNew === true) {
    context.messages.status(l10n.t('{0} created. Its token is stored.', group));
    warnOfLookAlikes(context, connection, userGroupId);
  } else if (result.isCreatedOrSame) {
    void reportCreatedOrSame(context, connection, userGroupId, result);
  } else if (result.isNotApplied) {
    void offerUpdate(context, connection, userGroupId, result, result.record.draft?.text === text);
  } else {
    context.messages.status(l10n.t('{0} already exists. Its token is stored.', group));
  }
  showNotes(context, result);
  return getOrCreateResult(result);
}

/** What the person must know beside the result. */
export function showNotes(context: EditingContext, { notes }: { readonly notes: readonly string[] }): void {
  for (const note of notes) void context.messages.warn(note);
}

/** For the caller of a command. */
export function getOrCreateResult({ isNew, userGroup }: GetOrCreateResult): GetOrCreateCommandResult {
  return { new_user_group: isNew, user_group: userGroupResult(userGroup) };
}

/** The first attempt, whose answer was lost, has most likely created it. */
async function reportCreatedOrSame(
  context: EditingContext,
  connection: Connection,
  userGroupId: string,
  result: GetOrCreateResult,
): Promise<void> {
  const group = markedGroup(userGroupId, connection);
  const summary = l10n.t('{0} was created, or existed with the same name and properties.', group);
  const [unseen] = createdOrSameText(result);
  if (unseen === undefined) {
    context.messages.status(summary);
    return;
  }
  const update = l10n.t('Update Now');
  if ((await context.messages.warn(`${summary} ${unseen}`, update)) === update)
    await context.run('userGroups.update', { connection: connection.name, user_group_id: userGroupId });
}

/** `isDraft`: what was sent is the draft now. An existing draft is never replaced. */
async function offerUpdate(
  context: EditingContext,
  connection: Connection,
  userGroupId: string,
  result: GetOrCreateResult,
  isDraft: boolean,
): Promise<void> {
  const group = groupText(userGroupId, connection);
  const text = notAppliedMessage(group, notAppliedText(result), result.mayHaveBeenCreatedByThisRequest, isDraft);
  const [update, open, history] = [l10n.t('Update Now'), l10n.t('Open'), l10n.t('Show History')];
  const chosen = await context.messages.warn(text, ...(isDraft ? [update, open] : [open, history]));
  const about = { connection: connection.name, user_group_id: userGroupId };
  if (chosen === history) await context.run('userGroups.showHistory', about);
  if (chosen === update) await context.run('userGroups.update', about);
  if (chosen === open) await openGroup(connection, userGroupId, 'default');
}

/** Where the values are by now. */
function notAppliedMessage(group: string, values: string, isPerhapsNew: boolean, isDraft: boolean): string {
  if (isPerhapsNew)
    return isDraft
      ? l10n.t('{0} exists, perhaps created by this request. Not applied, but kept as a draft: {1}', group, values)
      : l10n.t('{0} exists, perhaps created by this request. Not applied, but kept in its history: {1}', group, values);
  return isDraft
    ? l10n.t('{0} already exists. Not applied, but kept as a draft: {1}', group, values)
    : l10n.t('{0} already exists. Not applied, but kept in its history: {1}', group, values);
}

/** Its button opens the one that was there before. */
export function warnOfLookAlikes(context: EditingContext, connection: Connection, userGroupId: string): void {
  const [alike, ...others] = context.services.groups.lookAlikes(groupRef(connection, userGroupId));
  if (alike === undefined) return;
  const known = listed([alike, ...others]);
  const text = l10n.t(
    '{0} on {1} and {2} differ only in case or spaces.',
    known,
    connection.name,
    quotedId(userGroupId),
  );
  void offerOpen(context, { connection, userGroupId: alike }, text);
}

/** A warning about a group, with a button that opens it. */
export async function offerOpen(
  { messages }: EditingContext,
  { connection, userGroupId }: GroupTarget,
  text: string,
): Promise<void> {
  const open = l10n.t('Open');
  if ((await messages.warn(text, open)) === open) await openGroup(connection, userGroupId, 'default');
}
