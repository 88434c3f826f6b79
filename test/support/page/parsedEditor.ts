// An editor whose text is parsed completely, so that all is drawn that depends on its structure.

import { forceParsing } from '@codemirror/language';
import type { EditorView } from '@codemirror/view';

/** CodeMirror parses for at most 20 ms at once, which may not reach far on a slow machine, and goes on when idle. */
export function parse(view: EditorView): void {
  forceParsing(view, view.state.doc.length, 10_000);
}
