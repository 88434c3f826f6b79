// The editor of one JSON field: shows its part of the document by itself, and changes the document as that part is
// changed.

import type { Diagnostic } from '@codemirror/lint';
import type { ChangeSet } from '@codemirror/state';
import type { FieldRange } from '../document/fieldRanges.ts';
import { formatSlice } from '../document/formatSlice.ts';
import {
  indentedSlice,
  toDocumentEdits,
  toDocumentOffset,
  toShownOffset,
  type IndentedSlice,
} from '../document/indentedSlice.ts';
import { smallestEdit, type TextEdit } from '../document/textEdit.ts';
import type { Labels, Problem } from '../protocol/formProtocol.ts';
import type { Ask } from '../webview/hostChannel.ts';
import { JsonEditor } from './jsonEditor.ts';
import type { SyncedChange, SyncedDocument } from './syncedDocument.ts';

export interface FieldEditorOptions {
  /** The id of the element that gets the focus. */
  readonly id: string;
  readonly name: string;
  readonly synced: SyncedDocument;
  /** Where the field stands now. */
  readonly range: () => FieldRange | undefined;
  readonly nonce: string;
  readonly keysId: string;
  readonly isReadOnly: boolean;
  readonly ask: Ask;
  readonly onMove: () => void;
}

/** Problems that are marked in an editor. */
const MARKED = 500;

export class FieldEditor {
  readonly editor: JsonEditor;
  readonly #synced: SyncedDocument;
  readonly #range: () => FieldRange | undefined;
  #slice: IndentedSlice;

  constructor({ id, name, synced, range, nonce, keysId, isReadOnly, ask, onMove }: FieldEditorOptions) {
    this.#synced = synced;
    this.#range = range;
    this.#slice = this.#read();
    this.editor = new JsonEditor({
      id,
      name,
      shown: this.#slice.shown,
      nonce,
      isReadOnly,
      describedBy: keysId,
      ask,
      onMove,
      place: {
        toDocument: (shown) => toDocumentOffset(synced.wholeText, this.#slice, shown),
        toShown: (offset) => this.#toShown(offset),
        settled: () => synced.settled(),
      },
      onType: (changes) => {
        this.#change(editsOf(changes));
      },
      onFormat: () => {
        this.format();
      },
    });
  }

  get dom(): HTMLElement {
    return this.editor.view.dom;
  }

  /** The text of the document changed, here or elsewhere. */
  update({ isRemote }: SyncedChange): void {
    // What is typed here keeps its indentation, however the field's other lines begin by then.
    this.#slice = this.#read(isRemote ? undefined : this.#slice.indent);
    const edit = smallestEdit(this.editor.text, this.#slice.shown);
    if (edit !== undefined) this.editor.replace(edit);
  }

  format(): void {
    if (this.editor.view.state.readOnly) return;
    this.#synced.edit(formatSlice(this.#synced.wholeText, this.#slice.from, this.#slice.to));
  }

  setLabels(labels: Labels): void {
    this.editor.setLabels(labels);
  }

  /** Those of the document that stand in this field. */
  setProblems(problems: readonly Problem[]): void {
    const range = this.#range();
    if (range === undefined) return;
    const here = problems.filter(({ from, to }) => from <= range.to && to >= range.from).slice(0, MARKED);
    this.editor.setProblems(here.map((problem) => this.#diagnostic(problem)));
  }

  /** Selects a part of the document. */
  goTo(from: number, to: number): void {
    this.editor.goTo(this.#toShown(from), this.#toShown(to));
  }

  #change(typed: readonly TextEdit[]): void {
    this.#synced.edit(toDocumentEdits(this.#synced.wholeText, this.#slice, typed));
  }

  #read(indent?: string): IndentedSlice {
    const { from, to } = this.#range() ?? { from: 0, to: 0 };
    return indentedSlice(this.#synced.wholeText, from, to, indent);
  }

  #toShown(offset: number): number {
    return toShownOffset(this.#synced.wholeText, this.#slice, offset);
  }

  #diagnostic({ severity, message, from, to }: Problem): Diagnostic {
    const { length } = this.editor.view.state.doc;
    const within = (offset: number): number => Math.min(this.#toShown(offset), length);
    return { severity, message, from: within(from), to: within(to) };
  }
}

function editsOf(changes: ChangeSet): TextEdit[] {
  const edits: TextEdit[] = [];
  changes.iterChanges((from, to, _fromNow, _toNow, inserted) => {
    edits.push({ from, to, insert: inserted.toString() });
  });
  return edits;
}
