// Reads one entry of the setting `userGroups.connections`, which the user may have typed by hand.

import * as l10n from '@vscode/l10n';
import { ENVIRONMENT_TAGS } from '../../contract/fields.ts';
import type { ServiceApi } from '../../contract/serviceApi.ts';
import { parseBaseUrl } from '../../core/baseUrl.ts';
import { SANDBOX_NAME, type ConnectionConfig } from '../../core/connection.ts';
import { UserGroupsError } from '../../core/errors.ts';
import { foreignText } from '../../core/foreignText.ts';
import { fieldsProblem, aCount, aFlag, aText, oneOf, within, type Check, type FieldProblem } from './fieldChecks.ts';
import { findApi } from './serviceApis.ts';

export type ConnectionEntry = UsableEntry | UnusableEntry;

export interface UsableEntry {
  /** Its base URL in normal form. */
  readonly config: ConnectionConfig;
  /** The description that `api` names. */
  readonly serviceApi?: ServiceApi | undefined;
  readonly problem?: undefined;
}

interface UnusableEntry {
  readonly config: ConnectionConfig;
  readonly problem: string;
  /** The setting to correct. Absent: `userGroups.connections`. */
  readonly problemIn?: string | undefined;
}

const LONGEST_NAME = 60;

/**
 * Decodes one entry. An unusable entry keeps a name to show and the reason.
 * @param usedNames those before it in the list
 * @param apis the setting `userGroups.apis`, of any shape
 * @param apisPlace what that is called in sentences
 */
export function readConnectionEntry(
  entry: unknown,
  usedNames: readonly string[],
  apis?: unknown,
  apisPlace?: string,
): ConnectionEntry {
  const fields = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>;
  const name = typeof fields.name === 'string' ? fields.name : '';
  const typedUrl = typeof fields.baseUrl === 'string' ? fields.baseUrl : '';
  const problem = entryProblem(fields, usedNames);
  if (problem !== undefined)
    return { config: { name: name === '' ? l10n.t('(no name)') : name, baseUrl: typedUrl }, problem: problem.reason };
  const api = fields.api as ConnectionConfig['api'];
  const found = api === undefined ? undefined : findApi(api, apis, apisPlace);
  const config: ConnectionConfig = {
    name,
    baseUrl: parseBaseUrl(typedUrl).href,
    api,
    environment: fields.environment as ConnectionConfig['environment'],
    requestsPerMinute: fields.requestsPerMinute as ConnectionConfig['requestsPerMinute'],
    checkBeforeUpdate: fields.checkBeforeUpdate as ConnectionConfig['checkBeforeUpdate'],
    locked: fields.locked as ConnectionConfig['locked'],
    apiTokenEnv: fields.apiTokenEnv as ConnectionConfig['apiTokenEnv'],
    caFile: fields.caFile as ConnectionConfig['caFile'],
  };
  // Its other fields count all the same: its variable stays secret, its locks stay.
  return found?.problem === undefined ? { config, serviceApi: found?.api } : { config, ...found };
}

/** What is wrong with the entry itself, whatever the descriptions are. */
export function entryProblem(
  fields: Readonly<Record<string, unknown>>,
  usedNames: readonly string[],
): FieldProblem | undefined {
  const text = (field: string): string => (typeof fields[field] === 'string' ? fields[field] : '');
  return (
    within('name', nameProblem(text('name'), usedNames)) ??
    within('baseUrl', baseUrlProblem(text('baseUrl'))) ??
    fieldsProblem(fields, CHECKS)
  );
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

const CHECKS: Record<keyof ConnectionConfig, Check> = {
  name: aText,
  api: aText,
  baseUrl: aText,
  environment: oneOf(...ENVIRONMENT_TAGS),
  requestsPerMinute: aCount,
  checkBeforeUpdate: aFlag,
  locked: oneOf('rotation', 'all'),
  apiTokenEnv: aText,
  caFile: aText,
};
