// An operation as a cURL command for a POSIX shell, with variables in place of secrets.

import type { Operation } from '../../contract/operations.ts';
import { credentials, type ServiceApi } from '../../contract/serviceApi.ts';
import { parseBaseUrl } from '../../core/baseUrl.ts';

/** Bytes. One argument of a program may hold 128 KiB on Linux, its end included (execve(2)). */
const LONGEST_ARGUMENT = 100_000;

export interface CurlRequest {
  readonly api: ServiceApi;
  readonly baseUrl: string;
  readonly operation: Operation;
  /** Absent for a rotation, whose only field is a secret. */
  readonly body?: string | undefined;
  /** Only one without value to others; absent is the variable `$API_TOKEN`. */
  readonly apiToken?: string | undefined;
  readonly caFile?: string | undefined;
}

/**
 * Runs as pasted, with any quotes or length of the body, which is sent exactly, byte by byte.
 * @throws UserGroupsError `invalid` for an unusable base URL
 */
export function curlCommand({ api, baseUrl, operation, body, apiToken, caFile }: CurlRequest): string {
  const isLong = body !== undefined && new TextEncoder().encode(body).length > LONGEST_ARGUMENT;
  const { method, path } = api.operations[operation];
  const headerLine = (token: string): string => `${api.authentication.header}: ${credentials(api, token)}`;
  const command = [
    `curl --request ${method} ${singleQuoted(parseBaseUrl(baseUrl).href + path)}`,
    // Brackets and braces in an address are literal.
    '--globoff',
    ...(caFile === undefined ? [] : [`--cacert ${singleQuoted(caFile)}`]),
    apiToken === undefined
      ? `--header "${headerLine('$API_TOKEN')}"`
      : `--header ${singleQuoted(headerLine(apiToken))}`,
    "--header 'Content-Type: application/json'",
    isLong
      ? '--data-binary @-'
      : `--data-raw ${body === undefined ? '"{\\"current_token\\":\\"$CURRENT_TOKEN\\"}"' : singleQuoted(body)}`,
  ].join(' \\\n  ');
  // A shell's built-in printf accepts an argument of any length, and adds no line break as a here-document does.
  return isLong ? `printf '%s' ${singleQuoted(body)} |\n${command}` : command;
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
