// An operation as a cURL command for a POSIX shell, with variables in place of secrets.

import { parseBaseUrl } from '../core/baseUrl.ts';
import type { Operation } from '../core/userGroup.ts';

const METHODS: Record<Operation, string> = { getOrCreate: 'GET', update: 'PUT', rotate: 'POST' };

/** `body` is absent for a rotation, whose only field is a secret. Runs as pasted, whatever quotes the body has. */
export function curlCommand(baseUrl: string, operation: Operation, body: string | undefined): string {
  const data = body === undefined ? '"{\\"current_token\\":\\"$CURRENT_TOKEN\\"}"' : singleQuoted(body);
  return [
    `curl --request ${METHODS[operation]} ${singleQuoted(parseBaseUrl(baseUrl).requestUrl)}`,
    '--header "Authorization: Token $API_TOKEN"',
    "--header 'Content-Type: application/json'",
    `--data-raw ${data}`,
  ].join(' \\\n  ');
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
