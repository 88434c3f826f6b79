// Completions in properties from the connection's other groups: the names that they use.

import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { visibleId } from '../../../core/foreignText.ts';
import type { Lazy } from '../../../core/lazy.ts';
import { propertyEntries } from '../../../document/entries.ts';
import { propertyNamePlace } from '../../../document/entryPlace.ts';
import type { GroupDependencies } from './groupDocuments.ts';
import { groupOf } from './groupOf.ts';
import { usedInText } from '../../../services/editing/mappingProposals.ts';
import { keyItem, rangeOf, sorted } from './completionItems.ts';

const MOST_OFFERED = 200;

/** Names that the person's schema offers already are not repeated. Nothing in a document without a connection. */
export async function propertyCompletions(
  document: vscode.TextDocument,
  position: vscode.Position,
  dependencies: GroupDependencies,
  inSchema: Lazy<readonly string[]>,
): Promise<vscode.CompletionItem[]> {
  const text = document.getText();
  const place = propertyNamePlace(text, document.offsetAt(position));
  const ref = place && (await groupOf(document, dependencies));
  if (place === undefined || ref === undefined) return [];
  const present = propertyEntries(text)
    .map(({ key }) => key)
    .filter((key) => text.slice(place.from, place.to) !== JSON.stringify(key));
  const used = new Set([...present, ...(await inSchema())]);
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
