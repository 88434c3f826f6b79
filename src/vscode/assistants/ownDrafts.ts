// Drafts of assistants: kept as a person's are, and never in place of one.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import { groupText } from '../../core/groupText.ts';
import type { UserGroupRecord } from '../../core/userGroup.ts';
import type { SendableDocument } from '../../document/userGroupDocument.ts';
import { requireReady } from '../../services/connections/serviceTargets.ts';
import type { GroupTarget } from '../command/groupTarget.ts';
import { groupUri } from '../platform/documentUris.ts';
import type { AssistantContext, ToolInput } from './assistantContext.ts';
import { proposedText, type ToolTarget } from './toolTarget.ts';

/** Of this window, by group: what its assistants wrote last. */
export class OwnDrafts {
  readonly #texts = new Map<string, string>();

  /** @throws UserGroupsError `conflict` where there are other unsent changes, or the group is being sent */
  async keep(
    context: AssistantContext,
    target: ToolTarget & { readonly record: UserGroupRecord },
    input: ToolInput,
  ): Promise<{ readonly document: SendableDocument; readonly isDraft: boolean }> {
    const { connection, userGroupId, record } = target;
    requireReady(connection);
    const uri = groupUri(connection.name, userGroupId);
    const key = uri.toString();
    const document = context.services.sending.read(connection, await proposedText(context, target, input));
    // What is typed at this moment is a draft as well.
    const before = context.services.groups.find(record.ref)?.draft?.text;
    const isOthers = before !== undefined && before !== this.#texts.get(key);
    if (isOthers || context.documents.isUnsaved(uri) || context.sendings.isBusy(uri)) throw unsentChanges(target);
    const { draft } = context.services.groups.saveDraft(connection, userGroupId, document.text);
    if (draft !== undefined) this.#texts.set(key, draft.text);
    return { document, isDraft: draft !== undefined };
  }
}

export function unsentChanges({ connection, userGroupId }: GroupTarget): UserGroupsError {
  return new UserGroupsError({
    kind: 'conflict',
    happened: l10n.t('{0} has other unsent changes.', groupText(userGroupId, connection)),
    next: l10n.t('Ask the person to send or discard these first.'),
  });
}
