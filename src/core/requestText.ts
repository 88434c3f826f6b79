// A finished request as a line of the log.

import { visibleId } from './foreignText.ts';
import type { RequestLine } from './ports/log.ts';
import type { Redactor } from './redactor.ts';

export function requestText(line: RequestLine, redactor: Redactor): string {
  const { operation, userGroupId, connection, outcome, durationMs, sizeBytes, attempt } = line;
  // Before it is cut, so that no piece of a secret is left.
  const group = userGroupId === undefined ? '' : ` ${visibleId(redactor.redact(userGroupId))}`;
  const again = attempt > 1 ? ` (attempt ${attempt})` : '';
  return `${operation}${group} on ${connection}: ${outcome}, ${Math.round(durationMs)} ms, ${sizeBytes} bytes${again}`;
}
