// Compares a group's document with what was sent or answered for it.

import * as l10n from '@vscode/l10n';
import { namesOf } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import { groupText } from '../../core/groupText.ts';
import { dayText } from '../../core/stateText.ts';
import { asShown } from '../../document/idName.ts';
import { withoutInherited } from '../../document/preset.ts';
import { groupUri, isWorkspaceFile } from '../platform/documentUris.ts';
import { presetBeside } from '../platform/presetFiles.ts';
import type { GroupTarget } from '../command/invocation.ts';
import type { CommandContext } from '../command/commandContext.ts';

/**
 * VS Code's own diff, from what was sent or answered to the group's document, or to the file to send; then without what
 * the file has from its folder.
 */
export async function compare(
  context: CommandContext,
  { connection, userGroupId }: GroupTarget,
  side: 'sent' | 'answered' | 'nothing',
  document = groupUri(connection.name, userGroupId),
): Promise<void> {
  const record = context.services.groups.find(groupRef(connection, userGroupId));
  const group = groupText(userGroupId, connection);
  const preset = isWorkspaceFile(document) ? await presetBeside(document) : undefined;
  const shown = (text: string): string => asShown(withoutInherited(text, preset), namesOf(connection));
  if (side === 'answered' && record?.answered !== undefined) {
    const { at, mapping } = record.answered;
    const day = dayText(at, Date.now());
    await context.comparisons.show(
      mapping === undefined
        ? l10n.t('{0}: service response {1}, without mapping ↔ draft', group, day)
        : l10n.t('{0}: service response {1} ↔ draft', group, day),
      shown(context.services.groups.answeredText(record)),
      document,
    );
  } else if (side === 'sent' && record?.base?.from === 'sent') {
    await context.comparisons.show(
      l10n.t('{0}: sent {1} ↔ draft', group, dayText(record.base.at, Date.now())),
      shown(record.base.text),
      document,
    );
  } else {
    throw new UserGroupsError(
      'notFound',
      side === 'answered'
        ? l10n.t('No service response is stored.')
        : l10n.t('Nothing sent from this machine was applied.'),
      undefined,
      { doing: l10n.t("Couldn't compare {0}.", group) },
    );
  }
}
