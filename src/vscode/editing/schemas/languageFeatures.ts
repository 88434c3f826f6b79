// What editors of a document offer beside VS Code's own JSON features: completions and hovers from the user's schemas
// and the connection's other groups. Loaded with the first question.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { foreignText, visibleId } from '../../../core/foreignText.ts';
import type { Lazy } from '../../../core/lazy.ts';
import type { GroupRef } from '../../../core/userGroup.ts';
import { mappingEntries, propertyEntries } from '../../../document/entries.ts';
import {
  mappingPlace,
  propertyNamePlace,
  type KeyPlace,
  type MappingValuePlace,
} from '../../../document/entryPlace.ts';
import type { SchemaChoices } from '../../../document/schemaChoices.ts';
import {
  MappingProposals,
  proposalDetail,
  proposalTitle,
  usedInText,
  type MappingProposal,
} from '../../../services/editing/mappingProposals.ts';
import type { Siblings } from '../../../services/editing/siblings.ts';
import type { GroupDependencies } from './groupDocuments.ts';
import { groupOf } from './groupOf.ts';

const MOST_IN_MAPPING = 1_000;
const MOST_NAMES = 200;

/** What the user's schemas have. */
export interface InSchemas {
  readonly choices: SchemaChoices;
  /** Those that the schema of properties names. */
  readonly propertyNames: readonly string[];
}

/** In a document without a connection, only what the user's schema names in the mapping. */
export async function documentCompletions(
  document: vscode.TextDocument,
  position: vscode.Position,
  dependencies: GroupDependencies,
  inSchemas: Lazy<InSchemas>,
): Promise<vscode.CompletionItem[]> {
  const [text, offset] = [document.getText(), document.offsetAt(position)];
  const inMapping = mappingPlace(text, offset);
  const place = inMapping ?? propertyNamePlace(text, offset);
  if (place === undefined) return [];
  const ref = await groupOf(document, dependencies);
  const [{ siblings }, { choices, propertyNames }] = await Promise.all([dependencies.services(), inSchemas()]);
  const proposals = new MappingProposals(siblings, choices, MOST_IN_MAPPING);
  /** Keys beside the one that is replaced. */
  const others = (entries: readonly { readonly key: string }[]): string[] =>
    entries.map(({ key }) => key).filter((key) => text.slice(place.from, place.to) !== JSON.stringify(key));
  const items =
    place.kind === 'value'
      ? dataSourceItems(proposals, ref, place, text.startsWith('"', place.from))
      : inMapping !== undefined
        ? schemaIdItems(proposals, ref, place, new Set(others(mappingEntries(text))))
        : nameItems(siblings, ref, place, new Set([...others(propertyEntries(text)), ...propertyNames]));
  const start = document.positionAt(place.from);
  // Like VS Code's own for JSON: replacing removes the whole word.
  const range = {
    inserting: new vscode.Range(start, position),
    replacing: new vscode.Range(start, document.positionAt(place.to)),
  };
  return items.map((item) => Object.assign(item, { range }));
}

/** Over a key VS Code shows the first title of all that its value matches: the data source's own, where it has one. */
export function mappingHover(
  document: vscode.TextDocument,
  position: vscode.Position,
  { schemaIds, dataSources }: SchemaChoices,
): vscode.Hover | undefined {
  const place = mappingPlace(document.getText(), document.offsetAt(position));
  if (place?.kind !== 'key') return undefined;
  const range = new vscode.Range(document.positionAt(place.from), document.positionAt(place.to));
  const written = document.getText(range);
  const named = schemaIds.find(({ id, title }) => title !== undefined && JSON.stringify(id) === written);
  const isHidden =
    named !== undefined && dataSources.some(({ schemaId, title }) => schemaId === named.id && title !== undefined);
  return isHidden
    ? new vscode.Hover(new vscode.MarkdownString().appendText(foreignText(named.title ?? '')), range)
    : undefined;
}

function schemaIdItems(
  proposals: MappingProposals,
  ref: GroupRef | undefined,
  place: KeyPlace,
  present: ReadonlySet<string>,
): vscode.CompletionItem[] {
  return proposals
    .schemaIds(ref)
    .filter((proposal) => !present.has(proposal.id) && saysMore(proposal))
    .map((proposal, rank) => {
      const title = proposalTitle(proposal);
      const item = keyItem(proposal.id, title, place, proposalDetail(proposal), sorted('first', rank));
      item.filterText = filterText(proposal.json, proposal.name);
      if (!place.hasValue) item.command = { command: 'editor.action.triggerSuggest', title: l10n.t('Suggest') };
      return item;
    });
}

function dataSourceItems(
  proposals: MappingProposals,
  ref: GroupRef | undefined,
  { schemaId, needsComma }: MappingValuePlace,
  isQuoted: boolean,
): vscode.CompletionItem[] {
  return proposals
    .dataSources(ref, schemaId)
    .filter(saysMore)
    .map((proposal, rank) => {
      const { id, json, name, onlyBy } = proposal;
      const item = new vscode.CompletionItem(proposalTitle(proposal), vscode.CompletionItemKind.Value);
      item.insertText = new vscode.SnippetString().appendText(json + (needsComma ? ',' : ''));
      return Object.assign(item, {
        detail: proposalDetail(proposal),
        // Matches whether a number or a string is typed.
        filterText: filterText(isQuoted ? JSON.stringify(id) : id, name),
        // One customer must not see another's data by pressing Tab.
        sortText: sorted(onlyBy === undefined ? 'first' : 'last', rank),
      });
    });
}

/** Names that the connection's other groups use, but those that the schema offers already. */
function nameItems(
  siblings: Siblings,
  ref: GroupRef | undefined,
  place: KeyPlace,
  used: ReadonlySet<string>,
): vscode.CompletionItem[] {
  return (ref === undefined ? [] : siblings.propertyNames(ref, MOST_NAMES))
    .filter(({ name }) => !used.has(name))
    .map(({ name, groups }, rank) => {
      // Perhaps a typing error: last, even behind the names of a schema.
      const isSingle = groups === 1;
      const detail = isSingle ? l10n.t('in one group only') : usedInText(groups);
      return keyItem(name, visibleId(name), place, detail, sorted(isSingle ? 'last' : 'first', rank));
    });
}

/** VS Code itself proposes what the schema has, by its bare id. */
function saysMore({ isInSchema, name, onlyBy }: MappingProposal): boolean {
  return !isInSchema || name !== undefined || onlyBy !== undefined;
}

/** VS Code compares it with the text, including its quotes. */
function filterText(written: string, name: string | undefined): string {
  if (name === undefined) return written;
  return written.endsWith('"') ? `${written.slice(0, -1)} ${name}"` : `${written} ${name}`;
}

function keyItem(
  name: string,
  title: string,
  { hasValue, needsComma }: KeyPlace,
  detail: string | undefined,
  sortText: string,
): vscode.CompletionItem {
  const key = JSON.stringify(name);
  const item = new vscode.CompletionItem(title, vscode.CompletionItemKind.Property);
  item.insertText = hasValue ? new vscode.SnippetString().appendText(key) : snippet(`${key}: `, needsComma);
  return Object.assign(item, { detail, filterText: key, sortText });
}

function snippet(before: string, needsComma: boolean): vscode.SnippetString {
  const made = new vscode.SnippetString().appendText(before).appendTabstop();
  return needsComma ? made.appendText(',') : made;
}

/** Before and behind what VS Code proposes of a schema, which it sorts by what is put in: quotes and digits. */
const PLACES = { first: '!', last: 'zzz' } as const;

function sorted(place: keyof typeof PLACES, rank: number): string {
  return PLACES[place] + String(rank).padStart(4, '0');
}

/** Tells ours in a list that has those of VS Code, too. */
export function isOurs({ sortText = '' }: vscode.CompletionItem): boolean {
  return /^(?:!|zzz)\d{4}$/.test(sortText);
}
