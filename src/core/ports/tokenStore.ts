// Tokens of groups that are replaced.

import type { SealedToken } from '../userGroup.ts';

export interface ReplacedToken {
  readonly sealed: SealedToken;
  readonly issuedAt: number;
  readonly replacedAt: number;
}
