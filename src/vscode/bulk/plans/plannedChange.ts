// The row of one group in a plan that changes groups, and what is sent for it.

import * as l10n from '@vscode/l10n';
import { fieldsOfChange, changeFor, type AnyChange, type GroupChange } from '../../../bulk/changes/documentChange.ts';
import type { Connection } from '../../../core/connection.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import { sentences } from '../../../core/sentences.ts';
import type { GroupRef } from '../../../core/userGroup.ts';
import { formatChanges } from '../../../document/difference.ts';
import { edgeSpaceText } from '../../../document/edgeSpaces.ts';
import { readDocument } from '../../../document/userGroupDocument.ts';
import type { PlannedChange } from '../../../services/bulk/changePlan.ts';
import { differenceDigest, writeItemPlan } from '../../../services/bulk/itemPlan.ts';
import { groupUri } from '../../platform/documentUris.ts';
import { requireNoSchemaErrors, sendingWarnings } from '../../sending/sendRules.ts';
import { changeParts } from '../../table/changeParts.ts';
import type { BulkContext } from '../bulkContext.ts';
import type { Planned } from './planFlow.ts';
import type { PlannedRow } from './planTable.ts';

export type ChangeKind = PlannedChange['kind'];

export interface Changing {
  readonly context: BulkContext;
  readonly connection: Connection;
  readonly change: AnyChange;
}

const MOST_SHOWN = 12;

/** The row when it would be sent, but not as shown. */
export const changedSince = (): { readonly kind: 'skipped'; readonly words: string } => ({
  kind: 'skipped',
  words: l10n.t('The group changed after the plan was shown. Review the plan again.'),
});

export async function* plannedChanges(
  changing: Changing,
  refs: AsyncIterable<GroupRef> | Iterable<GroupRef>,
): AsyncGenerator<Planned<ChangeKind>, void, void> {
  for await (const group of changing.context.services.changes.plan(refs, changing.change))
    yield plannedChange(changing, group);
}

export async function plannedChange(changing: Changing, group: PlannedChange): Promise<Planned<ChangeKind>> {
  const { userGroupId } = group.ref;
  const change = group.kind === 'changed' ? changeFor(changing.change, userGroupId) : undefined;
  const row = await rowOf(changing, group, change);
  if (group.kind !== 'changed' || row.kind !== 'changed' || change === undefined) return { row };
  const { text, before } = group;
  return { row, item: { userGroupId, text, before, plan: writeItemPlan({ action: 'change', change }) } };
}

async function rowOf(
  { context, connection }: Changing,
  group: PlannedChange,
  change: GroupChange | undefined,
): Promise<PlannedRow<ChangeKind>> {
  const {
    kind,
    name,
    ref: { userGroupId },
  } = group;
  const of = { id: userGroupId, of: name };
  if (kind === 'same') return { ...of, kind, words: '' };
  if (kind === 'skipped') return { ...of, kind, words: group.reason };
  const document = readDocument(group.text);
  try {
    await requireNoSchemaErrors(context, 'update', connection, document, groupUri(connection.name, userGroupId));
  } catch (error) {
    if (error instanceof UserGroupsError) return { ...of, kind: 'skipped', words: error.failure.happened };
    throw error;
  }
  const notes = [
    ...(group.mergedChanges.length === 0
      ? []
      : [l10n.t('Kept, although changed elsewhere: {0}.', formatChanges(group.mergedChanges, MOST_SHOWN).join(', '))]),
    ...(change !== undefined && fieldsOfChange(change).changing.includes('mapping')
      ? sendingWarnings(context.services, connection, document)
      : edgeSpaceText(document.mapping ?? '')),
  ];
  return {
    ...of,
    kind,
    whole: differenceDigest(group.before, group.text),
    changes: changeParts(group.changes),
    words: sentences(notes),
    isMarked: notes.length > 0,
  };
}
