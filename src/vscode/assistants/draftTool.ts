// The tool that drafts: it keeps a document as the user's drafts are kept, never in place of one, and opens it.

import * as l10n from '@vscode/l10n';
import { UserGroupsError } from '../../core/errors.ts';
import { groupText } from '../../core/groupText.ts';
import { grouped } from '../../core/language.ts';
import type { NewDraft, UserGroupRecord } from '../../core/userGroup.ts';
import type { Data } from '../../document/toolText.ts';
import { peekDocument } from '../../document/userGroupDocument.ts';
import { requireReady } from '../../services/connections/serviceTargets.ts';
import type { GroupTarget } from '../command/invocation.ts';
import { openGroup, openNewDraft } from '../editing/documents/openDocuments.ts';
import { groupUri } from '../platform/documentUris.ts';
import type { AssistantContext, ToolInput } from './assistantContext.ts';
import { aboutTarget } from './groupData.ts';
import { proposedText, toolTarget, type ToolTarget } from './toolTarget.ts';

const MOST_ADDED = 20;

/** Of this window. */
export class DraftTool {
  /** By group: what its assistants wrote last. */
  readonly #texts = new Map<string, string>();
  /** New documents. */
  #added: readonly NewDraft[] = [];

  /** Nothing is sent. @throws UserGroupsError */
  readonly use = async (context: AssistantContext, input: ToolInput): Promise<Data> => {
    const { record, ...target } = toolTarget(context, input);
    const isDraft =
      record === undefined
        ? await this.#add(context, { ...target, record }, input)
        : await this.#keep(context, { ...target, record }, input);
    return { ...(await aboutTarget(context, target)), is_draft: isDraft };
  };

  /** @throws UserGroupsError `conflict` where too many are there, and nobody has touched them */
  async #add(context: AssistantContext, target: ToolTarget, input: ToolInput): Promise<true> {
    const { connection, userGroupId } = target;
    const { groups, sending } = context.services;
    requireReady(connection);
    if (groups.newDrafts(connection.id).some(({ text }) => peekDocument(text)?.userGroupId === userGroupId))
      throw unsentChanges(target);
    const { text } = sending.read(connection, await proposedText(context, target, input));
    this.#added = this.#added.filter((each) => groups.newDraft(each.connectionId, each.number)?.text === each.text);
    if (this.#added.length >= MOST_ADDED)
      throw new UserGroupsError(
        'conflict',
        l10n.t('Assistants keep {0} new drafts already.', grouped(MOST_ADDED)),
        l10n.t('Ask the person to send or discard some of them.'),
      );
    const draft = groups.addNewDraft(connection, text);
    this.#added = [...this.#added, draft];
    await openNewDraft(connection, draft.number);
    return true;
  }

  /** @throws UserGroupsError `conflict` where there are other unsent changes, or the group is being sent */
  async #keep(
    context: AssistantContext,
    target: ToolTarget & { readonly record: UserGroupRecord },
    input: ToolInput,
  ): Promise<boolean> {
    const { connection, userGroupId, record } = target;
    requireReady(connection);
    const uri = groupUri(connection.name, userGroupId);
    const key = uri.toString();
    const { text } = context.services.sending.read(connection, await proposedText(context, target, input));
    // What is typed at this moment is a draft as well.
    const isTyped = (await context.documents.unsavedText(uri)) !== undefined;
    const present = context.services.groups.find(record.ref);
    const isOthers = present?.draft !== undefined && present.draft.text !== this.#texts.get(key);
    if (isOthers || isTyped || context.sendings.isBusy(uri)) throw unsentChanges(target);
    const { draft } = context.services.groups.saveDraft(connection, userGroupId, text, present?.documentMtime);
    if (draft !== undefined) this.#texts.set(key, draft.text);
    await openGroup(connection, userGroupId, 'default');
    return draft !== undefined;
  }
}

function unsentChanges({ connection, userGroupId }: GroupTarget): UserGroupsError {
  return new UserGroupsError(
    'conflict',
    l10n.t('{0} has other unsent changes.', groupText(userGroupId, connection)),
    l10n.t('Ask the person to send or discard these first.'),
  );
}
