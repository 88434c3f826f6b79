// Completions in a mapping from the connection's other groups: their schema ids and data sources.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { foreignText, visibleId } from '../../../core/foreignText.ts';
import type { Lazy } from '../../../core/lazy.ts';
import type { DataSourceUse } from '../../../core/ports/siblingStore.ts';
import type { GroupRef } from '../../../core/userGroup.ts';
import { mappingEntries } from '../../../document/entries.ts';
import { mappingPlace, type KeyPlace, type MappingValuePlace } from '../../../document/entryPlace.ts';
import type { SchemaChoices } from '../../../document/schemaChoices.ts';
import { dataSourceLabel, labelsOf } from '../../../document/schemaLabels.ts';
import type { SchemaIdUse, Siblings } from '../../../services/editing/siblings.ts';
import type { GroupDependencies } from './groupDocuments.ts';
import { groupOf } from './groupOf.ts';
import { keyItem, rangeOf, sorted, usedInText } from './siblingItems.ts';

const MOST_OFFERED = 1_000;

interface Offering {
  readonly document: vscode.TextDocument;
  readonly position: vscode.Position;
  readonly ref: GroupRef;
  readonly siblings: Siblings;
  /** Completions of the person's schema are not repeated. */
  readonly choices: SchemaChoices;
}

/** Nothing outside schema ids and data sources, and in a document without a connection. */
export async function mappingCompletions(
  document: vscode.TextDocument,
  position: vscode.Position,
  dependencies: GroupDependencies,
  choices: Lazy<SchemaChoices>,
): Promise<vscode.CompletionItem[]> {
  const place = mappingPlace(document.getText(), document.offsetAt(position));
  if (place === undefined) return [];
  const ref = await groupOf(document, dependencies);
  if (ref === undefined) return [];
  const offering = {
    document,
    position,
    ref,
    siblings: (await dependencies.services()).siblings,
    choices: await choices(),
  };
  const items = place.kind === 'key' ? schemaIdItems(offering, place) : dataSourceItems(offering, place);
  return items.map((item) => Object.assign(item, { range: rangeOf(document, position, place) }));
}

function schemaIdItems({ document, ref, siblings, choices }: Offering, place: KeyPlace): vscode.CompletionItem[] {
  const text = document.getText();
  const present = mappingEntries(text)
    .map(({ key }) => key)
    .filter((key) => text.slice(place.from, place.to) !== JSON.stringify(key));
  const used = new Set([...present, ...choices.schemaIds.map(({ id }) => id)]);
  return siblings
    .schemaIds(ref, MOST_OFFERED)
    .filter(({ schemaId }) => !used.has(schemaId))
    .map((use, rank) => schemaIdItem(use, rank, place));
}

function schemaIdItem({ schemaId, groups }: SchemaIdUse, rank: number, place: KeyPlace): vscode.CompletionItem {
  const item = keyItem(schemaId, place, usedInText(groups), sorted('0', rank));
  if (!place.hasValue) item.command = { command: 'editor.action.triggerSuggest', title: l10n.t('Suggest') };
  return item;
}

function dataSourceItems(
  { document, ref, siblings, choices }: Offering,
  place: MappingValuePlace,
): vscode.CompletionItem[] {
  const labels = labelsOf(choices);
  // VS Code offers what the schema defines for this id; otherwise for every id.
  const saidOf = choices.schemaIds.some(({ id }) => id === place.schemaId) ? place.schemaId : undefined;
  const offered = new Set(
    choices.dataSources.filter(({ schemaId }) => schemaId === saidOf).map(({ value }) => String(value)),
  );
  const isQuoted = document.getText().startsWith('"', place.from);
  return siblings
    .dataSources(ref, place.schemaId, MOST_OFFERED)
    .filter(({ dataSource }) => !offered.has(dataSource))
    .map((use, rank) =>
      dataSourceItem(use, rank, place, isQuoted, dataSourceLabel(labels, place.schemaId, use.dataSource)),
    );
}

function dataSourceItem(
  { dataSource, groups, onlyBy }: DataSourceUse,
  rank: number,
  { needsComma }: MappingValuePlace,
  isQuoted: boolean,
  label: string | undefined,
): vscode.CompletionItem {
  const name = label === undefined ? visibleId(dataSource) : `${visibleId(dataSource)} — ${foreignText(label)}`;
  const item = new vscode.CompletionItem(name, vscode.CompletionItemKind.Value);
  const value = JSON.stringify(dataSource);
  item.insertText = new vscode.SnippetString().appendText(value + (needsComma ? ',' : ''));
  item.detail = onlyBy === undefined ? usedInText(groups) : l10n.t('used by {0} only', visibleId(onlyBy.name));
  // Matches a bare number as well.
  item.filterText = filterText(isQuoted ? value : dataSource, label);
  // One customer must not see another's data by pressing Tab.
  item.sortText = sorted(onlyBy === undefined ? '1' : 'zzz', rank);
  return item;
}

/** VS Code compares it with the text, including its quotes. */
function filterText(written: string, label: string | undefined): string {
  if (label === undefined) return written;
  return written.endsWith('"') ? `${written.slice(0, -1)} ${label}"` : `${written} ${label}`;
}
