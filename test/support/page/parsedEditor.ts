// An editor whose text is parsed completely, so that all is drawn that depends on its structure.

import { forceParsing } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';

/** By itself CodeMirror parses for 20 ms at once, which a slow machine may not get far in, and later when it is idle. */
export function parse(view: EditorView): void {
  forceParsing(view, view.state.doc.length, 10_000);
}
