// The question before an update: what it changes, overwrites and omits.

import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { Connection } from '../../core/connection.ts';
import { cancelled } from '../../core/errors.ts';
import { groupText } from '../../core/groupText.ts';
import { lookAlikeIdText } from '../../core/lookAlikeLetters.ts';
import { omittedText } from '../../core/omittedText.ts';
import { agoText } from '../../core/stateText.ts';
import { isWithheld } from '../../core/withheld.ts';
import type { DialogLine } from '../platform/messages.ts';
import { formatChanges, type Change } from '../../document/difference.ts';
import type { UpdatePlan } from '../../services/sending/updatePlan.ts';
import { asksBeforeSending, guardedLine, remarksLine } from '../command/confirm.ts';
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

/** The most changes that the question lists. */
const MOST_CHANGES = 12;

export interface UpdateQuestion {
  readonly uri: vscode.Uri;
  readonly lines: readonly DialogLine[];
  readonly side: 'sent' | 'answered' | 'nothing';
  readonly isOverwriting: boolean;
}

/** @throws UserGroupsError `cancelled`, also after a comparison was opened */
export async function askToUpdate(
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
