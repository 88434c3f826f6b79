// JSON with values that another program may have changed.

import { fieldsTolerantly } from '../document/jsonFields.ts';
import { removeMembers } from '../document/objectMembers.ts';
import { literalOf } from '../document/stringLiteral.ts';
import { applyEdits, type TextEdit } from '../document/textEdit.ts';
import { readTolerantly } from '../document/walkJson.ts';

/** All strings are read by `read`. A member that stands for nothing is left out. */
export function jsonAsMeant(json: string, read: (value: string) => string): string {
  const edits: TextEdit[] = [];
  const emptied = new Set<string>();
  let key: string | undefined;
  readTolerantly(json, {
    onKey: (name, _start, _end, depth) => {
      if (depth === 1) key = name;
    },
    onValue: (_type, from, to, depth, literal) => {
      const text = typeof literal === 'string' ? read(literal) : '';
      if (typeof literal !== 'string' || text === literal) return;
      if (text === '' && depth === 1 && key !== undefined) emptied.add(key);
      else edits.push({ from, to, insert: text === '' ? 'null' : literalOf(text) });
    },
  });
  if (emptied.size > 0)
    edits.push(...removeMembers(json, fieldsTolerantly(json).fields, (member) => emptied.has(member.key)));
  return applyEdits(json, edits);
}
