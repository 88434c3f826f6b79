// What is known of the connections' API tokens, and where environment variables may be sent.

import type { TokenMismatch } from '../connection.ts';
import type { GroupRef, SealedToken } from '../userGroup.ts';

/** An environment variable, by its name in capitals, and an origin that its API token may be sent to. */
export interface VariableOrigin {
  readonly variable: string;
  readonly origin: string;
}

/** What is known of the API token that a connection uses. */
export interface ApiTokenStanding {
  /** Identifies this token at this origin: a change of either begins another one. */
  readonly id: number;
  readonly origin: string;
  /** Distinguishes it from another token; absent when no key is available. */
  readonly fingerprint?: Pick<SealedToken, 'keyId' | 'fingerprint'> | undefined;
  /** A group that was answered under another token was answered alike under this one, or the user accepts the token. */
  readonly isProved: boolean;
  readonly mismatch?: TokenMismatch | undefined;
  /** A contradiction of environments that the user has accepted. */
  readonly accepted?: string | undefined;
}

/** Verified or unverified. */
export type TokenVerdict = 'proved' | (TokenMismatch & { readonly contradiction?: string | undefined });

/** Never stores a token itself. */
export interface ApiTokenStore {
  find(connectionId: string): ApiTokenStanding | undefined;
  /** Notes that the connection uses another API token from now on, of which nothing is known yet. */
  begin(connectionId: string, token: Pick<ApiTokenStanding, 'origin' | 'fingerprint'>): ApiTokenStanding;
  /** Stores whether the token is verified, unless another one is in use since, or this one is already unverified. */
  validate(connectionId: string, id: number, verdict: TokenVerdict): void;
  /** The user accepts the token despite this mismatch. Returns false when the mismatch has changed. */
  keep(connectionId: string, mismatch: TokenMismatch): boolean;
  /** Without a token there is no mismatch. */
  drop(connectionId: string): void;
  /**
   * Where the API token of an environment variable may be sent, the origin of its first use first; none before that.
   */
  variableOrigins(variable: string): readonly string[];
  /** The origin of its first use. No effect when it already has one, perhaps from another window. */
  bindVariable(first: VariableOrigin): void;
  /** Allows one more origin, as the user has agreed. */
  allowVariable(origin: VariableOrigin): void;
  /** Whether the last answer for the group was requested before this token was in use. */
  wasAnsweredBefore(ref: GroupRef, id: number): boolean;
}
