// The keys of an editor: whoever leaves it by keyboard changes nothing in it.

import '../../support/page/dom.ts';
import assert from 'node:assert/strict';
import { autocompletion } from '@codemirror/autocomplete';
import { EditorState, type Transaction, type TransactionSpec } from '@codemirror/state';
import { EditorView, keymap, type KeyBinding } from '@codemirror/view';
import { editorKeys } from '../../../src/form/jsonEditor.ts';
import { standIn } from '../../support/standIn.ts';

const stateWith = (format = (): boolean => true): EditorState => EditorState.create({ extensions: editorKeys(format) });

const bindings = (): readonly KeyBinding[] => stateWith().facet(keymap).flat();

const keys = (): (string | undefined)[] => bindings().map(({ key }) => key);

describe('The keys of an editor', () => {
  it('write nothing by Tab and Shift+Tab, and leave both to the page, where they move the focus', () => {
    const commands = bindings()
      .filter(({ key }) => key?.split('-').at(-1) === 'Tab')
      .flatMap(({ run, shift }) => [run, shift]);
    let state = EditorState.create({ doc: '{"40": "213"}', selection: { anchor: 9 }, extensions: autocompletion() });
    const view = standIn<EditorView>({
      get state() {
        return state;
      },
      dispatch: (...specs: readonly (TransactionSpec | readonly Transaction[])[]) => {
        state = state.update(...specs.flat()).state;
      },
    });
    const results = commands.map((command) => command?.(view));
    assert.deepEqual([results, state.doc.toString()], [[false, false], '{"40": "213"}']);
  });

  it('accept a completion by Enter, and close its list by Escape', () => {
    assert.ok(keys().includes('Enter') && keys().includes('Escape'));
  });

  it('indent and outdent by the keys that VS Code has for it', () => {
    assert.deepEqual(
      ['Mod-]', 'Mod-['].filter((key) => !keys().includes(key)),
      [],
    );
  });

  it('format by the key that VS Code has for it', () => {
    let formatted = 0;
    const own = stateWith(() => {
      formatted += 1;
      return true;
    });
    const [binding] = own.facet(keymap).flat();
    assert.deepEqual([binding?.key, binding?.run?.(standIn<EditorView>({})), formatted], ['Shift-Alt-f', true, 1]);
  });

  it('are heard by nobody else, and none of the page is among them', () => {
    assert.deepEqual(
      bindings().filter(({ stopPropagation }) => stopPropagation !== true),
      [],
    );
    assert.deepEqual(
      ['Mod-Enter', 'Mod-/', 'Alt-A', 'Mod-g', 'Mod-Alt-g'].filter((key) => keys().includes(key)),
      [],
    );
  });

  it('add a cursor by a click with Alt alone', () => {
    const [adds] = stateWith().facet(EditorView.clickAddsSelectionRange);
    assert.deepEqual(
      [{ altKey: true }, { ctrlKey: true }].map((held) => adds?.(new window.MouseEvent('mousedown', held))),
      [true, false],
    );
    assert.equal(stateWith().facet(EditorState.allowMultipleSelections), true);
  });
});
