// Describes what an answer looks like, without its values: an answer that is not understood may hold an unseen token.

import * as l10n from '@vscode/l10n';
import { grouped, isOne } from '../core/language.ts';
import { isObject } from '../core/isObject.ts';

/** Names that are shown. The rest is counted. */
const MOST_NAMES = 12;

/** Words of letters, as a contract would call a field. Anything else may be a value that serves as a name. */
const LIKE_A_FIELD = /^(?=.{1,32}$)[A-Za-z]?[a-z]{1,15}(?:[_-]?[A-Z]?[a-z]{1,15}){0,4}$/;

/**
 * What came: "an object of 47 bytes with the fields success, user_group, user_group.name".
 * @param object the field whose fields are named as well
 */
export function answerShape(text: string, sizeBytes: number, object: string): string {
  const value = parsed(text);
  const size = sizeText(sizeBytes);
  if (value === undefined) return size;
  if (Array.isArray(value)) return l10n.t('an array of {0}', size);
  if (!isObject(value)) return l10n.t('JSON of {0}', size);
  const names = [...fieldNames(value), ...fieldNames(value[object], `${object}.`)];
  if (names.length === 0) return l10n.t('an object of {0} without fields', size);
  const shown = names.filter((name) => name !== undefined).slice(0, MOST_NAMES);
  const [others, listed] = [names.length - shown.length, shown.join(', ')];
  return others > 0
    ? l10n.t('an object of {0} with the fields {1} and {2} more', size, listed, grouped(others))
    : l10n.t('an object of {0} with the fields {1}', size, listed);
}

function sizeText(bytes: number): string {
  return isOne(bytes) ? l10n.t('1 byte') : l10n.t('{0} bytes', grouped(bytes));
}

/** The field's name if it looks like one. Otherwise a placeholder that cannot be a secret. */
function shownFieldName(name: string): string | undefined {
  return LIKE_A_FIELD.test(name) ? name : undefined;
}

function fieldNames(value: unknown, before = ''): (string | undefined)[] {
  return isObject(value)
    ? Object.keys(value).map((name) => (shownFieldName(name) === undefined ? undefined : before + name))
    : [];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
