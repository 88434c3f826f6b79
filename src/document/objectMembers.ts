// Members of an object in a text, inserted and removed: each by one edit, and written as its neighbours are.

import { trimTrailing } from '../core/trimming.ts';
import type { JsonField } from './jsonFields.ts';
import { smallestEdit, type TextEdit } from './textEdit.ts';
import { isMultiline, lineBreakOf, USUAL, type Layout } from './textLayout.ts';

export interface NewMember {
  /** JSON text, both. */
  readonly keyText: string;
  readonly valueText: string;
}

/**
 * Makes the new member the one at `index`, the number of members at most. `text` is valid JSON of an object that has
 * these members.
 * @param layout for an object without members; it stays on its line, or its lines, when absent.
 */
export function insertMember(
  text: string,
  members: readonly JsonField[],
  index: number,
  member: NewMember,
  layout?: Layout,
): TextEdit {
  const before = members[index - 1];
  if (before !== undefined) {
    const insert = separator(text, members, index - 1) + written(text, member, before);
    return { from: valueEnd(before), to: valueEnd(before), insert };
  }
  const first = members[0];
  if (first === undefined) return insertOnly(text, member, layout ?? ownLayout(text));
  return {
    from: first.keyStart,
    to: first.keyStart,
    insert: written(text, member, first) + separator(text, members, 0),
  };
}

/**
 * Takes the member out with the comma that it no longer needs, and the white space about it. `text` as for
 * `insertMember`.
 */
export function removeMember(text: string, members: readonly JsonField[], index: number): TextEdit {
  const [before, removed, after] = [members[index - 1], members[index], members[index + 1]];
  if (removed === undefined) throw new RangeError(`There is no member ${index} to remove`);
  if (before !== undefined) return { from: valueEnd(before), to: valueEnd(removed), insert: '' };
  if (after !== undefined) return { from: removed.keyStart, to: after.keyStart, insert: '' };
  return { from: text.indexOf('{') + 1, to: text.lastIndexOf('}'), insert: '' };
}

/** The same of all that are to be taken out. */
export function removeMembers(
  text: string,
  members: readonly JsonField[],
  isRemoved: (member: JsonField) => boolean,
): TextEdit[] {
  const kept = members.findIndex((member) => !isRemoved(member));
  const [first, firstKept] = [members[0], members[kept]];
  if (firstKept === undefined) return [{ from: text.indexOf('{') + 1, to: text.lastIndexOf('}'), insert: '' }];
  const behind = members.flatMap((member, index) =>
    index > kept && isRemoved(member) ? [removeMember(text, members, index)] : [],
  );
  return first === undefined || kept === 0
    ? behind
    : [{ from: first.keyStart, to: firstKept.keyStart, insert: '' }, ...behind];
}

function insertOnly(
  text: string,
  { keyText, valueText }: NewMember,
  { lineBreak, indent, level, colon }: Layout,
): TextEdit {
  const [from, to] = [text.indexOf('{') + 1, text.lastIndexOf('}')];
  const inside = text.slice(from, to);
  const member = keyText + colon + valueText;
  if (lineBreak === undefined) return { from: to, to, insert: member + inside };
  const change = smallestEdit(inside, lineBreak + indent + level + member + lineBreak + indent);
  return { from: from + (change?.from ?? 0), to: from + (change?.to ?? 0), insert: change?.insert ?? '' };
}

/** What an object without members shows by itself. */
function ownLayout(text: string): Layout {
  const inside = text.slice(text.indexOf('{') + 1, text.lastIndexOf('}'));
  return { ...USUAL, lineBreak: lineBreakOf(inside), indent: afterLineBreaks(inside) };
}

/** What parts a member from the next one, or would. */
function separator(text: string, members: readonly JsonField[], index: number): string {
  const [before, member, after] = [members[index - 1], members[index], members[index + 1]];
  if (member !== undefined && after !== undefined) return between(text, member, after);
  if (before !== undefined && member !== undefined) return between(text, before, member);
  const space = text.slice(text.indexOf('{') + 1, member?.keyStart);
  if (isMultiline(space)) return `,${withOneLineBreak(space)}`;
  return member !== undefined && /\s$/.test(colonOf(text, member)) ? ', ' : `,${space}`;
}

function between(text: string, member: JsonField, next: JsonField): string {
  return text.slice(valueEnd(member), next.keyStart).split(',').map(withOneLineBreak).join(',');
}

/** Blank lines belong to what stands there already. */
function withOneLineBreak(space: string): string {
  return /(?:\r\n|\r|\n)[ \t]*$/.exec(space)?.[0] ?? space;
}

function afterLineBreaks(space: string): string {
  return space.slice(trimTrailing(space, ' \t').length);
}

function written(text: string, { keyText, valueText }: NewMember, neighbour: JsonField): string {
  const colon = colonOf(text, neighbour);
  return keyText + (isMultiline(colon) ? USUAL.colon : colon) + valueText;
}

function colonOf(text: string, { keyStart, keyText, valueStart }: JsonField): string {
  return text.slice(keyStart + keyText.length, valueStart);
}

function valueEnd({ valueStart, valueText }: JsonField): number {
  return valueStart + valueText.length;
}
