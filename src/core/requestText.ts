// A finished request as a line of the log.

import { visibleId } from './foreignText.ts';
import type { RequestLine } from './ports/log.ts';

export function requestText(line: RequestLine): string {
  const { operation, userGroupId, connection, outcome, durationMs, sizeBytes, attempt } = line;
  const group = userGroupId === undefined ? '' : ` ${visibleId(userGroupId)}`;
  const again = attempt > 1 ? ` (attempt ${attempt})` : '';
  return `${operation}${group} on ${connection}: ${outcome}, ${Math.round(durationMs)} ms, ${sizeBytes} bytes${again}`;
}
