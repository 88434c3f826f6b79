// Decodes an answer by schema (interface document, "Common response envelope" and "Resources and their fields").

import * as l10n from '@vscode/l10n';
import { createScanner } from 'jsonc-parser';
import * as v from 'valibot';
import {
  ANSWER_FIELDS,
  ENVIRONMENT_TAGS,
  FIELDS,
  LONGEST,
  MOST_ENTRIES,
  OBJECT_FIELDS,
  type AnswerField,
  type ObjectField,
} from '../contract/fields.ts';
import { isOfFurtherType, type FurtherField } from '../contract/furtherFields.ts';
import { envelopeOf, type ResponseNames, type ServiceApi } from '../contract/serviceApi.ts';
import { isObject } from '../core/isObject.ts';
import { grouped } from '../core/language.ts';
import type { OddGroup } from '../core/ports/client.ts';
import type { UserGroupAnswer } from '../core/userGroup.ts';
import { memberSlices } from './memberSlices.ts';
import { notJson, NotTheContract } from './notTheContract.ts';

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

/** What a service calls its fields. */
export type AnswerApi = Pick<ServiceApi, 'request' | 'response'>;

/** The object of an answer, and one of a list. */
export interface DecodedGroup {
  readonly userGroup: UserGroupAnswer;
  readonly token: string;
}

export interface DecodedAnswer extends DecodedGroup {
  readonly isNew: boolean | undefined;
  readonly unknownFields: readonly string[];
}

/** `refused` when `success` is 0, regardless of the rest. @throws NotTheContract */
export function decodeAnswer(text: string, api: AnswerApi): DecodedAnswer | 'refused' {
  const { response: names } = api;
  if (text.trim() === '') throw new NotTheContract(l10n.t('The response is empty.'));
  const answer = parse(text);
  if (check(Answer, answer).success === 0) return 'refused';
  const { readAnswer, envelope, group } = formOf(api);
  const { isNew, userGroup } = readAnswer(answer);
  const members = memberSlices(text);
  const slices = memberSlices(members.get(names.object) ?? '');
  return {
    ...groupIn(userGroup, slices, api),
    isNew,
    unknownFields: [
      ...[...members.keys()].filter((field) => !envelope.has(field)),
      ...[...slices.keys()].filter((field) => !group.has(field)).map((field) => `${names.object}.${field}`),
    ],
  };
}

/** In characters: of a longer one nothing is read. */
const LONGEST_GROUP = 5 * LONGEST.object;
const MOST_OF_GROUP = 5 * MOST_ENTRIES;

/** One object of a list: JSON. @throws NotTheContract */
export function decodeGroup(text: string, api: AnswerApi): DecodedGroup {
  if (text.length > LONGEST_GROUP)
    throw new NotTheContract(l10n.t('The group has more than {0} characters.', grouped(LONGEST_GROUP)));
  if (hasMoreEntries(text, MOST_OF_GROUP))
    throw new NotTheContract(l10n.t('The group has more than {0} entries.', grouped(MOST_OF_GROUP)));
  return groupIn(formOf(api).readGroup(parse(text)), memberSlices(text), api);
}

function groupIn(read: ReadGroup, slices: ReadonlyMap<string, string>, api: AnswerApi): DecodedGroup {
  const { fields, further, computed, types } = formOf(api);
  for (const [name, type] of types) {
    const value = read[name];
    const { length } = typeof value === 'string' ? value : (slices.get(name) ?? '');
    // Before anything is computed of it.
    if (length > LONGEST[type])
      throw new NotTheContract(l10n.t('"{0}" has more than {1} characters.', name, grouped(LONGEST[type])));
    if (isObject(value) && hasMoreEntries(slices.get(name) ?? '', MOST_ENTRIES))
      throw new NotTheContract(l10n.t('"{0}" has more than {1} entries.', name, grouped(MOST_ENTRIES)));
  }
  const texts = fields.map(([field, name]) => [FIELDS[field].inCode, fieldText(field, read[name], slices.get(name))]);
  const others = further.flatMap(([name, answered, type]): [string, string][] => {
    const slice = slices.get(answered);
    // Anything else could not stand in a document: it is known that the group has no such value.
    return slice === undefined ? [] : [[name, isOfFurtherType(type, slice) ? slice : 'null']];
  });
  const objects = computed.flatMap(([field, name]): [ObjectField, string][] => {
    const slice = slices.get(name);
    // Null, or anything else, adds nothing.
    return slice === undefined ? [] : [[field, slice.startsWith('{') ? slice : '{}']];
  });
  return {
    userGroup: {
      ...Object.fromEntries(texts),
      ...(others.length > 0 && { further: Object.fromEntries(others) }),
      ...(objects.length > 0 && { computed: Object.fromEntries(objects) }),
    } as UserGroupAnswer,
    token: read.token,
  };
}

/** Of members and elements at any depth: on their number depends how long it takes to work with a JSON text. */
function hasMoreEntries(json: string, most: number): boolean {
  // Each has a character of its own: a comma after it, or the bracket of the object or array where it is the last.
  if (json.length <= most) return false;
  const scanner = createScanner(json, true);
  let entries = 0;
  // Only the end of the text is a token without length.
  for (scanner.scan(); scanner.getTokenLength() > 0 && entries <= most; scanner.scan())
    if (',[{'.includes(json.charAt(scanner.getTokenOffset()))) entries += 1;
  return entries > most;
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
export function tokenIn(text: string, { object }: ResponseNames): string | undefined {
  try {
    return v.parse(v.object({ [object]: v.object(TOKEN) }), JSON.parse(text))[object]?.token;
  } catch {
    return undefined;
  }
}

/** ID and token of a group that is odd otherwise, as far as they are texts. */
export function identityIn(text: string, { id }: ResponseNames): Pick<OddGroup, 'userGroupId' | 'token'> {
  const textOf = (value: unknown): string | undefined =>
    typeof value === 'string' && value !== '' ? value : undefined;
  try {
    const group: unknown = JSON.parse(text);
    return isObject(group) ? { userGroupId: textOf(group[id]), token: textOf(group.token) } : {};
  } catch {
    return {};
  }
}

function says(success: 0 | 1, text: string): boolean {
  try {
    return v.is(v.object({ success: v.literal(success) }), JSON.parse(text));
  } catch {
    return false;
  }
}

interface ReadGroup {
  readonly token: string;
  readonly [field: string]: unknown;
}

interface SuccessfulAnswer {
  readonly isNew: boolean | undefined;
  readonly userGroup: ReadGroup;
}

/** An answer of one service: made once, since every call decodes one. */
interface AnswerForm {
  /** @throws NotTheContract */
  readonly readAnswer: (answer: unknown) => SuccessfulAnswer;
  /** @throws NotTheContract */
  readonly readGroup: (group: unknown) => ReadGroup;
  readonly fields: readonly (readonly [field: AnswerField, name: string])[];
  readonly further: readonly (readonly [name: string, answered: string, type: FurtherField['type']])[];
  readonly computed: readonly (readonly [field: ObjectField, name: string])[];
  /** Of all that is read of the group, by name. */
  readonly types: readonly (readonly [name: string, type: keyof typeof LONGEST])[];
  readonly envelope: ReadonlySet<string>;
  readonly group: ReadonlySet<string>;
}

const forms = new WeakMap<AnswerApi, AnswerForm>();

function formOf(api: AnswerApi): AnswerForm {
  const known = forms.get(api);
  if (known !== undefined) return known;
  const { request, response: names } = api;
  const fields = ANSWER_FIELDS.flatMap((field) => {
    const name = nameIn(names, field);
    return name === undefined ? [] : [[field, name] as const];
  });
  const further = Object.entries(request.fields ?? {}).flatMap(([name, { type, response }]) =>
    response === undefined ? [] : [[name, response, type] as const],
  );
  const computed = OBJECT_FIELDS.flatMap((field) => {
    const name = names.computed?.[field];
    return name === undefined ? [] : [[field, name] as const];
  });
  const groupSchema = v.object({
    ...TOKEN,
    ...Object.fromEntries(fields.map(([field, name]) => [name, TYPES[FIELDS[field].type]])),
    ...Object.fromEntries(computed.map(([, name]) => [name, TYPES.object])),
  });
  const schema = v.object({ [names.isNew]: v.optional(v.boolean()), [names.object]: groupSchema });
  const form: AnswerForm = {
    readGroup: (group) => check(groupSchema, group) as ReadGroup,
    readAnswer: (answer) => {
      const { [names.isNew]: isNew, [names.object]: userGroup } = check(schema, answer);
      return { isNew, userGroup } as SuccessfulAnswer;
    },
    fields,
    further,
    computed,
    types: [
      ['token', 'string'],
      ...fields.map(([field, name]) => [name, FIELDS[field].type] as const),
      ...[...further.map(([, answered]) => answered), ...computed.map(([, name]) => name)].map(
        (name) => [name, 'object'] as const,
      ),
    ],
    envelope: new Set(envelopeOf(names, 'getOrCreate')),
    group: new Set([
      'token',
      ...fields.map(([, name]) => name),
      ...further.map(([, answered]) => answered),
      ...computed.map(([, name]) => name),
    ]),
  };
  forms.set(api, form);
  return form;
}

/** Nothing where the service never answers it. */
function nameIn({ id, mapping }: ResponseNames, field: AnswerField): string | undefined {
  if (field === 'provided_id') return id;
  return field === 'mapping' ? mapping : field;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notJson(text);
  }
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
  // Anything else could neither be shown nor compared as one.
  if (field === 'mapping' && slice?.startsWith('{') !== true) return undefined;
  return (type === 'tag' ? ENVIRONMENT_TAGS.find((tag) => slice === `"${tag}"`) : undefined) ?? slice;
}
