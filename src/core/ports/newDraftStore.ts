// Drafts of groups that do not exist yet.

import type { NewDraft } from '../userGroup.ts';

export interface NewDraftStore {
  all(connectionId: string): NewDraft[];
  find(connectionId: string, number: number): NewDraft | undefined;
  add(connectionId: string, text: string, at: number): NewDraft;
  /**
   * `undefined` when it no longer exists: saving does not recreate it. @throws UserGroupsError `conflict` when `over` is
   * not its `mtime` any more
   */
  save(connectionId: string, number: number, text: string, at: number, over?: number): NewDraft | undefined;
  remove(connectionId: string, number: number): void;
}
