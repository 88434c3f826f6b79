// The keys of an editor, as people know them from VS Code; but Tab moves the focus.

import { closeBracketsKeymap, closeCompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap } from '@codemirror/commands';
import { foldKeymap } from '@codemirror/language';
import { nextDiagnostic } from '@codemirror/lint';
import { findNext, findPrevious, gotoLine, openSearchPanel, searchKeymap } from '@codemirror/search';
import { EditorState, Prec, type Extension } from '@codemirror/state';
import { EditorView, keymap, type KeyBinding } from '@codemirror/view';

/** Sending belongs to the page, and JSON has no comments to toggle; Ctrl+G goes to a line in VS Code. */
const NOT_OURS = new Set(['Mod-Enter', 'Mod-/', 'Alt-A', 'Mod-g', 'Mod-Alt-g']);

/**
 * Tab writes nothing and leaves the editor, be a list of proposals open or not. Enter accepts a proposal; Ctrl+] and
 * Ctrl+[ indent.
 */
const bindings: readonly KeyBinding[] = [
  { key: 'Tab', run: closeList, shift: closeList },
  ...closeBracketsKeymap,
  ...completionKeymap,
  { key: 'Ctrl-g', run: gotoLine },
  { key: 'F3', run: findNext, shift: findPrevious, scope: 'editor search-panel' },
  { key: 'Ctrl-h', mac: 'Alt-Cmd-f', run: openSearchPanel },
  { key: 'F8', run: nextDiagnostic },
  ...searchKeymap,
  ...foldKeymap,
  ...defaultKeymap,
];

/** VS Code hears every key that goes on: what an editor has done must not be done a second time. */
export function editorKeys(format: () => boolean): Extension {
  const own = [{ key: 'Shift-Alt-f', run: format }, ...bindings].filter(
    ({ key }) => key === undefined || !NOT_OURS.has(key),
  );
  return [
    // VS Code's own for adding a cursor.
    EditorView.clickAddsSelectionRange.of((event) => event.altKey),
    EditorState.allowMultipleSelections.of(true),
    Prec.high(keymap.of(own.map((binding) => ({ ...binding, stopPropagation: true })))),
  ];
}

/** An open list would get the focus: a browser lets Tab into what can be scrolled. */
function closeList(view: EditorView): boolean {
  closeCompletion(view);
  return false;
}
