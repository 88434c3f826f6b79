// A run that updates each group. Its text is prepared when its turn comes: adapted to what the service has by then, or
// not at all.

import * as l10n from '@vscode/l10n';
import { mergeAnswered } from '../../bulk/changes/mergeAnswered.ts';
import { isAnsweredSince, type GroupRef, type UserGroupRecord } from '../../core/userGroup.ts';
import type { Connection } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import type { RequestOptions } from '../../core/ports/client.ts';
import type { Store } from '../../core/ports/store.ts';
import type { RunItem } from '../../core/runs.ts';
import { sentences } from '../../core/sentences.ts';
import { formatChanges } from '../../document/difference.ts';
import { readDocument } from '../../document/userGroupDocument.ts';
import type { ChangePlans } from './changePlan.ts';
import { replacedBy } from '../sending/changedElsewhere.ts';
import { differenceDigest, readItemPlan, type ItemPlan } from './itemPlan.ts';
import { doingText } from '../sending/sendingFailures.ts';
import type { SendService } from '../sending/sendService.ts';
import type { UndoPlans } from './undoPlan.ts';
import { MOST_AT_ONCE, reasonOf, type ItemWork, type Prepared } from './itemWork.ts';

interface PrepareDependencies {
  readonly store: Pick<Store, 'groups'>;
  readonly sending: Pick<
    SendService,
    'planUpdate' | 'requireSendable' | 'checkBeforeUpdate' | 'textsOfUnknownOutcome' | 'update'
  >;
  readonly changes: Pick<ChangePlans, 'prepare'>;
  readonly undo: Pick<UndoPlans, 'prepare'>;
}

const MOST_NAMED = 5;
const nothingToSend = (): Prepared => ({
  done: { outcome: 'skipped', reason: l10n.t('The service already has all of this.') },
});

/** Updates each group, with the text that the user has confirmed or one that is made again by its plan. */
export function updateRun(
  dependencies: PrepareDependencies & { readonly sending: Pick<SendService, 'isOutcomeUnknown'> },
): ItemWork {
  return {
    atOnce: MOST_AT_ONCE,
    prepare: (connection, item, options) => prepareUpdate(dependencies, connection, item, options),
    send: async (connection, { text }, options) => {
      const { notes } = await dependencies.sending.update(connection, text, options);
      return { outcome: 'updated', reason: reasonOf(notes) };
    },
    isOutcomeUnknown: (connection, { userGroupId, text }) =>
      dependencies.sending.isOutcomeUnknown(connection, userGroupId, 'update', text),
  };
}

/** @throws UserGroupsError `conflict` when the result differs from what was confirmed; as asking the service does */
async function prepareUpdate(
  dependencies: PrepareDependencies,
  connection: Connection,
  item: RunItem,
  options: RequestOptions,
): Promise<Prepared> {
  const { userGroupId, text } = item;
  const ref = groupRef(connection, userGroupId);
  await dependencies.sending.requireSendable(connection, userGroupId, 'update');
  if (item.plan === undefined) return asConfirmed(dependencies, connection, item, options);
  const record = dependencies.store.groups.find(ref);
  const outcomeUnknown = record === undefined ? [] : dependencies.sending.textsOfUnknownOutcome(record);
  // It was sent before with an unknown outcome: sending it again leaves the confirmed state.
  if (outcomeUnknown.length > 0 && outcomeUnknown.every((sent) => sent === text)) {
    await check(dependencies, connection, item, options);
    return { item, notes: [] };
  }
  return again(dependencies, connection, ref, item, readItemPlan(item.plan), options);
}

/** The text that the user has confirmed, compared with what was last known. */
async function asConfirmed(
  dependencies: PrepareDependencies,
  connection: Connection,
  item: RunItem,
  options: RequestOptions,
): Promise<Prepared> {
  if (dependencies.sending.planUpdate(connection, item.text).isNothingToSend) return nothingToSend();
  const record = dependencies.store.groups.find(groupRef(connection, item.userGroupId));
  // The state before the first attempt is kept: the present one may be the result of that attempt.
  const isSentBefore =
    item.before !== undefined &&
    record !== undefined &&
    dependencies.sending.textsOfUnknownOutcome(record).includes(item.text);
  const isElsewhere = await check(dependencies, connection, item, options);
  return { item: isSentBefore ? item : { ...item, before: hadBefore(dependencies, record, isElsewhere) }, notes: [] };
}

/** What the group has, where that is known: an undo sends it back. */
function hadBefore(
  dependencies: PrepareDependencies,
  asked: UserGroupRecord | undefined,
  isElsewhere: boolean,
): string | undefined {
  if (asked?.base?.from !== 'sent') return undefined;
  const { text } = asked.base;
  const answered = isElsewhere ? dependencies.store.groups.find(asked.ref)?.answered : asked.answered;
  if (answered === undefined || (!isElsewhere && !isAnsweredSince(asked))) return text;
  const merged = mergeAnswered(readDocument(text), answered);
  return merged.kind === 'merged' ? merged.text : merged.kind === 'same' ? text : undefined;
}

/**
 * A change made elsewhere is not overwritten, unless it equals this one. Answers whether there was any.
 * @throws UserGroupsError `conflict`
 */
async function check(
  dependencies: PrepareDependencies,
  connection: Connection,
  item: RunItem,
  options: RequestOptions,
): Promise<boolean> {
  const { userGroupId, text } = item;
  const document = readDocument(text);
  const { wasGone, elsewhere, notes } = await dependencies.sending.checkBeforeUpdate(connection, userGroupId, {
    ...options,
    document,
  });
  const answered = dependencies.store.groups.find(groupRef(connection, userGroupId))?.answered;
  const lost = replacedBy(document, answered ?? {}, elsewhere);
  const against = [
    ...(wasGone ? [l10n.t('The group was gone. It was recreated as last sent.')] : []),
    ...(lost.length > 0 ? [l10n.t('It was changed elsewhere: {0}.', lost.map(({ path }) => path).join(', '))] : []),
    ...notes,
  ];
  if (against.length > 0)
    throw new UserGroupsError('conflict', sentences(against), l10n.t('Check the group, then use "Retry Failed".'));
  return elsewhere.length > 0;
}

async function again(
  dependencies: PrepareDependencies,
  connection: Connection,
  ref: GroupRef,
  item: RunItem,
  plan: ItemPlan,
  options: RequestOptions,
): Promise<Prepared> {
  if (plan.action === 'undo') {
    const undone = await dependencies.undo.prepare(
      connection,
      { ref, outcome: 'updated', after: plan.after, before: item.text },
      options,
    );
    if (undone.kind === 'skipped') throw refused(connection, ref, undone.reason);
    return { item: { ...item, text: undone.text, before: undone.before }, notes: [] };
  }
  const ready = await dependencies.changes.prepare(connection, ref, plan.change, options);
  if (ready.kind === 'skipped') throw refused(connection, ref, ready.reason);
  if (ready.kind === 'same') return nothingToSend();
  if (
    item.before === undefined ||
    differenceDigest(item.before, item.text) !== differenceDigest(ready.before, ready.text)
  ) {
    throw refused(
      connection,
      ref,
      l10n.t(
        'It was changed elsewhere. The change would now be: {0}.',
        formatChanges(ready.changes, MOST_NAMED).join(', '),
      ),
    );
  }
  const kept =
    ready.mergedChanges.length === 0
      ? []
      : [l10n.t('Changes made elsewhere stay: {0}.', formatChanges(ready.mergedChanges, MOST_NAMED).join(', '))];
  return { item: { ...item, text: ready.text, before: ready.before }, notes: [...ready.notes, ...kept] };
}

function refused(connection: Connection, { userGroupId }: GroupRef, reason: string): UserGroupsError {
  return new UserGroupsError('conflict', reason, undefined, { doing: doingText('update', userGroupId, connection) });
}
