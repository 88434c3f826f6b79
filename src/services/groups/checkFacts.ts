// All input of the check of a group, and what it finds: a possible cause, and what to do about it.

import type { Connection } from '../../core/connection.ts';
import type { OpenRotation, UserGroupRecord } from '../../core/userGroup.ts';
import type { SiblingFacts } from '../../document/softWarnings.ts';

/** Commands that a finding leads to, by the ends of their ids. */
export type CheckStep =
  | 'open'
  | 'getOrCreate'
  | 'update'
  | 'fetch'
  | 'discardDraft'
  | 'copyToken'
  | 'markAsDeployed'
  | 'resolveRotation'
  | 'findGroupByToken'
  | 'compareWith'
  | 'compareWithSent'
  | 'compareWithAnswered'
  | 'checkConnection'
  | 'editConnection'
  | 'reviewApiToken';

export interface Finding {
  readonly what: string;
  readonly next: string;
  /** What can be run at once. */
  readonly steps?: readonly CheckStep[];
}

/** All input of the check, without any request. */
export interface CheckFacts {
  readonly connection: Connection;
  readonly userGroupId: string;
  readonly record: UserGroupRecord | undefined;
  readonly mappingKnown: boolean;
  readonly isTokenReadable: boolean | undefined;
  readonly previousTokens: number;
  readonly openRotations: readonly OpenRotation[];
  readonly siblings: SiblingFacts;
  /** Sentences of the person's schemas about what was last sent. */
  readonly schemaErrors: readonly string[];
  /** Why nothing can be sent on the connection, and the next step. */
  readonly connectionTrouble: Finding | undefined;
  /** Ids that differ by letter case or edge space, on this connection. */
  readonly lookAlikes: readonly string[];
  /** Ids with a few typing errors' difference. */
  readonly nearMisses: readonly string[];
  /** Other connections that have a group of this id, as they are shown. */
  readonly alsoOn: readonly string[];
  readonly now: number;
  readonly redact: (text: string) => string;
}

/** One finding, or none. */
export function finding(what: string | false, next: string, ...steps: readonly CheckStep[]): Finding[] {
  return what === false ? [] : [{ what, next, steps }];
}
