// Which group and which fields an assistant means. Nothing is asked: what is missing is refused.

import * as l10n from '@vscode/l10n';
import { isBodyField } from '../../contract/fields.ts';
import { namesOf, type Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import { listText } from '../../core/language.ts';
import type { Settings } from '../../core/ports/userSettings.ts';
import type { UserGroupRecord } from '../../core/userGroup.ts';
import { fieldsFromArgument } from '../../document/jsonFromArgument.ts';
import { tokensOf, tokenValue } from '../../document/shortJson.ts';
import { mergedFields, readDocument, requireUserGroupId, type GroupFields } from '../../document/userGroupDocument.ts';
import { writeDocument } from '../../document/writeDocument.ts';
import type { Services } from '../../services/services.ts';
import { notListed } from '../command/targets.ts';
import type { GroupTarget } from '../command/invocation.ts';
import { currentText } from '../editing/documents/openDocuments.ts';
import type { AssistantContext, ToolInput } from './assistantContext.ts';
import { isCut } from '../../document/toolText.ts';
import { learnFromDocuments } from './learnTokens.ts';

export interface ToolTarget extends GroupTarget {
  /** Absent: nothing is known of it on this machine. */
  readonly record: UserGroupRecord | undefined;
}

/** The connection that is named, or the only one there is. @throws UserGroupsError */
export function toolConnection({ connections }: Services, { connection: name }: ToolInput): Connection {
  if (name !== undefined) return connections.named(requireText('connection', name));
  const [only, ...others] = connections.list();
  if (only !== undefined && others.length === 0) return only;
  throw new UserGroupsError(
    'invalid',
    l10n.t('"{0}" is missing.', 'connection'),
    l10n.t('Name one of these: {0}.', listText(connections.list().map((each) => quotedId(each.name)))),
  );
}

/** @throws UserGroupsError */
export function toolTarget({ services }: AssistantContext, input: ToolInput): ToolTarget {
  const connection = toolConnection(services, input);
  const userGroupId = requireText('user_group_id', input.user_group_id);
  requireUserGroupId(userGroupId);
  if (isCut(userGroupId)) throw shortened();
  return { connection, userGroupId, record: services.groups.find(groupRef(connection, userGroupId)) };
}

/** As `toolTarget`, for a group that must be in the list. @throws UserGroupsError */
export function knownTarget(context: AssistantContext, input: ToolInput): ToolTarget & { record: UserGroupRecord } {
  const { record, ...target } = toolTarget(context, input);
  if (record !== undefined) return { ...target, record };
  throw notListed(target);
}

/**
 * The document that is proposed: what the assistant gives, and the rest of the group's document. @throws
 * UserGroupsError `invalid`
 */
export async function proposedText(
  context: AssistantContext,
  { connection, userGroupId, record }: ToolTarget,
  input: ToolInput,
): Promise<string> {
  const given = proposedFields(connection, input);
  const present =
    record === undefined
      ? ''
      : await currentText(context.documents, context.services.groups, { connection, userGroupId });
  // It may be typed and not saved.
  await learnFromDocuments(context, [present]);
  if (present.trim() === '') return writeDocument({ ...given, userGroupId });
  if (Object.keys(given).length === 0) return present;
  return writeDocument({ ...mergedFields(readDocument(present, namesOf(connection)), given), userGroupId });
}

/** What the assistant gives. @throws UserGroupsError `invalid` */
function proposedFields(connection: Connection, input: ToolInput): GroupFields {
  const names = namesOf(connection);
  for (const field of Object.keys(input)) {
    if (field === 'connection' || isBodyField(field) || Object.hasOwn(names.fields ?? {}, field)) continue;
    throw new UserGroupsError(
      'invalid',
      l10n.t('The service has no field {0}.', quotedId(field)),
      l10n.t('Put your own values into "properties".'),
    );
  }
  if (input.name !== undefined) requireText('name', input.name);
  const fields = fieldsFromArgument(input, names);
  requireWhole(fields);
  return fields;
}

/** A text that was shortened or redacted for the assistant would replace the whole one. */
function requireWhole({ name = '', mapping = '', properties = '', further = {} }: GroupFields): void {
  const json = [mapping, properties, ...Object.values(further)];
  if (isCut(name) || json.flatMap((text) => tokensOf(text)).some((token) => isCut(tokenValue(token))))
    throw shortened();
}

function shortened(): UserGroupsError {
  return new UserGroupsError(
    'invalid',
    l10n.t('A value was shortened or redacted when it was read.'),
    l10n.t('Omit its field to keep it as it is, or give the whole value.'),
  );
}

function requireText(field: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new UserGroupsError('invalid', l10n.t('"{0}" must be a string.', field));
}

/** By the setting as it is now. @throws UserGroupsError `forbidden` */
export function requireAccess(settings: Settings): void {
  if (settings.assistants() === 'on') return;
  throw new UserGroupsError(
    'forbidden',
    l10n.t('"userGroups.assistants" doesn\'t allow it.'),
    l10n.t('Ask the person to set it to "{0}".', 'on'),
  );
}
