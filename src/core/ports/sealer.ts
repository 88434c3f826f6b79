// Seals secrets, so that the store holds none in the clear.

import type { SealedToken } from '../userGroup.ts';

/** What a sealed secret is bound to: it opens for nothing else. Without more it is the token of a group. */
export interface SealedFor {
  readonly connectionId: string;
  /** Absent: of no group in the list. */
  readonly userGroupId?: string | undefined;
  readonly isAnswer?: boolean | undefined;
}

/** Seals group tokens (AES-256-GCM) with a key kept in `Secrets`, bound to the group they belong to. */
export interface TokenSealer {
  /** Rejects with `unavailable` when no key can be kept. */
  seal(secret: string, owner: SealedFor): Promise<SealedToken>;
  /** `undefined` when its key is gone or the box is not this owner's: the secret is not readable here. */
  unseal(sealed: SealedToken, owner: SealedFor): Promise<string | undefined>;
  /** The token's fingerprint under each of these keys that is readable here. */
  fingerprints(token: string, keyIds: readonly string[]): Promise<Pick<SealedToken, 'keyId' | 'fingerprint'>[]>;
  /** Which of these keys are readable here. */
  readableKeys(keyIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Lets go of every key that was found or made: they are asked for again. */
  forget(): void;
}
