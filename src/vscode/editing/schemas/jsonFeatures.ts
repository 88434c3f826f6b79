// What VS Code's own JSON features say of a text by a schema.

import * as vscode from 'vscode';

/** Not in VS Code's documentation, there since VS Code 1.99: checks a text, whether it is open or not, as it is now. */
const VALIDATE = 'json.validate';

/**
 * Codes of vscode-json-languageservice: below this one something is wrong by the schema, from it on in the text's
 * syntax.
 */
const FIRST_SYNTAX_CODE = 0x100;
const DEPRECATED_CODE = 2;
/** From here on it is the schema that could not be read. */
const FIRST_SCHEMA_CODE = 0x300;

/** `undefined` where VS Code cannot be asked. Places are those of `text`. */
export async function checkedBy(schema: vscode.Uri, text: string): Promise<vscode.Diagnostic[] | undefined> {
  try {
    return (await vscode.commands.executeCommand<Said[]>(VALIDATE, schema, text)).map(toDiagnostic);
  } catch {
    return undefined;
  }
}

/** The document holds what its schema does not allow. Deprecated is not wrong. */
export function isSchemaError({ code }: vscode.Diagnostic): boolean {
  return code === undefined || (typeof code === 'number' && code < FIRST_SYNTAX_CODE && code !== DEPRECATED_CODE);
}

/** The schema itself, or one it refers to, could not be read: VS Code then checks nothing by it. */
export function isSchemaUnreadable({ code }: vscode.Diagnostic): boolean {
  return typeof code === 'number' && code >= FIRST_SCHEMA_CODE;
}

type Place = Pick<vscode.Position, 'line' | 'character'>;

/** A diagnostic as it is, or as it arrives from where VS Code's JSON features run on another machine. */
interface Said extends Pick<vscode.Diagnostic, 'message' | 'code'> {
  readonly range: { readonly start: Place; readonly end: Place } | readonly [Place, Place];
}

function toDiagnostic({ message, code, range }: Said): vscode.Diagnostic {
  const [start, end] = 'start' in range ? [range.start, range.end] : range;
  const place = new vscode.Range(start.line, start.character, end.line, end.character);
  return Object.assign(new vscode.Diagnostic(place, message), { code });
}
