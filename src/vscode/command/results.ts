// The results of commands for their callers: the service's object without its token, or a connection.

import type { Connection } from '../../core/connection.ts';
import type { UserGroupAnswer } from '../../core/userGroup.ts';
import type { ConnectionResult, UserGroupResult } from './commandMap.ts';

export function connectionResult({ name, baseUrl, environment }: Connection): ConnectionResult {
  return { name, baseUrl, ...(environment !== undefined && { environment }) };
}

export function userGroupResult({
  teamId,
  name,
  providedId,
  properties,
  environmentTag,
}: UserGroupAnswer): UserGroupResult {
  return {
    ...(teamId !== undefined && { team_id: safeNumber(teamId) }),
    ...(name !== undefined && { name }),
    ...(providedId !== undefined && { provided_id: providedId }),
    ...(properties !== undefined && { properties: properties === null ? null : parsed(properties) }),
    ...(environmentTag !== undefined && { api_environment_tag: environmentTag }),
  };
}

function safeNumber(digits: string): number | string {
  const value = Number(digits);
  return Number.isSafeInteger(value) && String(value) === digits ? value : digits;
}

type Reviver = (this: unknown, key: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** Integers that a number cannot hold come as their digits, as `team_id` does. */
function parsed(json: string): unknown {
  const reviver: Reviver = (_key, value, context) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
      ? context?.source
      : value;
  return JSON.parse(json, reviver);
}
