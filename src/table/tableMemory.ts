// What a page remembers of itself while its tab is hidden, when VS Code throws it away: where it was, never a row.

import type { WebviewApi } from '../webview/hostChannel.ts';
import type { TableRequests } from '../protocol/tableProtocol.ts';
import type { Place } from './gridKeys.ts';

export interface TableMemory {
  readonly filter?: string | undefined;
  readonly text?: string | undefined;
  readonly scrollTop?: number | undefined;
  readonly place?: Place | undefined;
  /** What had the focus, by its id. */
  readonly focus?: string | undefined;
}

export function tableMemory(api: Pick<WebviewApi<TableRequests>, 'getState'>): TableMemory {
  const kept = api.getState();
  return typeof kept === 'object' && kept !== null ? kept : {};
}
