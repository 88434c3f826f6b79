// The message that the service answered other values than those that were sent.

import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { formatChanges, type Change } from '../../document/difference.ts';
import { groupText } from '../../core/groupText.ts';
import type { GroupTarget } from '../command/groupTarget.ts';
import { compare } from '../editing/compare.ts';
import type { EditingContext } from '../editing/editingContext.ts';

const MOST_CHANGES = 3;

/** `uri`: of the document that was sent, where it is a file. */
export async function reportDifference(
  context: EditingContext,
  target: GroupTarget,
  differences: readonly Change[],
  uri?: vscode.Uri,
): Promise<void> {
  const group = groupText(target.userGroupId, target.connection);
  const changes = formatChanges(differences, MOST_CHANGES).join(', ');
  const see = l10n.t('Compare');
  const text = l10n.t('The service has other values for {0}: {1}.', group, changes);
  if ((await context.messages.warn(text, see)) === see) await compare(context, target, 'answered', uri);
}
