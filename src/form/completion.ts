// Completion in an editor: the host's proposals.

import {
  insertCompletionText,
  pickedCompletion,
  snippet,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  type CompletionSource,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import type { Completion as Proposal } from '../protocol/formProtocol.ts';
import type { Ask } from '../webview/hostChannel.ts';

/** How the parts of an editor find their place in the document: offsets of what is shown, and of the whole text. */
export interface EditorPlace {
  readonly toDocument: (shown: number) => number;
  readonly toShown: (offset: number) => number;
  /** Resolves when the host has the text that is shown: it answers questions about its own. */
  readonly settled: () => Promise<void>;
}

/** Proposals that are listed. */
const LISTED = 300;

export function completionFromHost(ask: Ask, place: EditorPlace): CompletionSource {
  return async (context) => {
    if (!context.explicit && context.matchBefore(/[\w"-]$/u) === null) return null;
    await place.settled();
    if (context.aborted) return null;
    const proposals = await ask('complete', { offset: place.toDocument(context.pos) }).catch(() => []);
    return resultOf(
      proposals.map((proposal) => ({
        ...proposal,
        from: place.toShown(proposal.from),
        to: place.toShown(proposal.to),
      })),
      context,
    );
  };
}

function resultOf(proposals: readonly Proposal[], context: CompletionContext): CompletionResult | null {
  const fitting = proposals.filter((proposal) => fits(proposal, context)).slice(0, LISTED);
  if (fitting.length === 0) return null;
  const from = Math.min(...fitting.map((proposal) => proposal.from));
  return {
    from,
    filter: false,
    options: fitting.map((proposal) => toOption(proposal, proposal.from - from, proposal.to - context.pos)),
  };
}

/** Quotes do not count: a key is proposed with or without them. */
function fits({ label, from }: Proposal, { state, pos }: CompletionContext): boolean {
  const typed = state.sliceDoc(from, pos).replaceAll('"', '').trim().toLowerCase();
  return label.replaceAll('"', '').toLowerCase().includes(typed);
}

/** `before`, `after`: how far the replaced part reaches from where the list begins, and from the cursor. */
function toOption(proposal: Proposal, before: number, after: number): Completion {
  const { label, detail, documentation } = proposal;
  return {
    label,
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined ? {} : { info: () => documentationBox(documentation) }),
    apply: (view, completion, from, to) => {
      putIn(view, completion, proposal, from + before, Math.max(to, to + after));
    },
  };
}

function putIn(
  view: EditorView,
  completion: Completion,
  { insert, isSnippet }: Proposal,
  from: number,
  to: number,
): void {
  const end = Math.min(to, view.state.doc.length);
  if (isSnippet) snippet(toEditorSnippet(insert))(view, completion, from, end);
  else
    view.dispatch({
      ...insertCompletionText(view.state, insert, from, end),
      annotations: pickedCompletion.of(completion),
    });
}

function documentationBox(text: string): HTMLElement {
  const box = document.createElement('div');
  box.textContent = text;
  return box;
}

/** `$1`, `${1:text}`, `${1|a,b|}`, `$0` and escapes; a variable (`$NAME`, `${NAME:text}`) becomes its text. */
const PARTS =
  /\\([\\$}])|\$(\d+)|\$\{(\d+)\}|\$\{(\d+):([^{}]*)\}|\$\{(\d+)\|((?:[^|\\]|\\.)*)\|\}|\$\{?[A-Za-z_]\w*(?::([^{}]*))?\}?|[{}]/gu;

export function toEditorSnippet(text: string): string {
  return text.replace(PARTS, (...match: (string | undefined)[]) => {
    const [whole, escaped, bare, braced, numbered, given, choice, choices, variable] = match;
    if (escaped !== undefined) return literal(escaped);
    const number = bare ?? braced ?? numbered ?? choice;
    if (number !== undefined) return `\${${number}${placeholder(given ?? firstOf(choices))}}`;
    return whole === '{' || whole === '}' ? literal(whole) : literal(variable ?? '');
  });
}

function firstOf(choices: string | undefined): string | undefined {
  return choices === undefined ? undefined : (/^(?:[^,\\]|\\.)*/u.exec(choices)?.[0] ?? '').replace(/\\(.)/gu, '$1');
}

function placeholder(text: string | undefined): string {
  return text === undefined || text === '' ? '' : `:${literal(text)}`;
}

/** Braces are the editor's own syntax. */
function literal(text: string): string {
  return text.replace(/[{}]/gu, '\\$&');
}
