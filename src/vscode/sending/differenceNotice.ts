// The notice that the service answered other values than those that were sent.

import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { formatChanges, type Change } from '../../document/difference.ts';
import { groupText } from '../../core/groupText.ts';
import type { GroupTarget } from '../command/groupTarget.ts';
import { compare } from '../editing/compare.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import type { AnswerNotice } from '../command/answerNotice.ts';

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
