// The warnings about one document, as diagnostics of VS Code.

import * as vscode from 'vscode';
import { namesOf } from '../../../core/connection.ts';
import { foreignText } from '../../../core/foreignText.ts';
import { duplicateKeys } from '../../../document/duplicateKeys.ts';
import { asStored } from '../../../document/idName.ts';
import { NO_SIBLINGS, softWarnings } from '../../../document/softWarnings.ts';
import { unreportedFlaw } from '../../../document/unreportedFlaw.ts';
import { emptyDocument } from '../../../document/writeDocument.ts';
import { SOURCE, type GroupDependencies } from './groupDocuments.ts';
import { groupOf } from './groupOf.ts';

const LONGEST_MESSAGE = 600;

/** The warnings for the text when the promise resolves; none for a document into which nothing was typed yet. */
export async function warningsOf(
  document: vscode.TextDocument,
  dependencies: GroupDependencies,
): Promise<readonly vscode.Diagnostic[]> {
  const [ref, { connections, siblings }] = await Promise.all([
    groupOf(document, dependencies),
    dependencies.services(),
  ]);
  const text = document.getText();
  const connection = ref && connections.withId(ref.connectionId);
  if (asStored(text, namesOf(connection)) === emptyDocument()) return [];
  const { Error: Flaw, Information, Warning } = vscode.DiagnosticSeverity;
  const unreadable = unreportedFlaw(text, validatedAs(document));
  return [
    ...(unreadable === undefined
      ? []
      : [{ offset: unreadable.offset, length: 1, message: unreadable.reason, severity: Flaw }]),
    // As an error, which it is where files are sent by a plan.
    ...duplicateKeys(text).map((duplicate) => ({ ...duplicate, severity: Flaw })),
    // What others have may not be wanted here: only what must be corrected colors the group in the list.
    ...softWarnings(text, ref === undefined ? NO_SIBLINGS : siblings.facts(ref)).map((warning) => ({
      ...warning,
      severity: warning.isMissing === true ? Information : Warning,
    })),
  ].map(({ offset, length, message, severity }) => {
    const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
    const diagnostic = new vscode.Diagnostic(range, foreignText(message, LONGEST_MESSAGE), severity);
    diagnostic.source = SOURCE;
    return diagnostic;
  });
}

/** The language as which VS Code validates it, by the user's settings. */
function validatedAs({ uri, languageId }: vscode.TextDocument): string | undefined {
  return vscode.workspace.getConfiguration('json', uri).get('validate.enable') === false ? undefined : languageId;
}
