// Decodes an answer by schema (interface document, "Common response envelope" and "Resources and their fields").

import * as l10n from '@vscode/l10n';
import * as v from 'valibot';
import { ANSWER_FIELDS, ENVIRONMENT_TAGS, FIELDS, type AnswerField } from '../contract/fields.ts';
import { OPERATIONS } from '../contract/operations.ts';
import type { UserGroupAnswer } from '../core/userGroup.ts';
import { memberSlices } from './memberSlices.ts';
import { NotTheContract } from './notTheContract.ts';

const Answer = v.object({
  success: v.picklist([0, 1]),
});

const TOKEN = { token: v.pipe(v.string(), v.nonEmpty()) };
const TYPES = {
  string: v.optional(v.string()),
  number: v.optional(v.number()),
  // "JSON or null": any value.
  object: v.optional(v.unknown()),
  tag: v.optional(v.unknown()),
} as const;

const SuccessfulAnswer = v.object({
  new_user_group: v.optional(v.boolean()),
  user_group: v.object({
    ...TOKEN,
    ...Object.fromEntries(ANSWER_FIELDS.map((field) => [field, TYPES[FIELDS[field].type]])),
  }),
});

const ENVELOPE_NAMES = new Set<string>(Object.values(OPERATIONS).flatMap(({ envelope }) => envelope));
const GROUP_NAMES = new Set<string>([...ANSWER_FIELDS, 'token']);

export interface DecodedAnswer {
  readonly userGroup: UserGroupAnswer;
  readonly token: string;
  readonly isNew: boolean | undefined;
  readonly unknownFields: readonly string[];
}

/** `refused` when `success` is 0, regardless of the rest. @throws NotTheContract */
export function decodeAnswer(text: string): DecodedAnswer | 'refused' {
  if (text.trim() === '') throw new NotTheContract(l10n.t('The response is empty.'));
  const answer = parse(text);
  if (check(Answer, answer).success === 0) return 'refused';
  const { new_user_group: isNew, user_group } = check(SuccessfulAnswer, answer);
  const values: Readonly<Record<string, unknown>> = user_group;
  const members = memberSlices(text);
  const group = memberSlices(members.get('user_group') ?? '');
  return {
    userGroup: Object.fromEntries(
      ANSWER_FIELDS.map((field) => [FIELDS[field].inCode, fieldText(field, values[field], group.get(field))]),
    ),
    token: user_group.token,
    isNew,
    unknownFields: [
      ...[...members.keys()].filter((field) => !ENVELOPE_NAMES.has(field)),
      ...[...group.keys()].filter((field) => !GROUP_NAMES.has(field)).map((field) => `user_group.${field}`),
    ],
  };
}

/** Whether the service answers `success: 0`, with any status. */
export function isRefusal(text: string): boolean {
  return says(0, text);
}

/** Whether the service answers `success: 1`, with any status: the contract names no statuses of success. */
export function isSuccess(text: string): boolean {
  return says(1, text);
}

/** The group's token in an answer, regardless of the rest. */
export function tokenIn(text: string): string | undefined {
  try {
    return v.parse(v.object({ user_group: v.object(TOKEN) }), JSON.parse(text)).user_group.token;
  } catch {
    return undefined;
  }
}

function says(success: 0 | 1, text: string): boolean {
  try {
    return v.is(v.object({ success: v.literal(success) }), JSON.parse(text));
  } catch {
    return false;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NotTheContract(
      isCutShort(text) ? l10n.t('The response is JSON that was cut short.') : l10n.t('The response is not JSON.'),
    );
  }
}

/** Begins like an object and ends unlike one. */
function isCutShort(text: string): boolean {
  const trimmed = text.trim();
  return trimmed.startsWith('{') && !trimmed.endsWith('}');
}

function check<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const { path = [], input, expected } = result.issues[0];
  const keys = path.map(({ key }) => String(key));
  // To valibot an array is an object without the fields.
  const isInArray = Array.isArray(path.at(-1)?.input);
  if (isInArray) throw wrongType(keys.slice(0, -1), 'Object');
  if (input === undefined) throw new NotTheContract(l10n.t('The response has no "{0}".', keys.join('.')));
  if (input === '') throw new NotTheContract(l10n.t('"{0}" of the response is empty.', keys.join('.')));
  throw wrongType(keys, expected);
}

/** Values are never named: one of them may be a token. `expected` by valibot's own name. */
function wrongType(keys: readonly string[], expected: string | null): NotTheContract {
  const field = keys.join('.');
  if (keys.length === 0) return new NotTheContract(l10n.t('The response is not an object.'));
  return new NotTheContract(WRONG_TYPES[expected ?? '']?.(field) ?? l10n.t('"{0}" of the response is invalid.', field));
}

const WRONG_TYPES: Readonly<Record<string, (field: string) => string>> = {
  Object: (field) => l10n.t('"{0}" of the response is not an object.', field),
  boolean: (field) => l10n.t('"{0}" of the response is neither true nor false.', field),
  number: (field) => l10n.t('"{0}" of the response is not a number.', field),
  string: (field) => l10n.t('"{0}" of the response is not a string.', field),
  '(0 | 1)': (field) => l10n.t('"{0}" of the response is neither 0 nor 1.', field),
};

/** A string itself, or the JSON text as it came; the contract's tags as they are. */
function fieldText(field: AnswerField, value: unknown, slice: string | undefined): string | null | undefined {
  const { type } = FIELDS[field];
  if (type === 'string') return typeof value === 'string' ? value : undefined;
  if (slice === 'null') return null;
  return (type === 'tag' ? ENVIRONMENT_TAGS.find((tag) => slice === `"${tag}"`) : undefined) ?? slice;
}
