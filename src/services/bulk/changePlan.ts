// Plans a change of many groups, and each group's text once the service has answered. Sends nothing but get-or-create.

import * as l10n from '@vscode/l10n';
import { EDITABLE_FIELDS, RETURNED_FIELDS } from '../../contract/fields.ts';
import { applyChange } from '../../bulk/changes/applyChange.ts';
import {
  fieldsOfChange,
  changeFor,
  requireMeaningful,
  type GroupChange,
  type AnyChange,
} from '../../bulk/changes/documentChange.ts';
import { mergeAnswered } from '../../bulk/changes/mergeAnswered.ts';
import { WorkSlices } from '../../core/workSlices.ts';
import { isAnsweredSince, type GroupRef, type UserGroupRecord } from '../../core/userGroup.ts';
import { apiOf, namesOf, type Connection } from '../../core/connection.ts';
import { deletedText } from '../../core/deletedGroups.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { omittedText } from '../../core/omittedText.ts';
import type { RequestOptions } from '../../core/ports/client.ts';
import type { Store } from '../../core/ports/store.ts';
import { OPERATION_TEXTS } from '../../core/operationTexts.ts';
import { withheldFields } from '../../document/answeredFields.ts';
import { difference, fieldOf, type Change } from '../../document/difference.ts';
import { requireNoRedactionMark } from '../../document/redactionMark.ts';
import { hasField, readDocument, type UserGroupDocument } from '../../document/userGroupDocument.ts';
import { notesOnIdentity } from '../sending/answerNotes.ts';
import type { ConnectionService } from '../connections/connectionService.ts';
import type { SendService } from '../sending/sendService.ts';
import { requireReady, requireUnlocked } from '../connections/serviceTargets.ts';

export interface ChangePlanDependencies {
  readonly store: Pick<Store, 'groups'>;
  readonly connections: ConnectionService;
  readonly sending: SendService;
}

interface OfGroup {
  readonly ref: GroupRef;
  /** As lists show it; the id where the group is not known. */
  readonly name: string;
}

/** `reason` is one or more sentences, harmless to show. */
interface Skipped {
  readonly kind: 'skipped';
  readonly reason: string;
}

export interface ChangedText {
  /** The text to send. */
  readonly text: string;
  /** What the service has, as far as it is known here: an undo sends it back. */
  readonly before: string;
  /** From what the service has to the text. */
  readonly changes: readonly Change[];
  /** What was changed elsewhere since the document was last sent. It stays as it is there. */
  readonly mergedChanges: readonly Change[];
}

export type PlannedChange = OfGroup &
  (({ readonly kind: 'changed' } & ChangedText) | { readonly kind: 'same' } | Skipped);

/** Of one group, once the service has answered what it has. */
export type PreparedGroup =
  /** The difference may have changed since it was shown. `notes`: sentences without their full stop. */
  ({ readonly kind: 'ready'; readonly notes: readonly string[] } & ChangedText) | { readonly kind: 'same' } | Skipped;

/** The known state of a group, ready to be changed. */
interface KnownText {
  readonly text: string;
  readonly mergedChanges: readonly Change[];
}

export class ChangePlans {
  readonly #dependencies: ChangePlanDependencies;

  constructor(dependencies: ChangePlanDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * From what is known here, without any request. Reports each group as soon as it is planned and keeps nothing; yields
   * to other work in between.
   * @throws UserGroupsError `invalid` when the change applies to no group at all
   */
  async *plan(
    groups: AsyncIterable<GroupRef> | Iterable<GroupRef>,
    change: AnyChange,
  ): AsyncGenerator<PlannedChange, void, void> {
    requireMeaningful(change);
    const slices = new WorkSlices();
    const connections = new Map(this.#dependencies.connections.list().map((connection) => [connection.id, connection]));
    for await (const ref of groups) {
      const connection = connections.get(ref.connectionId);
      yield connection === undefined
        ? { ref, name: ref.userGroupId, kind: 'skipped', reason: l10n.t('Its connection was removed.') }
        : this.planOne(connection, ref, change);
      await slices.pause();
    }
  }

  planOne(connection: Connection, ref: GroupRef, change: AnyChange): PlannedChange {
    const record = this.#dependencies.store.groups.find(ref);
    const of = { ref, name: record?.name ?? ref.userGroupId };
    return { ...of, ...this.#changed(connection, record, changeFor(change, ref.userGroupId), isAnsweredSince(record)) };
  }

  /**
   * Asks the service for the group, unless its connection says otherwise, and applies the change to the answer. The
   * caller compares it with what was shown.
   * @throws UserGroupsError as asking the service does
   */
  async prepare(
    connection: Connection,
    ref: GroupRef,
    change: AnyChange,
    options: RequestOptions = {},
  ): Promise<PreparedGroup> {
    const asked = await this.askBefore(connection, ref, options);
    if ('kind' in asked) return asked;
    const result = this.#changed(connection, asked.record, changeFor(change, ref.userGroupId), asked.isAnsweredSince);
    return result.kind === 'changed' ? { ...result, kind: 'ready', notes: asked.notes } : result;
  }

  /** What the service has now, and whether it is still the same group. */
  async askBefore(
    connection: Connection,
    ref: GroupRef,
    options: RequestOptions,
  ): Promise<
    | Skipped
    | {
        readonly record: UserGroupRecord | undefined;
        readonly isAnsweredSince: boolean;
        readonly notes: readonly string[];
      }
  > {
    const before = this.#dependencies.store.groups.find(ref);
    const refused = refusal(connection, before);
    if (refused !== undefined) return skipped(refused);
    const check = await this.#dependencies.sending.checkBeforeUpdate(connection, ref.userGroupId, options);
    const record = this.#dependencies.store.groups.find(ref);
    if (check.wasGone) return skipped(l10n.t('The group was gone. It was recreated as last sent, with a new token.'));
    // The user decides one by one whether it is another group now.
    const identity =
      record?.answered === undefined ? [] : notesOnIdentity(connection, before?.answered, record.answered);
    const [concern] = [...(check.concerns ?? []), ...identity];
    if (concern !== undefined) return skipped(concern);
    // The answer to the sending itself is not a change by somebody else, even if the service spells it differently.
    return { record, isAnsweredSince: isAnsweredSince(before) || check.elsewhere.length > 0, notes: check.notes };
  }

  /**
   * What the group has, when that is known well enough to send a document again; otherwise why not.
   * @param changing fields that are to be changed, whose value is needed though the document omits it; absent: all
   */
  known(
    connection: Connection,
    record: UserGroupRecord | undefined,
    isAnsweredSince: boolean,
    changing?: readonly string[],
  ): KnownText | Skipped {
    const refused = refusal(connection, record);
    if (refused !== undefined) return skipped(refused);
    if (record?.answered === undefined)
      return skipped(l10n.t("The service hasn't confirmed the group. Get or create it first."));
    if (record.draft !== undefined) return skipped(l10n.t('It has unsent changes.'));
    const { updatesOnlyGiven } = apiOf(connection);
    if (record.base === undefined || (record.base.from !== 'sent' && record.answered.mapping === undefined))
      return skipped(l10n.t('Its mapping is unknown.'));
    if (this.#dependencies.sending.isBaseUncertain(record))
      return skipped(l10n.t('The outcome of a later request is unknown.'));
    const base = readDocument(record.base.text);
    const omitsMapping = base.mapping === undefined && record.answered.mapping === undefined && !updatesOnlyGiven;
    if (record.base.hasNoMapping === true && omitsMapping)
      return skipped(l10n.t('No mapping is set. It was created without one.'));
    if (omitsMapping) return skipped(l10n.t('Its mapping is unknown. It was last sent without one.'));
    const all = [...RETURNED_FIELDS, ...Object.keys(namesOf(connection).fields ?? {})];
    const had = all.filter((field) => hasField(base, field));
    // Known fields that the document omits are sent, too, unless the service keeps them: what it does with an absent
    // field is not documented ("Update a user group").
    const omitted = (updatesOnlyGiven ? (changing ?? []) : all).filter((field) => !hasField(base, field));
    const untouched = updatesOnlyGiven && changing !== undefined ? withheldFields(record.answered) : [];
    const needed = (isAnsweredSince ? [...had, ...omitted] : omitted).filter(
      (field) => changing?.includes(field) === true || !untouched.includes(field),
    );
    const merged = mergeAnswered(base, record.answered, needed);
    switch (merged.kind) {
      case 'skipped':
        return merged;
      case 'same':
        return { text: base.text, mergedChanges: [] };
      case 'merged':
        return { text: merged.text, mergedChanges: merged.changes };
    }
  }

  #changed(
    connection: Connection,
    record: UserGroupRecord | undefined,
    change: GroupChange | undefined,
    isAnsweredSince: boolean,
  ): ({ readonly kind: 'changed' } & ChangedText) | { readonly kind: 'same' } | Skipped {
    const { changing, replaced } = change === undefined ? { changing: [], replaced: [] } : fieldsOfChange(change);
    const known = this.known(connection, record, isAnsweredSince, changing);
    if ('kind' in known) return known;
    if (change === undefined) return skipped(l10n.t('It has no value in the input.'));
    const applied = applyChange(known.text, change);
    if (applied.kind !== 'changed') return applied;
    const document = typedOrReason(applied.text, connection);
    if (typeof document === 'string') return skipped(document);
    const had = readDocument(known.text);
    // Properties that were neither sent nor answered do not exist ("Resources and their fields"), so none can be lost.
    const absent = EDITABLE_FIELDS.find((field) => field !== 'properties' && !hasField(document, field));
    if (absent !== undefined && !apiOf(connection).updatesOnlyGiven) return skipped(omittedText(absent));
    return {
      kind: 'changed',
      text: applied.text,
      before: known.text,
      changes: difference(had, document),
      mergedChanges: known.mergedChanges.filter((merged) => !replaced.includes(fieldOf(merged))),
    };
  }
}

/** Why nothing can be sent for the group. */
function refusal(connection: Connection, record: UserGroupRecord | undefined): string | undefined {
  try {
    requireReady(connection);
    requireUnlocked(connection, 'update');
  } catch (error) {
    if (error instanceof UserGroupsError) return error.failure.happened;
    throw error;
  }
  if (record === undefined) return l10n.t('It is not in the list.');
  const { unknownOutcome } = record;
  return unknownOutcome === undefined
    ? deletedText(record)
    : OPERATION_TEXTS[unknownOutcome.operation].outcomeUnknown();
}

/** The document, which can be sent without a question about it, or why it can't. */
function typedOrReason(text: string, connection: Connection): UserGroupDocument | string {
  try {
    requireNoRedactionMark(text);
    return readDocument(text, namesOf(connection));
  } catch (error) {
    if (error instanceof UserGroupsError) return error.failure.happened;
    throw error;
  }
}

function skipped(reason: string): Skipped {
  return { kind: 'skipped', reason };
}
