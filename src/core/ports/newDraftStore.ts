// Documents that no group exists for yet.

import type { NewDraft } from '../userGroup.ts';

export interface NewDraftStore {
  all(connectionId: string): NewDraft[];
  find(connectionId: string, number: number): NewDraft | undefined;
  add(connectionId: string, text: string, at: number): NewDraft;
  /** `undefined` for one that is not there any more: saving does not bring it back. */
  save(connectionId: string, number: number, text: string, at: number): NewDraft | undefined;
  remove(connectionId: string, number: number): void;
}
