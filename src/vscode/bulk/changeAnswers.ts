// What Edit Multiple Groups… asks, and what its argument object answers.

import type { ChangedCells } from '../../bulk/changedCell.ts';
import type { ObjectField } from '../../contract/fields.ts';

export type ChangeAction = 'set' | 'setByGroup' | 'rename' | 'copy' | 'remove';

export type ChangeSubject =
  | { readonly action: ChangeAction; readonly field: ObjectField }
  /** A field that the service has beside those of the contract. */
  | { readonly action: 'set' | 'setByGroup'; readonly field: 'further' };

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
  /** Where another program may have changed cells. */
  readonly changedCells?: ChangedCells;
}
