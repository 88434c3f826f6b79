// The question before a get-or-create: what may be created, and which known ids are almost the same.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { quotedId } from '../../core/foreignText.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { lookAlikeLetterText } from '../../core/lookAlikeLetters.ts';
import type { UserGroupRecord } from '../../core/userGroup.ts';
import { confirmOn } from '../command/confirm.ts';
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
  const alike = groups.lookAlikes(ref);
  await confirmOn(context, connection, {
    title: question(groupText(userGroupId, connection)),
    detail: [
      ...lookAlikeLetterText(l10n.t('The ID'), userGroupId),
      ...creationText(groups.find(ref), userGroupId, () => groups.nearMisses(ref).filter((id) => !alike.includes(id))),
      ...almostSameText(alike),
      ...warnings,
    ],
    answer: button(),
  });
}

/** What is known of a group that this may create. */
function creationText(
  record: UserGroupRecord | undefined,
  userGroupId: string,
  nearMisses: () => readonly string[],
): string[] {
  if (record?.answered !== undefined) return [];
  return [
    record === undefined
      ? l10n.t('{0} is not in the list.', quotedId(userGroupId))
      : record.unknownOutcome === undefined
        ? l10n.t('{0} is in the list, but the service has not confirmed it yet.', quotedId(userGroupId))
        : l10n.t('{0} may exist already. An earlier request got no response.', quotedId(userGroupId)),
    l10n.t("The service creates it if it doesn't exist. It can't be deleted from here."),
    ...(record === undefined ? meantText(nearMisses()) : []),
  ];
}

/** A second group that looks like the first is rarely intended. */
export function almostSameText(ids: readonly string[]): string[] {
  if (ids.length === 0) return [];
  return [l10n.t('The list has almost the same ID: {0}. It differs only in case or spaces.', listed(ids))];
}

function meantText(ids: readonly string[]): string[] {
  return ids.length === 0 ? [] : [l10n.t('Did you mean {0}?', listed(ids))];
}

/** `"acme-corp" or "acme-crops"`. */
export function listed(ids: readonly string[]): string {
  return new Intl.ListFormat(vscode.env.language, { type: 'disjunction' }).format(ids.map((id) => quotedId(id)));
}
