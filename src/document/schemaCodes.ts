// What vscode-json-languageservice, by which VS Code checks a text too, found: by the codes of its diagnostics.

/**
 * Below this one the text violates the schema, from it on the text's syntax is
 * wrong.
 */
const FIRST_SYNTAX_CODE = 0x100;
const DEPRECATED_CODE = 2;
/** From here on the schema itself could not be read. */
const FIRST_SCHEMA_CODE = 0x300;

/** The document violates its schema. Deprecated is not wrong. */
export function isSchemaError({ code }: { readonly code?: unknown }): boolean {
  return code === undefined || (typeof code === 'number' && code < FIRST_SYNTAX_CODE && code !== DEPRECATED_CODE);
}

/** The schema itself, or one it refers to, could not be read: VS Code then checks nothing by it. */
export function isSchemaUnreadable({ code }: { readonly code?: unknown }): boolean {
  return typeof code === 'number' && code >= FIRST_SCHEMA_CODE;
}
