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
  /** Of this token at this origin: another token or another origin has another one. */
  readonly id: number;
  readonly origin: string;
  /** Distinguishes it from another token; absent when no key is available. */
  readonly fingerprint?: Pick<SealedToken, 'keyId' | 'fingerprint'> | undefined;
  /** A group that answered under another token has answered the same under this one, or the person accepts it. */
  readonly isProved: boolean;
  readonly mismatch?: TokenMismatch | undefined;
  /** A contradiction of environments that the person has accepted. */
  readonly accepted?: string | undefined;
}

/** Verified or unverified. */
export type TokenVerdict = 'proved' | (TokenMismatch & { readonly contradiction?: string | undefined });

/** Nothing of a token itself. */
export interface ApiTokenStore {
  find(connectionId: string): ApiTokenStanding | undefined;
  /** Another API token is used there from now on: nothing is known of it. */
  begin(connectionId: string, token: Pick<ApiTokenStanding, 'origin' | 'fingerprint'>): ApiTokenStanding;
  /** Verified or unverified. No effect when another token is in use by now, or this one is already unverified. */
  validate(connectionId: string, id: number, verdict: TokenVerdict): void;
  /** The person accepts it despite this mismatch. Answers false when the mismatch has changed. */
  keep(connectionId: string, mismatch: TokenMismatch): boolean;
  /** Without a token there is no mismatch. */
  drop(connectionId: string): void;
  /**
   * Where the API token of an environment variable may be sent, the origin of its first use first; none before that.
   */
  variableOrigins(variable: string): readonly string[];
  /** The origin of its first use. No effect when it already has one, perhaps from another window. */
  bindVariable(first: VariableOrigin): void;
  /** One more, which the person allows. */
  allowVariable(origin: VariableOrigin): void;
  /** Whether the last answer for the group was requested before this token was in use. */
  wasAnsweredBefore(ref: GroupRef, id: number): boolean;
}
