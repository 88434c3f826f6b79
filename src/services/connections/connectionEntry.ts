// Reads one entry of the setting `userGroups.connections`, which a person may have typed by hand.

import { ENVIRONMENT_TAGS } from '../../contract/fields.ts';
import { parseBaseUrl } from '../../core/baseUrl.ts';
import { SANDBOX_NAME, type ConnectionConfig } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';

/** A usable entry, its base URL in normal form, or why it is unusable. */
export type ConnectionEntry =
  | { readonly config: ConnectionConfig; readonly problem?: undefined }
  | { readonly config: ConnectionConfig; readonly problem: string };

const LONGEST_NAME = 60;

/**
 * Decodes one entry. `takenNames` are the names before it in the list.
 * An unusable entry keeps a name to show and the reason.
 */
export function readConnectionEntry(entry: unknown, usedNames: readonly string[]): ConnectionEntry {
  const fields = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
  const name = typeof fields.name === 'string' ? fields.name : '';
  const typedUrl = typeof fields.baseUrl === 'string' ? fields.baseUrl : '';
  const problem = nameProblem(name, usedNames) ?? baseUrlProblem(typedUrl) ?? fieldProblem(fields);
  if (problem !== undefined) return { config: { name: name === '' ? '(no name)' : name, baseUrl: typedUrl }, problem };
  return {
    config: {
      name,
      baseUrl: parseBaseUrl(typedUrl).href,
      environment: fields.environment as ConnectionConfig['environment'],
      requestsPerMinute: fields.requestsPerMinute as ConnectionConfig['requestsPerMinute'],
      checkBeforeUpdate: fields.checkBeforeUpdate as ConnectionConfig['checkBeforeUpdate'],
      locked: fields.locked as ConnectionConfig['locked'],
      apiTokenEnv: fields.apiTokenEnv as ConnectionConfig['apiTokenEnv'],
      caFile: fields.caFile as ConnectionConfig['caFile'],
    },
  };
}

/** Why a connection cannot have this name, or `undefined`. Names that differ only in letter case are equal. */
export function nameProblem(name: string, usedNames: readonly string[]): string | undefined {
  if (name.trim() === '') return 'A connection needs a name.';
  if (name !== name.trim()) return 'The name begins or ends with a space.';
  if (name.length > LONGEST_NAME) return `The name is longer than ${LONGEST_NAME} characters.`;
  if (foreignText(name) !== name) return 'The name holds characters that cannot be seen or would act as a link.';
  if (sameName(name, SANDBOX_NAME)) return `The name ${SANDBOX_NAME} is that of the built-in local sandbox.`;
  if (usedNames.some((used) => sameName(used, name))) return `Another connection is named ${name}.`;
  return undefined;
}

/** Why this cannot be a base URL, or `undefined`. */
export function baseUrlProblem(typed: string): string | undefined {
  try {
    parseBaseUrl(typed);
    return undefined;
  } catch (error) {
    if (error instanceof UserGroupsError) return error.inRow;
    throw error;
  }
}

export function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** A wrong spelling must never turn a guard off: an unknown field makes the entry unusable. */
function fieldProblem(fields: Record<string, unknown>): string | undefined {
  const unknown = Object.keys(fields).find((field) => !Object.hasOwn(CHECKS, field));
  if (unknown !== undefined) return `The field ${foreignText(unknown, 40)} is not known.`;
  const wrong = Object.entries(CHECKS).find(
    ([field, check]) => fields[field] !== undefined && !check.accepts(fields[field]),
  );
  return wrong === undefined ? undefined : `"${wrong[0]}" must be ${wrong[1].words}.`;
}

interface Check {
  readonly accepts: (value: unknown) => boolean;
  readonly words: string;
}

const isText: Check = { accepts: (value) => typeof value === 'string' && value !== '', words: 'a text' };
const oneOf = (...allowed: string[]): Check => ({
  accepts: (value) => typeof value === 'string' && allowed.includes(value),
  words: allowed.map((word) => `"${word}"`).join(' or '),
});

const CHECKS: Record<keyof ConnectionConfig, Check> = {
  name: isText,
  baseUrl: isText,
  environment: oneOf(...ENVIRONMENT_TAGS),
  requestsPerMinute: {
    accepts: (value) => Number.isInteger(value) && (value as number) > 0,
    words: 'a whole number above 0',
  },
  checkBeforeUpdate: { accepts: (value) => typeof value === 'boolean', words: 'true or false' },
  locked: oneOf('rotation', 'all'),
  apiTokenEnv: isText,
  caFile: isText,
};
