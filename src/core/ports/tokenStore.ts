// Tokens of groups, replaced ones too, their owners, and where each was written last.

import type { EnvFileDestination, TokenDestination } from '../tokenDestination.ts';
import type { GroupRef, SealedToken, TokenOwner } from '../userGroup.ts';

export interface PreviousToken {
  readonly sealed: SealedToken;
  readonly issuedAt: number;
  readonly replacedAt: number;
}

export interface TokenStore {
  replaced(ref: GroupRef): PreviousToken[];
  /** Whether any group has one. Fast. */
  hasReplaced(): boolean;
  /** Removes replaced tokens older than this, except for groups with an open rotation. */
  dropReplaced(replacedBefore: number): void;
  /** Removes the group's replaced tokens: all, or none when there are fewer than that. Answers whether it did. */
  dropReplacedOf(ref: GroupRef, count?: number): boolean;
  /** Keys that any token in the store is sealed with. */
  keyIds(): string[];
  /** The groups that have, or had, the token with this fingerprint under this key. Current ones first. */
  owners(keyId: string, fingerprint: string): TokenOwner[];
  /** Whether a group has, or had, it, on connections that were removed as well. */
  holds(keyId: string, fingerprint: string): boolean;
}

export interface DestinationStore {
  find(ref: GroupRef): TokenDestination | undefined;
  /** The groups whose tokens were written to this variable last. */
  groupsAt(place: EnvFileDestination): readonly GroupRef[];
  /** Stores where a listed group's token was written, until the group or its connection is removed anywhere. */
  remember(ref: GroupRef, destination: TokenDestination): void;
}
