// A version of the history as the draft of its group.

import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { UserGroupsError, whileDoing } from '../../core/errors.ts';
import { quotedId } from '../../core/foreignText.ts';
import { groupText } from '../../core/groupText.ts';
import { dayText, secondText } from '../../core/stateText.ts';
import type { SentVersion } from '../../core/userGroup.ts';
import { confirm } from '../command/confirm.ts';
import type { GroupTarget } from '../command/invocation.ts';
import { openGroup } from '../editing/documents/openDocuments.ts';
import type { EditingContext } from '../editing/editingContext.ts';
import { groupUri } from '../platform/documentUris.ts';

/** Opens the group with it in that column. Asks before another draft is lost. */
export async function restoreVersion(
  context: EditingContext,
  version: SentVersion,
  column: vscode.ViewColumn,
): Promise<void> {
  const target = targetOf(context, version);
  const { connection, userGroupId } = target;
  const group = groupText(userGroupId, connection);
  const sentAt = secondText(version.at, Date.now());
  await whileDoing(
    l10n.t("Couldn't restore the version of {0} for {1}.", sentAt, group),
    { connection: connection.name, userGroupId },
    async () => {
      // Unsaved input is a draft as well, and would be saved over this one.
      await context.documents.savedText(groupUri(connection.name, userGroupId));
      const asked = context.services.groups.find(version.ref);
      await askToReplaceDraft(context, target, version);
      const { draft } = context.services.groups.saveDraft(connection, userGroupId, version.text, asked?.documentMtime);
      await openGroup(connection, userGroupId, 'default', column);
      context.messages.status(
        draft === undefined
          ? l10n.t('The draft of {0} matches the last sent version and was removed', group)
          : l10n.t('Version restored as a draft of {0}', group),
      );
    },
  );
}

async function askToReplaceDraft(
  context: EditingContext,
  { connection, userGroupId }: GroupTarget,
  { ref, text }: SentVersion,
): Promise<void> {
  const draft = context.services.groups.find(ref)?.draft;
  if (draft === undefined || draft.text === text) return;
  await confirm(context, {
    title: l10n.t('Replace the draft of {0}?', groupText(userGroupId, connection)),
    detail: [l10n.t('The draft of {0} was never sent and will be lost.', dayText(draft.at, Date.now()))],
    answer: l10n.t('Replace Draft'),
  });
}

function targetOf({ services }: EditingContext, { ref }: SentVersion): GroupTarget {
  const connection = services.connections.withId(ref.connectionId);
  if (connection !== undefined) return { connection, userGroupId: ref.userGroupId };
  throw new UserGroupsError('notFound', l10n.t('The connection of {0} no longer exists.', quotedId(ref.userGroupId)));
}
