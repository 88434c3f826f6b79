// The document's text as the page holds it: what is typed goes to the host at once, what changes elsewhere is put in
// between.

import { collab, receiveUpdates, sendableUpdates } from '@codemirror/collab';
import {
  ChangeSet,
  EditorState,
  type ChangeSpec,
  type Extension,
  type StateEffect,
  type Text,
  type Transaction,
} from '@codemirror/state';
import type { TextCounts, TextUpdate } from '../protocol/formProtocol.ts';

export interface SyncedChange {
  readonly changes: ChangeSet;
  /** It came from outside this page. */
  readonly isRemote: boolean;
}

interface Options extends TextCounts {
  readonly text: string;
  /** Answers how many pushes the host has by then. */
  readonly push: (update: TextUpdate) => Promise<Pick<TextCounts, 'own'>>;
  /** A push failed and will be tried again; `undefined` when one succeeded after that. */
  readonly reportFailure: (failure: unknown) => void;
  readonly extensions?: Extension;
}

/** Milliseconds until a push that failed is tried again. */
const PAUSE = 1000;
const OWN = 'page';

export class SyncedDocument {
  readonly #options: Options;
  readonly #listeners: ((change: SyncedChange) => void)[] = [];
  #state: EditorState;
  /** Pushes that the host is known to have: the first unconfirmed change is the push of this index. */
  #own: number;
  #seen: number;
  /** The index of the push that comes next. */
  #next: number;
  /** How often everything unconfirmed was to be pushed again: answers to earlier pushes do not count as failures. */
  #round = 0;
  /** Runs until what failed is pushed again. */
  #pause: ReturnType<typeof setTimeout> | undefined;
  /** The last push that is known to have failed in this round. */
  #failed = -1;
  #hasFailed = false;
  #whole: { readonly of: Text; readonly text: string } | undefined;
  #settling: (() => void)[] = [];

  constructor(options: Options) {
    this.#options = options;
    this.#own = options.own;
    this.#next = options.own;
    this.#seen = options.seen;
    this.#state = EditorState.create({
      doc: options.text,
      extensions: [collab({ clientID: OWN }), options.extensions ?? []],
    });
  }

  get state(): EditorState {
    return this.#state;
  }

  get text(): Text {
    return this.#state.doc;
  }

  /** The text as a string, built once for each state of the document. */
  get wholeText(): string {
    if (this.#whole?.of !== this.#state.doc) this.#whole = { of: this.#state.doc, text: this.#state.doc.toString() };
    return this.#whole.text;
  }

  get isSettled(): boolean {
    return sendableUpdates(this.#state).length === 0;
  }

  onDidChange(listener: (change: SyncedChange) => void): void {
    this.#listeners.push(listener);
  }

  /** What the user did, in offsets of the text as it is now. */
  edit(changes: ChangeSpec): void {
    const transaction = this.#state.update({ changes });
    if (!transaction.changes.empty) this.#apply(transaction, false);
  }

  /** Something is known of the text that is no change of it. */
  note(effect: StateEffect<unknown>): void {
    this.#state = this.#state.update({ effects: effect }).state;
  }

  /**
   * What changed elsewhere. What was pushed behind it the host refuses: it is pushed again, carried over the change.
   */
  receive({ own, seen, changes }: TextUpdate): void {
    if (seen !== this.#seen || own < this.#own || own > this.#next) {
      throw new RangeError(
        `A change came after ${own} pushes and ${seen} changes; known are ${this.#own} to ${this.#next}, and ${this.#seen}.`,
      );
    }
    // Their answers are on the way behind this.
    this.#confirm(own);
    this.#seen += 1;
    this.#restart();
    this.#apply(receiveUpdates(this.#state, [{ changes: ChangeSet.fromJSON(changes), clientID: 'host' }]), true);
  }

  /** Resolves when the host has all that was typed. */
  settled(): Promise<void> {
    if (this.isSettled) return Promise.resolve();
    return new Promise((resolve) => {
      this.#settling.push(resolve);
    });
  }

  #apply(transaction: Transaction, isRemote: boolean): void {
    this.#state = transaction.state;
    // Before anything is drawn: the page may be gone as soon as this returns.
    this.#push();
    for (const listener of this.#listeners) listener({ changes: transaction.changes, isRemote });
  }

  /**
   * Each change by itself: the host finds the units of undoing, and takes a change once, however often it is pushed.
   */
  #push(): void {
    if (this.#pause !== undefined) return;
    for (const { changes } of sendableUpdates(this.#state).slice(this.#next - this.#own)) this.#pushNext(changes);
  }

  #pushNext(changes: ChangeSet): void {
    const [index, round] = [this.#next, this.#round];
    this.#next += 1;
    this.#options.push({ own: index, seen: this.#seen, changes: changes.toJSON() as unknown }).then(
      ({ own }) => {
        this.#confirm(own);
        if (own <= index)
          this.#fail(round, index, new Error('The editor did not take what was typed last. It is tried again.'));
      },
      (error: unknown) => {
        this.#fail(round, index, error);
      },
    );
  }

  /** The host has so many pushes. */
  #confirm(own: number): void {
    if (own <= this.#own) return;
    this.#state = receiveUpdates(this.#state, sendableUpdates(this.#state).slice(0, own - this.#own)).state;
    this.#own = own;
    if (this.#hasFailed) this.#options.reportFailure(undefined);
    this.#hasFailed = false;
    if (this.#pause !== undefined && own > this.#failed) {
      // All that failed had been taken after all: what is typed from now on must not wait for another try.
      this.#endPause();
      this.#push();
    }
    if (!this.isSettled) return;
    const settling = this.#settling;
    this.#settling = [];
    for (const report of settling) report();
  }

  /** What was pushed behind it fails as well: reported once, and pushed again together. */
  #fail(round: number, index: number, failure: unknown): void {
    if (round !== this.#round) return;
    this.#failed = Math.max(this.#failed, index);
    if (this.#pause !== undefined) return;
    this.#hasFailed = true;
    this.#options.reportFailure(failure);
    this.#pause = setTimeout(() => {
      this.#restart();
      this.#push();
    }, PAUSE);
  }

  /** Everything unconfirmed is to be pushed again. */
  #restart(): void {
    this.#endPause();
    this.#failed = -1;
    this.#round += 1;
    this.#next = this.#own;
  }

  #endPause(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
  }
}
