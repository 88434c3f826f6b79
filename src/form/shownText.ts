// The text of an input, kept as the document says without moving the cursor that stands in it: `<input
// ${shownText(text)}>`.

import { noChange } from 'lit-html';
import { Directive, directive, type ElementPart } from 'lit-html/directive.js';
import { smallestEdit } from '../document/textEdit.ts';

class ShownText extends Directive {
  // Says what the directive is given.
  override render(_text: string): typeof noChange {
    return noChange;
  }

  /** At every drawing: what the input holds is what was typed, not what was drawn last. */
  override update({ element }: ElementPart, [text]: [string]): typeof noChange {
    showText(element as HTMLInputElement, text);
    return noChange;
  }
}

export const shownText = directive(ShownText);

/** The selection stays at the characters where it was. */
export function showText(input: HTMLInputElement, text: string): void {
  const edit = smallestEdit(input.value, text);
  if (edit === undefined) return;
  const { selectionStart, selectionEnd } = input;
  const after = (offset: number): number =>
    offset <= edit.from ? offset : Math.max(edit.from, offset - (edit.to - edit.from)) + edit.insert.length;
  input.value = text;
  if (document.activeElement === input) input.setSelectionRange(after(selectionStart ?? 0), after(selectionEnd ?? 0));
}
