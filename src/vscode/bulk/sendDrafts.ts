// The command Send Drafts…: plans sending the unsent changes of groups as a table, and sends them.

import * as l10n from '@vscode/l10n';
import { grouped, isOne } from '../../core/language.ts';
import { groupRef } from '../../core/groupKey.ts';
import { openGroup } from '../editing/documents/openDocuments.ts';
import { groupUri } from '../platform/documentUris.ts';
import type { FilesPlanned } from '../command/commandMap.ts';
import type { Invocation } from '../command/invocation.ts';
import { pickGroups } from '../groups/pickGroups.ts';
import type { BulkContext } from './bulkContext.ts';
import { openSendingPlan, type PlannedDocument } from './plans/sendingPlan.ts';
import { commandName } from '../platform/manifest.ts';

const WITH_DRAFT = 'is:draft';

/**
 * Sends groups that were never sent by get-or-create, others by update. Without a selection or query, all that have a
 * draft.
 */
export async function sendDrafts(context: BulkContext, invocation: Invocation): Promise<FilesPlanned> {
  const { services } = context;
  const { connection, refs, count, words } = await pickGroups(
    context,
    invocation,
    commandName('userGroups.sendDrafts'),
    WITH_DRAFT,
  );
  return openSendingPlan(context, connection, {
    title: l10n.t('Send drafts: {0}', words),
    titles: [l10n.t('ID'), l10n.t('Name')],
    expected: count,
    toSend: async function* (again): AsyncGenerator<PlannedDocument, void, void> {
      const chosen = again === undefined ? refs() : Array.from(again, (id) => groupRef(connection, id));
      for await (const ref of chosen) {
        const record = services.groups.find(ref);
        if (record !== undefined) yield { ...services.groupFiles.draftToSend(connection, record), of: record.name };
      }
    },
    uriOf: (id) => groupUri(connection.name, id),
    open: (id) => openGroup(connection, id, 'default'),
    headline: (of) => (isOne(of) ? l10n.t('1 group will be sent') : l10n.t('{0} groups will be sent', grouped(of))),
    question: (of) =>
      isOne(of)
        ? l10n.t('Send 1 group to {0}?', connection.name)
        : l10n.t('Send {0} groups to {1}?', grouped(of), connection.name),
  });
}
