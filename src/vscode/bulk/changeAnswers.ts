// What Edit Multiple Groups… asks, and what its argument object answers.

import type { ObjectField } from '../../contract/fields.ts';

export type ChangeAction = 'set' | 'setByGroup' | 'rename' | 'copy' | 'remove';

export interface ChangeSubject {
  readonly action: ChangeAction;
  readonly field: ObjectField;
}

export interface ChangeAnswers {
  readonly what: ChangeSubject;
  readonly key: string;
  /** As `DocumentChange.value`. */
  readonly value: string;
  readonly to: string;
  readonly file: string;
  readonly idColumn: string;
  readonly valueColumn: string;
  readonly cells: 'text' | 'json';
}
