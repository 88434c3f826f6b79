// The top-level fields of a JSON object as exact slices of its text, and objects joined from such slices.

import { createScanner } from 'jsonc-parser';

/**
 * JSON texts by field name. Values stay text from the request to the answer, so that key order, big numbers and
 * spellings such as `1.0` survive. The names are those of the contract, never a client's.
 */
export type JsonTexts = Readonly<Record<string, string>>;

/** The fields in the order written, duplicates included. `text` must be a valid JSON object. */
export function jsonFields(text: string): [name: string, value: string][] {
  const fields: [string, string][] = [];
  const scanner = createScanner(text, true);
  let depth = 0;
  let name: string | undefined;
  let valueStart: number | undefined;
  let valueEnd = 0;
  // A scan and no tree: the tree would be built by recursion, which a deeply nested body overflows.
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan()) {
    const start = scanner.getTokenOffset();
    const end = start + scanner.getTokenLength();
    const mark = text.charAt(start);
    if (depth === 1 && (mark === ',' || mark === '}')) {
      if (name !== undefined) fields.push([name, text.slice(valueStart, valueEnd)]);
      name = undefined;
      valueStart = undefined;
    } else if (depth === 1 && name === undefined) {
      name = String(JSON.parse(text.slice(start, end)));
    } else if (depth > 0 && !(depth === 1 && mark === ':')) {
      valueStart ??= start;
      valueEnd = end;
    }
    if (mark === '{' || mark === '[') depth += 1;
    if (mark === '}' || mark === ']') depth -= 1;
  }
  return fields;
}

export function joinedJson(fields: JsonTexts): string {
  return `{${Object.entries(fields)
    .map(([name, value]) => `${JSON.stringify(name)}:${value}`)
    .join(',')}}`;
}
