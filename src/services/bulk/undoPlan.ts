// Plans Undo Bulk Operation: for each group a run has updated, its former state, if it still has what the run left.

import * as l10n from '@vscode/l10n';
import { isAnsweredSince, type GroupRef, type UserGroupRecord } from '../../core/userGroup.ts';
import { apiOf, type Connection } from '../../core/connection.ts';
import type { RequestOptions } from '../../core/ports/client.ts';
import { difference, formatChanges, type Change } from '../../document/difference.ts';
import { addField } from '../../document/fieldEdits.ts';
import { redactionMarkIn } from '../../document/redactionMark.ts';
import { applyEdits } from '../../document/textEdit.ts';
import {
  editableNames,
  hasField,
  mergedFields,
  readDocument,
  type UserGroupDocument,
} from '../../document/userGroupDocument.ts';
import type { ChangePlanDependencies, ChangePlans } from './changePlan.ts';

/** What a run did to one group, as stored with the run. */
export interface UndoneItem {
  readonly ref: GroupRef;
  readonly outcome: string;
  /** What was sent. */
  readonly after: string;
  /** What the service had, if known. */
  readonly before: string | undefined;
}

interface Skipped {
  readonly kind: 'skipped';
  readonly reason: string;
}

export type PlannedUndo = { readonly ref: GroupRef } & (
  | { readonly kind: 'undone'; readonly text: string; readonly before: string; readonly changes: readonly Change[] }
  /** `reason` is one or more sentences, harmless to show. */
  | Skipped
);

export class UndoPlans {
  readonly #dependencies: Pick<ChangePlanDependencies, 'store' | 'connections'>;
  readonly #plans: ChangePlans;

  constructor(dependencies: Pick<ChangePlanDependencies, 'store' | 'connections'>, plans: ChangePlans) {
    this.#dependencies = dependencies;
    this.#plans = plans;
  }

  /** From what is known here, without any request. */
  planOne(connection: Connection, item: UndoneItem): PlannedUndo {
    const record = this.#dependencies.store.groups.find(item.ref);
    return { ref: item.ref, ...this.#undone(connection, record, item, isAnsweredSince(record)) };
  }

  /** Asks the service for the group, unless its connection says otherwise. @throws UserGroupsError as asking does */
  async prepare(connection: Connection, item: UndoneItem, options: RequestOptions = {}): Promise<PlannedUndo> {
    const asked = await this.#plans.askBefore(connection, item.ref, options);
    return {
      ref: item.ref,
      ...('kind' in asked ? asked : this.#undone(connection, asked.record, item, asked.isAnsweredSince)),
    };
  }

  #undone(
    connection: Connection,
    record: UserGroupRecord | undefined,
    item: UndoneItem,
    isAnsweredSince: boolean,
  ):
    | Skipped
    | { readonly kind: 'undone'; readonly text: string; readonly before: string; readonly changes: readonly Change[] } {
    const impossible = notUndoable(item);
    if (impossible !== undefined || item.before === undefined)
      return { kind: 'skipped', reason: impossible ?? beforeUnknown() };
    const known = this.#plans.known(connection, record, isAnsweredSince);
    if ('kind' in known) return known;
    const left = readDocument(item.after);
    // What it omitted, the service may have kept.
    const expected = apiOf(connection).updatesOnlyGiven ? mergedFields(readDocument(item.before), left) : left;
    const since = difference(expected, readDocument(known.text));
    if (since.length > 0)
      return { kind: 'skipped', reason: l10n.t('It was changed since: {0}.', formatChanges(since, 2).join(', ')) };
    const text = withWhatWasAdded(left, readDocument(item.before));
    const mark = typeof text === 'string' ? redactionMarkIn(text) : undefined;
    if (mark !== undefined) return { kind: 'skipped', reason: mark.message };
    return typeof text === 'string'
      ? { kind: 'undone', text, before: item.after, changes: difference(expected, readDocument(text)) }
      : text;
  }
}

/**
 * Omitting a field that the run has added does not undo it: what the service does with an absent field is not
 * documented ("Update a user group").
 */
function withWhatWasAdded(left: UserGroupDocument, before: UserGroupDocument): string | Skipped {
  const added = editableNames(left).filter((field) => !hasField(before, field) && hasField(left, field));
  const other = added.find((field) => field !== 'properties');
  if (other !== undefined)
    return {
      kind: 'skipped',
      reason: l10n.t('Its former {0} is unknown.', other),
    };
  // A group without properties equals one with empty properties.
  return added.length === 0 ? before.text : applyEdits(before.text, [addField(before.text, 'properties', '{}')]);
}

function beforeUnknown(): string {
  return l10n.t('Its former state is unknown.');
}

function notUndoable({ outcome, before }: UndoneItem): string | undefined {
  if (outcome === 'unknown') return l10n.t('The bulk operation may have changed it.');
  if (outcome !== 'updated') return l10n.t("The bulk operation hasn't changed it.");
  return before === undefined ? beforeUnknown() : undefined;
}
