// The list of one setting, changed within the text of settings.json: comments beside and between its entries stay.

import { findNodeAtLocation, getNodeValue, parseTree, type Node } from 'jsonc-parser';
import { isObject } from '../core/isObject.ts';
import { sameJson } from './difference.ts';
import { applyEdits, type TextEdit } from './textEdit.ts';
import { isMultiline, keyLineIndent, levelOf, lineBreakOf, USUAL } from './textLayout.ts';

type Path = readonly (string | number)[];

/** What the text has for the setting; `undefined` where it has no list for it. */
export function listIn(text: string, setting: string): unknown[] | undefined {
  const node = nodeAt(text, [setting]);
  return node?.type === 'array' ? (getNodeValue(node) as unknown[]) : undefined;
}

/** Whether writing the list of the setting anew would lose something that a user wrote. */
export function hasComments(text: string, setting: string): boolean {
  const node = nodeAt(text, [setting]);
  return node !== undefined && tokensBetween(text, node.offset, endOf(node)).some(({ token }) => token.startsWith('/'));
}

/**
 * The text with these entries in the list that it has for the setting. Only what differs is written.
 * @returns `undefined` where the text would not say so, as with a key that it has twice
 */
export function withList(text: string, setting: string, wanted: readonly unknown[]): string | undefined {
  const present = listIn(text, setting) ?? [];
  const most = Math.min(present.length, wanted.length);
  let first = 0;
  while (first < most && same(present[first], wanted[first])) first += 1;
  let last = 0;
  while (last < most - first && same(present.at(-1 - last), wanted.at(-1 - last))) last += 1;
  let changed = text;
  for (let index = first; index < wanted.length - last; index += 1)
    changed =
      index < present.length - last
        ? withValue(changed, [setting, index], wanted[index])
        : withMember(changed, [setting], index, undefined, wanted[index]);
  for (let index = wanted.length; index < present.length; index += 1)
    changed = withoutMember(changed, [setting], wanted.length - last);
  return same(listIn(changed, setting), wanted) ? changed : undefined;
}

/** Fields of an object are changed one by one. */
function withValue(text: string, path: Path, wanted: unknown): string {
  const node = nodeAt(text, path);
  if (node === undefined || same(getNodeValue(node), wanted)) return text;
  if (node.type !== 'object' || !isObject(wanted))
    return applyEdits(text, [
      { from: node.offset, to: endOf(node), insert: written(text, wanted, keyLineIndent(text, node.offset)) },
    ]);
  const names = (node.children ?? []).map(({ children }) => children?.[0]?.value as string);
  let changed = text;
  for (let index = names.length - 1; index >= 0; index -= 1)
    if (wanted[names[index] ?? ''] === undefined) changed = withoutMember(changed, path, index);
  for (const [name, value] of Object.entries(wanted).filter(([, each]) => each !== undefined))
    changed = names.includes(name)
      ? withValue(changed, [...path, name], value)
      : withMember(changed, path, Infinity, name, value);
  return changed;
}

/** A further member of the array or object, before the one at `index`. After the last one, it stands below comments. */
function withMember(text: string, path: Path, index: number, name: string | undefined, value: unknown): string {
  const parent = nodeAt(text, path);
  if (parent === undefined) return text;
  const { children = [] } = parent;
  const [next, last] = [children[index], children.at(-1)];
  const inside = text.slice(parent.offset + 1, children[0]?.offset ?? parent.offset + 1);
  const indent = keyLineIndent(text, parent.offset);
  const lineBreak = lineBreakOf(text) ?? USUAL.lineBreak;
  const own = children[0] === undefined ? indent + levelOf(text) : keyLineIndent(text, children[0].offset);
  const close = endOf(parent) - 1;
  const rest = tokensBetween(text, last === undefined ? parent.offset + 1 : endOf(last), close);
  // Behind a comment to the end of its line, all would belong to it.
  const isInLines =
    (next === undefined && rest.at(-1)?.token.startsWith('//') === true) ||
    isMultiline(last === undefined ? text : inside);
  const space = isInLines ? lineBreak + own : ' ';
  const key = name === undefined ? '' : `${JSON.stringify(name)}${USUAL.colon}`;
  const member = key + (isInLines ? written(text, value, own) : JSON.stringify(value));
  if (next !== undefined)
    return applyEdits(text, [{ from: next.offset, to: next.offset, insert: `${member},${space}` }]);
  const place = rest.at(-1)?.end ?? (last === undefined ? parent.offset + 1 : endOf(last));
  const hasComma = rest.some(({ token }) => token === ',');
  const ending = last === undefined && isInLines && !isMultiline(text.slice(place, close)) ? lineBreak + indent : '';
  return applyEdits(text, [
    ...(last === undefined || hasComma ? [] : [{ from: endOf(last), to: endOf(last), insert: ',' }]),
    { from: place, to: place, insert: space + member + (hasComma ? ',' : '') + ending },
  ]);
}

/** Goes with its comma, and with its lines where nothing else stands on them. */
function withoutMember(text: string, path: Path, index: number): string {
  const parent = nodeAt(text, path);
  const { children = [] } = parent ?? {};
  const [before, member, next] = [children[index - 1], children[index], children[index + 1]];
  if (parent === undefined || member === undefined) return text;
  const comma = (from: number, to: number): TextEdit[] =>
    tokensBetween(text, from, to)
      .filter(({ token }) => token === ',')
      .map(({ start, end }) => ({ from: start, to: end, insert: '' }));
  const after = comma(endOf(member), next?.offset ?? endOf(parent) - 1);
  const isAdjacent = after[0]?.from === endOf(member);
  let [from, to] = [member.offset, isAdjacent ? endOf(member) + 1 : endOf(member)];
  const lead = /(?:\r\n|\r|\n)[ \t]*$/.exec(text.slice(0, from));
  if (lead !== null && /^[ \t]*(?:\r|\n)/.test(text.slice(to))) from = lead.index;
  else if (next !== undefined) to += /^[ \t]*/.exec(text.slice(to))?.[0].length ?? 0;
  return applyEdits(text, [
    ...(before !== undefined && next === undefined ? comma(endOf(before), member.offset) : []),
    { from, to, insert: '' },
    ...(isAdjacent ? [] : after),
  ]);
}

function written(text: string, value: unknown, indent: string): string {
  const lineBreak = lineBreakOf(text);
  if (lineBreak === undefined) return JSON.stringify(value);
  return JSON.stringify(value, undefined, levelOf(text)).replaceAll('\n', lineBreak + indent);
}

/** What stands between values, and strings, in which nothing of it does. */
const TOKEN = /"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[^]*?\*\/|,/g;

function tokensBetween(text: string, from: number, to: number): { token: string; start: number; end: number }[] {
  return Array.from(text.slice(from, to).matchAll(TOKEN), ({ 0: token, index }) => ({
    token,
    start: from + index,
    end: from + index + token.length,
  }));
}

function nodeAt(text: string, path: Path): Node | undefined {
  const root = parseTree(text, undefined, { allowTrailingComma: true });
  return root && findNodeAtLocation(root, [...path]);
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** As JSON, in whatever order their fields are. */
function same(a: unknown, b: unknown): boolean {
  return sameJson(JSON.stringify([a]), JSON.stringify([b]));
}
