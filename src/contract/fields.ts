// The contract with the service: the fields of a user group, one row each (interface document, "Resources and their
// fields"). What that document says may enter; this room imports nothing. Begin with FIELDS; the lists and types below
// are read from it, and the operations are in operations.ts.

import type { Operation, BodyKind } from './operations.ts';

interface FieldRow {
  /** Its name in our code. */
  readonly inCode: string;
  /**
   * As JSON. An `object` is answered as "JSON or null", and so is a `tag`, which has two strings of its own. A `number`
   * may lie beyond 2^53.
   */
  readonly type: 'string' | 'number' | 'object' | 'tag';
  /** With which body. Absent: it is only answered. */
  readonly sentIn?: BodyKind;
  readonly answeredBy: readonly Operation[];
  /** Answered where a service description names it (`serviceApi.ts`). */
  readonly mayBeAnswered?: true;
  readonly isSecret?: true;
}

/** The operations whose body is a document. */
const WITH_DOCUMENT = ['getOrCreate', 'update'] as const;
const ALL = ['getOrCreate', 'update', 'rotate'] as const;

/** By their names on the wire; those of a document in the order in which a new one has them. */
export const FIELDS = {
  user_group_id: { inCode: 'userGroupId', type: 'string', sentIn: 'document', answeredBy: [] },
  name: { inCode: 'name', type: 'string', sentIn: 'document', answeredBy: ALL },
  mapping: { inCode: 'mapping', type: 'object', sentIn: 'document', answeredBy: [], mayBeAnswered: true },
  properties: { inCode: 'properties', type: 'object', sentIn: 'document', answeredBy: WITH_DOCUMENT },
  current_token: { inCode: 'currentToken', type: 'string', sentIn: 'token', answeredBy: [], isSecret: true },
  team_id: { inCode: 'teamId', type: 'number', answeredBy: ALL },
  token: { inCode: 'token', type: 'string', answeredBy: ALL, isSecret: true },
  provided_id: { inCode: 'providedId', type: 'string', answeredBy: ALL },
  api_environment_tag: { inCode: 'environmentTag', type: 'tag', answeredBy: ['update', 'rotate'] },
} as const satisfies Readonly<Record<string, FieldRow>>;

/** What `api_environment_tag` may say. */
export const ENVIRONMENT_TAGS = ['Customer', 'Testing'] as const;

/**
 * Limits in characters; for anything but a string they apply to its JSON text. The interface document names no limits
 * ("Limits"): nobody could work with a larger group, here or on the service.
 */
export const LONGEST = { string: 10_000, number: 10_000, tag: 10_000, object: 2_000_000 } as const;
export const LONGEST_ID = LONGEST.string;
/** The most entries that a mapping or the properties may have. */
export const MOST_ENTRIES = 20_000;

type Fields = typeof FIELDS;
type Field = keyof Fields;
type FieldsLike<Row> = { [F in Field]: Fields[F] extends Row ? F : never }[Field];

/** What a document says. */
export type BodyField = FieldsLike<{ readonly sentIn: 'document' }>;
export type TextField = BodyField & FieldsLike<{ readonly type: 'string' }>;
export type ObjectField = BodyField & FieldsLike<{ readonly type: 'object' }>;

/** What is sent of a group with its token alone. */
export type TokenField = FieldsLike<{ readonly sentIn: 'token' }>;

/** What an answer says of a group, but for its token. */
export type AnswerField = Exclude<
  FieldsLike<{ readonly answeredBy: readonly [Operation, ...Operation[]] } | { readonly mayBeAnswered: true }>,
  FieldsLike<{ readonly isSecret: true }>
>;
/** Answered as "JSON or null". */
export type NullableField = AnswerField & FieldsLike<{ readonly type: 'object' | 'tag' }>;
/** What an answer may say of a document. */
export type ReturnedField = BodyField & AnswerField;
export type InCode<F extends Field> = Fields[F]['inCode'];

export const isBodyField = (name: string): name is BodyField =>
  isField(name) && 'sentIn' in FIELDS[name] && FIELDS[name].sentIn === 'document';
export const isReturnedField = (name: string): name is ReturnedField => isBodyField(name) && isAnswerField(name);
export const isTextField = (field: BodyField): field is TextField => FIELDS[field].type === 'string';
export const isObjectField = (field: BodyField): field is ObjectField => FIELDS[field].type === 'object';
const isField = (name: string): name is Field => Object.hasOwn(FIELDS, name);
const isAnswerField = (field: Field): field is AnswerField =>
  (FIELDS[field].answeredBy.length > 0 || 'mayBeAnswered' in FIELDS[field]) && !('isSecret' in FIELDS[field]);

const all = Object.keys(FIELDS).filter(isField);
export const BODY_FIELDS = all.filter(isBodyField);
export const EDITABLE_FIELDS = BODY_FIELDS.filter((field) => field !== 'user_group_id');
export const TEXT_FIELDS = BODY_FIELDS.filter(isTextField);
export const OBJECT_FIELDS = BODY_FIELDS.filter(isObjectField);
export const ANSWER_FIELDS = all.filter(isAnswerField);
export const RETURNED_FIELDS = BODY_FIELDS.filter((field) => isAnswerField(field));
