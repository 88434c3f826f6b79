// What is known of the API tokens that connections use, and where environment variables may be sent.

import type { TokenMismatch } from '../connection.ts';
import type { GroupRef, SealedToken } from '../userGroup.ts';

/** An environment variable, by its name in capitals, and an origin that its API token may be sent to. */
export interface VariableOrigin {
  readonly variable: string;
  readonly origin: string;
}

/** What is known of the API token that a connection uses. */
export interface ApiTokenStanding {
  /** Of this token at this origin: another token, or the same elsewhere, gets another one. */
  readonly id: number;
  readonly origin: string;
  /** Tells it from another token; absent when no key could be had to make it with. */
  readonly fingerprint?: Pick<SealedToken, 'keyId' | 'fingerprint'> | undefined;
  /** A group that had answered under another token has answered the same under this one, or the person keeps it. */
  readonly isProved: boolean;
  readonly mismatch?: TokenMismatch | undefined;
  /** A contradiction of environments that the person has accepted. */
  readonly accepted?: string | undefined;
}

/** Proved, or doubted. */
export type TokenVerdict = 'proved' | (TokenMismatch & { readonly contradiction?: string | undefined });

/** Nothing of a token itself. */
export interface ApiTokenStore {
  find(connectionId: string): ApiTokenStanding | undefined;
  /** From now on another API token is used there: nothing is known of it. */
  begin(connectionId: string, token: Pick<ApiTokenStanding, 'origin' | 'fingerprint'>): ApiTokenStanding;
  /** Proved, or doubted. Without effect when another token is used by now, and a doubt stays. */
  validate(connectionId: string, id: number, verdict: TokenVerdict): void;
  /** The person keeps it in spite of this doubt. Answers false when that is not what is doubted any more. */
  keep(connectionId: string, mismatch: TokenMismatch): boolean;
  /** Without a token there is nothing to doubt. */
  drop(connectionId: string): void;
  /**
   * Where the API token of an environment variable may be sent, the origin of its first use first; none before that.
   */
  variableOrigins(variable: string): readonly string[];
  /** The origin of its first use. Without effect when it has one, of another window perhaps. */
  bindVariable(first: VariableOrigin): void;
  /** One more, which the person allows. */
  allowVariable(origin: VariableOrigin): void;
  /**
   * Connections whose API token an earlier version has used, and where: its variable, if it has one, is not bound yet.
   */
  variablesToBind(): readonly { readonly connectionId: string; readonly origin: string }[];
  /** Nothing is left to bind after that. */
  bindVariablesOf(origins: readonly VariableOrigin[]): void;
  /** Whether the last that the service answered for the group was asked for before this token was used. */
  wasAnsweredBefore(ref: GroupRef, id: number): boolean;
}
