// Sends one HTTP request and reads its answer: one deadline, a size limit, and what is known when it fails.

import type { Dispatcher } from 'undici';
import type { Endpoint } from '../contract/serviceApi.ts';

const MEGABYTE = 1_000_000;

/** Limit of an answer, decompressed or not. It repeats what was sent; a rotation's holds only a token. */
export function largestAnswer(sent: Uint8Array, isRotation: boolean): number {
  return isRotation ? MEGABYTE : Math.min(MEGABYTE + 4 * sent.byteLength, 10 * MEGABYTE);
}

/** The limit for a list, which holds all groups at once where the service has no pages. */
export const LARGEST_LIST = 64 * MEGABYTE;

export interface HttpRequest {
  readonly method: Endpoint<'DELETE' | 'HEAD'>['method'];
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** The limit of the answer's body. */
  readonly mostBytes: number;
  /** Connecting, headers and body together. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  /** By lower-case name; repeated ones joined by a comma. */
  readonly header: (name: string) => string | undefined;
  /** As received: it may be compressed. */
  readonly body: Uint8Array;
  /** As many as it may have when decompressed. */
  readonly mostBytes: number;
}

interface NoAnswerFacts {
  readonly why: 'cancelled' | 'deadline' | 'tooLarge' | 'failed';
  /** A part of the request was written to a connection, so it may have arrived. */
  readonly hasLeft: boolean;
  /** The connection it left on had carried an answer before. */
  readonly wasReused: boolean;
  readonly answerBegan: boolean;
  readonly status?: number | undefined;
  /** The part of the answer's body that arrived, as received. */
  readonly received: Uint8Array;
  /** The error code of Node or undici, when something failed: "ECONNREFUSED", "UND_ERR_SOCKET". */
  readonly code?: string | undefined;
  readonly cause?: unknown;
}

/** Why no whole answer came, and what is known nevertheless. */
export class NoAnswer extends Error {
  readonly facts: NoAnswerFacts;

  constructor(facts: NoAnswerFacts) {
    super(facts.code ?? facts.why);
    this.facts = facts;
  }

  /** Cancelled before anything left. */
  static cancelled(): NoAnswer {
    return new NoAnswer({
      why: 'cancelled',
      hasLeft: false,
      wasReused: false,
      answerBegan: false,
      received: new Uint8Array(),
    });
  }
}

/**
 * Sends the request on an idle or new connection. Settles at the deadline or the signal at the latest. Redirects are
 * answers like any other.
 * @param isReused asked when the request leaves: whether its connection has carried an answer before.
 * @throws NoAnswer
 */
export function exchange(connection: Dispatcher, request: HttpRequest, isReused: () => boolean): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const { method, path, headers, body } = request;
    const handler = new Exchange(request, isReused, resolve, reject);
    // reset: false keeps the connection, which undici otherwise closes after every GET with a body. undici's own
    // timeouts are off: each covers a part of the answer only.
    connection.dispatch({ method, path, headers, body, reset: false, headersTimeout: 0, bodyTimeout: 0 }, handler);
  });
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: HttpAnswer) => void;
  readonly #reject: (reason: NoAnswer) => void;
  readonly #isReused: () => boolean;
  readonly #signal: AbortSignal | undefined;
  readonly #mostBytes: number;
  readonly #deadline: NodeJS.Timeout;
  readonly #onAbort = (): void => this.#giveUp('cancelled');
  readonly #chunks: Uint8Array[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #isSettled = false;
  #hasLeft = false;
  #wasReused = false;
  #answerBegan = false;
  #receivedBytes = 0;
  #status = 0;
  #headers: Readonly<Record<string, string | string[] | undefined>> = {};

  constructor(
    { deadlineMs, signal, mostBytes }: HttpRequest,
    isReused: () => boolean,
    resolve: (answer: HttpAnswer) => void,
    reject: (reason: NoAnswer) => void,
  ) {
    this.#isReused = isReused;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#signal = signal;
    this.#mostBytes = mostBytes;
    this.#deadline = setTimeout(() => this.#giveUp('deadline'), deadlineMs);
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted === true) this.#giveUp('cancelled');
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.#isSettled) {
      // Cancelled while the connection was being made: nothing may leave any more.
      controller.abort(new Error('given up'));
      return;
    }
    this.#controller = controller;
    this.#hasLeft = true;
    this.#wasReused = this.#isReused();
  }

  onResponseStarted(): void {
    this.#answerBegan = true;
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    this.#receivedBytes += chunk.byteLength;
    this.#chunks.push(chunk);
    if (this.#receivedBytes > this.#mostBytes) this.#giveUp('tooLarge');
  }

  onResponseEnd(): void {
    if (!this.#settle()) return;
    this.#resolve({
      status: this.#status,
      header: (name) => {
        const value = this.#headers[name];
        return Array.isArray(value) ? value.join(', ') : value;
      },
      body: this.#received(),
      mostBytes: this.#mostBytes,
    });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error & { code?: string }): void {
    this.#fail('failed', error);
  }

  #received(): Uint8Array {
    return Buffer.concat(this.#chunks, this.#receivedBytes);
  }

  #giveUp(why: NoAnswerFacts['why']): void {
    this.#fail(why);
    this.#controller?.abort(new Error(why));
  }

  #fail(why: NoAnswerFacts['why'], error?: Error & { code?: string }): void {
    if (!this.#settle()) return;
    this.#reject(
      new NoAnswer({
        why,
        hasLeft: this.#hasLeft,
        wasReused: this.#wasReused,
        answerBegan: this.#answerBegan,
        status: this.#status === 0 ? undefined : this.#status,
        received: this.#received(),
        code: error?.code ?? error?.name,
        cause: error,
      }),
    );
  }

  /** False when it is already settled. */
  #settle(): boolean {
    if (this.#isSettled) return false;
    this.#isSettled = true;
    clearTimeout(this.#deadline);
    this.#signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }
}
