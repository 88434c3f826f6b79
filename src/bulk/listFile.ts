// The list file (README, "The list file"): JSON Lines, one group a line, between a header and an end. No token is ever
// in it.

import { ANSWER_FIELDS, FIELDS, type AnswerField } from '../contract/fields.ts';
import { OPERATION_NAMES } from '../contract/operations.ts';
import { UserGroupsError } from '../core/errors.ts';
import { foreignText } from '../core/foreignText.ts';
import type { GroupFacts } from '../core/ports.ts';
import type { SendOutcome, SentVersion, UserGroupAnswer } from '../core/userGroup.ts';

export const LIST_FORMAT = 'user-groups-list';
export const LIST_VERSION = 1;
export const LIST_SUFFIX = '.usergroups.jsonl';

export interface ListConnection {
  readonly name: string;
  readonly kind: 'service' | 'sandbox';
  readonly baseUrl: string;
}

export interface ListHeader {
  readonly exportedAt: number;
  readonly connections: readonly ListConnection[];
}

/** As the file has them: what is made from the texts is made anew where they are read. */
export type ListedFacts = Omit<GroupFacts, 'base'> & {
  readonly base?: Omit<NonNullable<GroupFacts['base']>, 'entries'> | undefined;
};

export interface ListGroup {
  readonly connection: string;
  readonly facts: ListedFacts;
}

export type ListLine =
  { readonly kind: 'group'; readonly group: ListGroup } | { readonly kind: 'end'; readonly groups: number };

type Fields = Readonly<Record<string, unknown>>;
type Version = Omit<SentVersion, 'id' | 'ref'>;

const OUTCOMES: readonly SendOutcome[] = [
  'created',
  'existed',
  'existedNotApplied',
  'createdOrExisted',
  'updated',
  'rotated',
  'notRotated',
  'refused',
  'notSent',
  'unknown',
];

export function headerLine({ exportedAt, connections }: ListHeader): string {
  return line({
    format: LIST_FORMAT,
    version: LIST_VERSION,
    exported_at: moment(exportedAt),
    connections: connections.map(({ name, kind, baseUrl }) => ({ name, kind, base_url: baseUrl })),
  });
}

/** Each field by its name: what else a caller's object may hold does not get in. */
export function groupLine({ connection, facts }: ListGroup): string {
  const { userGroupId, draft, base, answered, existedNotAppliedAt, goneAt, versions } = facts;
  return line({
    connection,
    user_group_id: userGroupId,
    draft: draft && { text: draft.text, at: moment(draft.at) },
    base: base && { from: base.from, at: moment(base.at), mapping_known: base.mappingKnown, text: base.text },
    answered: answered && {
      at: moment(answered.at),
      operation: answered.operation,
      ...Object.fromEntries(ANSWER_FIELDS.map((field) => [field, answered[FIELDS[field].inCode]])),
    },
    existed_not_applied_at: momentOrNone(existedNotAppliedAt),
    gone_at: momentOrNone(goneAt),
    versions:
      versions.length === 0
        ? undefined
        : versions.map(({ operation, at, outcome, status, durationMs, reason, text }) => ({
            // Nobody who reads the file waits for its answer.
            operation,
            at: moment(at),
            outcome: outcome === 'sending' ? 'unknown' : outcome,
            status,
            duration_ms: durationMs,
            reason,
            text,
          })),
  });
}

/** The last line: a file without it is cut off. */
export function endLine(groups: number): string {
  return line({ end: true, groups });
}

/** @throws UserGroupsError `invalid`: another file, or one of a newer version */
export function readHeader(text: string): ListHeader {
  const fields = fieldsOf(text);
  if (fields?.format !== LIST_FORMAT)
    throw new UserGroupsError({
      kind: 'invalid',
      happened: 'this is no list file of User Groups (line 1)',
      next: 'choose one that Export List… has written',
    });
  if (fields.version !== LIST_VERSION) {
    throw new UserGroupsError({
      kind: 'invalid',
      happened: `the list file has version ${foreignText(String(fields.version), 20)}, and this extension reads ${LIST_VERSION} (line 1)`,
      next: 'update the extension',
    });
  }
  const read = new LineReader(1);
  const connections = read.list(fields, 'connections').map((each): ListConnection => ({
    name: read.text(each, 'name'),
    kind: read.oneOf(each, 'kind', ['service', 'sandbox']),
    baseUrl: read.text(each, 'base_url'),
  }));
  return { exportedAt: read.moment(fields, 'exported_at'), connections };
}

/** @throws UserGroupsError `invalid`, with the line */
export function readLine(text: string, number: number): ListLine {
  const read = new LineReader(number);
  const fields = fieldsOf(text);
  if (fields === undefined) throw read.damaged('it is not a JSON object');
  if (fields.end === true) return { kind: 'end', groups: read.number(fields, 'groups') };
  const userGroupId = read.text(fields, 'user_group_id');
  if (userGroupId === '') throw read.damaged('"user_group_id" is empty');
  if (!userGroupId.isWellFormed()) throw read.damaged('"user_group_id" holds half of a surrogate pair');
  const [draft, base, answered] = [
    read.object(fields, 'draft'),
    read.object(fields, 'base'),
    read.object(fields, 'answered'),
  ];
  return {
    kind: 'group',
    group: {
      connection: read.text(fields, 'connection'),
      facts: {
        userGroupId,
        draft: draft && { text: read.text(draft, 'text'), at: read.moment(draft, 'at') },
        base: base && {
          text: read.text(base, 'text'),
          from: read.oneOf(base, 'from', ['sent', 'answered']),
          at: read.moment(base, 'at'),
          mappingKnown: base.mapping_known === true,
        },
        answered: answered && answeredFrom(read, answered),
        existedNotAppliedAt: read.momentOrNone(fields, 'existed_not_applied_at'),
        goneAt: read.momentOrNone(fields, 'gone_at'),
        versions:
          fields.versions === undefined ? [] : read.list(fields, 'versions').map((each) => versionFrom(read, each)),
      },
    },
  };
}

/** `null` where it was answered so; absent where it was not answered. */
function answeredFrom(read: LineReader, fields: Fields): NonNullable<GroupFacts['answered']> {
  const answer: UserGroupAnswer = Object.fromEntries(
    ANSWER_FIELDS.map((field) => [FIELDS[field].inCode, answeredText(read, fields, field)]),
  );
  return { ...answer, at: read.moment(fields, 'at'), operation: read.oneOf(fields, 'operation', OPERATION_NAMES) };
}

function answeredText(read: LineReader, fields: Fields, field: AnswerField): string | null | undefined {
  const { type } = FIELDS[field];
  if (fields[field] === null && (type === 'object' || type === 'tag')) return null;
  const text = read.textOrNone(fields, field);
  if (text === undefined) return undefined;
  if (type === 'number' && !/^-?\d+$/.test(text)) throw read.damaged(`"${field}" must be digits`);
  if (type === 'object' && fieldsOf(text, true) === undefined) throw read.damaged(`"${field}" must be JSON`);
  return text;
}

function versionFrom(read: LineReader, fields: Fields): Version {
  return {
    operation: read.oneOf(fields, 'operation', OPERATION_NAMES),
    at: read.moment(fields, 'at'),
    outcome: read.oneOf(fields, 'outcome', OUTCOMES),
    status: fields.status === undefined ? undefined : read.number(fields, 'status'),
    durationMs: fields.duration_ms === undefined ? undefined : read.number(fields, 'duration_ms'),
    reason: read.textOrNone(fields, 'reason'),
    text: read.text(fields, 'text'),
  };
}

/** Reads the fields of one line; what is wrong is said with its number. */
class LineReader {
  readonly #number: number;

  constructor(number: number) {
    this.#number = number;
  }

  damaged(why: string): UserGroupsError {
    return new UserGroupsError({
      kind: 'invalid',
      happened: `line ${this.#number} of the list file is damaged: ${why}`,
      next: 'nothing was taken over; export the list again',
    });
  }

  text(fields: Fields, name: string): string {
    const value = fields[name];
    if (typeof value !== 'string') throw this.damaged(`"${name}" must be a text`);
    return value;
  }

  textOrNone(fields: Fields, name: string): string | undefined {
    return fields[name] === undefined ? undefined : this.text(fields, name);
  }

  number(fields: Fields, name: string): number {
    const value = fields[name];
    if (typeof value !== 'number' || !Number.isFinite(value)) throw this.damaged(`"${name}" must be a number`);
    return value;
  }

  moment(fields: Fields, name: string): number {
    const at = Date.parse(this.text(fields, name));
    if (Number.isNaN(at)) throw this.damaged(`"${name}" must be a time`);
    return at;
  }

  momentOrNone(fields: Fields, name: string): number | undefined {
    return fields[name] === undefined ? undefined : this.moment(fields, name);
  }

  oneOf<T extends string>(fields: Fields, name: string, allowed: readonly T[]): T {
    const found = allowed.find((each) => each === fields[name]);
    if (found === undefined) throw this.damaged(`"${name}" must be ${allowed.join(' or ')}`);
    return found;
  }

  object(fields: Fields, name: string): Fields | undefined {
    const value = fields[name];
    if (value === undefined) return undefined;
    if (!isObject(value)) throw this.damaged(`"${name}" must be an object`);
    return value;
  }

  list(fields: Fields, name: string): Fields[] {
    const value = fields[name];
    if (!Array.isArray(value) || !value.every(isObject)) throw this.damaged(`"${name}" must be a list of objects`);
    return value;
  }
}

function fieldsOf(text: string, isAnyValue = false): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : isAnyValue ? {} : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function line(fields: Fields): string {
  return `${JSON.stringify(fields)}\n`;
}

/** To the millisecond. */
function moment(at: number): string {
  return new Date(at).toISOString();
}

function momentOrNone(at: number | undefined): string | undefined {
  return at === undefined ? undefined : moment(at);
}
