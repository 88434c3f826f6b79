// An operation as a cURL command for a POSIX shell, with variables in place of secrets.

import { OPERATIONS, type Operation } from '../../contract/operations.ts';
import { parseBaseUrl } from '../../core/baseUrl.ts';

/** Bytes. One argument of a program may hold 128 KiB on Linux, its end included (execve(2)). */
const LONGEST_ARGUMENT = 100_000;

export interface CurlRequest {
  readonly baseUrl: string;
  readonly operation: Operation;
  /** Absent for a rotation, whose only field is a secret. */
  readonly body?: string | undefined;
  /** Only one that is of no worth; absent is the variable `$API_TOKEN`. */
  readonly apiToken?: string | undefined;
  readonly caFile?: string | undefined;
}

/**
 * Runs as pasted, whatever quotes the body has and however long it is: the body that is sent is this one to the byte.
 * @throws UserGroupsError `invalid` for a base URL that cannot be used
 */
export function curlCommand({ baseUrl, operation, body, apiToken, caFile }: CurlRequest): string {
  const isLong = body !== undefined && new TextEncoder().encode(body).length > LONGEST_ARGUMENT;
  const command = [
    `curl --request ${OPERATIONS[operation].method} ${singleQuoted(parseBaseUrl(baseUrl).requestUrl)}`,
    // Brackets and braces of an address are no patterns.
    '--globoff',
    ...(caFile === undefined ? [] : [`--cacert ${singleQuoted(caFile)}`]),
    apiToken === undefined
      ? '--header "Authorization: Token $API_TOKEN"'
      : `--header ${singleQuoted(`Authorization: Token ${apiToken}`)}`,
    "--header 'Content-Type: application/json'",
    isLong
      ? '--data-binary @-'
      : `--data-raw ${body === undefined ? '"{\\"current_token\\":\\"$CURRENT_TOKEN\\"}"' : singleQuoted(body)}`,
  ].join(' \\\n  ');
  // A shell's own printf takes an argument of any length, and adds no line break as a here-document does.
  return isLong ? `printf '%s' ${singleQuoted(body)} |\n${command}` : command;
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
