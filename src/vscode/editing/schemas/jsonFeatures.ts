// Checks a text by a schema with VS Code's own JSON features.

import * as vscode from 'vscode';

/** Undocumented, in VS Code since 1.99: checks a text, open or not, in its current state. */
const VALIDATE = 'json.validate';

/**
 * Codes of vscode-json-languageservice: below this one the text violates the schema, from it on the text's syntax is
 * wrong.
 */
const FIRST_SYNTAX_CODE = 0x100;
const DEPRECATED_CODE = 2;
/** From here on the schema itself could not be read. */
const FIRST_SCHEMA_CODE = 0x300;

/** `undefined` where VS Code cannot be asked. Places are those of `text`. */
export async function checkedBy(schema: vscode.Uri, text: string): Promise<vscode.Diagnostic[] | undefined> {
  try {
    return (await vscode.commands.executeCommand<Said[]>(VALIDATE, schema, text)).map(toDiagnostic);
  } catch {
    return undefined;
  }
}

/** The document violates its schema. Deprecated is not wrong. */
export function isSchemaError({ code }: vscode.Diagnostic): boolean {
  return code === undefined || (typeof code === 'number' && code < FIRST_SYNTAX_CODE && code !== DEPRECATED_CODE);
}

/** The schema itself, or one it refers to, could not be read: VS Code then checks nothing by it. */
export function isSchemaUnreadable({ code }: vscode.Diagnostic): boolean {
  return typeof code === 'number' && code >= FIRST_SCHEMA_CODE;
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
