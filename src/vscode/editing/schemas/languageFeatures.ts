// What editors of a document have beside VS Code's own JSON features: completions and hovers. Loaded together, with the
// first question.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { foreignText, visibleId } from '../../../core/foreignText.ts';
import type { Lazy } from '../../../core/lazy.ts';
import { propertyEntries } from '../../../document/entries.ts';
import { mappingPlace, propertyNamePlace } from '../../../document/entryPlace.ts';
import type { SchemaChoices } from '../../../document/schemaChoices.ts';
import { usedInText } from '../../../services/editing/mappingProposals.ts';
import { keyItem, rangeOf, sorted } from './completionItems.ts';
import type { GroupDependencies } from './groupDocuments.ts';
import { groupOf } from './groupOf.ts';
import { mappingCompletions, type InSchemas } from './mappingCompletions.ts';

const MOST_OFFERED = 200;

export async function documentCompletions(
  ...given: Parameters<typeof mappingCompletions>
): Promise<vscode.CompletionItem[]> {
  return [...(await mappingCompletions(...given)), ...(await propertyCompletions(...given))];
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

/**
 * Names that the connection's other groups use; those that the user's schema offers already are not repeated. Nothing in
 * a document without a connection.
 */
async function propertyCompletions(
  document: vscode.TextDocument,
  position: vscode.Position,
  dependencies: GroupDependencies,
  inSchemas: Lazy<InSchemas>,
): Promise<vscode.CompletionItem[]> {
  const text = document.getText();
  const place = propertyNamePlace(text, document.offsetAt(position));
  const ref = place && (await groupOf(document, dependencies));
  if (place === undefined || ref === undefined) return [];
  const present = propertyEntries(text)
    .map(({ key }) => key)
    .filter((key) => text.slice(place.from, place.to) !== JSON.stringify(key));
  const used = new Set([...present, ...(await inSchemas()).propertyNames]);
  const { siblings } = await dependencies.services();
  const range = rangeOf(document, position, place);
  return siblings
    .propertyNames(ref, MOST_OFFERED)
    .filter(({ name }) => !used.has(name))
    .map(({ name, groups }, rank) => {
      // Perhaps a slip of the pen: last, even behind the names of a schema.
      const isSingle = groups === 1;
      const detail = isSingle ? l10n.t('in one group only') : usedInText(groups);
      return Object.assign(keyItem(name, visibleId(name), place, detail, sorted(isSingle ? 'last' : 'first', rank)), {
        range,
      });
    });
}
