// The question before a get-or-create: what may be created, and which known ids are almost the same.

import * as l10n from '@vscode/l10n';
import { type Connection, offers } from '../../core/connection.ts';
import { deletedText, isPerhapsDeleted } from '../../core/deletedGroups.ts';
import { quotedId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { lookAlikeIdText } from '../../core/lookAlikeLetters.ts';
import type { UserGroupRecord } from '../../core/userGroup.ts';
import { listText } from '../../core/language.ts';
import { confirmOn, remarksLine } from '../command/confirm.ts';
import type { CommandContext } from '../command/commandContext.ts';

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
