// Shows progress with Cancel once work has taken more than half a second.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { foreignText } from '../../core/foreignText.ts';
import type { RequestOptions } from '../../core/ports/client.ts';
import { endBox } from './oneBox.ts';

const PATIENCE_MS = 500;
/** Progress may be reported for each of 100,000: it is shown at this interval. */
const SAY_EVERY_MS = 200;

export interface ProgressOptions extends Required<Pick<RequestOptions, 'signal' | 'onWaiting'>> {
  /** Reports progress in a few words, as often as needed. */
  readonly say: (message: string) => void;
}

/**
 * Runs `work` with a signal that Cancel aborts, and a reporter of progress and waits. `isCancellable`: whether there is
 * a Cancel.
 */
export async function withProgress<T>(
  title: string,
  work: (options: ProgressOptions) => Promise<T>,
  { isCancellable = true } = {},
): Promise<T> {
  endBox();
  const abort = new AbortController();
  let show: (message: string) => void = () => undefined;
  let said: string | undefined;
  let saidAt = Number.NEGATIVE_INFINITY;
  const say = (message: string): void => {
    said = message;
    if (performance.now() - saidAt < SAY_EVERY_MS) return;
    saidAt = performance.now();
    show(message);
  };
  const onWaiting: ProgressOptions['onWaiting'] = (seconds, by) => {
    said =
      by === 'service'
        ? l10n.t('The service asks to wait {0} s', Math.ceil(seconds))
        : l10n.t('The connection limits its requests, waiting {0} s', Math.ceil(seconds));
    show(said);
  };
  const working = work({ signal: abort.signal, onWaiting, say });
  const timer = setTimeout(() => {
    void vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: foreignText(title), cancellable: isCancellable },
      async (progress, token) => {
        show = (message) => {
          progress.report({ message: foreignText(message) });
        };
        if (said !== undefined) show(said);
        const subscription = token.onCancellationRequested(() => {
          abort.abort();
        });
        await working.catch(() => undefined);
        subscription.dispose();
      },
    );
  }, PATIENCE_MS);
  try {
    return await working;
  } finally {
    clearTimeout(timer);
  }
}
