// The results of commands for their callers: the service's object without its token, or a connection.

import { ANSWER_FIELDS, FIELDS } from '../../contract/fields.ts';
import type { Connection } from '../../core/connection.ts';
import type { UserGroupAnswer } from '../../core/userGroup.ts';
import { isWithheld } from '../../core/withheld.ts';
import type { ConnectionResult, UserGroupResult } from './commandMap.ts';

export function connectionResult({ name, baseUrl, environment }: Connection): ConnectionResult {
  return { name, baseUrl, ...(environment !== undefined && { environment }) };
}

export function userGroupResult(answer: UserGroupAnswer): UserGroupResult {
  const further = Object.entries(answer.further ?? {}).flatMap(([name, json]) =>
    isWithheld(json) ? [] : [[name, parsed(json)] as const],
  );
  const ofContract = Object.fromEntries(
    ANSWER_FIELDS.flatMap((field) => {
      const { inCode, type } = FIELDS[field];
      const value = answer[inCode];
      if (value === undefined || isWithheld(value)) return [];
      return [[field, value === null ? null : RESULT_OF[type](value)]];
    }),
  );
  return { ...Object.fromEntries(further), ...ofContract };
}

const asItIs = (text: string): string => text;
const RESULT_OF = { string: asItIs, number: safeNumber, object: parsed, tag: asItIs };

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
