// The page of a table: where it begins.

import { beginPage } from '../webview/beginPage.ts';
import { openChannel, type WebviewApi } from '../webview/hostChannel.ts';
import type { TableEvents, TableRequests } from '../protocol/tableProtocol.ts';
import { TablePage } from './tablePage.ts';

declare function acquireVsCodeApi(): WebviewApi<TableRequests>;

const api = acquireVsCodeApi();
/** A button may ask the user something first, and opening a row takes as long as it takes. */
const channel = openChannel<TableRequests, TableEvents>(api, window, new Set(['act', 'activate'] as const));

beginPage(channel.ask('open'), (start, root) => new TablePage({ api, channel, root, start }));
