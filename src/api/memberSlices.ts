// Slices the members of a JSON object from its text, so that reading changes nothing.

import * as l10n from '@vscode/l10n';
import { visit } from 'jsonc-parser';
import { NotTheContract } from './notTheContract.ts';

/** Levels of nesting that are read: the parser recurses. */
const DEEPEST = 1000;

/**
 * Each value as it is written. Of a repeated key the last counts, as in `JSON.parse`.
 * @param text valid JSON, an object.
 * @throws NotTheContract when it nests too deep.
 */
export function memberSlices(text: string): Map<string, string> {
  const members = new Map<string, string>();
  let depth = 0;
  let key = '';
  let start = 0;
  const begin = (offset: number): void => {
    if (depth === DEEPEST) throw new NotTheContract(l10n.t('The response nests more than {0} levels deep.', DEEPEST));
    if (depth === 1) start = offset;
    depth += 1;
  };
  const end = (offset: number, length: number): void => {
    depth -= 1;
    if (depth === 1) members.set(key, text.slice(start, offset + length));
  };
  visit(text, {
    onObjectBegin: begin,
    onObjectEnd: end,
    onArrayBegin: begin,
    onArrayEnd: end,
    onObjectProperty: (name) => {
      if (depth === 1) key = name;
    },
    onLiteralValue: (_value, offset, length) => {
      if (depth === 1) members.set(key, text.slice(offset, offset + length));
    },
  });
  return members;
}
