// The question before an update: what it changes, overwrites and omits.

import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { cancelled } from '../../core/errors.ts';
import { groupText } from '../../core/groupText.ts';
import { lookAlikeLetterText } from '../../core/lookAlikeLetters.ts';
import { omittedText } from '../../core/omittedText.ts';
import { agoText } from '../../core/stateText.ts';
import { formatChanges, type Change } from '../../document/difference.ts';
import type { UpdatePlan } from '../../services/sending/updatePlan.ts';
import { asksBeforeSending, environmentLine } from '../command/confirm.ts';
import type { GroupTarget } from '../command/groupTarget.ts';
import { compare } from '../editing/compare.ts';
import type { EditingContext } from '../editing/editingContext.ts';

/** Whatever the setting says, nothing is overwritten unseen. */
export function asksInAnyCase(context: EditingContext, connection: Connection, plan: UpdatePlan): boolean {
  return (
    asksBeforeSending(context.settings, connection) ||
    plan.overwrites.length > 0 ||
    plan.absentFields.length > 0 ||
    replacesUnseen(plan)
  );
}

/** @throws UserGroupsError `cancelled`, also after a comparison was opened */
export async function askToUpdate(
  context: EditingContext,
  target: GroupTarget,
  uri: vscode.Uri,
  detail: readonly string[],
  side: 'sent' | 'answered' | 'nothing',
  isOverwriting: boolean,
): Promise<void> {
  const send = isOverwriting ? l10n.t('Overwrite') : l10n.t('Update');
  const see = l10n.t('Compare');
  const answer = await context.messages.ask({
    title: l10n.t('Update {0}?', groupText(target.userGroupId, target.connection)),
    detail: [environmentLine(target.connection), ...detail],
    answers: [send, see],
  });
  if (answer === see) await compare(context, target, side, uri);
  if (answer !== send) throw cancelled();
}

function replacesUnseen({ isMappingUnknown, isUnknownHere, document }: UpdatePlan): boolean {
  return isMappingUnknown && !isUnknownHere && document.mapping !== undefined;
}

/** What it changes, a line each. */
export function updateLines(plan: UpdatePlan): string[] {
  return [
    ...lookAlikeLetterText(l10n.t('The ID'), plan.document.userGroupId),
    ...section(changesHeading(plan), plan.changes),
    ...section(l10n.t('Overwrites changes made elsewhere:'), plan.overwrites),
    ...plan.absentFields.map(omittedText),
    ...(replacesUnseen(plan) ? [l10n.t('The current mapping is unknown and will be replaced.')] : []),
  ];
}

/** With the age of what it is compared with: the service doesn't return mappings. */
function changesHeading({ comparedWith, comparedAt }: UpdatePlan): string {
  if (comparedWith === 'answered') return l10n.t('Changes from the last response:');
  if (comparedWith === 'nothing' || comparedAt === undefined) return l10n.t('Changes:');
  return l10n.t('Changes since last sent ({0}):', agoText(comparedAt, Date.now()));
}

/** A heading with a list below, or nothing. */
export function section(heading: string, changes: readonly Change[]): string[] {
  return changes.length === 0 ? [] : [heading, ...formatChanges(changes, 12).map((line) => `• ${line}`)];
}
