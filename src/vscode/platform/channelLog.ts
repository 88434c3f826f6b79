// The log that users can read: one line per request, no body, no secret at any level.

import * as vscode from 'vscode';
import type { Disposable } from '../../core/emitter.ts';
import type { Log, RequestLine } from '../../core/ports/log.ts';
import type { Redactor } from '../../core/redactor.ts';
import { bugText } from '../../core/bugText.ts';
import { requestText } from '../../core/requestText.ts';

export class ChannelLog implements Log, Disposable {
  readonly #redactor: Redactor;
  readonly #channel = vscode.window.createOutputChannel('User Groups', { log: true });

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  show(): void {
    this.#channel.show();
  }

  request(line: RequestLine): void {
    this.info(requestText(line, this.#redactor));
  }

  info(message: string): void {
    this.#channel.info(this.#redactor.redact(message));
  }

  warn(message: string): void {
    this.#channel.warn(this.#redactor.redact(message));
  }

  bug(error: unknown): void {
    this.#channel.error(bugText(error, (text) => this.#redactor.redact(text)));
  }

  dispose(): void {
    this.#channel.dispose();
  }
}
