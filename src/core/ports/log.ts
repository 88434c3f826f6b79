// The log. It holds no body and no secret.

import type { RequestKind } from '../../contract/operations.ts';

/** One finished request. Holds no body and no secret. */
export interface RequestLine {
  readonly operation: RequestKind;
  readonly userGroupId: string | undefined;
  readonly connection: string;
  /** Status of the answer, or what happened instead ("no answer: ECONNREFUSED"). */
  readonly outcome: string;
  readonly durationMs: number;
  /** Bytes of the answer's body as received. */
  readonly sizeBytes: number;
  readonly attempt: number;
}

export interface Log {
  request(line: RequestLine): void;
  info(message: string): void;
  warn(message: string): void;
  /** For bugs: logs the stack of an error that is not worded for the user. */
  bug(error: unknown): void;
}
