// The page of the form: where it begins.

import { beginPage } from '../webview/beginPage.ts';
import { FormPage } from './formPage.ts';
import { openHostChannel, type WebviewApi } from '../webview/hostChannel.ts';

declare function acquireVsCodeApi(): WebviewApi;

const api = acquireVsCodeApi();
const channel = openHostChannel(api, window);

beginPage(
  channel.ask('open'),
  (start, root) => new FormPage({ api, channel, root, start, nonce: document.body.dataset.nonce ?? '' }),
);
