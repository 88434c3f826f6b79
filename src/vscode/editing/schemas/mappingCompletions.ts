// Completions in a mapping: schema ids and data sources, named by the person's schema, and those of other groups.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Lazy } from '../../../core/lazy.ts';
import type { GroupRef } from '../../../core/userGroup.ts';
import { mappingEntries } from '../../../document/entries.ts';
import { mappingPlace, type KeyPlace, type MappingValuePlace } from '../../../document/entryPlace.ts';
import type { SchemaChoices } from '../../../document/schemaChoices.ts';
import {
  MappingProposals,
  proposalDetail,
  proposalTitle,
  type MappingProposal,
} from '../../../services/editing/mappingProposals.ts';
import type { GroupDependencies } from './groupDocuments.ts';
import { groupOf } from './groupOf.ts';
import { keyItem, rangeOf, sorted } from './completionItems.ts';

const MOST_OFFERED = 1_000;

/** What the user's schemas have. */
export interface InSchemas {
  readonly choices: SchemaChoices;
  /** Those that the schema of properties names. */
  readonly propertyNames: readonly string[];
}

/** Nothing outside schema ids and data sources; in a document without a connection, those of the schema. */
export async function mappingCompletions(
  document: vscode.TextDocument,
  position: vscode.Position,
  dependencies: GroupDependencies,
  inSchemas: Lazy<InSchemas>,
): Promise<vscode.CompletionItem[]> {
  const place = mappingPlace(document.getText(), document.offsetAt(position));
  if (place === undefined) return [];
  const ref = await groupOf(document, dependencies);
  const { siblings } = await dependencies.services();
  const proposals = new MappingProposals(siblings, (await inSchemas()).choices, MOST_OFFERED);
  const items =
    place.kind === 'key'
      ? schemaIdItems(document, proposals, ref, place)
      : dataSourceItems(document, proposals, ref, place);
  return items.map((item) => Object.assign(item, { range: rangeOf(document, position, place) }));
}

function schemaIdItems(
  document: vscode.TextDocument,
  proposals: MappingProposals,
  ref: GroupRef | undefined,
  place: KeyPlace,
): vscode.CompletionItem[] {
  const text = document.getText();
  const present = new Set(
    mappingEntries(text)
      .map(({ key }) => key)
      .filter((key) => text.slice(place.from, place.to) !== JSON.stringify(key)),
  );
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
  document: vscode.TextDocument,
  proposals: MappingProposals,
  ref: GroupRef | undefined,
  place: MappingValuePlace,
): vscode.CompletionItem[] {
  const isQuoted = document.getText().startsWith('"', place.from);
  return proposals
    .dataSources(ref, place.schemaId)
    .filter(saysMore)
    .map((proposal, rank) => dataSourceItem(proposal, rank, place, isQuoted));
}

/** VS Code itself proposes what the schema has, by its bare id. */
function saysMore({ isInSchema, name, onlyBy }: MappingProposal): boolean {
  return !isInSchema || name !== undefined || onlyBy !== undefined;
}

function dataSourceItem(
  proposal: MappingProposal,
  rank: number,
  { needsComma }: MappingValuePlace,
  isQuoted: boolean,
): vscode.CompletionItem {
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
}

/** VS Code compares it with the text, including its quotes. */
function filterText(written: string, name: string | undefined): string {
  if (name === undefined) return written;
  return written.endsWith('"') ? `${written.slice(0, -1)} ${name}"` : `${written} ${name}`;
}
