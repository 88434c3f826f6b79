// How the parts of an editor find their place in the document: offsets of what is shown, and of the whole text.

export interface EditorPlace {
  readonly toDocument: (shown: number) => number;
  readonly toShown: (offset: number) => number;
  /** Resolves when the host has the text that is shown: it answers questions about its own. */
  readonly settled: () => Promise<void>;
}
