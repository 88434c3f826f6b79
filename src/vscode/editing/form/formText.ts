// A document's text, shared with one form page: pushes are applied in units that the user undoes.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Disposable } from '../../../core/emitter.ts';
import { UserGroupsError } from '../../../core/errors.ts';
import type { Log } from '../../../core/ports/log.ts';
import type { TextCounts, TextUpdate } from '../../../protocol/formProtocol.ts';
import { SharedText, type PlacedEdit } from '../../../protocol/sharedText.ts';

/** A pause of this many milliseconds in typing ends a unit of undoing. */
const PAUSE_MS = 250;

/** How often an edit is tried when the document changes under it each time. */
const MOST_TRIES = 20;

export class FormText implements Disposable {
  readonly #document: vscode.TextDocument;
  readonly #log: Log;
  readonly #notifyPage: (update: TextUpdate) => void;
  readonly #shared: SharedText;
  readonly #subscription: Disposable;
  #pause: NodeJS.Timeout | undefined;
  #isDisposed = false;
  #applying: Promise<void> | undefined;
  /** How often VS Code has called the document unsaved: a save may end that before an edit is known to be applied. */
  #unsaved = 0;
  /** What was typed last was taken back, and nobody was told yet. */
  #isTakenBack = false;
  /** VS Code never writes the document, which no API tells: the last edit was applied and yet is no unsaved change. */
  isReadOnly = false;

  /** `notifyPage` receives changes made elsewhere, and what is taken back. */
  constructor(document: vscode.TextDocument, log: Log, notifyPage: (update: TextUpdate) => void) {
    this.#document = document;
    this.#log = log;
    this.#notifyPage = notifyPage;
    this.#shared = new SharedText(document.getText());
    this.#subscription = vscode.workspace.onDidChangeTextDocument((event) => {
      if (event.document !== document) return;
      if (document.isDirty) [this.#unsaved, this.isReadOnly] = [this.#unsaved + 1, false];
      if (event.contentChanges.length === 0) return;
      const update = this.#shared.documentChanged(
        event.contentChanges.map(({ range, text }) => ({ start: range.start, end: range.end, text })),
      );
      if (update !== undefined) notifyPage(update);
    });
  }

  /** The text for a page that opens now. */
  get start(): TextCounts & { readonly text: string } {
    return { text: this.#shared.text, ...this.#shared.counts };
  }

  /** Reports how many pushes were accepted. @throws UserGroupsError `invalid` for changes that do not fit this text */
  push(update: TextUpdate): number {
    try {
      const isAccepted = this.#shared.push(update);
      // The first change marks the document as unsaved at once, so that closing the window asks.
      if (isAccepted && this.#document.isDirty && !this.#shared.hasWholeUnit) this.#applyAfterPause();
      else if (isAccepted) this.#applyAlone();
      return this.#shared.counts.own;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new UserGroupsError(
        'invalid',
        l10n.t("The form sent changes that don't fit the document."),
        l10n.t('Close and reopen the form.'),
        { cause: error },
      );
    }
  }

  /**
   * Resolves when all pushes of the page are in the document. @throws UserGroupsError `conflict` when the document
   * refuses them
   */
  async flush(): Promise<void> {
    while (!this.#shared.isSettled && !this.#isDisposed) await this.#apply();
  }

  /** Before the text is used: once after each input that was taken back. @throws UserGroupsError `forbidden` */
  requireKept(): void {
    if (!this.#isTakenBack) return;
    this.#isTakenBack = false;
    throw new UserGroupsError(
      'forbidden',
      l10n.t("VS Code doesn't save this document, so what you typed was taken back."),
      l10n.t('Check the form and try again.'),
    );
  }

  positionOf(offset: number): vscode.Position {
    const { line, character } = this.#shared.placeOf(offset);
    return new vscode.Position(line, character);
  }

  offsetOf(position: vscode.Position): number {
    return this.#shared.offsetOf(position);
  }

  /** Applies nothing any more: a tab closed without saving must not come back with the last input. */
  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#pause);
    this.#subscription.dispose();
  }

  #applyAfterPause(): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => {
      this.#applyAlone();
    }, PAUSE_MS);
  }

  /** Runs in the background. */
  #applyAlone(): void {
    void this.#apply().catch((error: unknown) => {
      this.#log.bug(error);
    });
  }

  /** A unit at once; one that may still grow waits for its pause. */
  #apply(): Promise<void> {
    clearTimeout(this.#pause);
    this.#applying ??= this.#applyUnit().then(
      () => {
        this.#goOn(this.#shared.hasWholeUnit);
      },
      (error: unknown) => {
        // A refused edit is not tried again without pause.
        this.#goOn(false);
        throw error;
      },
    );
    return this.#applying;
  }

  #goOn(isAtOnce: boolean): void {
    this.#applying = undefined;
    if (this.#shared.isSettled || this.#isDisposed) return;
    if (isAtOnce) this.#applyAlone();
    else this.#applyAfterPause();
  }

  /** @throws UserGroupsError `conflict` when the document changes under it each time */
  async #applyUnit(): Promise<void> {
    let isTakingBack = false;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      // VS Code opens a closed document again for an edit, whatever text the edit was made in.
      const edits = this.#isDisposed ? undefined : this.#shared.dequeue();
      if (edits === undefined) return;
      const unsaved = this.#unsaved;
      try {
        if (await vscode.workspace.applyEdit(this.#editOf(edits))) {
          const update = this.#shared.applied(() => this.#document.getText());
          if (update !== undefined) this.#notifyPage(update);
          const { isDirty, isUntitled } = this.#document;
          // One without a file counts as saved while it is empty.
          if (isTakingBack || isDirty || unsaved !== this.#unsaved || isUntitled || this.#isDisposed) return;
          // What no save keeps, and closing loses, must not look as if it were there.
          [isTakingBack, this.#isTakenBack, this.isReadOnly] = [true, true, true];
          this.#notifyPage(this.#shared.takeBack());
        }
      } finally {
        // Unless it was applied: an edit that is neither applied nor waiting would be waited for forever.
        this.#shared.giveBack();
      }
    }
    throw new UserGroupsError(
      'conflict',
      l10n.t("The document didn't accept what was typed into the form."),
      l10n.t('Open it as JSON.'),
    );
  }

  #editOf(edits: readonly PlacedEdit[]): vscode.WorkspaceEdit {
    const edit = new vscode.WorkspaceEdit();
    for (const { start, end, text } of edits) {
      edit.replace(this.#document.uri, new vscode.Range(start.line, start.character, end.line, end.character), text);
    }
    return edit;
  }
}
