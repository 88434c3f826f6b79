// Rotates tokens: sends once, stores and reads back the new token before anything is shown, and resolves unknown
// outcomes.

import * as l10n from '@vscode/l10n';
import { namesOf, type Connection } from '../../core/connection.ts';
import { requireNotDeleted } from '../../core/deletedGroups.ts';
import { UserGroupsError, whileDoing, type Doing } from '../../core/errors.ts';
import { groupRef } from '../../core/groupKey.ts';
import { sentences } from '../../core/sentences.ts';
import type { RequestOptions, GetOrCreateAnswer } from '../../core/ports/client.ts';
import type { GroupRef, OpenRotation, SealedToken, UserGroupRecord } from '../../core/userGroup.ts';
import { withoutForeign } from '../../document/fieldEdits.ts';
import { requestBody } from '../../document/requestBody.ts';
import { readSendable } from '../../document/userGroupDocument.ts';
import { answeredDocument, textLastSent } from '../groups/answeredDocument.ts';
import { notesOnIdentity } from '../sending/answerNotes.ts';
import { afterFetch, type GetOrCreateOutcome } from '../sending/getOrCreateConclusions.ts';
import type { SendDependencies } from '../sending/sendService.ts';
import { doingText, findingOutText, leakedText, refusedFor } from '../sending/sendingFailures.ts';
import type { Authorized, Permission } from '../connections/serviceTargets.ts';

export interface RotationResult {
  /** The token's group: known from the answer where it was not known before. */
  readonly userGroupId: string;
  /** Sentences that the person must know. */
  readonly notes: readonly string[];
}

export interface LeakedRotationResult extends RotationResult {
  /** The group was in the list, with another token. */
  readonly wasListed: boolean;
}

/**
 * What a get-or-create of a group shows about a rotation of a token without a known group.
 * - `same`: the group has that token: the rotation is assigned to it, and was probably not carried out.
 * - `another`: the group has another one: it was rotated if that token ever was the group's.
 * - `recreated`: the service had no such group, and has created it: nothing is known of the token.
 * - `notComparable`: the token of the rotation is not readable here.
 * - `notAccepted`: as for `FoundOut`.
 */
export type FoundOutLeaked = 'same' | 'another' | 'recreated' | 'notComparable' | 'notAccepted';

/**
 * - `rotated`: the service has another token, which is stored now.
 * - `probablyNot`: it still had the former one; a late request may yet be carried out.
 * - `notRotated`: it still had the former one, too long after the request for that.
 * - `tokenKnown`: the former one is not readable here, so they cannot be compared, or a later rotation has overtaken
 * the answer; the current one is stored now.
 * - `recreated`: the group was gone, and asking for it has recreated it, with a new token.
 * - `notAccepted`: the person rejects the answer as one about another group; nothing of it was stored.
 */
export interface FoundOut {
  readonly kind: 'rotated' | 'probablyNot' | 'notRotated' | 'tokenKnown' | 'recreated' | 'notAccepted';
  /** When the rotation was sent. */
  readonly at: number;
}

/** Whether the person accepts the answer as one about this group, despite these sentences (without their full stop). */
export type Accept = (reasons: readonly string[]) => Promise<boolean>;

/** Identifies the token that was current when the person was asked. Opaque. */
class AskedAbout {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  is(token: string): boolean {
    return token === this.#token;
  }
}

export interface Rotatable {
  /** One that was probably not carried out. */
  readonly earlier: OpenRotation | undefined;
  readonly askedAbout: AskedAbout;
}

export interface RotateOptions extends RequestOptions {
  /** Only this token is rotated. */
  readonly askedAbout?: AskedAbout | undefined;
  /** The earlier rotation that was probably not carried out, and that the person knows about. */
  readonly despite?: number | undefined;
}

/** Options to resolve a rotation: also on a locked connection, where the person was asked. */
export type FindOutOptions = RequestOptions & Permission;

interface Ready extends Authorized {
  readonly currentToken: string;
  /** The token as the store had it. */
  readonly chosen: SealedToken | undefined;
}

export class RotationService {
  readonly #dependencies: SendDependencies;

  constructor(dependencies: SendDependencies) {
    this.#dependencies = dependencies;
  }

  /** The last unresolved rotation of the group. */
  openOf(ref: GroupRef): OpenRotation | undefined {
    return this.#dependencies.store.journal.openRotations(ref)[0];
  }

  /** All unresolved rotations except those in progress, newest first. */
  open(): OpenRotation[] {
    return this.#dependencies.store.journal.openRotations().filter(({ isUnderWay }) => !isUnderWay);
  }

  /**
   * Requires that a rotation could begin, before the person is asked: it may be sent, none is open except one that was
   * probably not carried out, which is returned, and the present token is readable. @throws UserGroupsError otherwise.
   */
  async rotatable(connection: Connection, userGroupId: string): Promise<Rotatable> {
    const ref = groupRef(connection, userGroupId);
    return this.#while(doingText('rotate', userGroupId, connection), connection, userGroupId, async () => {
      const open = this.openOf(ref);
      if (open !== undefined && (open.isUnderWay || open.askedAt === undefined)) throw refusedFor(open);
      const { currentToken } = await this.#ready(connection, userGroupId);
      return { earlier: open, askedAbout: new AskedAbout(currentToken) };
    });
  }

  /**
   * Interface document, "Rotate a user group token". The caller has asked the person.
   * @throws UserGroupsError `conflict` when the token has changed since
   */
  async rotate(
    connection: Connection,
    userGroupId: string,
    { despite, askedAbout, ...options }: RotateOptions = {},
  ): Promise<RotationResult> {
    const subject = groupRef(connection, userGroupId);
    return this.#while(doingText('rotate', userGroupId, connection), connection, userGroupId, async () => {
      const { target, validator, currentToken, chosen } = await this.#ready(connection, userGroupId, options);
      if (askedAbout?.is(currentToken) === false) throw refusedFor('otherToken');
      const client = await this.#dependencies.client();
      const { answer, before, tokenNotes } = await this.#dependencies.records.rotate(
        { connection, subject, token: currentToken, chosen, despite, validator },
        (onAnswer) => client.rotate(target, userGroupId, currentToken, { ...options, onAnswer }),
      );
      const notes = this.#dependencies.notes.about(connection, before?.answered, answer, tokenNotes);
      return { userGroupId, notes };
    });
  }

  /**
   * Requires that tokens of the connection could be rotated, before the person is asked. @throws UserGroupsError
   * otherwise
   */
  async requireRotatable(connection: Connection): Promise<void> {
    await this.#while(l10n.t("Couldn't rotate tokens on {0}.", connection.name), connection, undefined, async () => {
      await this.#dependencies.targets.require(connection, 'rotate');
    });
  }

  /** Requires that a token without a group in the list could be rotated. @throws UserGroupsError otherwise */
  async requireLeakedRotatable(connection: Connection, token: string): Promise<void> {
    await this.#while(leakedText(connection), connection, undefined, async () => {
      await this.#dependencies.inHand.requireNoApiToken(token);
      await this.#dependencies.targets.require(connection, 'rotate');
    });
  }

  /**
   * Rotates a token that no group in the list holds: the answer names its group, which joins the list unless it is
   * there.
   */
  async rotateLeaked(
    connection: Connection,
    token: string,
    options: RequestOptions = {},
  ): Promise<LeakedRotationResult> {
    let userGroupId: string | undefined;
    let before: UserGroupRecord | undefined;
    try {
      return await this.#while(leakedText(connection), connection, undefined, async () => {
        await this.#dependencies.inHand.requireNoApiToken(token);
        const { target, validator } = await this.#dependencies.targets.require(connection, 'rotate');
        const client = await this.#dependencies.client();
        const { answer, record, tokenNotes } = await this.#dependencies.records.rotate(
          { connection, subject: { connectionId: connection.id }, token, chosen: undefined, validator },
          async (onAnswer) => {
            const answered = await client.rotate(target, undefined, token, { ...options, onAnswer });
            userGroupId = answered.userGroup.providedId;
            before =
              userGroupId === undefined
                ? undefined
                : this.#dependencies.store.groups.find(groupRef(connection, userGroupId));
            return answered;
          },
        );
        return {
          userGroupId: record.ref.userGroupId,
          wasListed: before !== undefined,
          notes: this.#dependencies.notes.about(connection, before?.answered, answer, tokenNotes),
        };
      });
    } catch (error) {
      // By now its group may be known, and that one's token can be copied.
      throw error instanceof UserGroupsError
        ? error.with({ about: { connection: connection.name, userGroupId } })
        : error;
    }
  }

  /**
   * Asks the service for the current token, by get-or-create with what is known of the group, and stores what that
   * shows of an open rotation. Safe to repeat. @throws UserGroupsError `notFound` when no rotation is open, `conflict`
   * while it is in progress.
   */
  async findOut(
    connection: Connection,
    userGroupId: string,
    accept: Accept,
    options?: FindOutOptions,
  ): Promise<FoundOut> {
    const ref = groupRef(connection, userGroupId);
    return this.#while(findingOutText(userGroupId, connection), connection, userGroupId, async () => {
      const open = this.openOf(ref);
      if (open === undefined) throw nothingOpen();
      if (open.isUnderWay) throw refusedFor(open);
      const former = await this.#dependencies.tokens.unseal(open.token, ref);
      const { answer, outcome } = await this.#ask(connection, ref, accept, options);
      const isOvertaken = (await this.#dependencies.tokens.find(ref)) !== answer.token;
      const isSame = former === undefined ? undefined : former === answer.token;
      return { at: open.at, kind: this.#kindOf(open, outcome, isSame, isOvertaken) };
    });
  }

  /** Asks whether the group has the token of a rotation that was sent without a known group. */
  async findOutLeaked(
    connection: Connection,
    rotation: OpenRotation,
    userGroupId: string,
    accept: Accept,
    options?: FindOutOptions,
  ): Promise<FoundOutLeaked> {
    const ref = groupRef(connection, userGroupId);
    return this.#while(findingOutText(userGroupId, connection), connection, userGroupId, async () => {
      const token = await this.#dependencies.tokens.unseal(rotation.token, { connectionId: connection.id });
      if (token === undefined) return 'notComparable';
      const { answer, outcome } = await this.#ask(connection, ref, accept, options);
      if (outcome === undefined) return 'notAccepted';
      if (answer.isNew === true) return 'recreated';
      if (answer.token !== token) return 'another';
      this.#dependencies.store.journal.assignRotation(
        rotation.id,
        ref,
        await this.#dependencies.tokens.seal(ref, token),
      );
      return 'same';
    });
  }

  /** Dismisses an unresolved rotation. */
  drop({ id }: OpenRotation): void {
    this.#dependencies.store.journal.dropRotation(id);
    this.#dependencies.answers.drop(id);
  }

  /** Whether the answer came and is stored because it was not understood. */
  hasUnrecognizedResponse(rotation: OpenRotation): boolean {
    return this.#dependencies.answers.has(rotation);
  }

  /** The service's answer, as it came. A secret: it may hold the new token. @throws UserGroupsError `notFound` */
  async unrecognizedResponse(rotation: OpenRotation): Promise<string> {
    const answer = await this.#dependencies.answers.read(rotation);
    if (answer !== undefined) return answer;
    throw new UserGroupsError(
      'notFound',
      l10n.t('No response to the rotation is stored locally, or its key is gone.'),
      l10n.t('Use "Resolve Rotation…".'),
    );
  }

  #ask(
    connection: Connection,
    ref: GroupRef,
    accept: Accept,
    options?: FindOutOptions,
  ): Promise<{ readonly answer: GetOrCreateAnswer; readonly outcome: GetOrCreateOutcome | undefined }> {
    const record = this.#dependencies.store.groups.find(ref);
    const known = this.#knownText(ref.userGroupId, record);
    const document = readSendable(withoutForeign(known, namesOf(connection)));
    return this.#dependencies.targets
      .require(connection, 'getOrCreate', options)
      .then(async ({ target, validator }) => {
        const client = await this.#dependencies.client();
        return this.#dependencies.records.send(
          { connection, ref, operation: 'getOrCreate', text: document.text, validator },
          () => client.getOrCreate(target, ref.userGroupId, requestBody(document, namesOf(connection)), options),
          async (answer, before, tokenNotes) => {
            const reasons = [...notesOnIdentity(connection, before?.answered, answer.userGroup), ...tokenNotes];
            if (reasons.length > 0 && !(await accept(reasons))) {
              return {
                settled: {
                  outcome: 'unknown',
                  notAccepted: sentences([l10n.t('The response was not accepted.'), ...reasons]),
                },
                outcome: undefined,
              };
            }
            return afterFetch(document, before, answer);
          },
        );
      });
  }

  /** Never the id alone where more is known: a group that is gone is recreated from it. */
  #knownText(userGroupId: string, record: UserGroupRecord | undefined): string {
    return (
      (record && textLastSent(this.#dependencies.store.journal, record)) ??
      answeredDocument(userGroupId, record?.answered ?? {})
    );
  }

  /** `isOvertaken`: before the answer came, another token than the answered one has become the current one. */
  #kindOf(
    { id }: OpenRotation,
    outcome: GetOrCreateOutcome | undefined,
    isSame: boolean | undefined,
    isOvertaken: boolean,
  ): FoundOut['kind'] {
    if (outcome === undefined) return 'notAccepted';
    if (outcome.wasGone) return 'recreated';
    if (isSame === undefined) return 'tokenKnown';
    if (!isSame) return 'rotated';
    if (this.#dependencies.store.journal.openRotations().some((rotation) => rotation.id === id)) return 'probablyNot';
    return isOvertaken ? 'tokenKnown' : 'notRotated';
  }

  async #ready(connection: Connection, userGroupId: string, options?: RequestOptions): Promise<Ready> {
    const authorized = await this.#dependencies.targets.require(connection, 'rotate');
    const ref = groupRef(connection, userGroupId);
    const record = this.#dependencies.store.groups.find(ref);
    requireNotDeleted(record);
    const chosen = record?.token?.sealed;
    return { ...authorized, chosen, currentToken: await this.#dependencies.tokens.require(connection, ref, options) };
  }

  #while<T>(
    doing: string | Doing,
    connection: Connection,
    userGroupId: string | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    return whileDoing(doing, { connection: connection.name, userGroupId }, work);
  }
}

function nothingOpen(): UserGroupsError {
  return new UserGroupsError('notFound', l10n.t('It has no unresolved rotation.'));
}
