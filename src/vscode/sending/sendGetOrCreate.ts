// One get-or-create with its dialogs: asks first where it matters, sends, and shows the result.

import type * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { guardedMark } from '../../core/environmentText.ts';
import { visibleId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { lookAlikeLetterText } from '../../core/lookAlikeLetters.ts';
import { OUTCOME_TEXT } from '../../core/stateText.ts';
import type { UserGroupRecord } from '../../core/userGroup.ts';
import type { SendableDocument } from '../../document/userGroupDocument.ts';
import { createdOrSameText, notAppliedText } from '../../services/sending/notAppliedText.ts';
import type { GetOrCreateResult } from '../../services/sending/sendService.ts';
import { groupUri, sentAs } from '../platform/documentUris.ts';
import { openGroup } from '../editing/documents/openDocuments.ts';
import { asksBeforeSending, confirmOn } from '../command/confirm.ts';
import { withProgress } from '../platform/progress.ts';
import type { GetOrCreateCommandResult } from '../command/commandMap.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { mappingWarnings, requireNoSchemaErrors } from './sendRules.ts';
import { userGroupResult } from '../command/results.ts';

/** The words for one call that has different reasons. */
export interface Purpose {
  /** As a question begins. */
  readonly asks: string;
  readonly button: string;
  /** As a progress begins. */
  readonly doing: string;
}

export const GET_OR_CREATE: Purpose = { asks: 'Get or create', button: 'Get or Create', doing: 'Getting or creating' };
export const ADD: Purpose = { asks: 'Add', button: 'Add', doing: 'Adding' };

const UPDATE_NOW = 'Update Now';

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
    withProgress(`${purpose.doing} ${groupText(userGroupId, connection)}${guardedMark(connection)}`, (options) =>
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
  const group = groupText(userGroupId, connection);
  if (result.wasGone) {
    void context.messages.warn(`${group} was gone and has been made anew as sent. It has a new token.`);
  } else if (result.isNew === true) {
    context.messages.status(`${group} created; its token is kept${guardedMark(connection)}`);
    warnOfLookAlikes(context, connection, userGroupId, 'was created');
  } else if (result.isCreatedOrSame) {
    void reportCreatedOrSame(context, connection, userGroupId, result);
  } else if (result.isNotApplied) {
    void offerUpdate(context, connection, userGroupId, result, result.record.draft?.text === text);
  } else {
    context.messages.status(`${group} existed; its token is kept${guardedMark(connection)}`);
  }
  sayNotes(context, result);
  return getOrCreateResult(result);
}

/** What the person must know beside the result. */
export function sayNotes(context: EditingContext, { notes }: { readonly notes: readonly string[] }): void {
  for (const note of notes) void context.messages.warn(`${note}.`);
}

/** For the caller of a command. */
export function getOrCreateResult({ isNew, userGroup }: GetOrCreateResult): GetOrCreateCommandResult {
  return { new_user_group: isNew, user_group: userGroupResult(userGroup) };
}

async function askToSend(
  context: EditingContext,
  connection: Connection,
  userGroupId: string,
  { asks, button }: Purpose,
  warnings: readonly string[],
): Promise<void> {
  const { groups } = context.services;
  const ref = groupRef(connection, userGroupId);
  const alike = groups.lookAlikes(ref);
  await confirmOn(context, connection, {
    title: `${asks} ${groupText(userGroupId, connection)}?`,
    detail: [
      ...lookAlikeLetterText('The id', userGroupId),
      ...creationText(groups.find(ref), userGroupId, () => groups.nearMisses(ref).filter((id) => !alike.includes(id))),
      ...(alike.length > 0
        ? [`Known ids that differ by letter case or edge space only: ${idsOf(alike).join(', ')}.`]
        : []),
      ...warnings,
    ],
    answer: button,
  });
}

/** What is known of a group that this may create. */
function creationText(
  record: UserGroupRecord | undefined,
  userGroupId: string,
  nearMisses: () => readonly string[],
): string[] {
  if (record?.answered !== undefined) return [];
  const creates = 'If the service has none it will be created, and this extension cannot delete it.';
  if (record === undefined)
    return [`No group ${visibleId(userGroupId)} is known here. ${creates}${meantText(nearMisses())}`];
  const isOutcomeUnknown = record.unknownOutcome !== undefined;
  return [
    `${isOutcomeUnknown ? 'What came of sending it before is not known: it may exist by now.' : 'It is in the list, but the service has not answered for it yet.'} ${creates}`,
  ];
}

/** " Did you mean acme-corp or acme-crops?", or nothing. */
function meantText(ids: readonly string[]): string {
  return ids.length === 0 ? '' : ` Did you mean ${idsOf(ids).join(' or ')}?`;
}

function idsOf(ids: readonly string[]): string[] {
  return ids.map((id) => visibleId(id));
}

/** The first attempt, whose answer was lost, has most likely created it. */
async function reportCreatedOrSame(
  context: EditingContext,
  connection: Connection,
  userGroupId: string,
  result: GetOrCreateResult,
): Promise<void> {
  const summary = `${groupText(userGroupId, connection)}: ${OUTCOME_TEXT.createdOrExisted}; its token is kept`;
  const [unseen] = createdOrSameText(result);
  if (unseen === undefined) context.messages.status(`${summary}${guardedMark(connection)}`);
  else if ((await context.messages.warn(`${summary}. ${unseen}.`, UPDATE_NOW)) === UPDATE_NOW)
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
  const existed = result.mayHaveBeenCreatedByThisRequest
    ? 'exists; it may have been created by this call, and'
    : 'existed already, so';
  const kept = isDraft ? 'It is kept as a draft' : 'Its document holds another draft; what was sent is in Show History';
  const methods = isDraft ? [UPDATE_NOW, 'Open'] : ['Open', 'Show History'];
  const chosen = await context.messages.warn(
    `${groupText(userGroupId, connection)} ${existed} what was sent was not applied (${notAppliedText(result)}). ${kept}.`,
    ...methods,
  );
  if (chosen === 'Show History')
    await context.run('userGroups.showHistory', { connection: connection.name, user_group_id: userGroupId });
  if (chosen === UPDATE_NOW)
    await context.run('userGroups.update', { connection: connection.name, user_group_id: userGroupId });
  if (chosen === 'Open') await openGroup(connection, userGroupId, 'default');
}

/** A second group that looks like the first is rarely intended. */
export function warnOfLookAlikes(
  context: EditingContext,
  connection: Connection,
  userGroupId: string,
  came: 'was created' | 'exists',
): void {
  const alike = idsOf(context.services.groups.lookAlikes(groupRef(connection, userGroupId)));
  if (alike.length === 0) return;
  const known = `${alike.join(', ')} ${alike.length === 1 ? 'is' : 'are'} known too`;
  void context.messages.warn(
    `${visibleId(userGroupId)} ${came} on ${connection.name}, where ${known}: they differ by letter case or edge space only.`,
  );
}
