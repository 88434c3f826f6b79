// The keys of an editor: whoever leaves it by keyboard changes nothing in it.

import assert from 'node:assert/strict';
import { EditorState } from '@codemirror/state';
import { keymap, type KeyBinding } from '@codemirror/view';
import { editorKeys } from '../../../src/form/editorKeys.ts';

function bindings(): readonly KeyBinding[] {
  const state = EditorState.create({ extensions: editorKeys(() => true) });
  return state.facet(keymap).flat();
}

const keys = (): (string | undefined)[] => bindings().map(({ key }) => key);

describe('The keys of an editor', () => {
  it('leave Tab and Shift+Tab to the page, where they move the focus', () => {
    assert.deepEqual(keys().filter((key) => key?.split('-').at(-1) === 'Tab'), []);
  });

  it('accept a completion by Enter, and close its list by Escape', () => {
    assert.ok(keys().includes('Enter') && keys().includes('Escape'));
  });

  it('indent and outdent by the keys that VS Code has for it', () => {
    assert.deepEqual(['Mod-]', 'Mod-['].filter((key) => !keys().includes(key)), []);
  });
});
