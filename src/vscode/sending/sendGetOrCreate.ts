// One get-or-create with its dialogs: the question before it, where it matters, and what is said of its result.

import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { type Connection, offers } from '../../core/connection.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText, markedGroup } from '../../core/groupText.ts';
import { sentences } from '../../core/sentences.ts';
import type { SendableDocument } from '../../document/userGroupDocument.ts';
import { createdOrSameText, notAppliedText } from '../../services/sending/getOrCreateConclusions.ts';
import type { GetOrCreateResult } from '../../services/sending/sendService.ts';
import { showAnswerNotice, type AnswerNotice } from '../command/answerNotice.ts';
import type { NoticeButton } from '../command/showNotice.ts';
import { groupUri, sentAs } from '../platform/documentUris.ts';
import { isInView, openGroup } from '../editing/documents/openDocuments.ts';
import { asksBeforeSending, confirmOn, remarksLine } from '../command/confirm.ts';
import { withProgress } from '../platform/progress.ts';
import type { GroupTarget } from '../command/invocation.ts';
import { copyNewToken, recreatedText } from '../rotation/rotateToken.ts';
import type { GetOrCreateCommandResult } from '../command/commandMap.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { sendingWarnings, requireNoSchemaErrors } from './sendRules.ts';
import { userGroupResult } from '../command/results.ts';
import { deletedText, isPerhapsDeleted } from '../../core/deletedGroups.ts';
import { quotedId } from '../../core/foreignText.ts';
import { lookAlikeIdText } from '../../core/lookAlikeLetters.ts';
import type { UserGroupRecord } from '../../core/userGroup.ts';
import { listText } from '../../core/language.ts';
import type { CommandContext } from '../command/commandContext.ts';
import { formatChanges, type Change } from '../../document/difference.ts';
import { compare } from '../editing/compare.ts';

/** Sends a document and shows the result. `uri`: as of `send`. */
export async function sendAndReport(
  context: EditingContext,
  connection: Connection,
  text: string | SendableDocument,
  { purpose = GET_OR_CREATE, uri }: { readonly purpose?: Purpose; readonly uri?: vscode.Uri } = {},
): Promise<GetOrCreateCommandResult> {
  const document = context.services.sending.read(connection, text);
  return report(context, connection, document, await send(context, connection, document, purpose, uri));
}

/**
 * Asks first where the settings say so, where the mapping is unusual, before a second id that looks like the first, and
 * where the group was deleted, or perhaps was.
 * `uri`: the document, or its future URI.
 */
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
  const record = context.services.groups.find(groupRef(connection, userGroupId));
  const mayRecreate = recreationText(record) !== undefined;
  const warnings = sendingWarnings(context.services, connection, document);
  if (
    warnings.length > 0 ||
    (purpose.isForCaller !== true && isAlmostListed(context, connection, userGroupId)) ||
    mayRecreate ||
    asksBeforeSending(context.settings, connection)
  )
    await askToSend(context, connection, userGroupId, purpose, warnings);
  return context.sendings.whileSending(sentAs(uri, connection.name, userGroupId), () =>
    withProgress(purpose.progress(markedGroup(userGroupId, connection)), (options) =>
      context.services.sending.getOrCreate(connection, document, { ...options, mayRecreate, mayHoldMark: true }),
    ),
  );
}

/** Not in the list, while another id there differs in letter case or spaces alone. */
function isAlmostListed(
  { services: { groups } }: EditingContext,
  connection: Connection,
  userGroupId: string,
): boolean {
  const ref = groupRef(connection, userGroupId);
  return groups.find(ref) === undefined && groups.lookAlikes(ref).length > 0;
}

/** One notice at most: what was done as asked is said in the status bar. */
export function report(
  context: EditingContext,
  connection: Connection,
  { text }: SendableDocument,
  result: GetOrCreateResult,
): GetOrCreateCommandResult {
  const target = { connection, userGroupId: result.record.ref.userGroupId };
  const group = markedGroup(target.userGroupId, connection);
  const [unseen] = result.isCreatedOrSame ? createdOrSameText(result) : [];
  const createdOrSame = l10n.t('{0} was created, or existed with the same name and properties.', group);
  const notice = (): Pick<AnswerNotice, 'text' | 'buttons'> => {
    if (result.wasGone) return { text: recreatedText(group), buttons: [copyNewToken(context, target)] };
    if (unseen !== undefined)
      return { text: sentences([createdOrSame, unseen]), buttons: [updateNow(context, target)] };
    return result.isNotApplied ? notAppliedNotice(context, target, result, result.record.draft?.text === text) : {};
  };
  const shown = notice();
  if (shown.text === undefined)
    context.messages.status(
      result.isNew === true
        ? l10n.t('{0} created. Its token is stored.', group)
        : result.isCreatedOrSame
          ? createdOrSame
          : l10n.t('{0} already exists. Its token is stored.', group),
    );
  showAnswerNotice(context, connection, { ...shown, notes: result.notes });
  return getOrCreateResult(result);
}

/** For the caller of a command. */
export function getOrCreateResult({ isNew, userGroup }: GetOrCreateResult): GetOrCreateCommandResult {
  return { new_user_group: isNew, user_group: userGroupResult(userGroup) };
}

function updateNow({ run }: EditingContext, { connection, userGroupId }: GroupTarget): NoticeButton {
  return {
    label: l10n.t('Update Now'),
    run: () => run('userGroups.update', { connection: connection.name, user_group_id: userGroupId }),
  };
}

/** `isDraft`: what was sent is the draft now. An existing draft is never replaced. */
function notAppliedNotice(
  context: EditingContext,
  target: GroupTarget,
  result: GetOrCreateResult,
  isDraft: boolean,
): Pick<AnswerNotice, 'text' | 'buttons'> {
  const { connection, userGroupId } = target;
  const group = groupText(userGroupId, connection);
  const history: NoticeButton = {
    label: l10n.t('Show History'),
    run: () => context.run('userGroups.showHistory', { connection: connection.name, user_group_id: userGroupId }),
  };
  return {
    text: notAppliedMessage(group, notAppliedText(result), result.mayHaveBeenCreatedByThisRequest, isDraft),
    buttons: [
      ...(isDraft ? [updateNow(context, target)] : []),
      // What is in view needs no button that opens it.
      ...(isInView(groupUri(connection.name, userGroupId)) ? [] : [openButton(target)]),
      ...(isDraft ? [] : [history]),
    ],
  };
}

/** Where the values are kept now. */
function notAppliedMessage(group: string, values: string, isPerhapsNew: boolean, isDraft: boolean): string {
  if (isPerhapsNew)
    return isDraft
      ? l10n.t('{0} exists, perhaps created by this request. Not applied, but kept as a draft: {1}', group, values)
      : l10n.t('{0} exists, perhaps created by this request. Not applied, but kept in its history: {1}', group, values);
  return isDraft
    ? l10n.t('{0} already exists. Not applied, but kept as a draft: {1}', group, values)
    : l10n.t('{0} already exists. Not applied, but kept in its history: {1}', group, values);
}

/** For a notice about a group. */
export function openButton({ connection, userGroupId }: GroupTarget): NoticeButton {
  return { label: l10n.t('Open'), run: () => openGroup(connection, userGroupId, 'default') };
}

/** The texts for one request that has different reasons. */
export interface Purpose {
  readonly question: (group: string) => string;
  readonly button: () => string;
  readonly progress: (group: string) => string;
  /** The caller is no person and has named the ID: one that looks like another is not asked about. */
  readonly isForCaller?: boolean;
}

export const GET_OR_CREATE: Purpose = {
  question: (group) => l10n.t('Get or create {0}?', group),
  button: () => l10n.t('Get or Create'),
  progress: (group) => l10n.t('Getting or creating {0}', group),
};
export const ADD: Purpose = {
  question: (group) => l10n.t('Add {0}?', group),
  button: () => l10n.t('Add'),
  progress: (group) => l10n.t('Adding {0}', group),
};

/** @throws UserGroupsError `cancelled` */
export async function askToSend(
  context: CommandContext,
  connection: Connection,
  userGroupId: string,
  { question, button }: Purpose,
  warnings: readonly string[],
): Promise<void> {
  const { groups } = context.services;
  const ref = groupRef(connection, userGroupId);
  const [record, alike] = [groups.find(ref), groups.lookAlikes(ref)];
  await confirmOn(context, connection, {
    title: question(groupText(userGroupId, connection)),
    detail: [
      ...creationText(connection, userGroupId, record),
      ...remarksLine([
        ...(record === undefined ? meantText(groups.nearMisses(ref).filter((id) => !alike.includes(id))) : []),
        ...almostSameText(alike),
        ...lookAlikeIdText(userGroupId),
        ...warnings,
      ]),
    ],
    answer: button(),
  });
}

/** What is known of a group that this may create. */
function creationText(connection: Connection, userGroupId: string, record: UserGroupRecord | undefined): string[] {
  const group = quotedId(userGroupId);
  if (record === undefined)
    return [
      offers(connection, 'delete')
        ? l10n.t("{0} is not in the list. If it doesn't exist, it is created.", group)
        : l10n.t("{0} is not in the list. If it doesn't exist, it is created and can't be deleted from here.", group),
    ];
  const recreation = recreationText(record);
  if (recreation !== undefined) return [recreation];
  if (record.answered !== undefined) return [];
  return [
    record.unknownOutcome === undefined
      ? l10n.t("The service hasn't confirmed {0} yet. If it doesn't exist, it is created.", group)
      : l10n.t("An earlier request for {0} got no response. If it doesn't exist, it is created.", group),
  ];
}

/** Where the group was deleted, or perhaps was: what asking for it does, which is said in every case. */
export function recreationText(record: UserGroupRecord | undefined): string | undefined {
  if (record === undefined || deletedText(record) === undefined) return undefined;
  const group = quotedId(record.ref.userGroupId);
  if (record.unknownOutcome?.operation === 'changeId')
    return l10n.t('The change of the ID {0} got no response. If it was changed, a new group has this ID.', group);
  if (record.listing === 'idChanged') return l10n.t('The ID {0} was changed. A new group is created with it.', group);
  return isPerhapsDeleted(record)
    ? l10n.t('The deletion of {0} got no response. If it was deleted, it is created again, with a new token.', group)
    : l10n.t('{0} was deleted from the service. It is created again, with a new token.', group);
}

/** A second group that looks like the first is rarely intended. */
export function almostSameText(ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  return [l10n.t('The list has almost the same ID, with other case or spaces: {0}.', joinedByOr(ids))];
}

function meantText(ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [l10n.t('Did you mean {0}?', joinedByOr(ids))];
}

/** `"acme-corp" or "acme-crops"`. */
function joinedByOr(ids: readonly string[]): string {
  return listText(
    ids.map((id) => quotedId(id)),
    'disjunction',
  );
}

const MOST_CHANGES = 3;

/** `uri`: of the document that was sent, where it is a file. */
export function differenceNotice(
  context: EditingContext,
  target: GroupTarget,
  differences: readonly Change[],
  uri?: vscode.Uri,
): Pick<AnswerNotice, 'text' | 'buttons'> {
  const group = groupText(target.userGroupId, target.connection);
  const changes = formatChanges(differences, MOST_CHANGES).join(', ');
  return {
    text: l10n.t('The service has other values for {0}: {1}.', group, changes),
    buttons: [{ label: l10n.t('Compare'), run: () => compare(context, target, 'answered', uri) }],
  };
}
