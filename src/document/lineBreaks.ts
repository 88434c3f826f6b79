// Line breaks and tabs in what is one line everywhere else: several cells were pasted into one.

import * as l10n from '@vscode/l10n';
import { isBodyField, isObjectField } from '../contract/fields.ts';
import { quotedId } from '../core/foreignText.ts';
import { isJson } from '../core/isJson.ts';
import { fieldsTolerantly, type JsonField } from './jsonFields.ts';

/** Ends a line of a file or a row of a table. A carriage return that a program has doubled ends only one. */
export const LINE_END = /\r{1,2}\n|\n|\r/;

const BREAK = /[\p{Cc}\u2028\u2029]/u;
/** JSON escapes nearly all of them. */
const BREAK_IN_JSON = /\\[btnfru]|[\u007f-\u009f\u2028\u2029]/;

/** Most documents need not be read for any. */
export function mayHaveBreak(json: string): boolean {
  return BREAK_IN_JSON.test(json);
}

export function hasLineBreak(text: string): boolean {
  return BREAK.test(text);
}

/** Why an ID makes no new group, as a sentence: nobody could type it again. A group that exists keeps such an ID. */
export function newIdProblem(userGroupId: string): string | undefined {
  if (!userGroupId.isWellFormed()) return l10n.t('It contains half of a surrogate pair.');
  if (!hasLineBreak(userGroupId)) return undefined;
  return l10n.t('The ID contains a line break, tab or other control character: {0}.', quotedId(userGroupId));
}

/** The fields of a document that are to be one line each, or a list of such, and are not. Never throws. */
export function brokenLines(text: string): { readonly field: JsonField; readonly words: string }[] {
  if (!mayHaveBreak(text)) return [];
  return fieldsTolerantly(text).fields.flatMap((field) => {
    const { key, valueText } = field;
    if ((isBodyField(key) && isObjectField(key)) || !isJson(valueText)) return [];
    const lines = [JSON.parse(valueText) as unknown].flat().filter((line) => typeof line === 'string');
    const broken = lines.find(hasLineBreak);
    if (broken === undefined) return [];
    const words = l10n.t(
      '{0} has a line break or tab, and may be several values: {1}.',
      quotedId(key),
      quotedId(broken),
    );
    return [{ field, words }];
  });
}
