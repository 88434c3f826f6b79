// What the form shows of its document beside the text: problems, completions and hovers of VS Code's JSON features, and
// what could stand in the cells of a mapping.

import * as vscode from 'vscode';
import { foreignText } from '../../../core/foreignText.ts';
import { groupRef } from '../../../core/groupKey.ts';
import type { SchemaChoices } from '../../../document/schemaChoices.ts';
import type { Completion, Problem, Suggestion } from '../../../protocol/formProtocol.ts';
import { MappingProposals, proposalDetail, proposalTitle } from '../../../services/editing/mappingProposals.ts';
import type { Siblings } from '../../../services/editing/siblings.ts';
import { isOurs } from '../schemas/languageFeatures.ts';
import type { Subject } from './formSubject.ts';
import type { FormText } from './formText.ts';

const MOST_COMPLETIONS = 1_000;
const MOST_SUGGESTIONS = 1_000;
const LONGEST_MESSAGE = 1_000;

/** As the Problems panel has them: errors first, then by place. */
export function problemsOf(uri: vscode.Uri, text: FormText): Problem[] {
  return vscode.languages
    .getDiagnostics(uri)
    .toSorted((a, b) => a.severity - b.severity || a.range.start.compareTo(b.range.start))
    .map(({ severity, message, range }) => ({
      severity: SEVERITIES[severity],
      message: foreignText(message, LONGEST_MESSAGE),
      from: text.offsetOf(range.start),
      to: text.offsetOf(range.end),
    }));
}

const SEVERITIES: Record<vscode.DiagnosticSeverity, Problem['severity']> = {
  [vscode.DiagnosticSeverity.Error]: 'error',
  [vscode.DiagnosticSeverity.Warning]: 'warning',
  [vscode.DiagnosticSeverity.Information]: 'info',
  [vscode.DiagnosticSeverity.Hint]: 'info',
};

/** The editor's completions. */
export async function completionsAt(uri: vscode.Uri, text: FormText, offset: number): Promise<Completion[]> {
  await text.flush();
  const position = text.positionOf(offset);
  const list = await vscode.commands.executeCommand<vscode.CompletionList | undefined>(
    'vscode.executeCompletionItemProvider',
    uri,
    position,
  );
  const here = new vscode.Range(position, position);
  // Words of the document are no suggestions.
  const items = (list?.items ?? []).filter(({ kind }) => kind !== vscode.CompletionItemKind.Text);
  return withoutRepetitions(items)
    .toSorted((a, b) => (a.sortText ?? labelOf(a)).localeCompare(b.sortText ?? labelOf(b)))
    .slice(0, MOST_COMPLETIONS)
    .map((item) => completionOf(item, here, text));
}

/** Paragraphs, without the marks of Markdown. */
export async function hoverAt(uri: vscode.Uri, text: FormText, offset: number): Promise<string[]> {
  await text.flush();
  const hovers = await vscode.commands.executeCommand<vscode.Hover[] | undefined>(
    'vscode.executeHoverProvider',
    uri,
    text.positionOf(offset),
  );
  return (hovers ?? []).flatMap(({ contents }) => contents.map(plainText)).filter((paragraph) => paragraph !== '');
}

/** What VS Code proposes of a schema by its bare id is not repeated where ours names it. */
function withoutRepetitions(items: readonly vscode.CompletionItem[]): vscode.CompletionItem[] {
  const ours = new Set(items.filter(isOurs).map(wordOf));
  return items.filter((item) => isOurs(item) || !ours.has(wordOf(item)));
}

/** The first word that is put in: a string of JSON or a number. */
function wordOf(item: vscode.CompletionItem): string {
  return /^(?:"(?:[^"\\]|\\.)*"|[\w.+-]+)/.exec(insertedText(item))?.[0] ?? '';
}

function insertedText(item: vscode.CompletionItem): string {
  const insert = item.insertText ?? labelOf(item);
  return typeof insert === 'string' ? insert : insert.value;
}

function completionOf(item: vscode.CompletionItem, here: vscode.Range, text: FormText): Completion {
  const range =
    item.range === undefined ? here : item.range instanceof vscode.Range ? item.range : item.range.replacing;
  return {
    label: foreignText(labelOf(item)),
    ...(item.detail !== undefined && { detail: foreignText(item.detail) }),
    ...(item.documentation !== undefined && { documentation: plainText(item.documentation) }),
    from: text.offsetOf(range.start),
    to: text.offsetOf(range.end),
    insert: insertedText(item),
    isSnippet: typeof item.insertText === 'object',
  };
}

function labelOf({ label }: vscode.CompletionItem): string {
  return typeof label === 'string' ? label : label.label;
}

/** A schema's text is foreign and shown as text: its escapes are removed, its line breaks stay. */
function plainText(content: unknown): string {
  const markdown = content instanceof vscode.MarkdownString ? content.value : String(content);
  return markdown
    .split('\n')
    .map((line) =>
      foreignText(line.replaceAll(/\\([\\`*_{}[\]()#+\-.!~|<>&])/g, '$1').replaceAll('&nbsp;', ' '), LONGEST_MESSAGE),
    )
    .join('\n')
    .trim();
}

/** Schema ids, or the data sources of one: of the user's schema, and of the other groups of the connection. */
export function cellSuggestions(
  { connection, userGroupId = '' }: Subject,
  siblings: Siblings,
  choices: SchemaChoices,
  schemaId?: string,
): Suggestion[] {
  const isKnown = connection !== undefined && connection.id !== '';
  // A group without an id yet has siblings, too.
  const ref = isKnown ? groupRef(connection, userGroupId.toWellFormed()) : undefined;
  const proposals = new MappingProposals(siblings, choices, MOST_SUGGESTIONS);
  const found = schemaId === undefined ? proposals.schemaIds(ref) : proposals.dataSources(ref, schemaId);
  return found.map((proposal) => {
    const detail = proposalDetail(proposal);
    return {
      value: proposal.id,
      title: proposalTitle(proposal),
      ...(detail !== undefined && { detail }),
      isOfOne: proposal.onlyBy !== undefined,
    };
  });
}
