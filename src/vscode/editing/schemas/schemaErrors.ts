// The errors of a document by its schemas, as VS Code's own JSON features find them.

import * as vscode from 'vscode';
import { fieldsTolerantly } from '../../../document/jsonFields.ts';
import { isSchemaError } from '../../../document/schemaCodes.ts';
import { checkedBy } from './jsonFeatures.ts';

/**
 * Of exactly this text: VS Code's last result for an open document may be about an older one. Where VS Code cannot be
 * asked so, and where the document names a schema of its own, which VS Code uses instead, it is the content of the
 * Problems panel.
 */
export async function schemaErrors(
  uri: vscode.Uri,
  text: string,
  schema: vscode.Uri,
): Promise<readonly vscode.Diagnostic[]> {
  const namesOwn = fieldsTolerantly(text).fields.some(({ key, type }) => key === '$schema' && type === 'string');
  const checked = namesOwn ? undefined : await checkedBy(schema, text);
  const found =
    checked ?? vscode.languages.getDiagnostics(uri).filter(({ source }) => source === undefined || source === 'json');
  return found.filter(isSchemaError);
}
