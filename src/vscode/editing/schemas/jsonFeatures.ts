// Checks a text by a schema with VS Code's own JSON features.

import * as vscode from 'vscode';

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
