// What is being sent or asked about at this moment: one sending at a time for a document.

import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { cancelled, UserGroupsError } from '../../../core/errors.ts';
import { Emitter, type Disposable } from '../../../core/emitter.ts';
import type { Invocation } from '../../command/invocation.ts';
import type { Messages } from '../../platform/messages.ts';
import { sentence } from '../../../core/sentences.ts';

export class ActiveSends implements Disposable {
  readonly #messages: Messages;
  readonly #busy = new Set<string>();
  readonly #sending = new Set<string>();
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(messages: Messages) {
    this.#messages = messages;
  }

  /** Whether the document of this URI is being sent, or asked about: it must not change meanwhile. */
  isBusy(document: vscode.Uri): boolean {
    return this.#busy.has(document.toString());
  }

  /** Whether a request of this document is in progress: not while a question waits for its answer. */
  isSending(document: vscode.Uri): boolean {
    return this.#sending.has(document.toString());
  }

  /** A key pressed twice sends once. @throws UserGroupsError `conflict` to callers, `cancelled` to users */
  async oneAtATime<T>(invocation: Invocation, document: vscode.Uri, work: () => Promise<T>): Promise<T> {
    const key = document.toString();
    if (this.#busy.has(key)) {
      if (invocation.origin === 'argument')
        throw new UserGroupsError(
          'conflict',
          sentence(l10n.t('This group is already being sent')),
          l10n.t('Wait for it to complete.'),
        );
      this.#messages.status(l10n.t('This group is already being sent'));
      throw cancelled();
    }
    return this.#within(this.#busy, key, work);
  }

  /** Runs what asks the service for something about the document. */
  whileSending<T>(document: vscode.Uri, work: () => Promise<T>): Promise<T> {
    return this.#within(this.#sending, document.toString(), work);
  }

  async #within<T>(documents: Set<string>, key: string, work: () => Promise<T>): Promise<T> {
    documents.add(key);
    this.#changed.fire();
    try {
      return await work();
    } finally {
      documents.delete(key);
      this.#changed.fire();
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
