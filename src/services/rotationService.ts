// Rotating a token: sent once, the new token stored and read back before anything is said, the replaced one kept.

import type { Connection } from '../core/connection.ts';
import { UserGroupsError, whileDoing } from '../core/errors.ts';
import type { CallOptions, ServiceTarget } from '../core/ports.ts';
import type { GroupRef } from '../core/userGroup.ts';
import type { SendPorts } from './sendService.ts';
import { doingWords } from './sentRecord.ts';

export interface RotationResult {
  /** Sentences that the person must know. */
  readonly notes: readonly string[];
}

interface Ready {
  readonly target: ServiceTarget;
  readonly currentToken: string;
}

export class RotationService {
  readonly #ports: SendPorts;
  /** One rotation of a group at a time. */
  readonly #underWay = new Set<string>();

  constructor(ports: SendPorts) {
    this.#ports = ports;
  }

  /** Whether a rotation could begin: it may be sent, no outcome is open, and the present token is readable. @throws UserGroupsError otherwise. */
  async requireRotatable(connection: Connection, userGroupId: string): Promise<void> {
    await whileDoing(doingWords('rotate', userGroupId, connection), { connection: connection.name, userGroupId }, () => this.#ready(connection, userGroupId));
  }

  /** Interface document, "Rotate a user group token". Whoever calls has asked. */
  async rotate(connection: Connection, userGroupId: string, options?: CallOptions): Promise<RotationResult> {
    const ref = { connectionId: connection.id, userGroupId };
    return whileDoing(doingWords('rotate', userGroupId, connection), { connection: connection.name, userGroupId }, () => this.#alone(ref, async () => {
      const { target, currentToken } = await this.#ready(connection, userGroupId);
      const client = await this.#ports.client();
      const { answer, before } = await this.#ports.records.send(
        { ref, operation: 'rotate', text: '' },
        () => client.rotate(target, userGroupId, currentToken, options),
        () => ({ settled: { outcome: 'rotated' }, told: undefined }),
      );
      return { notes: this.#ports.notes.about(connection, before?.answered, answer) };
    }));
  }

  async #ready(connection: Connection, userGroupId: string): Promise<Ready> {
    const ref = { connectionId: connection.id, userGroupId };
    const target = await this.#ports.targets.require(connection, 'rotate');
    this.#requireNoneOpen(ref);
    return { target, currentToken: await this.#ports.tokens.require(connection, ref) };
  }

  /** An answer that came after it told the current token; a window that closed meanwhile has left it as being sent. */
  #requireNoneOpen(ref: GroupRef): void {
    const record = this.#ports.store.group(ref);
    const answeredAt = record?.answered?.at ?? 0;
    const isUnanswered = this.#ports.store.versions({ ref, limit: 20 })
      .some(({ operation, outcome, at }) => operation === 'rotate' && outcome === 'sending' && at >= answeredAt);
    if (record?.unknownOutcome?.operation !== 'rotate' && !isUnanswered) return;
    throw new UserGroupsError({
      kind: 'conflict',
      happened: 'the outcome of an earlier rotation is not known, so the token known here may be dead',
      next: 'fetch the group from the service first: its answer holds the current token',
    });
  }

  async #alone<T>(ref: GroupRef, rotate: () => Promise<T>): Promise<T> {
    const key = JSON.stringify(ref);
    if (this.#underWay.has(key)) {
      throw new UserGroupsError({ kind: 'conflict', happened: 'its token is being rotated at this moment', next: 'wait until that has ended' });
    }
    this.#underWay.add(key);
    try {
      return await rotate();
    } finally {
      this.#underWay.delete(key);
    }
  }
}
