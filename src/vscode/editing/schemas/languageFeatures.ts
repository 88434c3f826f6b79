// What editors of a document have beside VS Code's own JSON features: completions and hovers. Loaded together, with the
// first question.

import type * as vscode from 'vscode';
import type { Lazy } from '../../../core/lazy.ts';
import type { SchemaChoices } from '../../../document/schemaChoices.ts';
import type { GroupDependencies } from './groupDocuments.ts';
import { mappingCompletions } from './mappingCompletions.ts';
import { propertyCompletions } from './propertyCompletions.ts';

export { mappingHover } from './mappingHover.ts';

/** What the person's schemas have. */
interface InSchemas {
  readonly choices: Lazy<SchemaChoices>;
  readonly propertyNames: Lazy<readonly string[]>;
}

export async function documentCompletions(
  document: vscode.TextDocument,
  position: vscode.Position,
  dependencies: GroupDependencies,
  { choices, propertyNames }: InSchemas,
): Promise<vscode.CompletionItem[]> {
  return [
    ...(await mappingCompletions(document, position, dependencies, choices)),
    ...(await propertyCompletions(document, position, dependencies, propertyNames)),
  ];
}
