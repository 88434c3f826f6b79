// The page's end of the conversation with the host: questions with a time limit, and what the host says.

import * as l10n from '@vscode/l10n';
import type { HostMessage, PageMessage, Requests } from '../protocol/conversation.ts';
import type { FormEvents, FormRequests } from '../protocol/formProtocol.ts';

/** What VS Code gives a webview's page, once. */
export interface WebviewApi<R = FormRequests> {
  postMessage(message: PageMessage<R>): void;
  getState(): unknown;
  setState(state: unknown): void;
}

export type AskOf<R extends Requests<R>> = <N extends keyof R>(
  name: N,
  ...given: R[N][0] extends undefined ? [] : [with_: R[N][0]]
) => Promise<R[N][1]>;

export interface ChannelToHost<R extends Requests<R>, E> {
  /** Rejects with a `HostFailure`. */
  readonly ask: AskOf<R>;
  on<N extends keyof E>(event: N, listener: (payload: E[N]) => void): void;
}

export type Ask = AskOf<FormRequests>;
export type HostChannel = ChannelToHost<FormRequests, FormEvents>;

/** What the host answered instead of a result, or that it did not answer. */
export class HostFailure extends Error {
  readonly kind: string;

  constructor(kind: string, message: string) {
    super(message);
    this.name = 'HostFailure';
    this.kind = kind;
  }
}

/** Milliseconds until a question counts as not answered. */
const LIMIT = 20_000;

/**
 * Waited for however long it takes: a text that may have arrived must not be pushed again, and sending, like every
 * action that asks the user something, ends when they say so.
 */
const UNLIMITED: ReadonlySet<keyof FormRequests> = new Set([
  'push',
  'run',
  'chooseConnection',
  'undo',
  'redo',
  'flushed',
]);

interface Pending {
  readonly resolve: (result: unknown) => void;
  readonly reject: (failure: HostFailure) => void;
  readonly timer: ReturnType<typeof setTimeout> | undefined;
}

/**
 * The form's. Messages are taken from `messages`, which in a webview is the window: its host is the only one that can
 * post there.
 */
export function openHostChannel(api: WebviewApi, messages: EventTarget): HostChannel {
  return openChannel<FormRequests, FormEvents>(api, messages, UNLIMITED);
}

/** That of any page; `unlimited` are the questions that have no time limit. */
export function openChannel<R extends Requests<R>, E>(
  api: WebviewApi<R>,
  messages: EventTarget,
  unlimited: ReadonlySet<keyof R>,
): ChannelToHost<R, E> {
  const pending = new Map<number, Pending>();
  const listeners = new Map<keyof E, ((payload: never) => void)[]>();
  // A page that opens again takes no late answer to the former one for its own.
  let calls = Date.now();

  const settle = (message: Extract<HostMessage<E>, { readonly answered: number }>): void => {
    const asked = pending.get(message.answered);
    if (asked === undefined) return;
    pending.delete(message.answered);
    clearTimeout(asked.timer);
    if ('failure' in message) asked.reject(new HostFailure(message.failure.kind, message.failure.message));
    else asked.resolve(message.result);
  };

  messages.addEventListener('message', (event) => {
    const message = (event as MessageEvent<HostMessage<E> | null | undefined>).data;
    if (typeof message !== 'object' || message === null) return;
    if ('answered' in message) settle(message);
    else if ('event' in message)
      for (const listener of listeners.get(message.event) ?? []) listener(message.with as never);
  });

  let hasGone = false;
  // Nobody reads that there was no answer once the page has gone.
  messages.addEventListener('pagehide', () => {
    hasGone = true;
    for (const { timer } of pending.values()) clearTimeout(timer);
  });

  return {
    ask: (request, ...[given]) =>
      new Promise((resolve, reject) => {
        const call = ++calls;
        const giveUp = (): void => {
          pending.delete(call);
          reject(notAnswered());
        };
        const timer = hasGone || unlimited.has(request) ? undefined : setTimeout(giveUp, LIMIT);
        pending.set(call, { resolve: resolve, reject, timer });
        api.postMessage({ request, call, with: given });
      }),
    on: (event, listener) => {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    },
  };
}

function notAnswered(): HostFailure {
  const message = l10n.t(
    "The editor didn't respond within {0} s. If nothing happens, reload the window.",
    LIMIT / 1000,
  );
  return new HostFailure('unavailable', message);
}
