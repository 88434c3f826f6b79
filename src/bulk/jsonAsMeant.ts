// JSON with values that another program may have changed.

import { fieldsTolerantly } from '../document/jsonFields.ts';
import { removeMembers } from '../document/objectMembers.ts';
import { literalOf } from '../document/stringLiteral.ts';
import { applyEdits, type TextEdit } from '../document/textEdit.ts';
import { readTolerantly } from '../document/walkJson.ts';

/** Strings, numbers and the names of members are read by `read`. A member that stands for nothing is left out. */
export function jsonAsMeant(json: string, read: (value: string) => string): string {
  const edits: TextEdit[] = [];
  const emptied = new Set<string>();
  let key: string | undefined;
  let renamed: TextEdit | undefined;
  readTolerantly(json, {
    onKey: (name, from, to, depth) => {
      if (depth !== 1) return;
      key = name;
      const text = read(name);
      renamed = text === name || text === '' ? undefined : { from, to, insert: literalOf(text) };
      if (renamed !== undefined) edits.push(renamed);
    },
    onValue: (type, from, to, depth, literal) => {
      if (type !== 'string' && type !== 'number') return;
      const given = type === 'string' ? (literal as string) : json.slice(from, to);
      const text = read(given);
      if (text === given) return;
      if (text === '' && depth === 1 && key !== undefined) {
        emptied.add(key);
        if (renamed !== undefined) edits.pop();
      } else edits.push({ from, to, insert: text === '' ? 'null' : type === 'number' ? text : literalOf(text) });
    },
  });
  if (emptied.size > 0)
    edits.push(...removeMembers(json, fieldsTolerantly(json).fields, (member) => emptied.has(member.key)));
  return applyEdits(json, edits);
}
