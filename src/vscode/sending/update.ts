// The command Update: shows the changes, asks the service, asks the user where it matters, then sends.

import * as l10n from '@vscode/l10n';
import { namesOf, type Connection } from '../../core/connection.ts';
import type * as vscode from 'vscode';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText, markedGroup } from '../../core/groupText.ts';
import { grouped, isOne } from '../../core/language.ts';
import { dayText, agoText } from '../../core/stateText.ts';
import type { UserGroupRecord } from '../../core/userGroup.ts';
import { changesIn, formatChanges, type Change } from '../../document/difference.ts';
import { fieldsFromArgument } from '../../document/jsonFromArgument.ts';
import { mergedFields, readDocument, type SendableDocument } from '../../document/userGroupDocument.ts';
import { writeDocument } from '../../document/writeDocument.ts';
import { doingText } from '../../services/sending/sendingFailures.ts';
import type { UpdateCheck } from '../../services/sending/sendService.ts';
import type { UpdatePlan } from '../../services/sending/updatePlan.ts';
import { groupUri } from '../platform/documentUris.ts';
import { openNewDraft } from '../editing/documents/openDocuments.ts';
import { withProgress } from '../platform/progress.ts';
import { confirm, remarksLine, asksBeforeSending, guardedLine } from '../command/confirm.ts';
import { listedGroup, targetGroup } from '../command/targets.ts';
import type { GroupTarget } from '../command/invocation.ts';
import type { Invocation } from '../command/invocation.ts';
import type { UserGroupResult } from '../command/commandMap.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { showAnswerNotice } from '../command/answerNotice.ts';
import { differenceNotice, sendAndReport } from './sendGetOrCreate.ts';
import { sendingWarnings, otherId, requireNoSchemaErrors } from './sendRules.ts';
import { userGroupResult } from '../command/results.ts';
import { commandName } from '../platform/manifest.ts';
import { lookAlikeIdText } from '../../core/lookAlikeLetters.ts';
import { omittedText } from '../../core/omittedText.ts';
import { isWithheld } from '../../core/withheld.ts';
import type { DialogLine } from '../platform/messages.ts';
import { compare } from '../editing/compare.ts';

interface Shown {
  readonly user_group: UserGroupResult;
}

/** What is sent: a document's content and identity. */
interface DocumentToSend {
  readonly document: SendableDocument;
  readonly uri: vscode.Uri;
}

export async function update(context: EditingContext, invocation: Invocation): Promise<Shown> {
  const title = commandName('userGroups.update');
  const target =
    invocation.origin === 'argument'
      ? await targetGroup(context.services, invocation, title)
      : await listedGroup(context.services, invocation, title);
  const uri = groupUri(target.connection.name, target.userGroupId);
  return context.sendings.oneAtATime(invocation, uri, async () => {
    const record = recordOf(context, target);
    const text = await textOf(context, invocation, target, record);
    // Its first sending is the get-or-create, from any button.
    if (invocation.origin !== 'argument' && record?.answered === undefined)
      return sendAndReport(context, target.connection, text);
    const document = context.services.sending.read(target.connection, text);
    return updateGroup(context, invocation, target, { document, uri });
  });
}

/** A group known to exist on the service. */
export async function updateGroup(
  context: EditingContext,
  invocation: Invocation,
  target: GroupTarget,
  { document, uri }: DocumentToSend,
): Promise<Shown> {
  const { connection, userGroupId } = target;
  const plan = context.services.sending.planUpdate(connection, document);
  if (document.userGroupId !== userGroupId) return sendAsAnother(context, invocation, target, document);
  const isAsked = plan.isNothingToSend && invocation.isSendAnyway !== true;
  if (isAsked && !(await isSentAgain(context, invocation, target, plan)))
    return { user_group: userGroupResult(plan.before?.answered ?? {}) };
  await requireNoSchemaErrors(context, 'update', connection, document, uri);
  await context.services.sending.requireSendable(connection, userGroupId, 'update');
  const warnings = sendingWarnings(context.services, connection, document);
  if (warnings.length > 0 || asksInAnyCase(context, connection, plan)) {
    const isOverwriting = plan.overwrites.length > 0;
    const side = isOverwriting ? 'answered' : plan.comparedWith;
    const lines = updateLines(plan, warnings);
    await askToUpdate(context, target, { uri, lines, side, isOverwriting });
  }
  const check = await checkFirst(context, target, plan);
  const checked = check.plan ?? plan;
  const found = [...overwrittenText(changesIn(checked.affectedFields, check.elsewhere)), ...check.notes];
  if (found.length > 0) {
    const lines = remarksLine(found);
    await askToUpdate(context, target, { uri, lines, side: 'answered', isOverwriting: true });
  }
  const group = markedGroup(userGroupId, connection);
  const result = await context.sendings.whileSending(groupUri(connection.name, userGroupId), () =>
    withProgress(l10n.t('Updating {0}', group), (options) =>
      context.services.sending.update(connection, document, { ...options, mayHoldMark: true, plan: checked }),
    ),
  );
  context.messages.status(updatedText(group, plan.changes.length));
  showAnswerNotice(context, connection, {
    ...(result.differences.length > 0 && differenceNotice(context, target, result.differences, uri)),
    notes: result.notes,
  });
  return { user_group: userGroupResult(result.userGroup) };
}

function updatedText(group: string, changes: number): string {
  if (changes === 0) return l10n.t('{0} sent again.', group);
  return isOne(changes)
    ? l10n.t('{0} updated: 1 change.', group)
    : l10n.t('{0} updated: {1} changes.', group, grouped(changes));
}

/** With fields in the argument object, the document with these replaced; else the document. */
async function textOf(
  context: EditingContext,
  invocation: Invocation,
  { connection, userGroupId }: GroupTarget,
  record: UserGroupRecord | undefined,
): Promise<string> {
  const given = invocation.origin === 'argument' ? fieldsFromArgument(invocation.input, namesOf(connection)) : {};
  if (Object.keys(given).length === 0)
    return context.documents.textToSend(context.services.groups, connection, userGroupId);
  const kept =
    record === undefined
      ? undefined
      : readDocument(
          await context.documents.textToSend(context.services.groups, connection, userGroupId),
          namesOf(connection),
        );
  return writeDocument({ ...mergedFields(kept ?? {}, given), userGroupId });
}

/** The document has another id than its own: never sent in its place, but it may be meant as a new group. */
async function sendAsAnother(
  context: EditingContext,
  invocation: Invocation,
  { connection, userGroupId }: GroupTarget,
  document: SendableDocument,
): Promise<never> {
  const failure = otherId(document).with({ doing: doingText('update', userGroupId, connection) });
  if (invocation.origin === 'argument') throw failure;
  const asNew = l10n.t('Send as New Group');
  if ((await context.messages.error(failure.message, asNew)) === asNew) {
    const { number } = context.services.groups.addNewDraft(connection, document.text);
    await openNewDraft(connection, number);
  }
  throw cancelled();
}

/** Sending the same again is a deliberate choice; a caller with an argument object gets what is known. */
async function isSentAgain(
  context: EditingContext,
  invocation: Invocation,
  { connection, userGroupId }: GroupTarget,
  { comparedWith, comparedAt, kept }: UpdatePlan,
): Promise<boolean> {
  const group = groupText(userGroupId, connection);
  if (invocation.origin === 'argument') {
    context.messages.status(l10n.t('{0} has no changes to send.', group));
    return false;
  }
  await confirm(context, {
    title: l10n.t('{0} has no changes. Send it anyway?', group),
    detail: [
      Object.keys(kept).length > 0
        ? l10n.t('It only omits fields, which the service keeps. The rest is sent again.')
        : l10n.t('The whole document is sent again unchanged.'),
      ...(comparedWith === 'sent' && comparedAt !== undefined
        ? [l10n.t('Last sent {0}.', dayText(comparedAt, Date.now()))]
        : []),
    ],
    answer: l10n.t('Send Anyway'),
  });
  return true;
}

/** What the service has before an update. @throws UserGroupsError `conflict` when the group was gone */
async function checkFirst(
  context: EditingContext,
  { connection, userGroupId }: GroupTarget,
  plan: UpdatePlan,
): Promise<UpdateCheck> {
  const check = await context.sendings.whileSending(groupUri(connection.name, userGroupId), () =>
    withProgress(l10n.t('Checking {0} before the update', groupText(userGroupId, connection)), (options) =>
      context.services.sending.checkBeforeUpdate(connection, userGroupId, { ...options, plan }),
    ),
  );
  if (!check.wasGone) return check;
  throw new UserGroupsError(
    'conflict',
    l10n.t('The group no longer existed and was recreated as last sent, with a new token.'),
    l10n.t('Deploy the new token, then update again.'),
    { doing: doingText('update', userGroupId, connection) },
  );
}

function recordOf({ services }: EditingContext, { connection, userGroupId }: GroupTarget): UserGroupRecord | undefined {
  return services.groups.find(groupRef(connection, userGroupId));
}

/** Whatever the setting says, nothing is overwritten unseen. */
function asksInAnyCase(context: EditingContext, connection: Connection, plan: UpdatePlan): boolean {
  return (
    asksBeforeSending(context.settings, connection) ||
    plan.overwrites.length > 0 ||
    plan.absentFields.length > 0 ||
    replacesUnseen(plan)
  );
}

/** The most changes that the question lists. */
const MOST_CHANGES = 12;

interface UpdateQuestion {
  readonly uri: vscode.Uri;
  readonly lines: readonly DialogLine[];
  readonly side: 'sent' | 'answered' | 'nothing';
  readonly isOverwriting: boolean;
}

/** @throws UserGroupsError `cancelled`, also after a comparison was opened */
async function askToUpdate(
  context: EditingContext,
  target: GroupTarget,
  { uri, lines, side, isOverwriting }: UpdateQuestion,
): Promise<void> {
  const send = isOverwriting ? l10n.t('Overwrite') : l10n.t('Update');
  const see = l10n.t('Compare');
  const answer = await context.messages.ask({
    title: l10n.t('Update {0}?', groupText(target.userGroupId, target.connection)),
    detail: [...guardedLine(target.connection), ...lines],
    answers: [send, see],
  });
  if (answer === see) await compare(context, target, side, uri);
  if (answer !== send) throw cancelled();
}

function replacesUnseen({ isMappingUnknown, isUnknownHere, document }: UpdatePlan): boolean {
  return isMappingUnknown && !isUnknownHere && document.mapping !== undefined;
}

/** What it changes, and what to look at first. */
export function updateLines(plan: UpdatePlan, warnings: readonly string[]): DialogLine[] {
  const changes = formatChanges(plan.changes, MOST_CHANGES);
  return [
    ...(changes.length === 0 ? [] : [{ heading: changesHeading(plan), items: changes }]),
    ...remarksLine([
      ...overwrittenText(plan.overwrites),
      ...(replacesUnseen(plan) ? [l10n.t('The current mapping is unknown and will be replaced.')] : []),
      ...plan.absentFields.map((field) => omittedText(field)),
      ...lookAlikeIdText(plan.document.userGroupId),
      ...warnings,
    ]),
  ];
}

/** A sentence for each change made elsewhere that is lost. */
export function overwrittenText(changes: readonly Change[]): string[] {
  const [hidden, seen] = [true, false].map((is) => changes.filter(({ before }) => isWithheld(before) === is));
  return [
    ...(hidden ?? []).map(({ path }) =>
      l10n.t('Replaces "{0}", which contains a token on the service and is not shown here.', path),
    ),
    ...formatChanges(seen ?? [], MOST_CHANGES).map((change) =>
      l10n.t('Overwrites a change made elsewhere: {0}', change),
    ),
  ];
}

/** With the age of what it is compared with: most services don't return mappings. */
function changesHeading({ comparedWith, comparedAt }: UpdatePlan): string {
  if (comparedWith === 'answered') return l10n.t('Changes from the last response:');
  if (comparedWith === 'nothing' || comparedAt === undefined) return l10n.t('Changes:');
  return l10n.t('Changes since last sent ({0}):', agoText(comparedAt, Date.now()));
}
