// Tokens of groups: those that were replaced, and whose any of them is.

import type { GroupRef, SealedToken, TokenOwner } from '../userGroup.ts';

export interface ReplacedToken {
  readonly sealed: SealedToken;
  readonly issuedAt: number;
  readonly replacedAt: number;
}

export interface TokenStore {
  replaced(ref: GroupRef): ReplacedToken[];
  /** Removes replaced tokens older than this, but for groups with an open rotation. */
  dropReplaced(replacedBefore: number): void;
  /** Removes those of the group: all, or none when they are not as many as that. Answers whether it did. */
  dropReplacedOf(ref: GroupRef, count?: number): boolean;
  /** Keys that any token in the store is sealed with. */
  keyIds(): string[];
  /** The groups that have, or had, the token with this fingerprint under this key. Current ones first. */
  owners(keyId: string, fingerprint: string): TokenOwner[];
}
