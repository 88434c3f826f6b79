// Reads one entry of the setting `userGroups.connections`, which a person may have typed by hand.

import * as l10n from '@vscode/l10n';
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
  if (problem !== undefined)
    return { config: { name: name === '' ? l10n.t('(no name)') : name, baseUrl: typedUrl }, problem };
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
  if (name.trim() === '') return l10n.t('A connection needs a name.');
  if (name !== name.trim()) return l10n.t('The name begins or ends with a space.');
  if (name.length > LONGEST_NAME) return l10n.t('The name is longer than {0} characters.', LONGEST_NAME);
  if (foreignText(name) !== name)
    return l10n.t('The name contains invisible characters, or characters that act as a link.');
  if (sameName(name, SANDBOX_NAME)) return l10n.t('The name "{0}" is reserved for the local sandbox.', SANDBOX_NAME);
  if (usedNames.some((used) => sameName(used, name))) return l10n.t('Another connection is named "{0}".', name);
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
  if (unknown !== undefined) return l10n.t('Unknown field "{0}".', foreignText(unknown, 40));
  const wrong = Object.entries(CHECKS).find(
    ([field, check]) => fields[field] !== undefined && !check.accepts(fields[field]),
  );
  return wrong === undefined ? undefined : wrong[1].trouble(wrong[0]);
}

interface Check {
  readonly accepts: (value: unknown) => boolean;
  readonly trouble: (field: string) => string;
}

const isText: Check = {
  accepts: (value) => typeof value === 'string' && value !== '',
  trouble: (field) => l10n.t('"{0}" must be a string.', field),
};

const oneOf = (...allowed: string[]): Check => ({
  accepts: (value) => typeof value === 'string' && allowed.includes(value),
  trouble: (field) => l10n.t('"{0}" must be one of these: {1}.', field, allowed.map((word) => `"${word}"`).join(', ')),
});

const CHECKS: Record<keyof ConnectionConfig, Check> = {
  name: isText,
  baseUrl: isText,
  environment: oneOf(...ENVIRONMENT_TAGS),
  requestsPerMinute: {
    accepts: (value) => Number.isInteger(value) && (value as number) > 0,
    trouble: (field) => l10n.t('"{0}" must be an integer above 0.', field),
  },
  checkBeforeUpdate: {
    accepts: (value) => typeof value === 'boolean',
    trouble: (field) => l10n.t('"{0}" must be true or false.', field),
  },
  locked: oneOf('rotation', 'all'),
  apiTokenEnv: isText,
  caFile: isText,
};
