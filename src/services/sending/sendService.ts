// Sends documents: get-or-create and update, with the checks before and the notes after.

import * as l10n from '@vscode/l10n';
import { isSentSince, VERSIONS_KEPT, type UserGroupAnswer, type UserGroupRecord } from '../../core/userGroup.ts';
import { requireNotDeleted } from '../../core/deletedGroups.ts';
import { apiOf, namesOf, type Connection } from '../../core/connection.ts';
import { UserGroupsError, whileDoing, whileDoingSync, type Doing } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import type { Lazy } from '../../core/lazy.ts';
import type { RequestOptions, GetOrCreateAnswer, ServiceAnswer, UserGroupClient } from '../../core/ports/client.ts';
import type { Store } from '../../core/ports/store.ts';
import type { Redactor } from '../../core/redactor.ts';
import { sendsDocument } from '../../contract/operations.ts';
import { differenceFromAnswer, type Change } from '../../document/difference.ts';
import { withoutForeign } from '../../document/fieldEdits.ts';
import { asStored } from '../../document/idName.ts';
import { requireNoRedactionMark } from '../../document/redactionMark.ts';
import { requestBody } from '../../document/requestBody.ts';
import {
  mergedFields,
  readSendable,
  requireUserGroupId,
  type GroupFields,
  type SendableDocument,
} from '../../document/userGroupDocument.ts';
import { notesOnIdentity, type AnswerNotes } from './answerNotes.ts';
import { changesSince, changesUnder, knownOnService } from './changedElsewhere.ts';
import { afterFetch, afterGetOrCreate, sentBase, type GetOrCreateOutcome } from './getOrCreateConclusions.ts';
import type { GroupTokens } from '../groups/groupTokens.ts';
import type { UnrecognizedResponses } from '../groups/unrecognizedResponses.ts';
import { checkingText, doingText, fetchingText, readingText, whileSending } from './sendingFailures.ts';
import type { Sent, SentRecords } from './sentRecord.ts';
import { requireReady, type ServiceTargets } from '../connections/serviceTargets.ts';
import { textLastSent } from '../groups/answeredDocument.ts';
import type { TokenLookup } from '../groups/tokenLookup.ts';
import { withKeptFields, planUpdate, asPlanned, requireSeen, type UpdatePlan } from './updatePlan.ts';

export interface SendDependencies {
  readonly store: Store;
  readonly client: Lazy<UserGroupClient>;
  readonly targets: ServiceTargets;
  readonly tokens: GroupTokens;
  readonly records: SentRecords;
  readonly answers: UnrecognizedResponses;
  readonly inHand: TokenLookup;
  readonly notes: AnswerNotes;
  readonly redactor: Redactor;
}

/** The result of a successful sending, as shown to the user. */
export interface SentResult {
  readonly record: UserGroupRecord;
  readonly userGroup: UserGroupAnswer;
  /** From what was sent to what the service answered. */
  readonly differences: readonly Change[];
  /** Sentences that the user must know: another group, another environment, unknown fields. */
  readonly notes: readonly string[];
}

export interface GetOrCreateResult extends SentResult, GetOrCreateOutcome {
  readonly isNew: boolean | undefined;
  readonly mayHaveBeenCreatedByThisRequest: boolean;
}

/** The result of the get-or-create before an update. */
export interface UpdateCheck {
  readonly wasGone: boolean;
  /** Changes made elsewhere since the last answer that an update overwrites. */
  readonly elsewhere: readonly Change[];
  /** Sentences that the user must know before going on, without their full stop. */
  readonly notes: readonly string[];
  /** Those of them by which it may be another group, or have another one's token. Absent: none. */
  readonly concerns?: readonly string[];
  /** The one that was given, as it is after the answer. */
  readonly plan?: UpdatePlan;
}

export interface SendOptions extends RequestOptions {
  /** The user has confirmed the mark of redaction in the document, if there is one. */
  readonly mayHoldMark?: boolean | undefined;
  /** The user was told that it may create the group again: without, one that was perhaps deleted is not asked for. */
  readonly mayRecreate?: boolean | undefined;
  /** What the user has seen of an update: nothing is sent where the group has changed since. */
  readonly plan?: UpdatePlan | undefined;
}

export interface CheckOptions extends SendOptions {
  /** What is to be sent, where there is no plan. Absent: not known yet. */
  readonly document?: GroupFields | undefined;
}

type SentGetOrCreate = Sent<GetOrCreateAnswer, GetOrCreateOutcome>;

export class SendService {
  readonly #dependencies: SendDependencies;

  constructor(dependencies: SendDependencies) {
    this.#dependencies = dependencies;
  }

  /** Parses the document, unless it is parsed already. @throws UserGroupsError `invalid`, with the place in it. */
  read(connection: Connection, text: string | SendableDocument): SendableDocument {
    if (typeof text !== 'string') return text;
    return whileDoingSync(readingText(connection), { connection: connection.name }, () => {
      try {
        const names = namesOf(connection);
        const stored = asStored(text, names);
        // A flaw is said to be where the user sees it.
        if (stored !== text) readSendable(text, names);
        return readSendable(stored, names);
      } catch (error) {
        // Only then it is known how the service calls the ID.
        requireReady(connection);
        throw error;
      }
    });
  }

  /**
   * Requires that a sending could leave, before the user is asked. @throws UserGroupsError otherwise, as the sending
   * would
   */
  async requireSendable(
    connection: Connection,
    userGroupId: string,
    action: 'getOrCreate' | 'update' | 'fetch',
  ): Promise<void> {
    const operation = action === 'update' ? 'update' : 'getOrCreate';
    const doing =
      action === 'fetch' ? fetchingText(userGroupId, connection) : doingText(operation, userGroupId, connection);
    await whileDoing(doing, { connection: connection.name, userGroupId }, async () => {
      requireUserGroupId(userGroupId);
      if (action === 'update')
        requireNotDeleted(this.#dependencies.store.groups.find(groupRef(connection, userGroupId)));
      await this.#dependencies.targets.require(connection, operation);
    });
  }

  /** Interface document, "Get or create a user group". Sends the document unchanged. */
  async getOrCreate(
    connection: Connection,
    text: string | SendableDocument,
    options?: SendOptions,
  ): Promise<GetOrCreateResult> {
    const document = this.read(connection, text);
    const doing = doingText('getOrCreate', document.userGroupId, connection);
    whileDoingSync(doing, { connection: connection.name, userGroupId: document.userGroupId }, () => {
      if (options?.mayHoldMark !== true) requireNoRedactionMark(requestBody(document, namesOf(connection)));
    });
    return this.#resultOf(connection, await this.#getOrCreate(doing, connection, document, afterGetOrCreate, options));
  }

  /**
   * Asks for the group by get-or-create, with the body last sent and never the id alone: if the group is gone,
   * it is recreated as it was last sent from here.
   * @throws UserGroupsError `notFound` when nothing was ever sent or answered.
   */
  async fetch(connection: Connection, userGroupId: string, options?: SendOptions): Promise<GetOrCreateResult> {
    return this.#resultOf(connection, await this.#fetch(connection, userGroupId, options));
  }

  /** What an update of this text would do, from what is known here. Nothing is sent. */
  planUpdate(connection: Connection, text: string | SendableDocument): UpdatePlan {
    const document = this.read(connection, text);
    const { userGroupId } = document;
    const doing = doingText('update', userGroupId, connection);
    return whileDoingSync(doing, { connection: connection.name, userGroupId }, () =>
      this.#planBy(connection, document, this.#dependencies.store.groups.find(groupRef(connection, userGroupId))),
    );
  }

  #planBy(connection: Connection, document: SendableDocument, record: UserGroupRecord | undefined): UpdatePlan {
    return planUpdate(document, record, {
      isBaseUncertain: record !== undefined && this.isBaseUncertain(record),
      updatesOnlyGiven: apiOf(connection).updatesOnlyGiven,
      redact: (value) => this.#dependencies.redactor.redact(value),
    });
  }

  /**
   * Asks the service for its state before an update, unless the connection says otherwise or nothing was ever answered.
   * A group that was gone is recreated as last sent.
   * @throws UserGroupsError `conflict` where it is not as the plan says
   */
  async checkBeforeUpdate(
    connection: Connection,
    userGroupId: string,
    { document, ...options }: CheckOptions = {},
  ): Promise<UpdateCheck> {
    return whileSending('update', connection, userGroupId, async () => {
      const { store, tokens } = this.#dependencies;
      const { plan } = options;
      const ref = groupRef(connection, userGroupId);
      const record = plan === undefined ? store.groups.find(ref) : plan.before;
      const tokenBefore = await tokens.find(ref, options);
      const before = record?.answered;
      if (connection.checkBeforeUpdate === false || before === undefined)
        return { wasGone: false, elsewhere: [], notes: [] };
      const { answer, outcome, tokenNotes, ...sent } = await this.#fetch(
        connection,
        userGroupId,
        options,
        checkingText(userGroupId, connection),
      );
      if (outcome.wasGone) return { wasGone: true, elsewhere: [], notes: [] };
      const concerns = [...notesOnIdentity(connection, before, answer.userGroup), ...tokenNotes];
      const isRotated = tokenBefore !== undefined && tokenBefore !== answer.token;
      const sentNext = plan?.document ?? document;
      const elsewhere =
        sentNext === undefined
          ? changesSince(before, answer.userGroup)
          : changesUnder(sentNext, knownOnService(record, before), before, answer.userGroup);
      // The answer may have moved what a group that was only fetched is compared with.
      const planNow = plan && this.#planBy(connection, plan.document, sent.record);
      if (plan !== undefined && planNow !== undefined) requireSeen(planNow, plan, elsewhere);
      return {
        wasGone: false,
        elsewhere,
        ...(planNow !== undefined && { plan: planNow }),
        ...(concerns.length > 0 && { concerns }),
        notes: [
          ...concerns,
          ...(isRotated ? [l10n.t('The token was rotated elsewhere. The new one is stored locally.')] : []),
        ],
      };
    });
  }

  /**
   * Interface document, "Update a user group". The caller has planned, checked and asked.
   * @throws UserGroupsError `conflict` where the group is not as the plan says
   */
  async update(
    connection: Connection,
    text: string | SendableDocument,
    options: SendOptions = {},
  ): Promise<SentResult> {
    const document = this.read(connection, text);
    const { userGroupId } = document;
    const sent = await whileSending('update', connection, userGroupId, async () => {
      const { target, validator } = await this.#dependencies.targets.require(connection, 'update');
      const client = await this.#dependencies.client();
      const { plan: seen, mayHoldMark, isBulk } = options;
      const plan = apiOf(connection).updatesOnlyGiven ? (seen ?? this.planUpdate(connection, document)) : undefined;
      const body = requestBody(document, namesOf(connection), plan?.affectedFields);
      if (mayHoldMark !== true) requireNoRedactionMark(body);
      return this.#dependencies.records.send(
        {
          connection,
          ref: groupRef(connection, document.userGroupId),
          operation: 'update',
          text: document.text,
          validator,
          isBulk,
          requireAsSeen: asPlanned(seen),
        },
        () => client.update(target, userGroupId, body, options),
        ({ userGroup }, before) => ({
          settled: {
            outcome: 'updated',
            base: sentBase(plan === undefined ? document : withKeptFields(plan, before, userGroup)),
            draft: 'clear',
          },
          outcome: { differences: differenceFromAnswer(mergedFields(plan?.kept ?? {}, document), userGroup) },
        }),
      );
    });
    return this.#outcomeOf(connection, sent);
  }

  async #fetch(
    connection: Connection,
    userGroupId: string,
    options: SendOptions | undefined,
    doing = fetchingText(userGroupId, connection),
  ): Promise<SentGetOrCreate> {
    const text = whileDoingSync(doing, { connection: connection.name, userGroupId }, () => {
      const record = this.#dependencies.store.groups.find(groupRef(connection, userGroupId));
      return record && textLastSent(this.#dependencies.store.journal, record);
    });
    if (text === undefined) {
      throw new UserGroupsError(
        'notFound',
        l10n.t('It was never sent.'),
        l10n.t('Use "Get or Create User Group…" or "Add Existing User Group…".'),
        { doing },
      );
    }
    const document = readSendable(withoutForeign(text, namesOf(connection)));
    return this.#getOrCreate(doing, connection, document, afterFetch, options);
  }

  async #getOrCreate(
    doing: Doing,
    connection: Connection,
    document: SendableDocument,
    conclude: typeof afterGetOrCreate,
    options: SendOptions | undefined,
  ): Promise<SentGetOrCreate> {
    return whileDoing(doing, { connection: connection.name, userGroupId: document.userGroupId }, async () => {
      const { target, validator } = await this.#dependencies.targets.require(connection, 'getOrCreate');
      const client = await this.#dependencies.client();
      return this.#dependencies.records.send(
        {
          connection,
          ref: groupRef(connection, document.userGroupId),
          operation: 'getOrCreate',
          mayRecreate: options?.mayRecreate,
          requireAsSeen: asPlanned(options?.plan),
          text: document.text,
          validator,
          isBulk: options?.isBulk,
        },
        () => client.getOrCreate(target, document.userGroupId, requestBody(document, namesOf(connection)), options),
        (answer, before) => conclude(document, before, answer),
      );
    });
  }

  #resultOf(connection: Connection, sent: SentGetOrCreate): GetOrCreateResult {
    const { isNew, mayHaveBeenCreatedByThisRequest } = sent.answer;
    return { ...this.#outcomeOf(connection, sent), isNew, mayHaveBeenCreatedByThisRequest };
  }

  #outcomeOf<A extends ServiceAnswer, Outcome>(
    connection: Connection,
    { answer, before, record, outcome, tokenNotes }: Sent<A, Outcome>,
  ): Outcome & Omit<SentResult, 'differences'> {
    return {
      ...outcome,
      record,
      userGroup: answer.userGroup,
      notes: this.#dependencies.notes.about(connection, before?.answered, answer, tokenNotes),
    };
  }

  /** Whether this text was sent before with an unknown outcome. */
  isOutcomeUnknown(
    connection: Connection,
    userGroupId: string,
    operation: 'getOrCreate' | 'update',
    text: string,
  ): boolean {
    const record = this.#dependencies.store.groups.find(groupRef(connection, userGroupId));
    if (record === undefined) return false;
    return operation === 'getOrCreate'
      ? record.unknownOutcome?.operation === operation
      : this.textsOfUnknownOutcome(record).includes(text);
  }

  /** A sending after the base may have been applied, and most services never show its mapping. */
  isBaseUncertain(record: UserGroupRecord): boolean {
    return this.textsOfUnknownOutcome(record).length > 0;
  }

  /**
   * What was sent after the base, and perhaps applied. Sending the base's own text leaves the group unchanged in any
   * case.
   */
  textsOfUnknownOutcome(record: UserGroupRecord): string[] {
    const { ref, base } = record;
    if (base === undefined) return [];
    return this.#dependencies.store.journal
      .versions({ ref, limit: VERSIONS_KEPT })
      .filter(
        (version) =>
          sendsDocument(version.operation) &&
          (version.outcome === 'unknown' || version.outcome === 'sending') &&
          isSentSince(record, version) &&
          version.text !== base.text,
      )
      .map(({ text }) => text);
  }
}
