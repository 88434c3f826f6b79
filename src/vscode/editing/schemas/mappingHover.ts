// Shows names of schema ids on hover, where VS Code's own hover shows that of the data source instead.

import * as vscode from 'vscode';
import { foreignText } from '../../../core/foreignText.ts';
import { mappingPlace } from '../../../document/entryPlace.ts';
import type { SchemaChoices } from '../../../document/schemaChoices.ts';

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
