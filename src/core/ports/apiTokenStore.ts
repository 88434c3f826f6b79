// What is known of the API tokens that connections use, and where environment variables may be sent.

import type { TokenMismatch } from '../connection.ts';
import type { SealedToken } from '../userGroup.ts';

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
