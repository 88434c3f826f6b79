// Shows that something takes its time, and lets it be cancelled, once it has taken more than half a second.

import * as vscode from 'vscode';
import type { CallOptions } from '../core/ports.ts';

const PATIENCE_MS = 500;

/** Runs `work` with a signal that Cancel aborts and a place to say why it waits. */
export async function withProgress<T>(title: string, work: (options: Required<CallOptions>) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  let say: (message: string) => void = () => undefined;
  let said: string | undefined;
  const onWaiting = (seconds: number, why: string): void => {
    said = `${why}; waiting ${Math.ceil(seconds)} s`;
    say(said);
  };
  const working = work({ signal: abort.signal, onWaiting });
  const timer = setTimeout(() => {
    void vscode.window.withProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, async (progress, token) => {
      say = (message) => { progress.report({ message }); };
      if (said !== undefined) say(said);
      const subscription = token.onCancellationRequested(() => { abort.abort(); });
      await working.catch(() => undefined);
      subscription.dispose();
    });
  }, PATIENCE_MS);
  try {
    return await working;
  } finally {
    clearTimeout(timer);
  }
}
