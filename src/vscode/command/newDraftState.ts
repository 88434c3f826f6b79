// The state of a document that was not sent yet.

import type { GroupState } from '../../core/groupStatus.ts';
import type { NewDraft } from '../../core/userGroup.ts';
import { emptyDocument } from '../../document/writeDocument.ts';

/** Nothing has changed before somebody typed into it. */
export function newDraftState({ text, mtime }: Pick<NewDraft, 'text' | 'mtime'>): GroupState {
  return { mappingKnown: false, ...(text !== emptyDocument() && { draftAt: mtime }) };
}
