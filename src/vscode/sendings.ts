// What is being sent at this moment: one sending at a time for a document.

import type * as vscode from 'vscode';
import { cancelled, UserGroupsError } from '../core/errors.ts';
import { Emitter, type Disposable } from '../core/emitter.ts';
import type { Call } from './commands/call.ts';
import type { Messages } from './messages.ts';

export class Sendings implements Disposable {
  readonly #messages: Messages;
  readonly #underWay = new Set<string>();
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(messages: Messages) {
    this.#messages = messages;
  }

  /** Whether the document of this URI is being sent, or asked about. */
  isUnderWay(document: vscode.Uri): boolean {
    return this.#underWay.has(document.toString());
  }

  /** A key pressed twice sends once. @throws UserGroupsError `conflict` to callers, `cancelled` to persons */
  async oneAtATime<T>(call: Call, document: vscode.Uri, work: () => Promise<T>): Promise<T> {
    const key = document.toString();
    if (this.#underWay.has(key)) {
      if (call.origin === 'argument') throw new UserGroupsError({ kind: 'conflict', happened: 'this user group is being sent at this moment', next: 'wait until that has ended' });
      this.#messages.status('This user group is being sent already');
      throw cancelled();
    }
    this.#underWay.add(key);
    this.#changed.fire();
    try {
      return await work();
    } finally {
      this.#underWay.delete(key);
      this.#changed.fire();
    }
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
