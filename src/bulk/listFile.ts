// The list file (docs/reference.md): JSON Lines, one group a line, between a header and an end. No token is ever in it.

import * as l10n from '@vscode/l10n';
import * as v from 'valibot';
import { ANSWER_FIELDS, FIELDS } from '../contract/fields.ts';
import { OPERATION_NAMES, SENT_OPERATIONS } from '../contract/operations.ts';
import { UserGroupsError } from '../core/errors.ts';
import { foreignText } from '../core/foreignText.ts';
import { isJson } from '../core/isJson.ts';
import { isObject } from '../core/isObject.ts';
import type { GroupFacts } from '../core/ports/userGroupStore.ts';
import { ALL_OUTCOMES } from '../core/stateText.ts';
import { notAList } from './textLines.ts';

const LIST_FORMAT = 'user-groups-list';
const LIST_VERSION = 1;
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
  | { readonly kind: 'group'; readonly group: ListGroup }
  | { readonly kind: 'end'; readonly groups: number };

const OUTCOMES = ALL_OUTCOMES.filter((outcome) => outcome !== 'sending');

// Each message is the name of a flaw, or the values that are allowed (listFlaws.ts).
const TEXT = v.string('text');
const NUMBER = v.pipe(v.number('number'), v.finite('number'));
const MOMENT = v.pipe(TEXT, v.transform(Date.parse), v.number('time'));
const OPERATION = oneOf(OPERATION_NAMES);
const SENT_OPERATION = oneOf(SENT_OPERATIONS);

const HEADER = fields({
  exported_at: MOMENT,
  connections: list({ name: TEXT, kind: oneOf(['service', 'sandbox']), base_url: TEXT }),
});
const END = fields({ groups: NUMBER });
/** By their names, each as its JSON text. */
const FURTHER = v.record(v.string(), v.pipe(TEXT, v.check(isJson, 'json')), 'object');
const GROUP = fields({
  connection: TEXT,
  user_group_id: v.pipe(
    TEXT,
    v.nonEmpty('empty'),
    v.check((id) => id.isWellFormed(), 'surrogate'),
  ),
  draft: v.optional(fields({ text: TEXT, at: MOMENT })),
  base: v.optional(
    fields({ from: oneOf(['sent', 'answered']), at: MOMENT, mapping_known: v.optional(v.unknown()), text: TEXT }),
  ),
  answered: v.optional(fields({ at: MOMENT, operation: OPERATION, further: v.optional(FURTHER) })),
  existed_not_applied_at: v.optional(MOMENT),
  gone_at: v.optional(MOMENT),
  versions: v.optional(
    list({
      operation: SENT_OPERATION,
      at: MOMENT,
      outcome: oneOf(OUTCOMES),
      status: v.optional(NUMBER),
      duration_ms: v.optional(NUMBER),
      reason: v.optional(TEXT),
      text: TEXT,
    }),
    [],
  ),
});

// `null` where it was answered so; absent where it was not answered.
const ANSWER_TYPES = {
  string: v.optional(TEXT),
  number: v.optional(v.pipe(TEXT, v.regex(/^-?\d+$/, 'digits'))),
  object: v.nullish(v.pipe(TEXT, v.check(isJson, 'json'))),
  tag: v.nullish(TEXT),
};
const ANSWER = fields({
  answered: v.optional(
    fields(Object.fromEntries(ANSWER_FIELDS.map((field) => [field, ANSWER_TYPES[FIELDS[field].type]]))),
  ),
});

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
      further: answered.further,
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
  const header = objectIn(text);
  if (header?.format !== LIST_FORMAT) throw notAList();
  if (header.version !== LIST_VERSION) {
    throw new UserGroupsError(
      'invalid',
      l10n.t('The list file has version {0} instead of {1}.', foreignText(String(header.version), 20), LIST_VERSION),
      l10n.t('Update the extension.'),
    );
  }
  const { exported_at: exportedAt, connections } = checked(HEADER, header, 1);
  return { exportedAt, connections: connections.map(({ base_url: baseUrl, ...named }) => ({ ...named, baseUrl })) };
}

/** @throws UserGroupsError `invalid`, with the line */
export function readLine(text: string, number: number): ListLine {
  const found = objectIn(text);
  if (found === undefined) throw damaged(number, l10n.t('It is not a JSON object.'));
  if (found.end === true) return { kind: 'end', groups: checked(END, found, number).groups };
  const { connection, draft, base, answered, versions, ...group } = checked(GROUP, found, number);
  const said = checked(ANSWER, found, number).answered;
  return {
    kind: 'group',
    group: {
      connection,
      facts: {
        userGroupId: group.user_group_id,
        draft,
        base: base && { text: base.text, from: base.from, at: base.at, mappingKnown: base.mapping_known === true },
        answered: answered && {
          ...Object.fromEntries(ANSWER_FIELDS.map((field) => [FIELDS[field].inCode, said?.[field]])),
          ...answered,
        },
        existedNotAppliedAt: group.existed_not_applied_at,
        goneAt: group.gone_at,
        versions: versions.map(({ status, reason, duration_ms: durationMs, ...version }) => ({
          ...version,
          status,
          durationMs,
          reason,
        })),
      },
    },
  };
}

function oneOf<const T extends readonly string[]>(allowed: T) {
  return v.picklist(allowed, allowed.join(', '));
}

/** What is missing is told as what is of another kind. */
function fields<E extends v.ObjectEntries>(entries: E, message = 'object') {
  return v.object(entries, ({ path }) => {
    const missing = entries[String(path?.[0].key)];
    return missing !== undefined && 'message' in missing ? String(missing.message) : message;
  });
}

function list<E extends v.ObjectEntries>(entries: E) {
  const message = 'objects';
  return v.array(fields(entries, message), message);
}

/** @throws UserGroupsError `invalid`, with the line and the first field that is wrong */
function checked<S extends v.GenericSchema>(schema: S, value: unknown, number: number): v.InferOutput<S> {
  const { success, output, issues } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output;
  const [{ path, message }] = issues;
  const field = path?.map(({ key }) => key).findLast((key) => typeof key === 'string');
  throw damaged(number, flawText(foreignText(String(field)), message));
}

function damaged(number: number, why: string): UserGroupsError {
  return new UserGroupsError(
    'invalid',
    l10n.t('Line {0} of the list file: {1}', number, why),
    l10n.t('Export the list again.'),
  );
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function line(fields: object): string {
  return `${JSON.stringify(fields)}\n`;
}

/** To the millisecond. */
function moment(at: number): string {
  return new Date(at).toISOString();
}

function momentOrNone(at: number | undefined): string | undefined {
  return at === undefined ? undefined : moment(at);
}

/** `flaw`: its name, or the values that are allowed. @param field harmless to show */
function flawText(field: string, flaw: string): string {
  switch (flaw) {
    case 'text':
      return l10n.t('"{0}" must be a string.', field);
    case 'number':
      return l10n.t('"{0}" must be a number.', field);
    case 'time':
      return l10n.t('"{0}" must be a time.', field);
    case 'digits':
      return l10n.t('"{0}" must be digits.', field);
    case 'json':
      return l10n.t('"{0}" must be JSON.', field);
    case 'object':
      return l10n.t('"{0}" must be an object.', field);
    case 'objects':
      return l10n.t('"{0}" must be a list of objects.', field);
    case 'empty':
      return l10n.t('"{0}" is empty.', field);
    case 'surrogate':
      return l10n.t('"{0}" contains half of a surrogate pair.', field);
    default:
      return l10n.t('"{0}" must be one of these: {1}.', field, flaw);
  }
}
