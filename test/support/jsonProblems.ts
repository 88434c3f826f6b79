// What a JSON schema says against a text, by the language service of VS Code.

import { getLanguageService, type JSONSchema } from 'vscode-json-languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';

/** Both are JSON texts. */
export async function problemsBy(schema: string, text: string): Promise<unknown[]> {
  const service = getLanguageService({});
  const document = TextDocument.create('file:///a.json', 'json', 0, text);
  return service.doValidation(
    document,
    service.parseJSONDocument(document),
    { schemaValidation: 'error' },
    JSON.parse(schema) as JSONSchema,
  );
}
