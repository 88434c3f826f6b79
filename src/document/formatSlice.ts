// Formatting of JSON: of a whole text, or of one value within a document in the style that the document has.

import { format } from 'jsonc-parser';
import { applyEdits, smallestEdit, type TextEdit } from './textEdit.ts';
import { keyLineIndent, levelOf, lineBreakOf, USUAL } from './textLayout.ts';

export interface FormatStyle {
  /** What one level of nesting is indented by: a tab or spaces. */
  readonly level: string;
  /** Where the text itself has none. */
  readonly lineBreak: string;
}

/** White space only: every token stays as typed, and in its order. */
export function formatted(json: string, { level, lineBreak }: FormatStyle): string {
  const options = {
    insertSpaces: level !== '\t',
    tabSize: level.length,
    eol: lineBreak,
  };
  const edits = format(json, undefined, options);
  return applyEdits(
    json,
    edits.map(({ offset, length, content }) => ({ from: offset, to: offset + length, insert: content })),
  );
}

/**
 * The edits that format the value [from, to) of the text, in white space only: with the document's own indentation and
 * line break, two spaces where it shows none. What is not valid JSON is formatted as far as it can be read.
 */
export function formatSlice(text: string, from: number, to: number): TextEdit[] {
  const before = text.slice(from, to);
  const after = formatted(before, { level: levelOf(text), lineBreak: lineBreakOf(text) ?? USUAL.lineBreak });
  const indent = keyLineIndent(text, from);
  return spaceEdits(
    before,
    after.replace(/\r\n|\r|\n/g, (lineBreak) => lineBreak + indent),
  ).map((edit) => ({ from: from + edit.from, to: from + edit.to, insert: edit.insert }));
}

/** Both are the same but for white space. */
function spaceEdits(before: string, after: string): TextEdit[] {
  const edits: TextEdit[] = [];
  let [left, right] = [0, 0];
  while (left < before.length || right < after.length) {
    const [old, wanted] = [spaceAt(before, left), spaceAt(after, right)];
    const edit = smallestEdit(old, wanted);
    if (edit !== undefined) edits.push({ from: left + edit.from, to: left + edit.to, insert: edit.insert });
    left += old.length + 1;
    right += wanted.length + 1;
  }
  return edits;
}

function spaceAt(text: string, from: number): string {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1;
  return text.slice(from, at);
}
