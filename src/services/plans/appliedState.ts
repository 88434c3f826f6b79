// The state: what was applied from a folder. It has a line of JSON for the address of the service and one for each
// group, in the order of their IDs, so that Git shows and merges it by lines. It holds no token and no property.

import * as l10n from '@vscode/l10n';
import { parseBaseUrl } from '../../core/baseUrl.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { visibleId } from '../../core/foreignText.ts';
import { fieldsStrictly, type JsonField } from '../../document/jsonFields.ts';
import { conflictMarkerIn } from '../../document/conflictMarker.ts';
import { invalidAt } from '../../document/walkJson.ts';
import type { FieldDigests } from './bodyDigest.ts';

export interface AppliedGroup {
  readonly userGroupId: string;
  /** A number of JSON, as answered. */
  readonly teamId?: string | undefined;
  /** SHA-256 of the body that was last applied, in hexadecimal digits. Absent: what the group has is unknown. */
  readonly sha256?: string | undefined;
  /** Of its fields. Absent: that is unknown, or was not recorded. */
  readonly fields?: FieldDigests | undefined;
  /** The service had no such group at the last update. */
  readonly isGone?: true | undefined;
  /** ISO 8601, in UTC. For people: clocks differ and jump, so it decides nothing. */
  readonly at: string;
  /** Version of the program. */
  readonly tool: string;
}

/** Relative to the folder of the configuration. */
export const STATE_FOLDER = '.usergroups/state';

/** Likewise, unless it is said to lie elsewhere. @param connection its name */
export function statePath(connection: string): string {
  return `${STATE_FOLDER}/${connection}.jsonl`;
}

/** By their IDs. */
export type AppliedGroups = ReadonlyMap<string, AppliedGroup>;

export interface AppliedState {
  readonly applied: AppliedGroups;
  /** Base URL of the service that has the groups, in its normal form. Absent: it was not recorded. */
  readonly origin?: string | undefined;
}

/** @throws UserGroupsError `invalid`, with its place in the text */
export function readState(text: string): AppliedState {
  const marker = conflictMarkerIn(text);
  if (marker !== undefined) throw invalidAt(text, marker.offset, marker.reason);
  const groups = new Map<string, AppliedGroup>();
  let origin: string | undefined;
  for (const { start, line } of stateLines(text)) {
    const fields = new Map(fieldsAt(text, start, line).map((field) => [field.key, field]));
    const named = fields.get('origin');
    if (named !== undefined) {
      const address = addressIn(named.literal);
      // A merge may leave the same line twice.
      if (address === undefined || (origin ?? address) !== address)
        throw invalidAt(text, start + named.valueStart, l10n.t('"{0}" has no such value.', 'origin'));
      origin = address;
      continue;
    }
    const group = groupIn(text, start, fields);
    if (groups.has(group.userGroupId))
      throw invalidAt(text, start, l10n.t('A second line for "{0}".', visibleId(group.userGroupId)));
    groups.set(group.userGroupId, group);
  }
  return { applied: groups, origin };
}

/** In its normal form, however the user has written it. */
function addressIn(value: unknown): string | undefined {
  try {
    return typeof value === 'string' ? parseBaseUrl(value).href : undefined;
  } catch {
    return undefined;
  }
}

/** @param origin base URL of the service, in its normal form */
export function appliedStateText(groups: AppliedGroups, origin?: string): string {
  const lines = [...groups.values()].sort((a, b) => (a.userGroupId < b.userGroupId ? -1 : 1)).map(appliedLine);
  return [...(origin === undefined ? [] : [JSON.stringify({ origin })]), ...lines].map((line) => `${line}\n`).join('');
}

/** JSON of an object. The team's number stays as it came. */
export function appliedLine({ userGroupId, teamId, sha256, fields: digests, isGone, at, tool }: AppliedGroup): string {
  const fields = [
    ['id', JSON.stringify(userGroupId)],
    ['team_id', teamId],
    ['sha256', sha256 && JSON.stringify(sha256)],
    ['fields', digests && JSON.stringify(digests)],
    ['gone', isGone && 'true'],
    ['at', JSON.stringify(at)],
    ['tool', JSON.stringify(tool)],
  ].filter(([, value]) => value !== undefined);
  return `{${fields.map(([name, value]) => `"${name}":${value}`).join(',')}}`;
}

/** The time of an entry, in the form that can be read again, however wrong the clock is. @param now in milliseconds */
export function timeText(now: number): string {
  return new Date(Math.min(Math.max(now, 0), LATEST)).toISOString();
}

const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

export function* stateLines(text: string): Generator<{ readonly start: number; readonly line: string }> {
  for (let start = 0; start < text.length;) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    if (text.slice(start, end).trim() !== '') yield { start, line: text.slice(start, end) };
    start = end + 1;
  }
}

/** @throws UserGroupsError `invalid`, with its place in all of the text */
function groupIn(text: string, start: number, fields: ReadonlyMap<string, JsonField>): AppliedGroup {
  const value = (name: keyof typeof FIELDS): string | undefined => {
    const field = fields.get(name);
    if (field === undefined) {
      if (OPTIONAL.includes(name)) return undefined;
      throw invalidAt(text, start, l10n.t('"{0}" is missing.', name));
    }
    const found = typeof field.literal === 'string' ? field.literal : field.valueText;
    const isFitting =
      (field.type === 'number') === (name === 'team_id') &&
      FIELDS[name].test(found) &&
      (name !== 'at' || !Number.isNaN(Date.parse(found)));
    if (!isFitting) throw invalidAt(text, start + field.valueStart, l10n.t('"{0}" has no such value.', name));
    return found;
  };
  const digests = value('fields');
  return {
    userGroupId: value('id') ?? '',
    teamId: value('team_id'),
    sha256: value('sha256'),
    ...(digests !== undefined && { fields: JSON.parse(digests) as FieldDigests }),
    ...(value('gone') !== undefined && { isGone: true }),
    at: value('at') ?? '',
    tool: value('tool') ?? '',
  };
}

const FIELDS = {
  id: /^[^]/,
  team_id: /^[^]/,
  sha256: /^[0-9a-f]{64}$/,
  fields: /^\{(?:"(?:[^"\\]|\\.)+":"[0-9a-f]{16}",?)*\}$/,
  gone: /^true$/,
  at: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/,
  tool: /^[^]/,
} as const;

const OPTIONAL: readonly string[] = ['team_id', 'sha256', 'fields', 'gone'];

function fieldsAt(text: string, start: number, line: string): readonly JsonField[] {
  try {
    return fieldsStrictly(line);
  } catch (error) {
    if (!(error instanceof UserGroupsError) || error.failure.flaw === undefined) throw error;
    const { offset, reason } = error.failure.flaw;
    throw invalidAt(text, start + offset, reason);
  }
}
