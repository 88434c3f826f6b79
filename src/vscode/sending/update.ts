// The command Update: shows the changes, asks the service, asks the person where it matters, then sends.

import type * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { environmentText, guardedMark } from '../../core/environmentText.ts';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { visibleId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { lookAlikeLetterText } from '../../core/lookAlikeLetters.ts';
import { agoText, counted, dayText } from '../../core/stateText.ts';
import type { UserGroupRecord } from '../../core/userGroup.ts';
import { formatChanges, type Change } from '../../document/difference.ts';
import { fieldsFromArgument } from '../../document/jsonFromArgument.ts';
import { readDocument, type SendableDocument } from '../../document/userGroupDocument.ts';
import { writeDocument } from '../../document/writeDocument.ts';
import { doingText } from '../../services/sending/doingText.ts';
import type { UpdatePlan } from '../../services/sending/updatePlan.ts';
import { groupUri } from '../platform/documentUris.ts';
import { openNewDraft } from '../editing/documents/openDocuments.ts';
import { withProgress } from '../platform/progress.ts';
import { askChoice } from '../command/ask.ts';
import { asksBeforeSending } from '../command/confirm.ts';
import type { GroupTarget } from '../command/pickGroup.ts';
import { listedGroup, required, targetGroup } from '../command/targets.ts';
import type { Invocation } from '../command/invocation.ts';
import { compare } from '../editing/compare.ts';
import type { UserGroupResult } from '../command/commandMap.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { sendAndReport } from './sendGetOrCreate.ts';
import { mappingWarnings, requireNoSchemaErrors } from './sendRules.ts';
import { userGroupResult } from '../command/results.ts';

interface Shown {
  readonly user_group: UserGroupResult;
}

const UPDATE = 'Update';
const OVERWRITE = 'Overwrite';
const COMPARE = 'Compare';
const AS_NEW = 'Send as New Group';

/** What is sent: a document's content and identity. */
export interface DocumentToSend {
  readonly document: SendableDocument;
  readonly uri: vscode.Uri;
}

export async function update(context: EditingContext, invocation: Invocation): Promise<Shown> {
  const target =
    invocation.origin === 'argument'
      ? await targetGroup(context.services, invocation, 'Update User Group')
      : await listedGroup(context.services, invocation, 'Update User Group');
  const uri = groupUri(target.connection.name, target.userGroupId);
  return context.sendings.oneAtATime(invocation, uri, async () => {
    const record = recordOf(context, target);
    const text = await textOf(context, invocation, target, record);
    // Its first sending is the get-or-create, from any button.
    if (invocation.origin !== 'argument' && record?.answered === undefined)
      return sendAndReport(context, target.connection, text);
    const document = context.services.sending.read(target.connection, text, 'update');
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
    return { user_group: userGroupResult(recordOf(context, target)?.answered ?? {}) };
  await requireNoSchemaErrors(context, 'update', connection, document, uri);
  await context.services.sending.requireSendable(connection, userGroupId, 'update');
  const warnings = mappingWarnings(context.services, connection, document);
  if (warnings.length > 0 || asksInAnyCase(context, connection, plan)) {
    await ask(
      context,
      target,
      uri,
      [...detailOf(connection, plan), ...warnings],
      plan.overwrites.length > 0 ? OVERWRITE : UPDATE,
      plan.overwrites.length > 0 ? 'answered' : plan.comparedWith,
    );
  }
  const found = await foundElsewhere(context, target);
  if (found.length > 0)
    await ask(context, target, uri, [`Environment: ${environmentText(connection)}.`, ...found], OVERWRITE, 'answered');
  const result = await context.sendings.whileSending(groupUri(connection.name, userGroupId), () =>
    withProgress(`Updating ${groupText(userGroupId, connection)}${guardedMark(connection)}`, (options) =>
      context.services.sending.update(connection, document, options),
    ),
  );
  const changed =
    plan.changes.length === 0
      ? 'sent again'
      : `${counted(plan.changes.length, 'change')} (${formatChanges(plan.changes, 2).join(', ')})`;
  context.messages.status(`${groupText(userGroupId, connection)} updated: ${changed}${guardedMark(connection)}`);
  for (const note of result.notes) void context.messages.warn(`${note}.`);
  if (result.differences.length > 0) void reportDifference(context, target, uri, result.differences);
  return { user_group: userGroupResult(result.userGroup) };
}

/** With fields in the argument object, the document with these replaced; else the document. */
async function textOf(
  context: EditingContext,
  invocation: Invocation,
  { connection, userGroupId }: GroupTarget,
  record: UserGroupRecord | undefined,
): Promise<string> {
  const given = invocation.origin === 'argument' ? fieldsFromArgument(invocation.input) : {};
  if (Object.keys(given).length === 0)
    return context.documents.textToSend(context.services.groups, connection, userGroupId);
  const kept =
    record === undefined
      ? undefined
      : readDocument(await context.documents.textToSend(context.services.groups, connection, userGroupId));
  return writeDocument({ ...kept, ...given, userGroupId });
}

/** The document has another id than its own: never sent in its place, but it may be meant as a new group. */
async function sendAsAnother(
  context: EditingContext,
  invocation: Invocation,
  { connection, userGroupId }: GroupTarget,
  document: SendableDocument,
): Promise<never> {
  const failure = new UserGroupsError({
    kind: 'invalid',
    doing: doingText('update', userGroupId, connection),
    happened: `its document says user_group_id ${visibleId(document.userGroupId)}`,
    next: 'put the id back, or make it a document of its own',
  });
  if (invocation.origin === 'argument') throw failure;
  if ((await context.messages.error(failure.message, AS_NEW)) === AS_NEW) {
    const { number } = context.services.groups.addNewDraft(connection, document.text);
    await openNewDraft(connection, number);
  }
  throw cancelled();
}

/** Sending the same again is a deliberate choice; a caller with an argument object gets what is known. */
async function isSentAgain(
  { messages }: EditingContext,
  invocation: Invocation,
  { connection, userGroupId }: GroupTarget,
  { comparedAt }: UpdatePlan,
): Promise<boolean> {
  const since = comparedAt === undefined ? '' : ` ${dayText(comparedAt, Date.now())}`;
  const text = `Nothing to send: ${groupText(userGroupId, connection)} is as last sent${since}`;
  if (invocation.origin === 'argument') {
    messages.status(text);
    return false;
  }
  const again = required(
    await askChoice({
      title: 'Update User Group',
      placeholder: text,
      choices: [
        { label: 'Leave it', detail: 'The service has all of this, as far as can be known here.', value: false },
        { label: 'Send again', detail: 'For when it was changed elsewhere, or you want to be sure.', value: true },
      ],
    }),
  );
  if (!again) throw cancelled();
  return true;
}

/** News of the service, as lines for the question whether to continue. */
async function foundElsewhere(context: EditingContext, { connection, userGroupId }: GroupTarget): Promise<string[]> {
  const check = await context.sendings.whileSending(groupUri(connection.name, userGroupId), () =>
    withProgress(`Asking ${connection.name} for ${visibleId(userGroupId)} before the update`, (options) =>
      context.services.sending.checkBeforeUpdate(connection, userGroupId, options),
    ),
  );
  if (!check.wasGone)
    return [
      ...section('Changed elsewhere since the last answer, and overwritten by this:', check.elsewhere),
      ...check.notes.map((note) => `${note}.`),
    ];
  throw new UserGroupsError({
    kind: 'conflict',
    doing: doingText('update', userGroupId, connection),
    happened: 'the group was gone, and asking for it has made it anew as it was last sent from here, with a new token',
    next: 'deploy its new token, then update again if the draft still holds',
  });
}

function asksInAnyCase(context: EditingContext, connection: Connection, plan: UpdatePlan): boolean {
  return (
    asksBeforeSending(context.settings, connection) ||
    plan.overwrites.length > 0 ||
    plan.absentFields.length > 0 ||
    replacesUnseen(plan)
  );
}

async function ask(
  context: EditingContext,
  target: GroupTarget,
  uri: vscode.Uri,
  detail: readonly string[],
  go: string,
  side: 'sent' | 'answered' | 'nothing',
): Promise<void> {
  const answer = await context.messages.ask({
    title: `Update ${groupText(target.userGroupId, target.connection)}?`,
    detail,
    answers: [go, COMPARE],
  });
  if (answer === COMPARE) await compare(context, target, side, uri);
  if (answer !== go) throw cancelled();
}

function replacesUnseen({ isMappingUnknown, isUnknownHere, document }: UpdatePlan): boolean {
  return isMappingUnknown && !isUnknownHere && document.mapping !== undefined;
}

function detailOf(connection: Connection, plan: UpdatePlan): string[] {
  const mappingAge =
    plan.comparedWith === 'sent' && plan.hasKnownMapping && plan.comparedAt !== undefined
      ? [
          `The mapping was last sent from here ${agoText(plan.comparedAt, Date.now())}; changes made elsewhere cannot be seen.`,
        ]
      : [];
  return [
    `Environment: ${environmentText(connection)}.`,
    ...lookAlikeLetterText('The id', plan.document.userGroupId),
    ...section(`Changes from what was last ${plan.comparedWith === 'answered' ? 'answered' : 'sent'}:`, plan.changes),
    ...section('Answered by the service since, and overwritten by this:', plan.overwrites),
    ...plan.absentFields.map(
      (field) =>
        `${field} is left out${field === 'mapping' && plan.isMappingUnknown ? ', and is not known here' : ''}: what the service does with a field that is left out is not documented.`,
    ),
    ...(replacesUnseen(plan)
      ? ['The present mapping is not known here and cannot be read back: it will be replaced.']
      : []),
    ...mappingAge,
  ];
}

function section(heading: string, changes: readonly Change[]): string[] {
  return changes.length === 0 ? [] : [heading, ...formatChanges(changes, 12).map((line) => `  ${line}`)];
}

async function reportDifference(
  context: EditingContext,
  target: GroupTarget,
  uri: vscode.Uri,
  differences: readonly Change[],
): Promise<void> {
  const text = `The service answered other values than were sent for ${groupText(target.userGroupId, target.connection)}: ${formatChanges(differences, 3).join(', ')}.`;
  if ((await context.messages.warn(text, COMPARE)) === COMPARE) await compare(context, target, 'answered', uri);
}

function recordOf({ services }: EditingContext, { connection, userGroupId }: GroupTarget): UserGroupRecord | undefined {
  return services.groups.find(groupRef(connection, userGroupId));
}
