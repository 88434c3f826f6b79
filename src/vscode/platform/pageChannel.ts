// The host's end of the conversation with one page.

import type * as vscode from 'vscode';
import { bugMessage } from '../../core/bugText.ts';
import type { Disposable } from '../../core/emitter.ts';
import { UserGroupsError } from '../../core/errors.ts';
import type { Log } from '../../core/ports/log.ts';
import type { HostMessage, Requests } from '../../protocol/conversation.ts';
import { decodeRequest } from '../../protocol/decodeRequest.ts';
import type { FormEvents, FormRequests } from '../../protocol/formProtocol.ts';
import type { RequestOf } from '../../protocol/requestShapes.ts';

/** The host's handler of requests. */
export type AnswersOf<R extends Requests<R>> = {
  readonly [Name in keyof R]: (asked: R[Name][0]) => Promise<R[Name][1]> | R[Name][1];
};
export type FormAnswers = AnswersOf<FormRequests>;

export class ChannelToPage<R extends Requests<R>, E> implements Disposable {
  readonly #webview: vscode.Webview;
  readonly #log: Log;
  readonly #subscription: Disposable;

  /** Listens from now on; `answers` may become available later. */
  constructor(
    webview: vscode.Webview,
    log: Log,
    decode: (message: unknown) => RequestOf<R> | undefined,
    answers: () => Promise<AnswersOf<R>>,
  ) {
    this.#webview = webview;
    this.#log = log;
    let made: AnswersOf<R> | undefined;
    this.#subscription = webview.onDidReceiveMessage((message: unknown) => {
      const request = decode(message);
      if (request === undefined) {
        log.warn('A message of a page was not understood and was left unanswered.');
        return;
      }
      // Answered in the order asked: a later question may depend on an earlier push.
      if (made !== undefined) void this.#answer(made, request);
      else
        void answers().then(
          (ready) => this.#answer((made = ready), request),
          (error: unknown) => {
            this.#refuse(request.call, error);
          },
        );
    });
  }

  report<Name extends keyof E>(event: Name, payload: E[Name]): void {
    this.#post({ event, with: payload });
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #answer(answers: AnswersOf<R>, { name, call, with: asked }: RequestOf<R>): Promise<void> {
    try {
      const answer = answers[name];
      this.#post({ answered: call, result: await answer(asked) });
    } catch (error) {
      this.#refuse(call, error);
    }
  }

  #refuse(call: number, error: unknown): void {
    if (!(error instanceof UserGroupsError)) this.#log.bug(error);
    const failure =
      error instanceof UserGroupsError
        ? { kind: error.kind, message: error.message }
        : { kind: 'bug', message: bugMessage() };
    this.#post({ answered: call, failure });
  }

  /** A page that is gone receives nothing. */
  #post(message: HostMessage<E>): void {
    void this.#webview.postMessage(message);
  }
}

/** The form's. */
export class PageChannel extends ChannelToPage<FormRequests, FormEvents> {
  constructor(webview: vscode.Webview, log: Log, answers: () => Promise<FormAnswers>) {
    super(webview, log, decodeRequest, answers);
  }
}
