// The fields of a document as other code gives them, in a command's argument object; objects also as JSON text.

import * as l10n from '@vscode/l10n';
import { EDITABLE_FIELDS, FIELDS, isObjectField, type ObjectField } from '../contract/fields.ts';
import { isFurtherValue } from '../contract/furtherFields.ts';
import type { RequestNames } from '../contract/serviceApi.ts';
import { UserGroupsError } from '../core/errors.ts';
import { strictObject } from './jsonFields.ts';
import { TYPE_EXPECTED, type GroupFields } from './userGroupDocument.ts';
import { DEEPEST } from './walkJson.ts';

/**
 * JSON text of the argument (public interface, "Commands"): text as given, an object as `JSON.stringify` writes it.
 * @throws UserGroupsError `invalid` when it is not strict JSON of an object, or an object that JSON cannot carry
 * unchanged.
 */
export function jsonFromArgument(value: unknown, field: ObjectField): string {
  if (typeof value === 'string') return strictObject(value, field);
  if (!isPlain(value) || Array.isArray(value))
    throw unfaithful(field, l10n.t('"{0}" is neither an object nor JSON text.', field));
  refuseUnfaithful(value, field, 1);
  return JSON.stringify(value);
}

/**
 * The fields that an argument object gives, but for the id; its texts are texts.
 * @throws UserGroupsError like `jsonFromArgument`; of a further field also when it is of another type
 */
export function fieldsFromArgument(
  argument: Readonly<Record<string, unknown>>,
  { fields = {} }: RequestNames,
): GroupFields {
  const further = Object.entries(fields).flatMap(([name, { type }]): [string, string][] => {
    if (argument[name] === undefined) return [];
    const value = argument[name];
    if (!isFurtherValue(type, value)) throw new UserGroupsError('invalid', TYPE_EXPECTED[type](name));
    return [[name, JSON.stringify(value)]];
  });
  const ofContract: GroupFields = Object.fromEntries(
    EDITABLE_FIELDS.filter((field) => argument[field] !== undefined).map((field) => {
      const value = argument[field];
      return [FIELDS[field].inCode, isObjectField(field) ? jsonFromArgument(value, field) : String(value)] as const;
    }),
  );
  return further.length === 0 ? ofContract : { ...ofContract, further: Object.fromEntries(further) };
}

/** Whatever `JSON.stringify` would drop or change. A cycle ends at the depth limit. */
function refuseUnfaithful(value: unknown, field: ObjectField, depth: number): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number') {
    refuseUnfaithfulNumber(value, field);
    return;
  }
  if (!isPlain(value))
    throw unfaithful(
      field,
      typeof value === 'object'
        ? l10n.t('"{0}" contains an object that is not plain data.', field)
        : l10n.t('"{0}" contains a value of type {1}.', field, typeof value),
    );
  if (depth === DEEPEST)
    throw unfaithful(field, l10n.t('"{0}" nests more than {1} levels deep, or contains itself.', field, DEEPEST));
  // `Array.from` also visits the holes of an array.
  for (const item of Array.isArray(value) ? Array.from<unknown>(value) : Object.values(value)) {
    refuseUnfaithful(item, field, depth + 1);
  }
}

function refuseUnfaithfulNumber(value: number, field: ObjectField): void {
  const isUnsafe = Number.isInteger(value) && !Number.isSafeInteger(value);
  if (isUnsafe)
    throw unfaithful(field, l10n.t('"{0}" contains an integer beyond 2^53, which is not exact as a number.', field));
  if (!Number.isFinite(value))
    throw unfaithful(field, l10n.t('"{0}" contains a number that JSON doesn\'t allow.', field));
  if (Object.is(value, -0)) throw unfaithful(field, l10n.t('"{0}" contains -0, which would be sent as 0.', field));
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}

function unfaithful(field: ObjectField, happened: string): UserGroupsError {
  return new UserGroupsError('invalid', happened, l10n.t('Give {0} as JSON text, which is sent as written.', field));
}
