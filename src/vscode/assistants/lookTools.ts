// The tools that look: at groups, a group, a check, a proposed document, and what sending it would change. They use
// what this machine knows, and send nothing.

import * as l10n from '@vscode/l10n';
import type { CancellationToken } from 'vscode';
import { cancelled, UserGroupsError } from '../../core/errors.ts';
import { fold, foldedListing } from '../../core/folding.ts';
import { groupRef } from '../../core/groupKey.ts';
import { omittedText } from '../../core/omittedText.ts';
import { duplicateKeys } from '../../document/duplicateKeys.ts';
import { positionText } from '../../document/fieldRanges.ts';
import { softWarnings } from '../../document/softWarnings.ts';
import type { SendableDocument } from '../../document/userGroupDocument.ts';
import type { ListedGroup } from '../../services/groups/groupService.ts';
import { checkUserGroup } from '../groups/checkUserGroup.ts';
import { currentText } from '../editing/documents/openDocuments.ts';
import { groupUri } from '../platform/documentUris.ts';
import { almostSameText } from '../sending/sendGetOrCreate.ts';
import { sendingWarnings } from '../sending/sendRules.ts';
import { overwrittenText } from '../sending/update.ts';
import type { AssistantContext, ToolInput } from './assistantContext.ts';
import { aboutTarget, shownDocument } from './groupData.ts';
import { learnNames, learnOwnTokens, learnTokens } from './learnTokens.ts';
import { markedAsCut, type Data } from '../../document/toolText.ts';
import { knownTarget, proposedText, toolConnection, toolTarget, type ToolTarget } from './toolTarget.ts';

/** Rows of one answer. */
const MOST_ROWS = 50;

export async function findGroups(context: AssistantContext, input: ToolInput, token: CancellationToken): Promise<Data> {
  const { services } = context;
  const { query = '', connection } = input;
  if (typeof query !== 'string') throw new UserGroupsError('invalid', l10n.t('"{0}" must be a string.', 'query'));
  const understood = services.finder.understand(query);
  const found = await services.finder.find(understood, {
    limit: MOST_ROWS,
    ...(connection !== undefined && { connectionId: toolConnection(services, input).id }),
    isWanted: () => !token.isCancellationRequested,
  });
  if (found === undefined) throw cancelled();
  const shown = await withoutHidden(context, found.groups, understood.question.words);
  return {
    groups: shown.map(({ ref, name, words }) => ({
      connection: services.connections.withId(ref.connectionId)?.name,
      user_group_id: ref.userGroupId,
      name,
      state: words,
    })),
    more: found.matching - found.groups.length,
    notes: understood.notes,
  };
}

/** Those that still hold every word where tokens are redacted: what was asked would be a part of one otherwise. */
async function withoutHidden(
  context: AssistantContext,
  groups: readonly ListedGroup[],
  words: readonly string[],
): Promise<ListedGroup[]> {
  for (const { ref } of groups) await learnOwnTokens(context, ref);
  await learnTokens(
    context,
    groups.flatMap(({ ref, name }) => [name, ref.userGroupId]),
  );
  const redact = (text: string): string => context.redactor.redact(text);
  return groups.filter(({ ref: { userGroupId }, name }) => {
    const [shownName, shownId] = [redact(name), redact(userGroupId)];
    if (shownName === name && shownId === userGroupId) return true;
    const folded = foldedListing(shownName, shownId);
    return words.every((word) => folded.includes(fold(word)));
  });
}

export async function readGroup(context: AssistantContext, input: ToolInput): Promise<Data> {
  const { services } = context;
  const target = knownTarget(context, input);
  const { connection, record } = target;
  const listed = await services.groups.listed(record.ref);
  const text = await currentText(context.documents, services.groups, target);
  const isSent = record.base?.from === 'sent';
  return {
    ...(await aboutTarget(context, target)),
    name: record.name,
    state: listed?.words,
    mapping_is_known: listed?.mappingKnown,
    last_sent: isSent ? shownDocument(connection, record.base.text) : undefined,
    answered:
      record.answered === undefined ? undefined : shownDocument(connection, services.groups.answeredText(record)),
    draft: text === '' || text === record.base?.text ? undefined : shownDocument(connection, text),
  };
}

export async function checkGroup(context: AssistantContext, input: ToolInput): Promise<Data> {
  const target = toolTarget(context, input);
  const about = await aboutTarget(context, target);
  const { record, connection, userGroupId } = target;
  await learnNames(context, groupRef(connection, userGroupId), record?.answered?.computed?.mapping);
  const named = { connection: connection.name, user_group_id: userGroupId };
  const report = await checkUserGroup(context, { origin: 'argument', input: named });
  return { ...about, report: report.split('\n').filter((line) => line !== '') };
}

export async function validateDocument(context: AssistantContext, input: ToolInput): Promise<Data> {
  const target = toolTarget(context, input);
  const about = await aboutTarget(context, target);
  const read = await tolerantly(async () => {
    const text = await proposedText(context, target, input);
    return context.services.sending.read(target.connection, text);
  });
  if (read instanceof UserGroupsError) return { ...about, problems: [{ severity: 'error', message: read.message }] };
  return { ...about, problems: await problemsOf(context, target, read) };
}

export async function planDocument(context: AssistantContext, input: ToolInput): Promise<Data> {
  const { services } = context;
  const target = toolTarget(context, input);
  const { connection, userGroupId, record } = target;
  const about = await aboutTarget(context, target);
  const document = services.sending.read(connection, await proposedText(context, target, input));
  const ref = groupRef(connection, userGroupId);
  await learnNames(context, ref, document.mapping);
  const warnings = sendingWarnings(services, connection, document);
  if (record?.answered === undefined)
    return {
      ...about,
      operation: 'getOrCreate',
      document: shownDocument(connection, document.text),
      remarks: [
        l10n.t('If the group exists already, nothing of this is applied.'),
        ...(record === undefined ? almostSameText(services.groups.lookAlikes(ref)) : []),
        ...warnings,
      ],
    };
  const plan = services.sending.planUpdate(connection, document);
  return {
    ...about,
    operation: 'update',
    has_changes: !plan.isNothingToSend,
    changes: plan.changes.map(({ path, before, after }) => ({
      path: markedAsCut(path),
      before: markedAsCut(before),
      after: markedAsCut(after),
    })),
    compared_with: plan.comparedWith,
    mapping_is_unknown: plan.isMappingUnknown,
    remarks: [
      ...overwrittenText(plan.overwrites),
      ...plan.absentFields.map((field) => omittedText(field)),
      ...warnings,
    ],
  };
}

async function problemsOf(
  context: AssistantContext,
  { connection, userGroupId }: ToolTarget,
  document: SendableDocument,
): Promise<Data[]> {
  const { schemas, services } = context;
  const { text } = document;
  const ref = groupRef(connection, userGroupId);
  await learnNames(context, ref, document.mapping);
  const errors = await schemas.errorsIn(groupUri(connection.name, userGroupId), text);
  const warnings = softWarnings(text, services.siblings.facts(ref));
  return [
    ...errors.map(({ message, range }) => ({
      severity: 'error',
      place: positionText(text, range.start),
      message,
    })),
    ...duplicateKeys(text).map(({ message }) => ({ severity: 'error', message })),
    ...warnings.map(({ message }) => ({ severity: 'warning', message })),
  ];
}

async function tolerantly<T>(work: () => Promise<T>): Promise<T | UserGroupsError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UserGroupsError && error.kind === 'invalid') return error;
    throw error;
  }
}
