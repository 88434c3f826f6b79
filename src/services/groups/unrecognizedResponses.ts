// Stores answers to rotations as they came until they are understood, so that a token in an unknown shape is not lost.

import type { Journal, RotationSubject } from '../../core/ports/journal.ts';
import type { Log } from '../../core/ports/log.ts';
import type { TokenSealer } from '../../core/ports/sealer.ts';
import type { OpenRotation } from '../../core/userGroup.ts';
import type { StorageRetryQueue } from './storageRetryQueue.ts';

/** Characters stored of an answer. */
const MOST_KEPT = 1_000_000;

export class UnrecognizedResponses {
  readonly #journal: Journal;
  readonly #sealer: TokenSealer;
  readonly #retryQueue: StorageRetryQueue;
  readonly #log: Log;
  /** By rotation: those that could not be stored yet, for the life of this window. */
  readonly #unstored = new Map<number, string>();

  constructor(journal: Journal, sealer: TokenSealer, retryQueue: StorageRetryQueue, log: Log) {
    this.#journal = journal;
    this.#sealer = sealer;
    this.#retryQueue = retryQueue;
    this.#log = log;
  }

  /** Never rejects: the answer matters more than the failure to store it. */
  async keep(rotationId: number, subject: RotationSubject, body: string): Promise<void> {
    const kept = body.slice(0, MOST_KEPT);
    const store = async (): Promise<void> => {
      this.#journal.keepAnswer(rotationId, await this.#sealer.seal(kept, ownerOf(subject)));
    };
    try {
      await store();
    } catch (error) {
      this.#unstored.set(rotationId, kept);
      this.#retryQueue.addSilently(async () => {
        if (!this.#unstored.has(rotationId)) return;
        await store();
        this.#unstored.delete(rotationId);
      });
      this.#log.warn(
        `The answer to a rotation could not be stored and stays in memory until it can be: ${String(error)}`,
      );
    }
  }

  has({ id, unrecognizedResponse }: OpenRotation): boolean {
    return unrecognizedResponse !== undefined || this.#unstored.has(id);
  }

  /** `undefined` when none is stored, or its key is gone. A secret. */
  async read(rotation: OpenRotation): Promise<string | undefined> {
    const { id, unrecognizedResponse } = rotation;
    return (
      this.#unstored.get(id) ?? (unrecognizedResponse && this.#sealer.unseal(unrecognizedResponse, ownerOf(rotation)))
    );
  }

  /** The rotation is closed. */
  drop(rotationId: number): void {
    this.#unstored.delete(rotationId);
  }

  /** The rotation stays open, and its answer holds nothing useful. */
  release(rotationId: number): void {
    this.drop(rotationId);
    this.#journal.dropAnswer(rotationId);
  }

  dropAll(): void {
    this.#unstored.clear();
  }
}

/** Whether it may hold a token. Words like "Internal Server Error" do not. */
export function mayHoldToken(status: number | undefined, body: string): boolean {
  return status === undefined || status < 400 || /token|"success"\s*:\s*1|^base64:/i.test(body);
}

function ownerOf({ connectionId, userGroupId }: RotationSubject): RotationSubject & { readonly isAnswer: true } {
  return { connectionId, userGroupId, isAnswer: true };
}
