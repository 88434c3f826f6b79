// VS Code's language features as far as unit tests need them: completions, hovers and problems.

import { Emitter } from '../../../src/core/emitter.ts';
import type { Uri } from './fakeFiles.ts';
import { valueClass } from './fakeTypes.ts';

export const CompletionItemKind = { Text: 0, Property: 9, Value: 11 };
export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 };

export const CompletionItem = valueClass<{ readonly label: string; readonly kind: number }>('label', 'kind');

export class SnippetString {
  value: string;

  constructor(value = '') {
    this.value = value;
  }

  appendText(text: string): this {
    this.value += text.replaceAll(/[\\$}]/g, String.raw`\$&`);
    return this;
  }

  appendTabstop(): this {
    this.value += '$1';
    return this;
  }
}

export const CodeLens = valueClass<{ readonly range: object; readonly command: object }>('range', 'command');

export class MarkdownString {
  value: string;

  constructor(value = '') {
    this.value = value;
  }

  appendText(text: string): this {
    this.value += text.replaceAll(/[\\`*_{}[\]()#+\-!~]/g, String.raw`\$&`);
    return this;
  }
}

export class Hover {
  readonly contents: readonly MarkdownString[];
  readonly range: object;

  constructor(content: MarkdownString, range: object) {
    this.contents = [content];
    this.range = range;
  }
}

export class Diagnostic {
  readonly range: object;
  readonly message: string;
  readonly severity: number;

  constructor(range: object, message: string, severity = DiagnosticSeverity.Error) {
    this.range = range;
    this.message = message;
    this.severity = severity;
  }
}

/** The problems that one part of the product shows, by the addresses of their documents. */
class FakeDiagnosticCollection {
  readonly shown = new Map<string, readonly Diagnostic[]>();

  has(uri: Uri): boolean {
    return this.shown.has(uri.toString());
  }

  set(uri: Uri, found: readonly Diagnostic[]): void;
  set(entries: readonly (readonly [Uri, readonly Diagnostic[]])[]): void;
  set(...given: [Uri, readonly Diagnostic[]] | [readonly (readonly [Uri, readonly Diagnostic[]])[]]): void {
    const entries = given.length === 1 ? given[0] : [given];
    for (const [uri, ofOne] of Map.groupBy(entries, ([each]) => each.toString()))
      this.shown.set(
        uri,
        ofOne.flatMap(([, found]) => found),
      );
  }

  delete(uri: Uri): void {
    this.shown.delete(uri.toString());
  }

  clear(): void {
    this.shown.clear();
  }

  dispose(): void {
    this.clear();
  }
}

/** By their names. */
export const diagnosticCollections = new Map<string, FakeDiagnosticCollection>();

/** Problems of documents by their addresses, the test's to set. */
export const diagnostics = new Map<string, readonly object[]>();
/** The test's to fire, as VS Code does when these change. */
export const diagnosticsChanged = new Emitter<{ readonly uris: readonly object[] }>();

/** What is registered for documents, each with all that it was registered by. */
export const languageProviders = new Set<readonly unknown[]>();

function register(...given: readonly unknown[]): { readonly dispose: () => void } {
  languageProviders.add(given);
  return { dispose: () => void languageProviders.delete(given) };
}

export const languages = {
  createDiagnosticCollection: (name: string) => {
    const made = new FakeDiagnosticCollection();
    diagnosticCollections.set(name, made);
    return made;
  },
  getDiagnostics: (uri: Uri) => diagnostics.get(uri.toString()) ?? [],
  onDidChangeDiagnostics: diagnosticsChanged.event,
  registerCodeLensProvider: () => ({ dispose: () => undefined }),
  registerCompletionItemProvider: register,
  registerHoverProvider: register,
  setTextDocumentLanguage: (document: object, languageId: string) => Promise.resolve({ ...document, languageId }),
};
