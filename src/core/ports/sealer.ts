// Seals secrets, so that the store holds none in plain text.

import type { SealedToken } from '../userGroup.ts';

/** What a sealed secret is bound to: it opens for nothing else. Without a purpose it is a group's token. */
export interface SealedFor {
  readonly connectionId: string;
  /** Absent: of no group in the list. */
  readonly userGroupId?: string | undefined;
  readonly isAnswer?: boolean | undefined;
}

/** Seals group tokens (AES-256-GCM) with a key stored in `Secrets`, bound to their group. */
export interface TokenSealer {
  /** Rejects with `unavailable` when no key can be stored. */
  seal(secret: string, owner: SealedFor): Promise<SealedToken>;
  /** `undefined` when its key is gone or it belongs to another owner: the secret is not readable here. */
  unseal(sealed: SealedToken, owner: SealedFor): Promise<string | undefined>;
  /** The token's fingerprint under each of these keys that is readable here. */
  fingerprints(token: string, keyIds: readonly string[]): Promise<Pick<SealedToken, 'keyId' | 'fingerprint'>[]>;
  /** Which of these keys are readable here. */
  readableKeys(keyIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Forgets every key found or created: they are read again. */
  forget(): void;
}
