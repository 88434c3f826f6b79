// Checks a text with VS Code's own JSON features.

import * as vscode from 'vscode';
import { fieldsTolerantly } from '../../../document/jsonFields.ts';
import { isSchemaError } from '../../../document/readSchema.ts';

/** Undocumented, in VS Code since 1.99: checks a text, open or not, in its current state. */
const VALIDATE = 'json.validate';

/** `undefined` where VS Code cannot be asked. Places are those of `text`. */
export async function checkedBy(schema: vscode.Uri, text: string): Promise<vscode.Diagnostic[] | undefined> {
  try {
    return (await vscode.commands.executeCommand<Said[]>(VALIDATE, schema, text)).map(toDiagnostic);
  } catch {
    return undefined;
  }
}

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

type Place = Pick<vscode.Position, 'line' | 'character'>;

/** A diagnostic as it is, or as it arrives from JSON features on another machine. */
interface Said extends Pick<vscode.Diagnostic, 'message' | 'code'> {
  readonly range: { readonly start: Place; readonly end: Place } | readonly [Place, Place];
}

function toDiagnostic({ message, code, range }: Said): vscode.Diagnostic {
  const [start, end] = 'start' in range ? [range.start, range.end] : range;
  const place = new vscode.Range(start.line, start.character, end.line, end.character);
  return Object.assign(new vscode.Diagnostic(place, message), { code });
}
