// Checks of settings that the user may have typed by hand. A misspelled field must not be ignored silently, so an
// unknown one is reported, too.

import * as l10n from '@vscode/l10n';
import { foreignText } from '../../core/foreignText.ts';
import { isObject } from '../../core/isObject.ts';

/** Why a value cannot stand at its place, and where in it that is. */
export interface FieldProblem {
  /** A sentence. */
  readonly reason: string;
  readonly path: readonly (string | number)[];
  /** The name of the field is wrong, and not its value. */
  readonly isName?: true;
}

/** Why the value cannot stand at this place ("operations.update.path"), or `undefined`. A text is about all of it. */
export type Check = (value: unknown, place: string) => FieldProblem | string | undefined;

/** Turns a problem of a field's value into one of the value that has this field. */
export function within(field: string, problem: FieldProblem | string | undefined): FieldProblem | undefined {
  if (problem === undefined) return undefined;
  return typeof problem === 'string'
    ? { reason: problem, path: [field] }
    : { ...problem, path: [field, ...problem.path] };
}

export const aText: Check = (value, place) =>
  typeof value === 'string' && value !== '' ? undefined : l10n.t('"{0}" must be a string.', place);

export const aCount: Check = (value, place) =>
  Number.isInteger(value) && (value as number) > 0 ? undefined : l10n.t('"{0}" must be an integer above 0.', place);

export const aFlag: Check = (value, place) =>
  typeof value === 'boolean' ? undefined : l10n.t('"{0}" must be true or false.', place);

export const aRecord: Check = (value, place) =>
  isObject(value) ? undefined : l10n.t('"{0}" must be an object.', place);

export function oneOf(...allowed: readonly string[]): Check {
  return (value, place) =>
    typeof value === 'string' && allowed.includes(value)
      ? undefined
      : l10n.t('"{0}" must be one of these: {1}.', place, allowed.map((word) => `"${word}"`).join(', '));
}

/** An object of these fields, each of which may be absent. */
export function objectOf(checks: Readonly<Record<string, Check>>): Check {
  return (value, place) => {
    if (!isObject(value)) return aRecord(value, place);
    return fieldsProblem(value, checks, `${place}.`);
  };
}

/** An object with any such names. */
export function recordOf(isName: Check, check: Check): Check {
  return (value, place) => {
    if (!isObject(value)) return aRecord(value, place);
    for (const [name, field] of Object.entries(value)) {
      const here = `${place}.${foreignText(name, 40)}`;
      const misnamed = within(name, isName(name, here));
      const problem =
        misnamed === undefined ? within(name, check(field, here)) : { ...misnamed, isName: true as const };
      if (problem !== undefined) return problem;
    }
    return undefined;
  };
}

/** @param before the place of the object, with a dot behind it */
export function fieldsProblem(
  fields: Readonly<Record<string, unknown>>,
  checks: Readonly<Record<string, Check>>,
  before = '',
): FieldProblem | undefined {
  const unknown = Object.keys(fields).find((field) => !Object.hasOwn(checks, field));
  if (unknown !== undefined)
    return { reason: l10n.t('Unknown field "{0}".', before + foreignText(unknown, 40)), path: [unknown], isName: true };
  for (const [field, check] of Object.entries(checks)) {
    const problem = fields[field] === undefined ? undefined : within(field, check(fields[field], before + field));
    if (problem !== undefined) return problem;
  }
  return undefined;
}
